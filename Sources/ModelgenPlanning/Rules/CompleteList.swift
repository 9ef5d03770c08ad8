import ModelgenDiagnostics
import ModelgenSchema

extension RuleEntry {
    static let completeList = RuleEntry(
        id: "complete-list",
        summary: "Fields show which rows belong to a list with `complete: true`.",
        explanation: """
            A repository deletes the rows that are missing from a complete list, so it must know which rows the list is about:
            for each parameter, a field of the same name and type shows whether a row matches. An optional parameter needs no
            field: a list without it is complete. With any other parameter, also in the path, no row would ever be deleted.
            """,
        example: """
             database: { name: Map }
             api: { name: MapAPI, repository: true }
             models:
               City:
                 table: cities
                 primaryKey: id
                 fields: { id: { type: Int64, assigned: server }, name: String }
            -    rest: { operations: [list], list: { complete: true, query: { land: String } } }
            +    rest: { operations: [list], list: { complete: true, query: { land: String? } } }
            """)
}

extension ClientPlanning {
    /// Reports complete lists whose missing rows cannot be recognized.
    func completeListFindings() -> [Finding] {
        guard repository()?.cache.isEmpty == false, let parameter = completeRows?.unknown.first else { return [] }
        let name = parameter.name
        let isInPath = client.parameters.contains { $0.name == name }
        let way =
            isInPath
            ? "declare it as a field that is not the key, with `json: false` and a default if the server does not send it"
            : "make it optional, without a value of its own"
        return [
            Finding(
                severity: .warning, rule: RuleEntry.completeList.id,
                message: "`complete` has no effect, because no field says which rows belong to `\(name)`; "
                    + "\(way), or remove `complete`",
                element: ElementID(.operation(model: model.name, .list), key: "complete"))
        ]
    }
}
