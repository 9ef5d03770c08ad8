import ModelSQLite
import ModelSchemas

/// A table, index, trigger or view in a file.
package struct SchemaObject {
    package let kind: SchemaDifference.Kind
    package let name: String
    package let table: String
    package let sql: String

    /// The object as a difference between the file and a version that lacks it, or that has another form of it.
    package func difference(from expected: String? = nil) -> SchemaDifference {
        SchemaDifference(kind: kind, table: table, name: name, found: sql, expected: expected)
    }
}

extension Connection {
    /// The objects of the file that satisfy a condition, in the order in which they were created.
    package func objects(_ condition: String) throws -> [SchemaObject] {
        try rows(
            "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL AND \(condition) ORDER BY rowid"
        ).compactMap { row in
            SchemaDifference.Kind(rawValue: row[0]).map {
                SchemaObject(kind: $0, name: row[1], table: row[2], sql: row[3])
            }
        }
    }
}
