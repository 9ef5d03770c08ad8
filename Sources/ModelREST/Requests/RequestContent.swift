import Foundation
import ModelRuntime

#if XML
    import ModelXML
#endif

/// The body of an operation, as generated code states it.
///
/// ```swift
/// Endpoint("posts.create", .post, "posts", body: .json(draft), returns: .object)
/// ```
/// Nothing is encoded before the request is sent, so a value that cannot be encoded fails its own request.
public struct RequestContent: Sendable {
    /// Makes the bytes; a document is put where the API's envelope says, unless it says so itself.
    let encode: @Sendable (_ envelope: JSONPath) throws -> APIRequest.Body
    let type: String?
    /// Whether it is a document in the format of the API, whose media type the API may call by another name.
    let isDocument: Bool
    /// What further fields and parts are added to.
    let fields: Fields

    enum Fields {
        case none
        case form(Parameters)
        case multipart(MultipartForm)
    }

    private init(
        type: String?,
        fields: Fields = .none,
        encode: @escaping @Sendable () throws -> APIRequest.Body
    ) {
        self.type = type
        self.fields = fields
        isDocument = false
        self.encode = { _ in try encode() }
    }

    private init(document type: String, encode: @escaping @Sendable (_ envelope: JSONPath) throws -> Data) {
        self.type = type
        fields = .none
        isDocument = true
        self.encode = { .data(try encode($0)) }
    }

    /// A model or any other JSON value. A patch sends what was touched: a null where it was set to null.
    public static func json<Value: JSONValue & Sendable>(_ value: Value) -> RequestContent {
        RequestContent(document: "application/json") { envelope in
            // What says itself where it stands (`root`) goes before the API.
            try value.jsonData(at: Value.jsonRoot.components.isEmpty ? envelope : nil)
        }
    }

    /// A JSON value at a key path of this operation's own: `.json(post, at: "post")` sends `{"post":{…}}`.
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

        /// A model as XML at a path of this operation's own.
        public static func xml<Value: JSONValue & Sendable>(_ value: Value, at path: JSONPath) -> RequestContent {
            RequestContent(document: "application/xml") { _ in try value.xmlData(at: path) }
        }
    #else
        /// A model as XML, which needs the package trait `XML`.
        @available(*, unavailable, message: "name the trait where the package is named: .package(…, traits: [\"XML\"])")
        public static func xml<Value: JSONValue & Sendable>(_ value: Value) -> RequestContent { json(value) }
    #endif

    /// A form, as `application/x-www-form-urlencoded`. Extra parameters and parameter encoding apply to it.
    public static func form(_ parameters: Parameters) -> RequestContent {
        RequestContent(type: "application/x-www-form-urlencoded", fields: .form(parameters)) { .form(parameters) }
    }

    /// A form with files, as `multipart/form-data` (RFC 7578).
    public static func multipart(_ form: MultipartForm) -> RequestContent {
        RequestContent(type: form.contentType, fields: .multipart(form)) { try form.body }
    }

    /// The bytes of a file or of memory, as they are.
    public static func raw(_ source: UploadSource) -> RequestContent {
        RequestContent(type: source.type) { source.body }
    }

    /// Bytes that are asked for as they are sent. `open` is called again when the request is repeated.
    public static func stream(
        type: String,
        length: Int64? = nil,
        open: @escaping @Sendable () throws -> ByteChunks
    ) -> RequestContent {
        RequestContent(type: type) { .stream(BodyStream(length: length, open: open)) }
    }
}

/// What is uploaded: a file, which is read while it is sent, or bytes in memory.
public enum UploadSource: Sendable {
    /// A file; its name and type go along, by default `URL.lastPathComponent` and `application/octet-stream`.
    case file(URL, name: String? = nil, type: String = "application/octet-stream")
    /// Bytes, under a file name.
    case data(Data, name: String = "file", type: String = "application/octet-stream")

    var type: String {
        switch self {
        case .file(_, _, let type), .data(_, _, let type): type
        }
    }

    var name: String {
        switch self {
        case .file(let url, let name, _): name ?? url.lastPathComponent
        case .data(_, let name, _): name
        }
    }

    var body: APIRequest.Body {
        switch self {
        case .file(let url, _, _): .file(url)
        case .data(let data, _, _): .data(data)
        }
    }
}
