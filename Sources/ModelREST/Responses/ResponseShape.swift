import Foundation
import HTTPTypes
import ModelRuntime

/// The result of an operation, and its place in the response's envelope.
///
/// `.object` and `.list` use the paths of the API's `Envelope`; `.object(at: ["user", "profile"])` overrides them for
/// one operation; `.nothing` and `.data` use the whole body.
public struct ResponseShape<Value: Sendable>: Sendable {
    package let accept: @Sendable (BodyFormat) -> String?
    package let decode: @Sendable (APIRawResponse, Envelope, BodyFormat) throws -> Value

    /// Creates your own shape.
    ///
    /// - Parameters:
    ///   - accept: The value of the header `Accept`.
    ///   - decode: Converts the whole body into the value.
    public init(accept: String?, decode: @escaping @Sendable (Data) throws -> Value) {
        self.init(accept: { _ in accept }) { response, _, _ in try decode(response.body) }
    }

    package init(
        accept: @escaping @Sendable (BodyFormat) -> String?,
        decode: @escaping @Sendable (APIRawResponse, Envelope, BodyFormat) throws -> Value
    ) {
        self.accept = accept
        self.decode = decode
    }

    /// The same shape, with each value transformed.
    package func map<Other>(_ transform: @escaping @Sendable (Value) -> Other) -> ResponseShape<Other> {
        ResponseShape<Other>(accept: accept) { transform(try decode($0, $1, $2)) }
    }

    /// The same shape, with a value that is used for a response without a body (204).
    public func elseIfEmpty(_ value: Value) -> ResponseShape {
        ResponseShape(accept: accept) { $0.body.isEmpty ? value : try decode($0, $1, $2) }
    }
}

extension ResponseShape where Value: JSONValue {
    /// A value at its model's `root`, or else at the envelope's path for objects. A string or bytes are the unchanged
    /// body, unless the response is JSON.
    public static var object: ResponseShape {
        at { Value.jsonRoot.components.isEmpty ? $0.object : Value.jsonRoot }
    }

    /// A value at the envelope's path for lists.
    public static var list: ResponseShape { at { $0.list } }

    /// A value at this key path, also if it is a string or bytes. An empty path means the whole body.
    public static func object(at path: JSONPath) -> ResponseShape { at { _ in path } }

    /// A list at this key path. An empty path means the whole body.
    public static func list(at path: JSONPath) -> ResponseShape { object(at: path) }

    private static func at(_ path: @escaping @Sendable (Envelope) -> JSONPath) -> ResponseShape {
        ResponseShape {
            Value.mayBePlain ? "\($0.type), */*;q=0.8" : $0.type
        } decode: { response, envelope, format in
            // A path of the operation's own leads into a document.
            if path(Envelope()).components.isEmpty, let plain = try Value.plain(response.body, response.headers) {
                return plain
            }
            guard !response.body.isEmpty else {
                // An optional value is nil.
                do { return try Value(json: "null") } catch { throw NoBody(status: response.status) }
            }
            return try format.decode(Value.self, from: response.body, at: path(envelope))
        }
    }
}

extension JSONValue {
    /// Whether a body may contain the value in any format.
    fileprivate static var mayBePlain: Bool { "" is Self || Data() is Self }

    /// Text or bytes that are not wrapped in JSON.
    static func plain(_ body: Data, _ headers: HTTPFields) throws -> Self? {
        guard mayBePlain, let media = headers[.contentType]?.lowercased(),
            !media.contains(/^[^;]*\Wjson *(;|$)/)
        else { return nil }
        if let body = body as? Self { return body }
        guard let text = String(data: body, encoding: .utf8) else { throw InvalidUTF8() }
        return text as? Self
    }
}

extension ResponseShape where Value == Void {
    /// Nothing: the body is ignored.
    public static var nothing: ResponseShape { ResponseShape(accept: nil) { _ in () } }
}

extension ResponseShape where Value == Data {
    /// The unchanged body.
    public static var data: ResponseShape { ResponseShape(accept: nil) { $0 } }
}

/// The error for a response without a body where one is expected.
package struct NoBody: Error, CustomStringConvertible {
    let status: Int
    package var description: String {
        "the server answered \(status) without a body; if it always does, declare `returns: none`"
    }
}

/// The error for a body that should be text but is not UTF-8.
public struct InvalidUTF8: Error, Hashable, Sendable, CustomStringConvertible {
    package init() {}

    /// What is wrong.
    public var description: String { "the body is not valid UTF-8" }
}
