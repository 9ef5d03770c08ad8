import Foundation
import ModelRuntime

/// The body of an operation, as declared by generated code.
///
/// ```swift
/// Endpoint("posts.create", .post, "posts", body: .json(draft), returns: .object)
/// ```
/// It is encoded when the request is sent, so a value that cannot be encoded makes its own request fail.
public struct RequestContent: Sendable {
    /// Creates the bytes; a document is placed where the API's envelope says, unless it has its own root.
    let encode: @Sendable (_ envelope: JSONPath) throws -> APIRequest.Body
    let type: String?
    /// Whether it is a document in the API's format; the API may declare a different media type for it.
    let isDocument: Bool

    /// A body with a media type, which is created when the request is sent.
    package init(type: String?, encode: @escaping @Sendable () throws -> APIRequest.Body) {
        self.type = type
        isDocument = false
        self.encode = { _ in try encode() }
    }

    /// A value with its own `root` overrides the API, and a path overrides both.
    package init<Value: JSONValue & Sendable>(_ value: Value, _ format: BodyFormat, at path: JSONPath?) {
        type = format.type
        isDocument = true
        encode = { envelope in
            .data(try format.bodies.encode(value, at: path ?? (Value.jsonRoot.components.isEmpty ? envelope : nil)))
        }
    }

    /// A model or any other JSON value; at a key path, `.json(post, at: "post")` sends `{"post":{…}}`. A patch sends its
    /// touched fields, including null for those set to null.
    public static func json(_ value: some JSONValue & Sendable, at path: JSONPath? = nil) -> RequestContent {
        RequestContent(value, .json, at: path)
    }

    /// A form, as `application/x-www-form-urlencoded`. Extra parameters and parameter encoding apply to it.
    public static func form(_ parameters: Parameters) -> RequestContent {
        RequestContent(type: "application/x-www-form-urlencoded") { .form(parameters) }
    }
}
