import ModelgenDiagnostics

/// A base URL is absolute, and paths can be appended to it.
enum InvalidURL: Rule {
    static let entry = RuleEntry(
        id: "invalid-url",
        summary: "`baseURL` is an absolute http or https URL without query and fragment.",
        explanation: """
            Paths are appended to the base URL, so it starts with `https://` or `http://`, contains a host, and has
            neither a query nor a fragment. It can be omitted here and passed when the client is created.
            """,
        bad: "api: { name: MapAPI, baseURL: example.com }\n",
        good: "api: { name: MapAPI, baseURL: \"https://example.com\" }\n"
    )

    static func diagnose(_ node: Node) -> Diagnostic? {
        let text = node.text ?? ""
        let rest = text.hasPrefix("https://") ? text.dropFirst(8) : text.hasPrefix("http://") ? text.dropFirst(7) : ""
        let host = rest.prefix { $0 != "/" }
        if LiteralReader.isURL(text), !host.isEmpty, !text.contains("?"), !text.contains("#"), !host.contains("@") {
            return nil
        }
        return report("`\(text)` is not a valid base URL", do: "write it like `https://example.com`", at: node.range)
    }
}
