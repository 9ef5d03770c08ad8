import ModelgenDiagnostics
import ModelgenSchema

/// An action sends one thing and gives one thing.
enum TransferConflict: Rule {
    static let entry = RuleEntry(
        id: "transfer-conflict",
        summary: "An action uploads or downloads, and says in one way what it sends and gives.",
        explanation: """
            `download: true` gives a file, so the action has no `returns` and no `upload`; `upload` is a
            multipart body, so it has no `body`, and GET, HEAD and DELETE send none.
            """,
        bad: """
            api: { name: MapAPI }
            models:
              City:
                fields: { id: Int64 }
                rest: { operations: [list], actions: { map: { path: "cities/{id}.png", download: true, returns: City } } }

            """,
        good: """
            api: { name: MapAPI }
            models:
              City:
                fields: { id: Int64 }
                rest: { operations: [list], actions: { map: { path: "cities/{id}.png", download: true } } }

            """
    )

    static func diagnose(_ keys: Entries<ActionKey>, _ action: Action) -> [Diagnostic] {
        func conflict(_ first: ActionKey, _ second: ActionKey) -> Diagnostic? {
            guard keys.has(first), let key = keys.key(second) else { return nil }
            return report(
                "`\(second.rawValue)` does not go together with `\(first.rawValue)`",
                do: "remove one of them",
                at: key.range
            )
        }
        var diagnostics: [Diagnostic?] = [conflict(.upload, .body)]
        if keys.flag(.download) == true {
            diagnostics += [conflict(.download, .returns), conflict(.download, .upload), conflict(.download, .root)]
        }
        switch action.method {
        case .get, .head:
            if let key = keys.key(.upload) ?? keys.key(.body) {
                diagnostics.append(
                    report("\(action.method.rawValue) sends no body", do: "use POST or PUT", at: key.range)
                )
            }
        case .post, .put, .patch, .delete, .options: break
        }
        return diagnostics.compactMap(\.self)
    }
}
