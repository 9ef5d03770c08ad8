import Foundation
import ModelRuntime

#if XML
    import ModelXML
#endif

/// The format of an API's bodies. Both use the same mapping.
public enum BodyFormat: Hashable, Sendable {
    /// JSON (RFC 8259).
    case json
    #if XML
        /// XML: with the package trait `XML`.
        case xml
    #endif

    /// The media type.
    package var type: String {
        switch self {
        case .json: "application/json"
        #if XML
            case .xml: "application/xml"
        #endif
        }
    }

    /// Reads the value at `path` in a body; if nil, at the type's own root.
    package func decode<Value: JSONValue>(_ type: Value.Type, from body: Data, at path: JSONPath?) throws -> Value {
        let body = body.withoutByteOrderMark
        return switch self {
        case .json: try Value(json: body, at: path)
        #if XML
            case .xml: try Value(xml: body, at: path)
        #endif
        }
    }

    /// The bytes of a value at `path`; if nil, at the type's own root.
    func encode(_ value: some JSONValue, at path: JSONPath?) throws -> Data {
        switch self {
        case .json: try value.jsonData(at: path)
        #if XML
            case .xml: try value.xmlData(at: path)
        #endif
        }
    }
}

extension Data {
    /// Some servers begin their bodies with one, which readers may ignore (RFC 8259, section 8.1).
    package var withoutByteOrderMark: Data {
        first == 0xEF && starts(with: [0xEF, 0xBB, 0xBF]) ? dropFirst(3) : self
    }
}

#if !XML
    extension BodyFormat {
        /// XML, which requires the package trait `XML`.
        @available(*, unavailable, message: "name the trait where the package is named: .package(…, traits: [\"XML\"])")
        public static var xml: BodyFormat { .json }
    }
#endif
