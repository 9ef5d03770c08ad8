import ModelgenImporting
import ModelgenPlanning
import ModelgenSchema

/// The JSON Schemas of types (JSON Schema 2020-12, which OpenAPI 3.1 uses: https://spec.openapis.org/oas/v3.1.0#schema-object).
package struct TypeSchemas {
    let schema: SchemaIndex

    /// The schema of a type in JSON, after its transformer if it has one.
    func schema(of type: FieldType, _ transformer: JSONTransformer? = nil) -> DocumentValue {
        if case .optional(let wrapped) = type { return Self.nullable(schema(of: wrapped, transformer)) }
        guard let transformer else { return plain(type) }
        switch transformer {
        case .always(let use): return lifted(type, use)
        case .byKind(let kinds):
            return ["anyOf": .array(kinds.map { lifted(type, $0.transformer) })]
        }
    }

    /// A reference to the schema of a component.
    static func reference(_ name: String) -> DocumentValue {
        ["$ref": .string("#/components/schemas/\(componentName(name))")]
    }

    /// The name of a component, which may only have ASCII letters, digits, `.`, `_` and `-` (section 4.8.7.1): `Maß` is
    /// `Ma-DF-`, which no Swift name is.
    package static func componentName(_ name: String) -> String {
        var result = ""
        for scalar in name.unicodeScalars {
            if scalar.isASCIILetter || ("0"..."9").contains(scalar) || "._-".unicodeScalars.contains(scalar) {
                result.unicodeScalars.append(scalar)
            } else {
                result += "-\(String(scalar.value, radix: 16, uppercase: true))-"
            }
        }
        return result
    }

    static func nullable(_ schema: DocumentValue) -> DocumentValue {
        guard case .string(let type) = schema["type"], schema["enum"] == nil else {
            if schema == [:] { return schema }
            return ["anyOf": [schema, ["type": "null"]]]
        }
        var schema = schema
        schema["type"] = [.string(type), "null"]
        return schema
    }

    // MARK: Plain types

    private func plain(_ type: FieldType) -> DocumentValue {
        switch type {
        case .scalar(let scalar): return Self.schema(of: scalar)
        case .geometry(let geometry): return Self.schema(of: geometry)
        case .enumeration(let name), .model(let name): return Self.reference(name.text)
        case .external(let name): return schema.externalType(name).map { plain($0.json) } ?? [:]
        case .optional(let wrapped): return Self.nullable(plain(wrapped))
        case .list(let element): return ["type": "array", "items": plain(element)]
        case .set(let element): return ["type": "array", "items": plain(element), "uniqueItems": true]
        case .dictionary(let key, let value): return dictionary(key, of: plain(value))
        }
    }

    /// The pattern of keys that are integers.
    package static let integerKey = "^-?[0-9]+$"

    private func dictionary(_ key: DictionaryKey, of value: DocumentValue) -> DocumentValue {
        var schema: DocumentValue = ["type": "object", "additionalProperties": value]
        switch key {
        case .string: break
        case .int: schema["propertyNames"] = ["pattern": .string(Self.integerKey)]
        case .enumeration(let name):
            // A key is a string, whatever the type of the raw value.
            guard let enumeration = self.schema.enumeration(name) else { break }
            if enumeration.rawType == .string {
                schema["propertyNames"] = Self.reference(name.text)
            } else if let texts = enumeration.closedTexts {
                schema["propertyNames"] = ["enum": .strings(texts)]
            }
        }
        return schema
    }

    /// The formats are those of the registry (https://spec.openapis.org/registry/format).
    static func schema(of scalar: Scalar) -> DocumentValue {
        switch scalar {
        // As wide as the platform's. A schema that needs 64 bits says `Int64`.
        case .int: ["type": "integer"]
        case .int64: ["type": "integer", "format": "int64"]
        case .int32: ["type": "integer", "format": "int32"]
        case .int8: ["type": "integer", "format": "int8", "minimum": -128, "maximum": 127]
        case .int16: ["type": "integer", "format": "int16", "minimum": -32768, "maximum": 32767]
        case .uint, .uint64:
            ["type": "integer", "format": "uint64", "minimum": 0, "maximum": .number("18446744073709551615")]
        case .uint8: ["type": "integer", "format": "uint8", "minimum": 0, "maximum": 255]
        case .uint16: ["type": "integer", "format": "uint16", "minimum": 0, "maximum": 65535]
        case .uint32: ["type": "integer", "format": "uint32", "minimum": 0, "maximum": 4_294_967_295]
        case .float: ["type": "number", "format": "float"]
        case .double: ["type": "number", "format": "double"]
        case .decimal: ["type": "number", "format": "decimal"]
        case .bool: ["type": "boolean"]
        case .string: ["type": "string"]
        case .date: ["type": "string", "format": "date-time"]
        case .data: ["type": "string", "format": "byte", "contentEncoding": "base64"]
        case .uuid: ["type": "string", "format": "uuid"]
        case .url: ["type": "string", "format": "uri"]
        case .json: [:]
        }
    }

    private static func schema(of geometry: Geometry) -> DocumentValue {
        let (item, count): (DocumentValue, Int) =
            switch geometry {
            case .point, .size, .vector, .offset: (["type": "number"], 2)
            case .range: (["type": "integer"], 2)
            case .rect, .edgeInsets: (["type": "number"], 4)
            case .affineTransform: (["type": "number"], 6)
            }
        return ["type": "array", "items": item, "minItems": .integer(count), "maxItems": .integer(count)]
    }

    // MARK: Transformers

    /// A transformer for single values also applies to the elements of lists.
    private func lifted(_ type: FieldType, _ use: TransformerUse) -> DocumentValue {
        switch type {
        case .optional(let wrapped): return Self.nullable(lifted(wrapped, use))
        case .list(let element) where !takesWhole(type, use): return ["type": "array", "items": lifted(element, use)]
        case .dictionary(let key, let value) where !takesWhole(type, use):
            return dictionary(key, of: lifted(value, use))
        case .scalar, .geometry, .enumeration, .model, .external, .list, .set, .dictionary: break
        }
        switch use {
        case .declared(let name): return schema.transformer(name).map { plain($0.source) } ?? [:]
        case .builtIn(let builtIn): return Self.schema(of: builtIn, type)
        }
    }

    /// Whether a transformer converts a collection, not each of its elements.
    func takesWhole(_ type: FieldType, _ use: TransformerUse) -> Bool {
        switch use {
        case .builtIn(let builtIn): builtIn == .commaSeparated
        case .declared(let name): schema.transformer(name)?.value.unwrapped == type
        }
    }

    private static func schema(of transformer: BuiltInTransformer, _ type: FieldType) -> DocumentValue {
        switch transformer {
        case .iso8601, .rfc3339: return ["type": "string", "format": "date-time"]
        case .unixSeconds:
            return ["type": "number", "format": "unix-time"]
        case .unixMilliseconds:
            return [
                "type": "integer", "format": "int64", "description": "Milliseconds since 1970-01-01T00:00:00Z.",
            ]
        case .dateFormat("yyyy-MM-dd"): return ["type": "string", "format": "date"]
        case .dateFormat(let pattern):
            return ["type": "string", "description": .string("A date of the pattern `\(pattern)`.")]
        case .base64: return schema(of: .data)
        case .hex: return ["type": "string", "pattern": "^([0-9A-Fa-f]{2})*$"]
        case .stringNumber where type == .scalar(.decimal): return ["type": "string", "format": "decimal"]
        case .stringNumber:
            let isInteger = if case .scalar(let scalar) = type { scalar.isInteger } else { false }
            return [
                "type": "string",
                "pattern": isInteger ? "^-?[0-9]+$" : "^-?[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]+)?$",
            ]
        case .intBool: return ["type": "integer", "enum": [0, 1]]
        case .commaSeparated: return ["type": "string", "description": "Texts with commas between them."]
        case .trimmed, .lowercased: return ["type": "string"]
        }
    }
}

