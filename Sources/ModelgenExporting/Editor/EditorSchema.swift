import ModelgenParsing

/// The JSON Schema of a kind of file, for completion and checking in editors.
///
/// Made of the very tables that the reader goes by, so the two cannot say different things
/// (https://json-schema.org/draft-07/json-schema-core, which is what editors of YAML support best).
///
/// ```swift
/// editorSchema(FileKey.keyTable)           // for NAME.model.yaml
/// editorSchema(ConfigurationKey.keyTable)  // for modelgen.yaml
/// ```
package func editorSchema(_ table: KeyTable) -> String {
    var writer = EditorSchemaWriter()
    return writer.write(table)
}

private struct EditorSchemaWriter {
    private var definitions: [(name: String, text: String)] = []
    private var known: Set<String> = []

    mutating func write(_ root: KeyTable) -> String {
        let body = object(root, indent: 1)
        var text =
            "{\n  \"$schema\": \"http://json-schema.org/draft-07/schema#\",\n  \"title\": \(quoted(root.title)),\n"
        text += body.dropFirst(2).dropLast(2)
        text += ",\n  \"definitions\": {\n"
        text += definitions.sorted { $0.name < $1.name }.map { "    \(quoted($0.name)): \($0.text)" }
            .joined(separator: ",\n")
        return text + "\n  }\n}\n"
    }

    private mutating func object(_ table: KeyTable, indent: Int) -> String {
        let space = String(repeating: "  ", count: indent)
        let properties = table.keys.map { key in
            let value = schema(key.kind)
            return "\(space)  \(quoted(key.name)): { \"description\": \(quoted(key.doc)), \(value) }"
        }
        let required = table.keys.filter { $0.presence == .required }.map { quoted($0.name) }
        var text = "{\n\(space)\"type\": \"object\",\n\(space)\"additionalProperties\": false,\n"
        if !required.isEmpty { text += "\(space)\"required\": [\(required.joined(separator: ", "))],\n" }
        text += "\(space)\"properties\": {\n\(properties.joined(separator: ",\n"))\n\(space)}\n"
        return text + String(repeating: "  ", count: indent - 1) + "}"
    }

    /// The keywords for a value, without braces.
    private mutating func schema(_ kind: ValueKind) -> String {
        switch kind {
        case .text: "\"type\": [\"string\", \"number\", \"boolean\"]"
        case .boolean: "\"type\": \"boolean\""
        case .no: "\"const\": false"
        case .integer(let minimum): "\"type\": \"integer\", \"minimum\": \(minimum)"
        case .number: "\"type\": \"number\""
        // YAML reads `true` as a Boolean, whatever it is a word for.
        case .choice(let words):
            "\"enum\": [\(words.map { $0 == "true" ? $0 : quoted($0) }.joined(separator: ", "))]"
        case .type: "\"type\": [\"string\", \"array\"]"
        case .literal: "\"$comment\": \"any value\""
        case .list(let element): "\"type\": \"array\", \"items\": { \(schema(element)) }"
        case .map(_, let value): "\"type\": \"object\", \"additionalProperties\": { \(schema(value)) }"
        case .object(let table): reference(table)
        case .either(let kinds): "\"anyOf\": [\(kinds.map { "{ \(schema($0)) }" }.joined(separator: ", "))]"
        }
    }

    private mutating func reference(_ table: KeyTable) -> String {
        let name = table.title.split(separator: " ").dropFirst().joined(separator: " ")
        if known.insert(name).inserted {
            let text = object(table, indent: 3)
            definitions.append((name, text))
        }
        let escaped = name.split(separator: " ", omittingEmptySubsequences: false).joined(separator: "%20")
        return "\"$ref\": \"#/definitions/\(escaped)\""
    }

    private func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
