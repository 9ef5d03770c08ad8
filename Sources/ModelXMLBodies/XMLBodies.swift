import Foundation
import ModelREST
import ModelRuntime

#if XML
    import ModelXML

    extension BodyFormat {
        /// XML, which requires the package trait `XML`.
        public static let xml = BodyFormat(XMLBodies())
    }

    extension RequestContent {
        /// A value as XML. The root element has the name of the model or, if there is a path, of its first key.
        public static func xml(_ value: some JSONValue & Sendable, at path: JSONPath? = nil) -> RequestContent {
            RequestContent(value, .xml, at: path)
        }
    }

    private struct XMLBodies: BodyCoding {
        let type = "application/xml"
        let openings = "<"
        func decode<Value: JSONValue>(from body: Data, at path: JSONPath?) throws -> Value {
            try Value(xml: body, at: path)
        }
        /// The first key of a path is the name of the root element.
        func encode(_ value: some JSONValue, at path: JSONPath?) throws -> Data {
            guard let path, case .key(let root)? = path.components.first else { return try value.xmlData(at: path) }
            return try value.xmlData(root: root, at: JSONPath(Array(path.components.dropFirst())))
        }
    }
#else
    extension BodyFormat {
        /// XML, which requires the package trait `XML`.
        @available(*, unavailable, message: "name the trait where the package is named: .package(…, traits: [\"XML\"])")
        public static var xml: BodyFormat { .json }
    }

    extension RequestContent {
        /// A model as XML, which requires the package trait `XML`.
        @available(*, unavailable, message: "name the trait where the package is named: .package(…, traits: [\"XML\"])")
        public static func xml(_ value: some JSONValue & Sendable, at path: JSONPath? = nil) -> RequestContent {
            json(value, at: path)
        }
    }
#endif
