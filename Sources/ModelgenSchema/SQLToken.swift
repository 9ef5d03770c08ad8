// SQL is tokenized in one place, for the runtime and for every stage.
@_exported import ModelSchemas

extension Collection<SQLToken> {
    /// The tokens between the first pair of parentheses.
    package var firstGroup: SubSequence {
        var depth = 0
        return drop { !$0.isSymbol("(") }.dropFirst().prefix { token in
            depth += token.nesting
            return depth >= 0
        }
    }

    /// The parts between commas in the first pair of parentheses, such as the arguments of a call.
    package var firstList: [[SQLToken]] {
        let inner = firstGroup
        return inner.isEmpty ? [] : SchemaText.list(inner)
    }

    /// The SQL on one line, without comments.
    package var onOneLine: String { map { $0.kind == .space ? " " : $0.text }.joined().trimmed }
}
