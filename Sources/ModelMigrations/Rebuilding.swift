import Foundation
import ModelSQLite

extension Migrator {
    /// SQLite's procedure; its numbers are next to the steps. 2 and 11, the transaction, apply to the whole version.
    /// Source: <https://www.sqlite.org/lang_altertable.html#otheralter>.
    ///
    /// - Returns: the table's indexes and triggers, to be created again at the end of the version: steps have dropped ours
    ///   before.
    package func rebuild(_ rebuild: TableRebuild, _ connection: Connection) throws -> [TableAddition] {
        let rebuild = try AddedColumns(rebuild, connection).added(to: rebuild)
        let additions = try connection.additions(
            "type IN ('index', 'trigger') AND tbl_name = \(rebuild.table.literalForSQL) COLLATE NOCASE")
        let table = rebuild.table.quotedForSQL
        let temporary = TableRebuild.temporaryName(of: rebuild.table)
        try connection.withoutForeignKeys {  // 1, 12
            try run(rebuild.create, connection)  // 4
            if rebuild.counter == .kept { try connection.run(KeyCounter.copy(from: rebuild.table, to: temporary)) }
            try run(rebuild.copy, connection)  // 5
            try run("DROP TABLE \(table)", connection)  // 6
            // 7. Without the legacy mode, SQLite would check every view and trigger, and some refer to the table that
            //    does not exist at this moment.
            try connection.run("PRAGMA legacy_alter_table = ON")
            defer { try? connection.run("PRAGMA legacy_alter_table = OFF") }
            try run("ALTER TABLE \(temporary.quotedForSQL) RENAME TO \(table)", connection)
        }
        for statement in rebuild.restore { try run(statement, connection) }  // 3, 8, 9
        return additions
    }
}
