import ModelgenDiagnostics

/// A named database exists.
enum UnknownDatabase: Rule {
    static let entry = RuleEntry(
        id: "unknown-database",
        summary: "The database named by a model is declared.",
        explanation: "`database: Blog` in a model refers to `database: { name: Blog }` in any file of the module.",
        bad:
            "database: { name: Map }\nmodels:\n  City:\n    database: Mpa\n    primaryKey: id\n    fields: { id: Int64 }\n",
        good:
            "database: { name: Map }\nmodels:\n  City:\n    database: Map\n    primaryKey: id\n    fields: { id: Int64 }\n"
    )

    /// - Parameter module: The other module that declares one of that name.
    static func diagnose(_ node: Node, known: [String], module: String?) -> Diagnostic {
        let name = node.text ?? ""
        if let module {
            return report(
                "the database `\(name)` belongs to the module `\(module)`",
                do: "declare the model there, or a database in this module", at: node.range)
        }
        return report(
            "unknown database `\(name)`",
            do: suggestion(for: name, among: known, else: "declare it with `database: { name: \(name) }`"),
            at: node.range
        )
    }
}
