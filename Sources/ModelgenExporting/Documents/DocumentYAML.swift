import ModelgenImporting

/// A planned document as YAML.
package func printedYAML(_ document: DocumentValue) -> String {
    guard case .block(let entries) = YAMLValue(document) else { return "" }
    return printedYAML(entries)
}

extension YAMLValue {
    fileprivate init(_ value: DocumentValue) {
        switch value {
        case .null: self = .plain("null")
        case .bool(let value): self = .plain(value ? "true" : "false")
        case .integer(let number): self = .plain(String(number))
        case .number(let number): self = .plain(number)
        case .string(let text): self = text.contains("\n") ? .lines(text) : .text(text)
        case .array(let elements):
            let values = elements.map { YAMLValue($0) }
            let isPlain = values.allSatisfy { if case .block = $0 { false } else { true } }
            self = values.isEmpty ? .plain("[]") : isPlain ? .list(values) : .items(values)
        case .object(let members):
            self = members.isEmpty ? .plain("{}") : .block(members.map { YAMLEntry($0.key, YAMLValue($0.value)) })
        }
    }
}
