import ModelgenDiagnostics
import ModelgenSchema

/// A query hides nothing that its model has.
enum QueryName: Rule {
    static let entry = RuleEntry(
        id: "query-name",
        summary: "A query is not named like a function that every stored model has, and its row not like a type.",
        explanation: """
            A query becomes a function of its model, beside `find`, `all`, `where` and the others, and one that
            returns columns gives a type as well: `perUser` gives `Post.PerUser`. A query or a row of a name that
            is taken would hide what is there.
            """,
        bad: """
            database: { name: Map }
            models:
              City:
                table: city
                fields: { name: String }
                queries:
                  all: { sql: "SELECT * FROM city ORDER BY name", returns: [City] }

            """,
        good: """
            database: { name: Map }
            models:
              City:
                table: city
                fields: { name: String }
                queries:
                  byName: { sql: "SELECT * FROM city ORDER BY name", returns: [City] }

            """
    )

    /// The static members that every stored model has of its protocols.
    private static let members = TypeScope(of: ["TableRecord", "RowIDRecord"]).statics.union(SwiftName.ofLanguage)

    static func diagnose(_ key: Node) -> Diagnostic? {
        let name = key.text ?? ""
        guard members.contains(name) else { return nil }
        return report(
            "every stored model has a member `\(name)`", do: "name the query after what it finds", at: key.range)
    }

    /// Whether another query of the model has given a type of that name.
    enum Use { case free, taken }

    /// - Parameter declared: where a type of that name is declared.
    static func diagnose(_ key: Node, rowType: SwiftName, _ use: Use, declared: Node?) -> Diagnostic? {
        guard declared != nil || use == .taken else { return nil }
        return report(
            "the rows of this query would be of a type `\(rowType)`, and there is one already",
            do: "rename the query",
            at: key.range,
            notes: declared.map { [Diagnostic.Note("`\(rowType)` is declared here", at: $0.range)] } ?? []
        )
    }
}
