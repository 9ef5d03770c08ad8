import Foundation
import ModelRuntime

/// A model whose fields, except those of its key, can be changed individually.
///
/// Generated code conforms to it.
public protocol JSONPatchable: JSONModel {
    /// The fields that a patch can change, one property each, with the names and types of the patch.
    associatedtype PatchFields: Sendable

    /// The fields that a patch can change.
    static var patchFields: PatchFieldList<Self> { get }
}

extension JSONPatchable {
    /// Changes to a model. Each field is untouched, null or a value.
    public typealias Patch = ModelPatch<Self>

    /// Changes the fields that the patch sets, and leaves the others unchanged.
    public mutating func apply(_ patch: ModelPatch<Self>) {
        patch.apply(to: &self)
    }

    /// Merges a document into the model. The key, and fields that are missing from the document, stay unchanged. Null
    /// clears an optional property.
    ///
    ///     try post.merge(json: response)
    ///
    /// - Parameters:
    ///   - data: The document, in UTF-8.
    ///   - path: The position of the object in the document. By default, it is the model's own root.
    ///   - report: Collects the values skipped because of `onInvalid`.
    /// - Throws: ``JSONError``, in which case the model is unchanged.
    public mutating func merge(json data: Data, at path: JSONPath? = nil, reporting report: JSONReport? = nil) throws {
        apply(try ModelPatch(json: data, at: path, reporting: report))
    }

    /// Merges a document into the model.
    ///
    /// - Throws: ``JSONError``, in which case the model is unchanged.
    public mutating func merge(json text: String, at path: JSONPath? = nil, reporting report: JSONReport? = nil) throws
    {
        apply(try ModelPatch(json: text, at: path, reporting: report))
    }

    /// Merges a JSON value into the model: an object with the fields that changed. The object is not inside the model's
    /// `root`, unless `path` says so.
    ///
    /// - Throws: ``JSONError``, in which case the model is unchanged.
    public mutating func merge(_ json: JSON, at path: JSONPath = [], reporting report: JSONReport? = nil) throws {
        try merge(json: try json.jsonData(at: []), at: path, reporting: report)
    }
}
