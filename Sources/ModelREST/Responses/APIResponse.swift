import Foundation
import HTTPTypes
import ModelRuntime

/// A response as received, before it is checked and decoded. Middleware may change it.
public struct APIRawResponse: Sendable {
    /// The status code.
    public var status: Int
    /// The headers.
    public var headers: HTTPFields
    /// The body; empty if it was written to a file.
    public var body: Data
    /// The file into which a download wrote the body.
    public package(set) var file: URL?
    /// Whether the retry middleware has given up, or had no reason to retry.
    package var isFinal = false
    /// The request as it was sent, after all middleware; only set if something is wrong with the response.
    var sent: (@Sendable () -> RequestSummary)?

    /// Creates a response.
    public init(status: Int, headers: HTTPFields = HTTPFields(), body: Data = Data()) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// A complete response: status, headers, raw body, metadata and the value.
///
/// ```swift
/// let answer = try await api.response(for: Post.publish(12))
/// answer.value                                  // Post
/// answer.headers[.eTag]
/// try answer.metadata(as: PageInfo.self)        // what lies at the envelope's `meta`
/// ```
public struct APIResponse<Value: Sendable>: Sendable {
    /// The status code.
    public let status: Int
    /// The headers.
    public let headers: HTTPFields
    /// The unchanged body, after decompression.
    public let body: Data
    /// The decoded value.
    public let value: Value
    let metadataPath: JSONPath?
    let format: BodyFormat

    /// Creates a response, for fakes in tests.
    public init(value: Value, status: Int = 200, headers: HTTPFields = HTTPFields(), body: Data = Data()) {
        self.init(value: value, APIRawResponse(status: status, headers: headers, body: body), metadataPath: nil)
    }

    init(value: Value, _ raw: APIRawResponse, metadataPath: JSONPath?, format: BodyFormat = .json) {
        self.value = value
        self.format = format
        self.metadataPath = metadataPath
        status = raw.status
        headers = raw.headers
        body = raw.body
    }

    /// The header `Location`, unchanged: the URL of the created resource, or where to continue.
    public var location: String? { headers[.location] }

    /// The value at the envelope's path for metadata, or nil if the API declares none.
    public var metadata: JSON? { metadataPath.flatMap { try? decoded(at: $0) } }

    /// Decodes the metadata as another type. Throws if it does not match.
    public func metadata<Metadata: JSONValue>(as type: Metadata.Type) throws -> Metadata {
        try decoded(at: metadataPath ?? [])
    }

    package func decoded<Part: JSONValue>(at path: JSONPath) throws -> Part {
        try format.decode(Part.self, from: body, at: path)
    }
}
