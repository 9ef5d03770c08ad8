import ModelSQLite
import ModelSchemas

extension Connection {
    /// Runs steps, and analyzes the tables again whose statistics they have deleted. DROP TABLE, which is part of a
    /// rebuild, and DROP INDEX do that. Source: <https://www.sqlite.org/lang_analyze.html>.
    package func keepingStatistics(_ body: () throws -> Void) throws {
        let before = try analyzedTables()
        try body()
        if before.isEmpty { return }
        let after = Set(try analyzedTables().map { FoldedName($0) })
        for table in before where !after.contains(FoldedName(table)) {
            if try has(table) { try run("ANALYZE main.\(table.quotedForSQL)") }
        }
    }

    /// The tables with statistics; none in a file that was never analyzed.
    private func analyzedTables() throws -> [String] {
        try has("sqlite_stat1") ? texts("SELECT DISTINCT tbl FROM sqlite_stat1 ORDER BY tbl") : []
    }
}
