import ModelgenDiagnostics
import ModelgenSchema

/// The oldest supported SQLite has the features that the schema uses.
enum FeatureTooNew: RunRule {
    static let entry = RuleEntry(
        id: "feature-too-new",
        summary: "The oldest SQLite version of a database supports everything its models use.",
        explanation: """
            `sqlite` specifies the oldest SQLite version that must be able to open the file, 3.35 by default. STRICT
            tables require 3.37 (https://www.sqlite.org/stricttables.html), generated columns 3.31, and RETURNING,
            which inserting a draft uses to read what SQLite computes and the key that it assigns, 3.35. All SQL, that
            of steps included, is also checked for `->`, RIGHT JOIN and some functions: a step that an older SQLite
            rejects would leave a file that cannot be opened. Raise the version, or avoid the feature.
            """,
        example: """
            -database: { name: Map, sqlite: "3.36" }
            +database: { name: Map, sqlite: "3.37" }
             models:
               City:
                 primaryKey: id
                 strict: true
                 fields: { id: Int64 }
            """
    )

    static func check(_ run: Resolver) -> [Diagnostic] {
        let ofSteps = run.databaseDeclarations.filter { $0.module == nil }.flatMap { declaration in
            run.databases[declaration.name.text].map {
                tooNew(WrittenSQL.all(in: declaration.node, with: DatabaseKey.keyTable), $0)
            } ?? []
        }
        return ofSteps + run.ownSubjects.flatMap { check($0, run) }
    }

    private static func old(
        _ what: String, _ minor: Int, _ database: Database, at node: Node?, or other: String = "remove it"
    ) -> Diagnostic? {
        guard let node, database.oldestSQLite < SQLiteVersion(major: 3, minor: minor) else { return nil }
        return report(
            "\(what) requires SQLite 3.\(minor), but `\(database.name)` must support "
                + "\(database.oldestSQLite.major).\(database.oldestSQLite.minor)",
            do: "write `sqlite: \"3.\(minor)\"` in the database, or \(other)", at: node.range)
    }

    private static func tooNew(_ sql: [WrittenSQL], _ database: Database) -> [Diagnostic] {
        sql.compactMap { sql in
            SQLFeature.all(in: sql.node.text ?? "").lazy
                .compactMap { old($0.name, $0.minor, database, at: sql.node) }.first
        }
    }

    private static func check(_ subject: ModelSubject, _ run: Resolver) -> [Diagnostic] {
        guard let name = subject.model.storage.database, let database = run.databases[name.text] else { return [] }
        let strict =
            subject.model.table?.isStrict == true ? old("STRICT", 37, database, at: subject.entries.key(.strict)) : nil
        let generated = subject.fields.filter { $0.field.column?.generated != nil }.map { field in
            let key = field.entries?.key(.generated)
            return old("a generated column", 31, database, at: key)
                ?? old("RETURNING, used to read back a generated column,", 35, database, at: key)
        }
        let key = old(
            "RETURNING, used to read back the key that the database assigns,", 35, database,
            at: assignedKey(of: subject),
            or: "`assigned: caller` in the field")
        return ([strict] + generated + [key]).compactMap(\.self) + tooNew(subject.sql, database)
    }

    /// The key of a table that takes drafts, if SQLite assigns it. A draft that lacks what the server assigns is sent.
    private static func assignedKey(of subject: ModelSubject) -> Node? {
        guard subject.model.table != nil, subject.model.hasDraft,
            !subject.fields.contains(where: { $0.field.isAssignedByServer }),
            subject.fields.contains(where: { $0.field.assigned != .caller && $0.field.isAssigned })
        else { return nil }
        return subject.entries.key(.primaryKey)
    }
}
