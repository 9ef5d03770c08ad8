import ModelgenDiagnostics
import ModelgenSchema

/// A path stays below its base URL.
enum UnsafePath: Rule {
    static let entry = RuleEntry(
        id: "unsafe-path",
        summary: "A path stays below the base URL and contains neither query nor fragment.",
        explanation: """
            A path is appended to the base URL. `..` and `//` could lead outside it or to another host, and a `?` or
            `#` would absorb what follows. Parameters are declared under `query`.
            """,
        example: """
             api: { name: MapAPI }
             models:
               City:
                 fields: { id: Int64 }
            -    rest: { path: ../admin }
            +    rest: { path: admin/cities }
            """
    )

    static func diagnose(_ node: Node) -> Diagnostic? {
        let text = node.text ?? ""
        // Parameters are checked elsewhere, and so are braces that do not match.
        let plain = text.withoutPathParameterNames.filter { $0 != "{" && $0 != "}" }
        if text.split(separator: "/").contains("..") || text.split(separator: "/").contains(".") || text.contains("//")
        {
            return report(
                "the path `\(text)` leaves the base URL",
                do: "write it without `.`, `..` and `//`",
                at: node.range
            )
        }
        if text.contains("?") || text.contains("#") {
            return report(
                "the path `\(text)` contains a query or a fragment",
                do: "declare parameters under `query`",
                at: node.range
            )
        }
        // It follows a slash: a colon in it does not end a scheme, as it would in `projects_v1:search` alone.
        if !text.isEmpty, LiteralReader.isURL("/" + plain.drop { $0 == "/" }) { return nil }
        return report(
            "`\(text)` is not a valid path",
            do: "write names separated by `/`, with other characters escaped as in `%20`",
            at: node.range
        )
    }
}
