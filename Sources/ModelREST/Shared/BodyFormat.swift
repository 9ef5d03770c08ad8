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

    /// Reads the value at `path` in a body, or at the type's own root if `path` is nil.
    package func decode<Value: JSONValue>(_ type: Value.Type, from body: Data, at path: JSONPath?) throws -> Value {
        try bodies.decode(from: body.withoutByteOrderMark, at: path)
    }
}

/// Reads and writes bodies in one format. The one for XML is in ModelXMLBodies.
package protocol BodyCoding: Sendable {
    /// The media type.
    var type: String { get }
    /// The characters with which an object, an array or an element can begin in a document.
    var openings: String { get }
    /// Reads the value at `path`, or at the type's own root if it is nil.
    func decode<Value: JSONValue>(from body: Data, at path: JSONPath?) throws -> Value
    /// Encodes a value at `path`, or at the type's own root if it is nil.
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
    /// The body without a byte order mark. Some servers send one, and readers may ignore it (RFC 8259, section 8.1).
    package var withoutByteOrderMark: Data {
        first == 0xEF && starts(with: [0xEF, 0xBB, 0xBF]) ? dropFirst(3) : self
    }
}
