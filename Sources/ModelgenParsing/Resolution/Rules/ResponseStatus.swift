import ModelgenDiagnostics
import ModelgenSchema

/// A status has one response.
enum ResponseStatus: Rule {
    static let entry = RuleEntry(
        id: "response-status",
        summary: "The keys of `responses` are statuses: `200`, `4XX` or `default`.",
        explanation: """
            Each key of `responses` is a status from 200 to 599, a class (`2XX`, `4XX` or `5XX`), or `default`, which
            covers every failure that is not listed; each value is a type, or `none` to ignore the body. There is no
            `3XX`, because redirects are followed: list what remains, such as `304`. Responses with the statuses 204,
            205 and 304 have no body. `returns: T` is short for `{ 2XX: T }`.
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

    /// The status that a key stands for. Each has one spelling, so that no two keys are the same status.
    static func status(_ text: String) -> StatusResponse.Status? {
        if text == "default" { return .standard }
        if let code = Int(text), String(code) == text { return (200...599).contains(code) ? .code(code) : nil }
        return [2, 4, 5].first { text == "\($0)XX" }.map { .range($0) }
    }

    static func diagnose(_ key: Node) -> Diagnostic {
        if key.text == "3XX" {
            return report(
                "`3XX` is never a response, because redirects are followed",
                do: "write the statuses that are not, such as `304`", at: key.range)
        }
        return report(
            "`\(key.text ?? "")` is not a status",
            do: "write a number from 200 to 599, `4XX` for a class, or `default`",
            at: key.range
        )
    }

    /// RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5.
    static let withoutBody = [204, 205, 304]

    /// A result that never arrives. An optional one is nil.
    static func diagnose(_ entry: Node.Entry, _ status: StatusResponse.Status, _ type: FieldType?) -> Diagnostic? {
        guard case .code(let code) = status, withoutBody.contains(code), let type, !type.isOptional else {
            return nil
        }
        return report(
            "a response with the status \(code) has no body", do: "write `\(code): none`", at: entry.value.range)
    }

    /// A success without the body from which the result is read.
    static func diagnose(expected status: Int, at place: SourceRange) -> Diagnostic {
        report(
            "a response with the status \(status) has no body, and the result is read from one",
            do: "write `returns: none`, or an optional type if other responses have a body", at: place)
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
