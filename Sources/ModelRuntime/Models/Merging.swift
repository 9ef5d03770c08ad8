import Foundation

/// A model of which single fields can be changed: one with a key.
///
/// Generated code conforms to it.
public protocol JSONPatchable: JSONModel {
    /// Changes to the model: each field is untouched, null or a value.
    associatedtype Patch: JSONModel

    /// Changes what the patch names and leaves the rest.
    mutating func apply(_ patch: Patch)
}

extension JSONPatchable {
    /// Takes over what a document says of the model. What is absent from it stays, and so does the key; null clears an
    /// optional property.
    ///
    ///     try post.merge(json: response)
    ///
    /// - Parameters:
    ///   - data: The document, in UTF-8.
    ///   - path: Where the object stands in the document; nil for what the model says.
    ///   - report: Collects what was passed over by `onInvalid`.
    /// - Throws: ``JSONError``; the model is then as it was.
    public mutating func merge(json data: Data, at path: JSONPath? = nil, reporting report: JSONReport? = nil) throws {
        apply(try Patch(json: data, at: path, reporting: report))
    }

    /// Takes over what a document says of the model.
    ///
    /// - Throws: ``JSONError``; the model is then as it was.
    public mutating func merge(json text: String, at path: JSONPath? = nil, reporting report: JSONReport? = nil) throws
    {
        apply(try Patch(json: text, at: path, reporting: report))
    }

    /// Takes over what a value of JSON says of the model: a dictionary of the fields that changed.
    ///
    /// - Throws: ``JSONError``; the model is then as it was.
    public mutating func merge(_ json: JSON, at path: JSONPath? = nil, reporting report: JSONReport? = nil) throws {
        try merge(json: try json.jsonData(at: []), at: path, reporting: report)
    }
}
