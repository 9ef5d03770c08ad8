import ModelgenDiagnostics
import ModelgenSchema

/// A status has one response.
enum ResponseStatus: Rule {
    static let entry = RuleEntry(
        id: "response-status",
        summary: "The keys of `responses` are statuses: `200`, `4XX` or `default`.",
        explanation: """
            Each key of `responses` is a status from 200 to 599, a class (`4XX`), or `default`, which covers every
            failure that is not listed; each value is a type, or `none` to ignore the body. `returns: T` is short for
            `{ 2XX: T }`.
            """,
        example: """
             api: { name: MapAPI }
             models:
               City:
                 fields: { id: Int64 }
            -    rest: { operations: [get], get: { responses: { 200: City, missing: none } } }
            +    rest: { operations: [get], get: { responses: { 200: City, 404: none } } }
            """
    )

    static func status(_ text: String) -> StatusResponse.Status? {
        if text == "default" { return .standard }
        if let code = Int(text) { return (200...599).contains(code) ? .code(code) : nil }
        guard text.count == 3, text.uppercased().hasSuffix("XX"), let hundreds = text.first?.wholeNumberValue else {
            return nil
        }
        return (2...5).contains(hundreds) ? .range(hundreds) : nil
    }

    static func diagnose(_ key: Node) -> Diagnostic {
        report(
            "`\(key.text ?? "")` is not a status",
            do: "write a number from 200 to 599, `4XX` for a class, or `default`",
            at: key.range
        )
    }

    static func diagnose(expected node: Node) -> Diagnostic {
        report("`responses` already specifies which statuses mean success", do: "remove `expect`", at: node.range)
    }

    static func diagnose(returns key: Node) -> Diagnostic {
        report("`responses` already specifies the result", do: "remove `returns`", at: key.range)
    }

    static func diagnose(nothing key: Node) -> Diagnostic {
        report("missing result type of `\(key.text ?? "")`", do: "add `returns: …`", at: key.range)
    }
}
