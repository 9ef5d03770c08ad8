import ModelgenDiagnostics

/// A base URL is one.
enum InvalidURL: Rule {
    static let entry = RuleEntry(
        id: "invalid-url",
        summary: "`baseURL` is an absolute http or https URL without query and fragment.",
        explanation: """
            Paths are appended to the base URL, so it begins with `https://` or `http://`, names a host, and
            holds neither a query nor a fragment. It can also be given when the client is made, and be left
            out here.
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
        return report("`\(text)` is no base URL", do: "write it like `https://example.com`", at: node.range)
    }
}
