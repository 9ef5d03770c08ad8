import ModelgenSchema

/// The statements that change tables, in SQLite's dialect.
///
/// Another SQL dialect would only differ here, in `CreateSQL.swift` and in `DefaultSQL.swift`: planning decides what is
/// done, and these say how.
enum Statement {
    static func renameTable(_ table: SQLName, to name: SQLName) -> String {
        "ALTER TABLE \(table.quoted) RENAME TO \(name.quoted)"
    }

    static func renameColumn(of table: SQLName, _ rename: ColumnRename) -> String {
        "ALTER TABLE \(table.quoted) RENAME COLUMN \(rename.from.quoted) TO \(rename.to.quoted)"
    }

    static func addColumn(_ column: ColumnShape, to table: SQLName, reference: ForeignKeyShape? = nil) -> String {
        "ALTER TABLE \(table.quoted) ADD COLUMN \(column.sql(reference: reference))"
    }

    static func dropColumn(_ column: SQLName, of table: SQLName) -> String {
        "ALTER TABLE \(table.quoted) DROP COLUMN \(column.quoted)"
    }

    static func dropTable(_ table: SQLName) -> String { "DROP TABLE \(table.quoted)" }

    static func dropIndex(_ index: SQLName) -> String { "DROP INDEX \(index.quoted)" }

    /// Sets columns of all rows to the values of expressions.
    static func update(_ table: SQLName, _ values: [(column: SQLName, sql: String)]) -> String {
        "UPDATE \(table.quoted) SET " + values.map { "\($0.column.quoted) = \($0.sql)" }.joined(separator: ", ")
    }

    /// Copies the rows of one table to another, naming every column.
    static func copy(
        from source: SQLName, into target: SQLName, _ columns: [(target: SQLName, source: String)]
    ) -> String {
        """
        INSERT INTO \(target.quoted) (\(columns.map(\.target).quotedList))
        SELECT \(columns.map(\.source).joined(separator: ", ")) FROM \(source.quoted)
        """
    }
}
