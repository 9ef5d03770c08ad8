import Foundation
import ModelRuntime

#if XML
    import ModelXML
#endif

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

    private init(document type: String, encode: @escaping @Sendable (_ envelope: JSONPath) throws -> Data) {
        self.type = type
        isDocument = true
        self.encode = { .data(try encode($0)) }
    }

    /// A model or any other JSON value. A patch sends its touched fields, including null for those set to null.
    public static func json<Value: JSONValue & Sendable>(_ value: Value) -> RequestContent {
        RequestContent(document: "application/json") { envelope in
            // A value with its own `root` overrides the API.
            try value.jsonData(at: Value.jsonRoot.components.isEmpty ? envelope : nil)
        }
    }

    /// A JSON value at a specific key path: `.json(post, at: "post")` sends `{"post":{…}}`.
    public static func json<Value: JSONValue & Sendable>(_ value: Value, at path: JSONPath) -> RequestContent {
        RequestContent(document: "application/json") { _ in try value.jsonData(at: path) }
    }

    #if XML
        /// A model as XML, with the name of the model as the root element.
        public static func xml<Value: JSONValue & Sendable>(_ value: Value) -> RequestContent {
            RequestContent(document: "application/xml") { envelope in
                try value.xmlData(at: Value.jsonRoot.components.isEmpty ? envelope : nil)
            }
        }

        /// A model as XML at a specific path.
        public static func xml<Value: JSONValue & Sendable>(_ value: Value, at path: JSONPath) -> RequestContent {
            RequestContent(document: "application/xml") { _ in try value.xmlData(at: path) }
        }
    #else
        /// A model as XML, which requires the package trait `XML`.
        @available(*, unavailable, message: "name the trait where the package is named: .package(…, traits: [\"XML\"])")
        public static func xml<Value: JSONValue & Sendable>(_ value: Value) -> RequestContent { json(value) }
    #endif

    /// A form, as `application/x-www-form-urlencoded`. Extra parameters and parameter encoding apply to it.
    public static func form(_ parameters: Parameters) -> RequestContent {
        RequestContent(type: "application/x-www-form-urlencoded") { .form(parameters) }
    }

    /// Bytes that are produced while they are sent. `open` is called again if the request is repeated.
    public static func stream(
        type: String,
        length: Int64? = nil,
        open: @escaping @Sendable () throws -> ByteChunks
    ) -> RequestContent {
        RequestContent(type: type) { .stream(BodyStream(length: length, open: open)) }
    }
}
