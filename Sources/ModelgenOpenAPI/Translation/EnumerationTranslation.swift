import ModelgenImporting
import ModelgenParsing
import ModelgenSchema

/// What enums without a name must have in common to be the same.
struct SharedEnumeration: Hashable {
    var key: String?
    var raw: String
    var values: [String]
    var names: [SwiftName]
}

extension SchemaTranslation {
    mutating func enumeration(
        _ values: [Node], _ schema: ReadSchema, _ node: Node, _ path: [String]
    ) -> TypeUse {
        guard !values.isEmpty else { return schema.kinds.first.map { scalar($0, schema.format) } ?? .any }
        // A schema with `type: string` means strings, however YAML reads `1` or `no`.
        let areTexts = schema.kinds == [.string] || values.allSatisfy { $0.string != nil }
        let areIntegers = !areTexts && values.allSatisfy(\.isInteger)
        if values.allSatisfy({ $0.flag != nil }), schema.kinds != [.string] { return scalar(.boolean, nil) }
        guard areTexts || areIntegers else {
            if schema.kinds == [.number] || values.allSatisfy(\.isNumber) { return scalar(.number, schema.format) }
            return unsaid("has values of several types", node)
        }
        return enumeration(values.compactMap(\.text), raw: areTexts ? "String" : "Int", schema, node, path)
    }

    mutating func enumeration(
        _ texts: [String], titles: [String: String] = [:], raw: String, _ schema: ReadSchema, _ node: Node,
        _ path: [String]
    ) -> TypeUse {
        var known: Set<String> = []
        let texts = texts.filter { known.insert($0).inserted }
        var schema = schema
        let listed = Self.list(in: schema.description, of: known)
        schema.description = listed.rest
        schema.caseDescriptions.merge(listed.descriptions) { own, _ in own }
        var taken: Set<String> = []
        let cases = texts.map { text in
            let name = Self.caseName(schema.caseNames[text] ?? titles[text] ?? text)
            return Declaration.Case(
                name: SwiftNaming.claimed(name, &taken), value: text,
                documentation: schema.caseDescriptions[text]?.documentation)
        }
        // The same values for the same key are the same enum. An empty text, which removes a value, is the same anywhere.
        let path = texts == [""] ? ["EmptyText"] : path
        let shared = SharedEnumeration(key: path.last, raw: raw, values: texts, names: cases.map(\.name))
        if componentNames[ObjectIdentifier(node)] == nil, let index = sharedEnumerations[shared] {
            indices[ObjectIdentifier(node)] = index
            return use(of: index)
        }
        let index = declare(node, path, .enumeration(raw: raw, cases), schema)
        if componentNames[ObjectIdentifier(node)] == nil { sharedEnumerations[shared] = index }
        return use(of: index)
    }

    /// What a list at the end of a description says about values: ``- `open`: Free to take.``
    private static func list(
        in description: String?, of values: Set<String>
    ) -> (rest: String?, descriptions: [String: String]) {
        var rest: [String] = []
        var items: [(value: String, lines: [String])] = []
        for line in (description ?? "").split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            let parts = line.dropFirst(3).split(separator: "`: ", maxSplits: 1).map(String.init)
            if line.hasPrefix("- `"), parts.count == 2, values.contains(parts[0]) {
                items.append((parts[0], [parts[1]]))
            } else if !items.isEmpty, line.hasPrefix("  ") {
                items[items.count - 1].lines.append(String(line.dropFirst(2)))
            } else if !items.isEmpty, line.contains(where: { !$0.isWhitespace }) {
                return (description, [:])
            } else if items.isEmpty {
                rest.append(line)
            }
        }
        let descriptions = Dictionary(firstOf: items.map { ($0.value, $0.lines.joined(separator: "\n")) })
        return (items.isEmpty ? description : rest.joined(separator: "\n"), descriptions)
    }

    /// `plus1` for `+1`, `value404` for `404`, `empty` for nothing.
    static func caseName(_ text: String) -> SwiftName {
        if text.isEmpty { return "empty" }
        var words = text
        if let first = text.first, "+-".contains(first), text.dropFirst().first?.isNumber == true {
            words = (first == "+" ? "plus " : "minus ") + text.dropFirst()
        } else if text.first?.isNumber == true {
            words = "value " + text
        }
        let name = SwiftNaming.property(words)
        if name == "field", !text.lowercased().contains("field") { return "other" }
        return name == "unknown" ? "unknownValue" : name
    }
}
