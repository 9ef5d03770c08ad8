import Foundation
import ModelRuntime

/// The format of an API's bodies. All formats use the same mapping.
public struct BodyFormat: Sendable {
    /// JSON (RFC 8259).
    public static let json = BodyFormat(JSONBodies())

    package let bodies: any BodyCoding

    package init(_ bodies: any BodyCoding) { self.bodies = bodies }

    /// The media type.
    package var type: String { bodies.type }

    /// Reads the value at `path` in a body; if nil, at the type's own root.
    package func decode<Value: JSONValue>(_ type: Value.Type, from body: Data, at path: JSONPath?) throws -> Value {
        try bodies.decode(from: body.withoutByteOrderMark, at: path)
    }
}

/// Reads and writes bodies in one format. That of XML is in ModelXMLBodies.
package protocol BodyCoding: Sendable {
    /// The media type.
    var type: String { get }
    /// The characters that a document with members or elements can begin with.
    var openings: String { get }
    /// Reads the value at `path`; if nil, at the type's own root.
    func decode<Value: JSONValue>(from body: Data, at path: JSONPath?) throws -> Value
    /// The bytes of a value at `path`; if nil, at the type's own root.
    func encode(_ value: some JSONValue, at path: JSONPath?) throws -> Data
}

private struct JSONBodies: BodyCoding {
    let type = "application/json"
    let openings = "{["
    func decode<Value: JSONValue>(from body: Data, at path: JSONPath?) throws -> Value {
        try Value(json: body, at: path)
    }
    func encode(_ value: some JSONValue, at path: JSONPath?) throws -> Data { try value.jsonData(at: path) }
}

extension Data {
    /// Some servers begin their bodies with one, which readers may ignore (RFC 8259, section 8.1).
    package var withoutByteOrderMark: Data {
        first == 0xEF && starts(with: [0xEF, 0xBB, 0xBF]) ? dropFirst(3) : self
    }
}
