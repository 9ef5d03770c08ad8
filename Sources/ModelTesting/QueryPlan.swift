import ModelSQLite

extension Select {
    /// Returns SQLite's query plan, one line per step, to check whether an index is used.
    public func explained(_ db: Database) throws -> [String] {
        try db.rows("EXPLAIN QUERY PLAN \(sql)") { row in try row.read(String.self, 3) }
    }
}
