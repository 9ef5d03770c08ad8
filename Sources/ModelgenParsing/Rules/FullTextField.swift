import ModelgenDiagnostics
import ModelgenSchema

/// Only strings can be searched.
enum FullTextField: ModelRule {
    static let entry = RuleEntry(
        id: "full-text-field",
        summary: "A full-text index covers stored strings of a rowid table.",
        explanation: """
            FTS5 indexes text and refers to rows by their rowid (https://www.sqlite.org/fts5.html, section 4.4.3), so
            its fields must be stored Strings, and the table cannot be WITHOUT ROWID.
            """,
        bad:
            "database: { name: Map }\nmodels:\n  City:\n    primaryKey: id\n    fullText: [size]\n    fields: { id: Int64, size: Int }\n",
        good:
            "database: { name: Map }\nmodels:\n  City:\n    primaryKey: id\n    fullText: [name]\n    fields: { id: Int64, name: String }\n"
    )

    static func check(_ subject: ModelSubject, _ run: Resolver) -> [Diagnostic] {
        guard let table = subject.model.table, let list = subject.node(.fullText) else { return [] }
        var diagnostics = list.elements.compactMap { node -> Diagnostic? in
            guard let field = subject.field(node.text ?? "")?.field else { return nil }
            if field.column == nil { return report("`\(field.name)` is not stored", do: "remove it", at: node.range) }
            guard field.type.unwrapped != .scalar(.string) else { return nil }
            return report(
                "`\(field.name)` has the type `\(field.type.text)`, not `String`", do: "remove it", at: node.range)
        }
        if table.isWithoutRowID, let key = subject.entries.key(.fullText) {
            diagnostics.append(report("a full-text index requires a rowid", do: "remove `withoutRowID`", at: key.range))
        }
        return diagnostics
    }
}
