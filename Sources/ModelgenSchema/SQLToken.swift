// SQL is tokenized in one place, for the runtime and for every stage.
@_exported import ModelSchemas

extension Collection<SQLToken> {
    /// The parts between the commas of the first list in parentheses, such as the arguments of a call.
    package var firstList: [[SQLToken]] {
        var depth = 0
        let inner = drop { !$0.isSymbol("(") }.dropFirst().prefix { token in
            if token.isSymbol("(") { depth += 1 }
            if token.isSymbol(")") { depth -= 1 }
            return depth >= 0
        }
        return inner.isEmpty ? [] : SchemaText.list(inner)
    }
}
