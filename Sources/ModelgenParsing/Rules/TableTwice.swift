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
            // Only two indexes of one model have the same description.
            let words =
                what == first.what
                ? ("\(what) is already named `\(name)`", "remove this one, or give it a different `name`")
                : (
                    "\(what) and \(first.what) are both named `\(name)` in the database `\(database)`",
                    "rename one of them"
                )
            diagnostics.append(
                report(
                    words.0, do: words.1, at: range, notes: [.init("\(first.what) is declared here", at: first.range)]))
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
            for (index, range) in zip(table.indexes, places(of: table.indexes, in: subject)) {
                add(index.name, table.database, "an index of `\(subject.model.name)`", at: range)
            }
        }
        return diagnostics
    }

    /// Where each index is declared: by a field, or in one of the lists.
    private static func places(of indexes: [Index], in subject: ModelSubject) -> [SourceRange] {
        let ofFields = subject.fields.filter { $0.field.column != nil }.flatMap { field in
            [FieldKey.unique, .index].compactMap { key in
                field.entries?[key]?.isFalse == false ? field.entries?.key(key) : nil
            }
        }
        let listed = [ModelKey.unique, .indexes].flatMap { subject.node($0)?.elements ?? [] }
        let places = (ofFields + listed).map(\.range)
        // An invalid one, which was reported, is not among the indexes.
        return places.count == indexes.count ? places : indexes.map { _ in subject.key.range }
    }
}
