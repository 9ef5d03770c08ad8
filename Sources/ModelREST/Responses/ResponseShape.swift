import Foundation
import HTTPTypes
import ModelRuntime

/// The result of an operation, and its place in the response's envelope.
///
/// `.object` and `.list` look where the API's `Envelope` says; `.object(at: ["user", "profile"])` overrides that for
/// one operation; `.nothing`, `.text` and `.data` take the body as it is.
public struct ResponseShape<Value: Sendable>: Sendable {
    let accept: @Sendable (BodyFormat) -> String?
    let decode: @Sendable (APIRawResponse, APIDefaults) throws -> Value

    /// A shape of your own: what to accept, and how the whole body becomes a value.
    public init(accept: String?, decode: @escaping @Sendable (Data) throws -> Value) {
        self.accept = { _ in accept }
        self.decode = { response, _ in try decode(response.body) }
    }

    /// The same shape, with each value transformed.
    func changed(_ change: @escaping @Sendable (inout Value) -> Void) -> ResponseShape {
        ResponseShape(accept: accept) { response, api in
            var value = try decode(response, api)
            change(&value)
            return value
        }
    }

    private init(
        accept: @escaping @Sendable (BodyFormat) -> String?,
        decode: @escaping @Sendable (APIRawResponse, APIDefaults) throws -> Value
    ) {
        self.accept = accept
        self.decode = decode
    }

    /// The same shape, with a value for a response without a body (204).
    func elseIfEmpty(_ value: Value) -> ResponseShape {
        ResponseShape(accept: accept) { response, api in
            response.body.isEmpty ? value : try decode(response, api)
        }
    }

    /// Decoded with the API's format and envelope; a string and bytes may have any format.
    fileprivate init(decode: @escaping @Sendable (APIRawResponse, APIDefaults) throws -> Value) {
        let mayBePlain = Value.self == String.self || Value.self == Data.self
        accept = { mayBePlain ? "\($0.type), */*;q=0.8" : $0.type }
        self.decode = decode
    }
}

extension ResponseShape where Value: JSONValue {
    /// A value at its model's `root`, or else at the envelope's path for objects. A string and bytes are the unchanged
    /// body, unless the response is JSON.
    public static var object: ResponseShape {
        ResponseShape { response, api in
            if let plain = Value.plain(response.body, response.headers) { return plain }
            let root = Value.jsonRoot
            let path = root.components.isEmpty ? api.envelope.object : root
            return try api.format.decode(Value.self, from: response.body, at: path)
        }
    }

    /// A value at the envelope's path for lists.
    public static var list: ResponseShape {
        ResponseShape { response, api in
            try api.format.decode(Value.self, from: response.body, at: api.envelope.list)
        }
    }

    /// A value at a key path of this operation; an empty one is the whole body.
    public static func object(at path: JSONPath) -> ResponseShape {
        ResponseShape { response, api in
            if let plain = Value.plain(response.body, response.headers) { return plain }
            return try api.format.decode(Value.self, from: response.body, at: path)
        }
    }

    /// A list at a key path of this operation; an empty one is the whole body.
    public static func list(at path: JSONPath) -> ResponseShape { object(at: path) }
}

extension ResponseShape {
    /// The results by status: `.byStatus(.status(201, .object) { .created($0) }, .status(204, .nothing) { .empty })`.
    public static func byStatus(_ cases: StatusCase<Value>...) -> ResponseShape {
        ResponseShape { format in
            let types = cases.compactMap { $0.accept(format) }
            return types.first { $0.contains("*/*") } ?? types.first
        } decode: { response, api in
            guard let found = cases.first(where: { $0.statuses.contains(response.status) }) else {
                throw UnexpectedStatus(status: response.status)
            }
            return try found.decode(response, api)
        }
    }
}

/// The result of a response with certain statuses.
public struct StatusCase<Value: Sendable>: Sendable {
    let statuses: ClosedRange<Int>
    let accept: @Sendable (BodyFormat) -> String?
    let decode: @Sendable (APIRawResponse, APIDefaults) throws -> Value

    /// The result of a response with a status.
    public static func status<Part>(
        _ status: Int,
        _ shape: ResponseShape<Part>,
        _ make: @escaping @Sendable (Part) -> Value
    ) -> StatusCase {
        statuses(status...status, shape, make)
    }

    /// The result of a response with one of several statuses: `.statuses(200...299, …)`.
    public static func statuses<Part>(
        _ statuses: ClosedRange<Int>,
        _ shape: ResponseShape<Part>,
        _ make: @escaping @Sendable (Part) -> Value
    ) -> StatusCase {
        StatusCase(statuses: statuses, accept: shape.accept) { response, api in make(try shape.decode(response, api)) }
    }
}

/// The response has a status that the operation does not declare.
public struct UnexpectedStatus: Error, Hashable, Sendable, CustomStringConvertible {
    /// The status.
    public let status: Int

    /// What is wrong.
    public var description: String { "the operation does not declare a result for the status \(status)" }
}

extension JSONValue {
    /// A text or bytes not wrapped in JSON.
    static func plain(_ body: Data, _ headers: HTTPFields) -> Self? {
        guard Self.self == String.self || Self.self == Data.self, let media = headers[.contentType]?.lowercased(),
            !media.contains("json")
        else { return nil }
        return Self.self == Data.self ? body as? Self : String(data: body, encoding: .utf8) as? Self
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

extension ResponseShape where Value == String {
    /// The body as UTF-8 text; any other bytes are an error.
    public static var text: ResponseShape {
        ResponseShape(accept: "text/plain, */*") { data in
            guard let text = String(data: data, encoding: .utf8) else { throw InvalidUTF8() }
            return text
        }
    }
}

/// A body that should be text is not UTF-8.
public struct InvalidUTF8: Error, Hashable, Sendable, CustomStringConvertible {
    package init() {}

    /// What is wrong.
    public var description: String { "the body is not valid UTF-8" }
}
