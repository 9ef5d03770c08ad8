import Foundation
import ModelSQLite
import ModelSchemas

extension Migrator {
    /// Follows SQLite's procedure, whose numbers are next to the steps. Steps 2 and 11, the transaction, apply to the
    /// whole version, and so do 3, 8 and 9, which concern indexes, triggers and views.
    /// Source: <https://www.sqlite.org/lang_altertable.html#otheralter>.
    ///
    /// - Returns: The table's indexes and triggers that other programs have added, to be created again at the end of
    ///   the version. Earlier steps have dropped the schema's own.
    package func rebuild(_ rebuild: TableRebuild, _ connection: Connection) throws -> [SchemaObject] {
        let rebuild = try AddedColumns(rebuild, connection).added(to: rebuild)
        let additions = try connection.objects(
            "type IN ('index', 'trigger') AND tbl_name = \(rebuild.table.literalForSQL) COLLATE NOCASE")
        let table = rebuild.table.quotedForSQL
        let temporary = TableRebuild.temporaryName(of: rebuild.table)
        try connection.withoutForeignKeys {  // 1, 12
            try run(rebuild.create, connection)  // 4
            if rebuild.counter == .kept { try connection.run(KeyCounter.copy(from: rebuild.table, to: temporary)) }
            do {
                try run(rebuild.copy, connection)  // 5
            } catch let error as SQLiteError {
                throw error.ofRows(of: rebuild.table, in: temporary)
            }
            try run("DROP TABLE \(table)", connection)  // 6
            // 7. Without the legacy mode, SQLite would check every view and trigger, some of which refer to the table
            // that does not exist at this moment.
            try connection.run("PRAGMA legacy_alter_table = ON")
            defer { try? connection.run("PRAGMA legacy_alter_table = OFF") }
            try run("ALTER TABLE \(temporary.quotedForSQL) RENAME TO \(table)", connection)
        }
        return additions
    }
}

extension Connection {
    /// Returns a rebuild of a table that keeps its columns.
    ///
    /// - Parameter create: Returns the statement for the new table, from that of the old one and the quoted temporary
    ///   name.
    package func rebuild(of table: String, as create: (String, String) -> String) throws -> TableRebuild {
        let temporary = TableRebuild.temporaryName(of: table).quotedForSQL
        let create = create(try createSQL(of: table), temporary)
        let all = try columns(of: table)
        var names = all.filter { !$0.isGenerated }.map(\.name.quotedForSQL)
        let declaration = TableDeclaration(create)
        if try rowIDPlace(of: table, declaration) == .hidden, let name = all.rowIDName { names.append(name) }
        let list = names.joined(separator: ", ")
        return TableRebuild(
            table: table, create: create,
            copy: "INSERT INTO \(temporary) (\(list)) SELECT \(list) FROM \(table.quotedForSQL)",
            counter: declaration.options.contains("AUTOINCREMENT") ? .kept : .none)
    }
}

extension SQLiteError {
    /// Converts the error of rows that were copied to the temporary table, whose name means nothing to the user.
    fileprivate func ofRows(of table: String, in temporary: String) -> SQLiteError {
        guard case .constraint(var violation) = kind else { return self }
        var error = self
        if violation.table != nil { violation.table = table }
        error.kind = .constraint(violation)
        let reason = message.replacing(temporary, with: table)
        error.message =
            "rows of \(table) do not fit its new form: \(reason); change or delete them in an earlier step or in `willMigrate`"
        return error
    }
}
