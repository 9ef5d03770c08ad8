import ModelgenSchema

extension ValueMismatch {
    /// A text that a transformer of the field would change: the value in Swift would not be the one in JSON or in the
    /// column.
    init?(_ node: Node, _ literal: Literal, changedBy transformer: FieldTransformer?) {
        for case .builtIn(let builtIn) in [transformer?.sqlite, transformer?.json?.written] {
            guard let (text, name, remedy) = builtIn.change(of: literal.texts) else { continue }
            let texts: [Node] =
                if case .mapping(let entries) = node.content { entries.map(\.value) } else { node.elements }
            self.init(
                texts.first { $0.text == text } ?? node, "`\(text)`, which `\(name)` does not keep,", remedy: remedy)
            return
        }
        return nil
    }
}

extension BuiltInTransformer {
    /// The first text that the transformer does not keep, and what to do.
    fileprivate func change(of texts: [String]) -> (text: String, name: String, remedy: String)? {
        func first(_ name: String, _ change: (String) -> String) -> (text: String, name: String, remedy: String)? {
            // By bytes: strings are equal in any normal form.
            texts.first { !$0.utf8.elementsEqual(change($0).utf8) }.map { ($0, name, "write `\(change($0))`") }
        }
        switch self {
        case .trimmed: return first("trimmed", \.trimmed)
        case .lowercased: return first("lowercased") { $0.lowercased() }
        case .commaSeparated:
            let changed = texts.first { $0.contains(",") || $0.trimmed != $0 } ?? (texts == [""] ? "" : nil)
            return changed.map {
                ($0, "commaSeparated", "write elements without commas and without white space at their ends")
            }
        case .iso8601, .rfc3339, .unixSeconds, .unixMilliseconds, .dateFormat, .base64, .hex, .stringNumber, .intBool:
            return nil
        }
    }
}

extension Literal {
    /// The strings, without keys.
    fileprivate var texts: [String] {
        switch self {
        case .string(let text): [text]
        case .list(let elements): elements.flatMap(\.texts)
        case .dictionary(let entries): entries.flatMap(\.value.texts)
        case .null, .boolean, .integer, .number, .enumCase: []
        }
    }
}
