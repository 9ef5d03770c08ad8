import Foundation

/// A model of which single fields can be changed: one with a key.
///
/// Generated code conforms to it.
public protocol JSONPatchable: JSONModel {
    /// The fields that a patch can change, each a property: their names and types are those of the patch.
    associatedtype PatchFields

    /// The fields that a patch can change.
    static var patchFields: PatchFields { get }

    /// The same as a list.
    static var allPatchFields: [AnyPatchField<Self>] { get }
}

extension JSONPatchable {
    /// Changes what the patch names and leaves the rest.
    public mutating func apply(_ patch: ModelPatch<Self>) {
        patch.apply(to: &self)
    }

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
        apply(try ModelPatch(json: data, at: path, reporting: report))
    }

    /// Takes over what a document says of the model.
    ///
    /// - Throws: ``JSONError``; the model is then as it was.
    public mutating func merge(json text: String, at path: JSONPath? = nil, reporting report: JSONReport? = nil) throws
    {
        apply(try ModelPatch(json: text, at: path, reporting: report))
    }

    /// Takes over what a value of JSON says of the model: a dictionary of the fields that changed.
    ///
    /// - Throws: ``JSONError``; the model is then as it was.
    public mutating func merge(_ json: JSON, at path: JSONPath? = nil, reporting report: JSONReport? = nil) throws {
        try merge(json: try json.jsonData(at: []), at: path, reporting: report)
    }
}
