import ModelgenDiagnostics
import ModelgenSchema

/// An operation names credentials that its API has.
enum CredentialName: Rule {
    static let entry = RuleEntry(
        id: "credential-name",
        summary: "If there are several credentials, each has a name that operations can refer to.",
        explanation: """
            An API with several credentials lists them: `auth: [{ name: user, bearer: true }, { name: key, header:
            X-Key }]`. Requests are sent with the first one, unless the operation specifies `auth: key`, `auth: [user,
            key]`, or `auth: none`.
            """,
        example: """
             api: { name: MapAPI, auth: [{ name: user, bearer: true }, { name: key, header: X-Key }] }
             models:
               City:
                 fields: { id: Int64 }
            -    rest: { operations: [list], list: { auth: keys } }
            +    rest: { operations: [list], list: { auth: key } }
            """
    )

    static func diagnose(_ node: Node, of api: API?) -> Diagnostic? {
        guard let name = node.text, name != "none", let api else { return nil }
        let known = api.credentials.compactMap { $0.name?.text }
        if known.contains(name) { return nil }
        return report(
            "`\(api.name)` has no credential `\(name)`",
            do: suggestion(for: name, among: known, else: "declare it in its `auth`: `[{ name: \(name), header: … }]`"),
            at: node.range
        )
    }

    /// `[none, user]`
    static func diagnose(none node: Node, in list: Node) -> Diagnostic? {
        guard node.text == "none", !list.elements.isEmpty else { return nil }
        return report(
            "`none` means no credential, so it cannot be in a list",
            do: "write `auth: none`" + (list.elements.count > 1 ? ", or remove it" : ""), at: node.range)
    }

    static func diagnose(missingIn node: Node) -> Diagnostic {
        report("each of several credentials requires a name", do: "add `name: …`", at: node.range)
    }

    static func diagnose(_ node: Node, among names: inout Set<String>) -> Diagnostic? {
        guard let name = node.text else { return nil }
        if name == "none" {
            return report(
                "`none` means no credential and cannot be a name", do: "choose a different name", at: node.range)
        }
        if names.insert(name).inserted { return nil }
        return report("two credentials are named `\(name)`", do: "rename one of them", at: node.range)
    }
}
