import ModelgenDiagnostics

/// A path stays below its base URL.
enum UnsafePath: Rule {
    static let entry = RuleEntry(
        id: "unsafe-path",
        summary: "A path stays below the base URL and holds neither query nor fragment.",
        explanation: """
            A path is appended to the base URL. `..` and `//` would lead out of it or to another host, and a
            `?` or `#` would swallow what follows. Parameters are declared under `query`.
            """,
        bad: """
            api: { name: MapAPI }
            models:
              City:
                fields: { id: Int64 }
                rest: { path: ../admin }

            """,
        good: """
            api: { name: MapAPI }
            models:
              City:
                fields: { id: Int64 }
                rest: { path: admin/cities }

            """
    )

    static func diagnose(_ node: Node) -> Diagnostic? {
        let text = node.text ?? ""
        // Braces are those of parameters, which are checked as such.
        let plain = text.replacing("{", with: "").replacing("}", with: "")
        if text.split(separator: "/").contains("..") || text.split(separator: "/").contains(".") || text.contains("//")
        {
            return report(
                "the path `\(text)` leaves its base",
                do: "write it without `.`, `..` and `//`",
                at: node.range
            )
        }
        if text.contains("?") || text.contains("#") {
            return report(
                "the path `\(text)` holds a query or a fragment",
                do: "declare parameters under `query`",
                at: node.range
            )
        }
        if plain.isEmpty && !text.isEmpty || LiteralReader.isURL(plain) { return nil }
        return report(
            "`\(text)` is no path",
            do: "write names with `/` between them, other characters as `%20`",
            at: node.range
        )
    }
}
