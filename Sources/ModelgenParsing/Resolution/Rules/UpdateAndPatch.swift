import ModelgenDiagnostics
import ModelgenSchema

/// `update` with PATCH and `patch` exclude each other.
enum UpdateAndPatch: Rule {
    static let entry = RuleEntry(
        id: "update-and-patch",
        summary: "`update` does not use PATCH if there is an operation `patch`.",
        explanation: """
            `update` sends the whole object, with PUT unless `methods` specifies PATCH; `patch` sends the changes, with
            PATCH. If both used PATCH, the same request would have two meanings: remove one of them.
            """,
        example: """
            -api: { name: MapAPI, methods: { update: PATCH } }
            +api: { name: MapAPI }
             models:
               City:
                 fields: { id: Int64, name: String }
                 rest: { operations: [update, patch] }
            """
    )

    static func diagnose(
        _ client: Client,
        _ api: API,
        _ subject: ModelSubject,
        _ keys: Entries<RestKey>
    ) -> Diagnostic? {
        guard let patch = client.operations.first(where: { $0.kind == .patch }), api.method(of: patch) == .patch,
            let update = client.operations.first(where: { $0.kind == .update })
        else { return nil }
        guard api.method(of: update) == .patch else { return nil }
        let node = keys.key(.operations) ?? subject.entries.key(.rest) ?? subject.key
        return report(
            "`update` with PATCH and `patch` are the same request",
            do: "remove one of them, or the method of `update`",
            at: node.range
        )
    }
}
