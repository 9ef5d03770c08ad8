import Foundation
import ModelSQLite

extension Migrator {
    /// SQLite's procedure; its numbers are next to the steps. 2 and 11, the transaction, apply to the whole version.
    /// Source: <https://www.sqlite.org/lang_altertable.html#otheralter>.
    ///
    /// - Returns: what the table had beyond its version, to be created again at the end of the version.
    package func rebuild(_ rebuild: TableRebuild, _ connection: Connection) throws -> TableAdditions {
        let additions = try TableAdditions(rebuild, connection)
        let rebuild = try additions.added(to: rebuild)
        let table = rebuild.table.quotedForSQL
        let temporary = TableRebuild.temporaryName(of: rebuild.table).quotedForSQL
        try connection.withoutForeignKeys {  // 1, 12
            try run(rebuild.create, connection)  // 4
            try run(rebuild.copy, connection)  // 5
            if rebuild.counter == .kept { try keepCounter(rebuild.table, connection) }
            try run("DROP TABLE \(table)", connection)  // 6
            // 7. Without the legacy mode, SQLite would check every view and trigger, and some refer to the table that
            //    does not exist at this moment.
            try connection.run("PRAGMA legacy_alter_table = ON")
            defer { try? connection.run("PRAGMA legacy_alter_table = OFF") }
            try run("ALTER TABLE \(temporary) RENAME TO \(table)", connection)
        }
        for statement in rebuild.restore { try run(statement, connection) }  // 3, 8, 9
        return additions
    }

    /// The AUTOINCREMENT counter may be higher than any remaining key.
    private func keepCounter(_ table: String, _ connection: Connection) throws {
        guard try connection.has("sqlite_sequence") else { return }
        let old = table.literalForSQL
        let new = TableRebuild.temporaryName(of: table).literalForSQL
        try connection.run(
            """
            INSERT INTO sqlite_sequence (name, seq) SELECT \(new), 0 WHERE NOT EXISTS \
            (SELECT 1 FROM sqlite_sequence WHERE name = \(new))
            """
        )
        try connection.run(
            """
            UPDATE sqlite_sequence SET seq = max(seq, (SELECT seq FROM sqlite_sequence WHERE name = \(old))) \
            WHERE name = \(new) AND EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = \(old))
            """
        )
    }
}
