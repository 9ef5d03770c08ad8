import ModelgenDiagnostics
import ModelgenSchema

/// Headers are valid in HTTP.
enum InvalidHeader: Rule {
    static let entry = RuleEntry(
        id: "invalid-header",
        summary: "The name of a header is a token, and its value is a single line.",
        explanation: """
            A name consists of letters, digits and certain punctuation, and a value contains no line breaks or other
            control characters (RFC 9110, sections 5.1 and 5.5), which could start another header. It is ASCII,
            because HTTP does not define the meaning of other characters. `Accept` and `accept` are one header. The
            transport writes `Host`, `Connection`, `Content-Length` and `Transfer-Encoding`, and a part of an upload
            has its own `Content-Disposition`. A value without quotes that is the name of a type is a warning, because
            a parameter was probably intended: `If-Match: { type: String? }`.
            """,
        bad: "api: { name: MapAPI, headers: { \"Accept Language\": en } }\n",
        good: "api: { name: MapAPI, headers: { Accept-Language: en } }\n"
    )

    static func diagnose(name node: Node) -> Diagnostic? {
        let text = node.text ?? ""
        guard isName(text) else {
            return report("`\(text)` is not a valid header name", do: "use letters, digits and `-`", at: node.range)
        }
        return isOfTransport(text)
            ? report("the transport writes the header `\(text)`", do: "remove it", at: node.range) : nil
    }

    /// A part of an upload has its name and that of its file in this header.
    static func diagnose(part name: Node) -> Diagnostic? {
        guard name.text?.lowercased() == "content-disposition" else { return nil }
        return report("a part of an upload has its own header `\(name.text ?? "")`", do: "remove it", at: name.range)
    }

    /// Names are compared without case (RFC 9110, section 5.1).
    static func diagnose(_ name: Node, among names: inout Set<String>) -> Diagnostic? {
        let text = name.text ?? ""
        if names.insert(text.lowercased()).inserted { return nil }
        return report(
            "the header `\(text)` is declared twice, in different case", do: "remove one of them", at: name.range)
    }

    /// Whether its value follows from the length of the body, the URL or the connection (RFC 9110, sections 7 and 8.6).
    static func isOfTransport(_ name: String) -> Bool {
        ["host", "connection", "content-length", "transfer-encoding"].contains(name.lowercased())
    }

    static func isName(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { $0.isLetter || $0.isDigit || "!#$%&'*+-.^_`|~".utf8.contains($0) }
    }

    /// `If-Match: String?`, which looks like the declaration of a parameter.
    static func diagnose(_ name: Node, typeAsValue node: Node, _ run: Resolver) -> Diagnostic? {
        guard node.isPlain, let text = node.text, let type = run.knownTypes[text], type.unwrapped.isText(run) else {
            return nil
        }
        var finding = report(
            "the header `\(name.text ?? "")` is always sent as the text `\(text)`, which is the name of a type",
            do: "write `{ type: \(text) }` for a value that the caller passes, or put the text in quotes",
            at: node.range)
        finding.severity = .warning
        return finding
    }

    static func diagnose(value node: Node) -> Diagnostic? {
        let text = node.text ?? ""
        guard text.unicodeScalars.contains(where: { $0.value < 0x20 && $0 != "\t" || $0.value == 0x7F }) else {
            if text.utf8.allSatisfy({ $0 < 0x80 }) { return nil }
            return report("the value of a header must be ASCII", do: "encode it as the service expects", at: node.range)
        }
        return report(
            "the value of a header cannot contain control characters", do: "remove them, line breaks included",
            at: node.range)
    }
}
