import Foundation
import ModelMigrations
import ModelSQLite
import ModelSchemas
import ModelStoredForms

/// What `auto` and `recreate` store in the file: the schema's fingerprint, the schema's objects that contain no data,
/// and the forms of columns.
enum Fingerprint {
    static let table = DatabaseSchema.followingRecord

    /// The fingerprint in the file, or nil if it has none.
    static func read(_ connection: Connection) throws -> String? {
        try entries("key = 'fingerprint'", connection)["fingerprint"]
    }

    /// Reads what is known about the contents of a file.
    ///
    /// - Parameter version: The version of the file. If steps have migrated it since, they may have converted values.
    static func record(_ connection: Connection, of origin: FileOrigin, at version: Int) throws -> FileRecord {
        let written = try entries("1", connection)
        let isCurrent = written[versionKey].map { $0 == String(version) } ?? !written.isEmpty
        if !isCurrent, !written.isEmpty {
            try connection.run("DELETE FROM \(table) WHERE key LIKE '\(ColumnForms.prefix)%'")
        }
        return FileRecord(
            objects: written.filter { $0.key.text.contains(" ") && !$0.key.text.hasPrefix(ColumnForms.prefix) },
            forms: isCurrent ? written.filter { $0.key.text.hasPrefix(ColumnForms.prefix) } : [:],
            isMissing: !isCurrent && origin == .own)
    }

    private static let versionKey: ExactText = "version"

    private static func entries(_ condition: String, _ connection: Connection) throws -> [ExactText: String] {
        guard try connection.has(table) else { return [:] }
        let rows = try connection.rows("SELECT key, value FROM \(table) WHERE \(condition)")
        return Dictionary(rows.map { (ExactText($0[0]), $0[1]) }) { first, _ in first }
    }

    /// Writes the fingerprint and the objects of a schema.
    static func write(_ schema: DatabaseSchema, _ connection: Connection) throws {
        var entries = try entries("key LIKE '\(ColumnForms.prefix)%'", connection)
        // Created again: the version stays the same, but the rows change. This changes SQLite's number of the schema,
        // by which anything that stores something about the rows notices
        // (https://www.sqlite.org/pragma.html#pragma_schema_version).
        try connection.run("DROP TABLE IF EXISTS \(table)")
        try connection.run("CREATE TABLE \(table) (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID")
        entries["fingerprint"] = schema.fingerprint
        entries[versionKey] = String(schema.version)
        for object in try SchemaObject.all(in: connection.model(creating: schema.create)) {
            if object.holdsData {
                entries.merge(ColumnForms(object).texts) { old, new in
                    // The rows that are read as they were written remain.
                    let (earlier, form) = (StoredForm(text: old), StoredForm(text: new))
                    return form.reads(earlier) ? earlier.widened(to: form).text : new
                }
            } else {
                entries[object.key] = object.sql
            }
        }
        for (key, value) in entries {
            try connection.run("INSERT INTO \(table) VALUES (\(key.text.literalForSQL), \(value.literalForSQL))")
        }
    }
}

/// Who created a file.
enum FileOrigin: Hashable {
    /// This program created it, or adopted it before.
    case own
    /// Another program created it, and this call adopts it.
    case adopted
}

/// What a file says about its contents.
struct FileRecord {
    /// The schema's objects that contain no data, as they were last created: from keys such as `index posts_on_title`
    /// to SQL.
    var objects: [ExactText: String]
    /// How the values of each column were written, including columns that the schema no longer has.
    var forms: [ExactText: String]
    /// Whether nothing is recorded, because steps have migrated the file since, or always have. Then everything with a
    /// name of the schema belongs to it.
    var isMissing: Bool

    /// Whether a table belongs to the schema, or belonged to an earlier version of it.
    func hasForms(of table: String) -> Bool {
        forms.keys.contains { $0.text.utf8.starts(with: ColumnForms.prefix(of: table).utf8) }
    }
}

extension SchemaObject {
    var key: ExactText { ExactText("\(kind.rawValue) \(name)") }

    /// Whether it cannot be created again from the rest of the file. A full-text index can, although it is a table; and
    /// the rows that triggers record for it are only needed while a statement runs.
    var holdsData: Bool {
        kind == .table && SchemaText.indexedTable(sql) == nil && !name.hasPrefix(Self.replacedRows)
    }

    private static let replacedRows = "modelgen_replaced_"

    /// Whether it is an FTS5 table that indexes the same table as another one.
    func indexes(sameTableAs other: SchemaObject) -> Bool {
        guard let table = SchemaText.indexedTable(sql), let own = SchemaText.indexedTable(other.sql) else {
            return false
        }
        return table.isName(own)
    }

    /// Whether it is an index whose name is one that the generator gives to the indexes of these tables.
    func isIndex(of tables: [String]) -> Bool {
        guard kind == .index, let table = tables.first(where: table.isName) else { return false }
        return ["_on_", "_unique_"].contains { name.folded.hasPrefix(table.folded + $0) }
    }

    static func all(in connection: Connection) throws -> [SchemaObject] {
        let objects = try connection.objects(
            """
            name NOT LIKE 'sqlite\\_%' ESCAPE '\\' \
            AND (name NOT LIKE 'modelgen\\_%' ESCAPE '\\' OR name LIKE '\(replacedRows)%')
            """)
        // Virtual tables store their data in tables that are created with them.
        let shadows = SchemaFacts.shadows(of: objects.map { ($0.name, $0.sql) })
        return objects.filter { !shadows.contains(FoldedName($0.name)) }
    }
}

extension DatabaseSchema {
    /// A hash that changes whenever a statement of ``create`` does.
    var fingerprint: String { String(fnv1a(create.joined(separator: ";\n").utf8), radix: 16) }
}
