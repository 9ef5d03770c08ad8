extension StoredForm {
    /// The form in one line, for a comment in SQL: `Date by iso8601`, `object | city: String, required`.
    package var text: String {
        let lines = parts.sorted { $0.key < $1.key }.map {
            Self.escaped($0.key.text) + ": " + Self.escaped($0.value.text)
        }
        return ([Self.escaped(type)] + lines).joined(separator: " | ")
    }

    /// Parses ``text``.
    package init(text: String) {
        let lines = text.unicodeScalars.split(separator: "|").map { line in
            line.split(separator: ":", omittingEmptySubsequences: false).map(Self.unescaped)
        }
        self.init(type: lines.first?.first ?? "")
        for line in lines.dropFirst() where line.count == 2 { parts[ExactText(line[0])] = Part(line[1]) }
    }

    /// The text with escapes such as `%2a` for anything that would separate parts, end a comment, or be trimmed.
    private static func escaped(_ text: String) -> String {
        let last = text.unicodeScalars.count - 1
        return text.unicodeScalars.enumerated().map { index, scalar in
            let isAtEdge = scalar == " " && (index == 0 || index == last)
            guard isAtEdge || scalar.value < 0x20 || "%|:*".unicodeScalars.contains(scalar) else {
                return String(scalar)
            }
            return (scalar.value < 0x10 ? "%0" : "%") + String(scalar.value, radix: 16)
        }.joined()
    }

    private static func unescaped(_ text: Substring.UnicodeScalarView) -> String {
        var rest = text.drop { $0 == " " }
        while rest.last == " " { rest.removeLast() }
        var result = String.UnicodeScalarView()
        while let scalar = rest.popFirst() {
            let code = scalar == "%" ? UInt8(String(rest.prefix(2)), radix: 16) : nil
            if code != nil { rest = rest.dropFirst(2) }
            result.append(code.map { UnicodeScalar($0) } ?? scalar)
        }
        return String(result)
    }
}