extension Enumeration {
    /// The raw values as strings, if there are no others.
    fileprivate var closedTexts: [String]? {
        guard unknown == .fail else { return nil }
        return cases.compactMap { each in
            switch each.rawValue {
            case .string(let text), .integer(let text): text
            case .null, .boolean, .number, .list, .dictionary, .enumCase: nil
            }
        }
    }

    /// The schema of its raw values. If unknown values are kept or read as a fallback case, every value is valid, but
    /// the known ones are still listed.
    var jsonSchema: DocumentValue {
        let type: DocumentValue = rawType == .string ? "string" : "integer"
        var schema: DocumentValue
        if rawType == .string {
            let texts = cases.map(\.rawValue.plainText)
            var known: DocumentValue = ["type": type, "enum": .strings(texts)]
            // A widespread extension, of OpenAPI Generator, for names that the values do not suggest.
            if cases.map(\.name) != texts.map({ SwiftNaming.property($0) }) {
                known["x-enum-varnames"] = .strings(cases.map(\.name.text))
            }
            switch unknown {
            case .fail: schema = known
            case .keep, .fallback: schema = ["anyOf": [known, ["type": type]]]
            }
        } else {
            // A title gives the meaning of a number.
            let values = cases.compactMap { each -> DocumentValue? in
                guard case .integer(let text) = each.rawValue else { return nil }
                return ["const": .number(text), "title": .string(each.name.text)]
            }
            switch unknown {
            case .fail: schema = ["type": type, "oneOf": .array(values)]
            case .keep, .fallback: schema = ["anyOf": .array(values + [["type": type]])]
            }
        }
        var lines = documentation.map { [$0] } ?? []
        for each in cases {
            guard let text = each.documentation else { continue }
            lines.append("- `\(each.rawValue.plainText)`: \(text.replacing("\n", with: "\n  "))")
        }
        if case .fallback(let name) = unknown { lines.append("Any other value means `\(name)`.") }
        if !lines.isEmpty { schema["description"] = .string(lines.joined(separator: "\n")) }
        return schema
    }
}

extension Literal {
    /// A string, number or Boolean as it is sent.
    var plainText: String {
        switch self {
        case .string(let text), .integer(let text), .number(let text): text
        case .boolean(let value): value ? "true" : "false"
        case .enumCase(let name): name.text
        case .null, .list, .dictionary: ""
        }
    }
}
