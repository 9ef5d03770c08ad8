import Foundation
import ModelRuntime

/// What an operation returns, and where in the response's envelope it lies.
///
/// `.object` and `.list` look where the API's `Envelope` says; `.object(at: ["user", "profile"])` overrides that for
/// one operation; `.nothing`, `.text` and `.data` take the body as it is.
public struct ResponseShape<Value: Sendable>: Sendable {
    let accept: @Sendable (BodyFormat) -> String?
    let decode: @Sendable (Data, APIDefaults) throws -> Value

    /// A shape of one's own: what to accept, and how the whole body becomes a value.
    public init(accept: String?, decode: @escaping @Sendable (Data) throws -> Value) {
        self.accept = { _ in accept }
        self.decode = { data, _ in try decode(data) }
    }

    /// The same shape with a change of each value that comes.
    func changed(_ change: @escaping @Sendable (inout Value) -> Void) -> ResponseShape {
        ResponseShape(accept: accept) { data, api in
            var value = try decode(data, api)
            change(&value)
            return value
        }
    }

    private init(
        accept: @escaping @Sendable (BodyFormat) -> String?,
        decode: @escaping @Sendable (Data, APIDefaults) throws -> Value
    ) {
        self.accept = accept
        self.decode = decode
    }

    /// What is decoded by the API's format and envelope.
    fileprivate init(decode: @escaping @Sendable (Data, APIDefaults) throws -> Value) {
        accept = { $0.type }
        self.decode = decode
    }
}

extension ResponseShape where Value: JSONValue {
    /// A value where its model says (`root`), or else where the envelope has its objects.
    public static var object: ResponseShape {
        ResponseShape { data, api in
            let root = Value.jsonRoot
            let path = root.components.isEmpty ? api.envelope.object : root
            return try api.format.decode(Value.self, from: data, at: path)
        }
    }

    /// A value where the envelope has its lists.
    public static var list: ResponseShape {
        ResponseShape { data, api in try api.format.decode(Value.self, from: data, at: api.envelope.list) }
    }

    /// A value at a key path of this operation's own; an empty one is the whole body.
    public static func object(at path: JSONPath) -> ResponseShape {
        ResponseShape { data, api in try api.format.decode(Value.self, from: data, at: path) }
    }

    /// A list at a key path of this operation's own; an empty one is the whole body.
    public static func list(at path: JSONPath) -> ResponseShape { object(at: path) }
}

extension ResponseShape where Value == Void {
    /// Nothing: the body is not looked at.
    public static var nothing: ResponseShape { ResponseShape(accept: nil) { _ in () } }
}

extension ResponseShape where Value == Data {
    /// The body as it is.
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
    /// What is wrong.
    public var description: String { "the body is not valid UTF-8" }
}
