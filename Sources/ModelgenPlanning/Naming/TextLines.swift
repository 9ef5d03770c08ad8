extension String {
    /// Text of several lines, line by line.
    var asLines: [String] {
        let newline = UInt8(ascii: "\n")
        guard utf8.contains(newline) else { return [self] }
        // `\r\n` is one character, which would not end a line. Everything else is split by bytes, in a tenth of the
        // time.
        if utf8.contains(UInt8(ascii: "\r")) {
            return split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        }
        return utf8.split(separator: newline, omittingEmptySubsequences: false).map { String(Substring($0)) }
    }
}

extension [String] {
    /// The lines as an item of a list in documentation.
    func listed(after mark: String) -> [String] { [mark + self[0]] + Array(dropFirst()).indented }

    /// The lines, two spaces further to the right.
    var indented: [String] { map { $0.isEmpty ? "" : "  " + $0 } }

    /// The lines as a documentation comment.
    package var asDocumentation: [String] { map { $0.isEmpty ? "///" : "/// " + $0 } }
}
