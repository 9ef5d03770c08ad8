import ModelgenDiagnostics
import ModelgenSchema

/// A query does not hide a member of its model.
enum QueryName: Rule {
    static let entry = RuleEntry(
        id: "query-name",
        summary:
            "A query does not hide a function of every stored model, and the type of its rows has a name of its own.",
        explanation: """
            A query becomes a function of its model, alongside `find`, `all`, `where` and others, and one that returns
            columns also generates a type: `perUser` generates `Post.PerUser`. A query or row with an existing name
            would hide it.
            """,
        example: """
             database: { name: Map }
             models:
               City:
                 table: city
                 fields: { name: String }
                 queries:
            -      all: { sql: "SELECT * FROM city ORDER BY name", returns: [City] }
            +      byName: { sql: "SELECT * FROM city ORDER BY name", returns: [City] }
            """
    )

    /// The static members that every stored model gets from its protocols.
    private static let members = TypeScope(of: ["TableRecord", "RowIDRecord"]).statics.union(SwiftName.ofLanguage)

    static func diagnose(_ key: Node) -> Diagnostic? {
        let name = key.text ?? ""
        guard members.contains(name) else { return nil }
        return report(
            "every stored model already has a member `\(name)`", do: "rename the query", at: key.range)
    }

    /// Whether another query of the model already has a type with that name.
    enum Use { case free, taken }

    /// - Parameter declared: Where a type with that name is declared.
    static func diagnose(_ key: Node, rowType: SwiftName, _ use: Use, declared: Node?) -> Diagnostic? {
        guard declared != nil || use == .taken else { return nil }
        return report(
            "the rows of this query would have the type `\(rowType)`, which already exists",
            do: "rename the query",
            at: key.range,
            notes: declared.map { [Diagnostic.Note("`\(rowType)` is declared here", at: $0.range)] } ?? []
        )
    }
}
