import ModelgenDiagnostics

/// Headers are those of HTTP.
enum InvalidHeader: Rule {
    static let entry = RuleEntry(
        id: "invalid-header",
        summary: "A header's name is a token, and its value one line.",
        explanation: """
            A name is made of letters, digits and a few signs, and a value holds no line ends or other control
            characters (RFC 9110, sections 5.1 and 5.5): they would start a header of their own. It is ASCII, since
            HTTP gives no meaning to anything else.
            """,
        bad: "api: { name: MapAPI, headers: { \"Accept Language\": en } }\n",
        good: "api: { name: MapAPI, headers: { Accept-Language: en } }\n"
    )

    static func diagnose(name node: Node) -> Diagnostic? {
        let text = node.text ?? ""
        let signs = Array("!#$%&'*+-.^_`|~".utf8)
        let isToken =
            !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: signs.contains(byte)
                }
            }
        return isToken
            ? nil : report("`\(text)` is no name of a header", do: "use letters, digits and `-`", at: node.range)
    }

    static func diagnose(value node: Node) -> Diagnostic? {
        let text = node.text ?? ""
        guard text.unicodeScalars.contains(where: { $0.value < 0x20 && $0 != "\t" || $0.value == 0x7F }) else {
            if text.utf8.allSatisfy({ $0 < 0x80 }) { return nil }
            return report("the value of a header is ASCII", do: "encode it as the service wants it", at: node.range)
        }
        return report("the value of a header is one line", do: "remove the line ends", at: node.range)
    }
}
