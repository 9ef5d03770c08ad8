import Foundation
import ModelRuntime

/// The body of an operation, as declared by generated code.
///
/// ```swift
/// Endpoint("posts.create", .post, "posts", body: .json(draft), returns: .object)
/// ```
/// It is encoded when the request is sent, so if the value cannot be encoded, only that request fails.
public struct RequestContent: Sendable {
    /// Creates the bytes. A document is placed at `envelope`, unless it has its own root.
    let encode: @Sendable (_ envelope: JSONPath) throws -> APIRequest.Body
    let type: String?
    /// Whether the body is a document in the API's format, for which the API may declare another media type.
    let isDocument: Bool

    /// Creates a body that is encoded when the request is sent.
    package init(type: String?, encode: @escaping @Sendable () throws -> APIRequest.Body) {
        self.type = type
        isDocument = false
        self.encode = { _ in try encode() }
    }

    /// Creates a body from a value. Its own `root` overrides the API's envelope, and `path` overrides both.
    package init<Value: JSONValue & Sendable>(_ value: Value, _ format: BodyFormat, at path: JSONPath?) {
        type = format.type
        isDocument = true
        encode = { envelope in
            .data(try format.bodies.encode(value, at: path ?? (Value.jsonRoot.components.isEmpty ? envelope : nil)))
        }
    }

    /// A model or any other JSON value. At a key path, `.json(post, at: "post")` sends `{"post":{…}}`. A patch sends
    /// the fields that were set, including null for those set to null.
    public static func json(_ value: some JSONValue & Sendable, at path: JSONPath? = nil) -> RequestContent {
        RequestContent(value, .json, at: path)
    }

    /// A form, as `application/x-www-form-urlencoded`. The API's parameters and its parameter encoding apply to it,
    /// too.
    public static func form(_ parameters: Parameters) -> RequestContent {
        RequestContent(type: "application/x-www-form-urlencoded") { .form(parameters) }
    }
}
