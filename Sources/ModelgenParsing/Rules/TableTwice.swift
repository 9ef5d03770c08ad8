import ModelgenDiagnostics
import ModelgenSchema

/// A table belongs to one model.
enum TableTwice: RunRule {
    static let entry = RuleEntry(
        id: "table-twice",
        summary: "No two tables, views or indexes of a database have the same name.",
        explanation: """
            Tables, views and indexes share one namespace in SQLite, and names that differ only in case are equal. The
            full-text index of `posts` consists of the tables `posts_fts`, `posts_fts_data`, `posts_fts_idx`,
            `posts_fts_docsize` and `posts_fts_config`. Rename one of them with `table` or `name`.
            """,
        example: """
             database: { name: Map }
             models:
               City: { table: place, fields: { name: String } }
            -  Town: { table: place, fields: { name: String } }
            +  Town: { table: town, fields: { name: String } }
            """
    )

    private struct Place: Hashable {
        var database: SwiftName
        var name: FoldedName
    }

    static func check(_ run: Resolver) -> [Diagnostic] {
        var seen: [Place: (what: String, range: SourceRange)] = [:]
        var diagnostics: [Diagnostic] = []
        func add(_ name: SQLName, _ database: SwiftName, _ what: String, at range: SourceRange) {
            let place = Place(database: database, name: name.folded)
            guard let first = seen[place] else {
                seen[place] = (what, range)
                return
            }
            diagnostics.append(
                report(
                    "\(what) and \(first.what) are both named `\(name)` in the database `\(database)`",
                    do: "rename one of them",
                    at: range,
                    notes: [.init("\(first.what) is declared here", at: first.range)]
                )
            )
        }
        for subject in run.subjects {
            let range = (subject.entries[.table] ?? subject.key).range
            switch subject.model.storage {
            case .none: break
            case .view(let view): add(view.name, view.database, "the view of `\(subject.model.name)`", at: range)
            case .table(let table):
                add(table.name, table.database, "the table of `\(subject.model.name)`", at: range)
            }
        }
        for subject in run.subjects {
            guard let table = subject.model.table else { continue }
            if !table.fullText.isEmpty, let key = subject.entries.key(.fullText) {
                // https://www.sqlite.org/fts5.html#fts5_data_structures
                for suffix in ["", "_data", "_idx", "_docsize", "_config"] {
                    add(
                        SQLName(table.name.fullTextTable.text + suffix), table.database,
                        "the full-text index of `\(subject.model.name)`", at: key.range)
                }
            }
            for index in table.indexes {
                let name = index.terms.compactMap(\.name).first
                let node = name.flatMap { subject.field($0.text) }.flatMap {
                    $0.entries?.key(.index) ?? $0.entries?.key(.unique)
                }
                let list = subject.entries.key(index.uniqueness == .unique ? .unique : .indexes)
                let range = (index.terms.count == 1 ? node ?? list : list) ?? subject.key
                add(index.name, table.database, "an index of `\(subject.model.name)`", at: range.range)
            }
        }
        return diagnostics
    }
}
