import ModelgenParsing
import ModelgenSchema

/// The JSON Schema of a kind of file, for completion and checking in editors.
///
/// It is made from the tables that the reader uses, so the two cannot contradict each other (draft 7 is what YAML
/// editors support best: https://json-schema.org/draft-07/json-schema-core).
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
            "{\n  \"$schema\": \"http://json-schema.org/draft-07/schema#\",\n  \"title\": \(root.title.quotedForJSON),\n"
        text += body.dropFirst(2).dropLast(2)
        if !root.demands.isEmpty { text += ",\n  \"allOf\": [\(root.demands.map(schema).joined(separator: ", "))]" }
        text += ",\n  \"definitions\": {\n"
        text += definitions.sorted { $0.name < $1.name }.map { "    \($0.name.quotedForJSON): \($0.text)" }
            .joined(separator: ",\n")
        return text + "\n  }\n}\n"
    }

    private mutating func object(_ table: KeyTable, indent: Int) -> String {
        let space = String(repeating: "  ", count: indent)
        let properties = table.keys.map { key in
            let value = schema(key.kind)
            return "\(space)  \(key.name.quotedForJSON): { \"description\": \(key.doc.quotedForJSON), \(value) }"
        }
        let required = table.keys.filter { $0.presence == .required }.map { $0.name.quotedForJSON }
        var text = "{\n\(space)\"type\": \"object\",\n\(space)\"additionalProperties\": false,\n"
        if !required.isEmpty { text += "\(space)\"required\": [\(required.joined(separator: ", "))],\n" }
        text += "\(space)\"properties\": {\n\(properties.joined(separator: ",\n"))\n\(space)}\n"
        return text + String(repeating: "  ", count: indent - 1) + "}"
    }

    /// The keywords for a value, without braces.
    private mutating func schema(_ kind: ValueKind) -> String {
        switch kind {
        case .text(let noun): text(TextForm.named(noun))
        case .boolean: "\"type\": \"boolean\""
        case .no: "\"const\": false"
        // The reader does not distinguish a number from one in quotes.
        case .integer(let minimum):
            "\"type\": [\"integer\", \"string\"], \"minimum\": \(minimum), \"pattern\": \"^[+]?[0-9]+$\""
        case .number: "\"type\": [\"number\", \"string\"], \"exclusiveMinimum\": 0, \"pattern\": \"^[+]?[0-9.]\""
        // YAML reads `true` as a Boolean, even if it is one of the words.
        case .choice(let words):
            "\"enum\": [\(words.map { $0 == "true" ? $0 : $0.quotedForJSON }.joined(separator: ", "))]"
        case .type: type()
        case .literal: "\"$comment\": \"any value\""
        case .list(let element): "\"type\": \"array\", \"items\": { \(schema(element)) }"
        case .set(let element): "\(schema(.list(element))), \"uniqueItems\": true"
        case .map(let noun, let value): map(noun, value)
        case .object(let table): reference(table)
        case .either(let kinds):
            "\"anyOf\": [\(kinds.map { "{ \(schema($0)) }" }.joined(separator: ", "))]"
                + (kinds.contains(where: \.isNo) ? ", \"not\": { \"const\": true }" : "")
        }
    }

    private func text(_ form: TextForm?) -> String {
        guard let form else { return "\"type\": [\"string\", \"number\", \"boolean\"]" }
        let number = form.fitsNumbers ? ", \"number\"" : ""
        let boolean = form.fitsBooleans ? ", \"boolean\"" : ""
        return "\"type\": [\"string\"\(number)\(boolean)], \"pattern\": \(form.pattern.quotedForJSON)"
    }

    /// A string, or the list that YAML makes of `[Int]` or `[String: Int]`.
    private mutating func type() -> String {
        let type = "\"$ref\": \"#/definitions/type\""
        guard known.insert("type").inserted else { return type }
        let text = "\"type\": \"string\", \"pattern\": \(TextForm.type.pattern.quotedForJSON)"
        let pair =
            "\"type\": \"object\", \"minProperties\": 1, \"maxProperties\": 1, \"additionalProperties\": { \(type) }"
        let list =
            "\"type\": \"array\", \"minItems\": 1, \"maxItems\": 1, \"items\": { \"anyOf\": [{ \(type) }, { \(pair) }] }"
        definitions.append(("type", "{ \"anyOf\": [{ \(text) }, { \(list) }] }"))
        return type
    }

    private mutating func map(_ noun: String, _ value: ValueKind) -> String {
        let names =
            TextForm.named(noun).map { "\"propertyNames\": { \"pattern\": \($0.pattern.quotedForJSON) }, " } ?? ""
        return "\"type\": \"object\", \(names)\"additionalProperties\": { \(schema(value)) }"
    }

    /// A mapping with declared keys. What these require of each other is written where the mapping is used, since that
    /// varies.
    private mutating func reference(_ table: KeyTable) -> String {
        let name = table.title.split(separator: " ").dropFirst().joined(separator: " ")
        if known.insert(name).inserted {
            let text = object(table, indent: 3)
            definitions.append((name, text))
        }
        let escaped = name.split(separator: " ", omittingEmptySubsequences: false).joined(separator: "%20")
        let reference = "\"$ref\": \"#/definitions/\(escaped)\""
        guard !table.demands.isEmpty else { return reference }
        return "\"allOf\": [{ \(reference) }, \(table.demands.map(schema).joined(separator: ", "))]"
    }

    private func schema(_ demand: KeyDemand) -> String {
        func list(_ keyword: String, _ demands: [KeyDemand]) -> String {
            "{ \"\(keyword)\": [\(demands.map(schema).joined(separator: ", "))] }"
        }
        /// The key is there; `value` constrains its value.
        func written(_ key: String, _ value: String = "") -> String {
            let properties = value.isEmpty ? "" : ", \"properties\": { \(key.quotedForJSON): \(value) }"
            return "{ \"type\": \"object\", \"required\": [\(key.quotedForJSON)]\(properties) }"
        }
        func property(_ key: String, _ value: String) -> String {
            "{ \"properties\": { \(key.quotedForJSON): \(value) } }"
        }
        switch demand {
        case .key(let key): return written(key)
        case .value(let key, let value):
            let isBoolean = value == "true" || value == "false"
            return written(key, "{ \"const\": \(isBoolean ? value : value.quotedForJSON) }")
        case .text(let key, let pattern):
            return written(key, "{ \"type\": \"string\", \"pattern\": \(pattern.quotedForJSON) }")
        case .filled(let key): return property(key, schema(.isFilled))
        case .isFilled: return "{ \"minItems\": 1, \"minProperties\": 1 }"
        case .distinct(let key): return property(key, schema(.isDistinct))
        case .isDistinct: return "{ \"uniqueItems\": true }"
        case .names(let key, let word):
            let item = "{ \"anyOf\": [{ \"const\": \(word.quotedForJSON) }, \(written(word))] }"
            return written(
                key, "{ \"anyOf\": [{ \"type\": \"array\", \"contains\": \(item) }, \(written(word))] }")
        case .inside(let key, let demand): return written(key, schema(demand))
        case .values(let demand): return "{ \"additionalProperties\": \(schema(demand)) }"
        case .elements(let demand): return "{ \"items\": \(schema(demand)) }"
        case .integer: return "{ \"type\": [\"integer\", \"string\"], \"pattern\": \"^[+-]?[0-9]+$\" }"
        case .all(let demands): return list("allOf", demands)
        case .any(let demands): return list("anyOf", demands)
        case .one(let demands): return list("oneOf", demands)
        case .not(let demand): return "{ \"not\": \(schema(demand)) }"
        }
    }
}
