import ModelgenSchema

extension String {
    /// Canonical SQL as people write it: keywords in uppercase, and spaces only where they are usual.
    ///
    ///     "select count ( * ) from posts where size in ( 1 , 2 )".readableSQL
    ///         == "SELECT count(*) FROM posts WHERE size IN (1, 2)"
    var readableSQL: String {
        let tokens = sqlTokens(self).filter { $0.kind != .space }
        let names = namePositions(in: tokens, quotes: .lost)
        var text = ""
        for (index, token) in tokens.enumerated() {
            // All keywords are ASCII, the only letters whose case SQLite ignores.
            let isKeyword =
                token.kind == .word && !names.contains(index) && token.text.utf8.allSatisfy { $0 < 0x80 }
                && SQLName(token.text).quoted != token.text
            let previous = index > 0 ? tokens[index - 1] : nil
            let isJoined =
                previous == nil || previous?.isSymbol("(") == true || previous?.isSymbol(".") == true
                || [",", ")", ".", ";"].contains { token.isSymbol($0) }
                || token.isSymbol("(") && (names.contains(index - 1) || previous?.isWord("CAST") == true)
            text += (isJoined ? "" : " ") + (isKeyword ? token.text.uppercased() : token.text)
        }
        return text
    }
}
