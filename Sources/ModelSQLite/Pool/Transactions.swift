extension Connection {
    /// Runs a closure in a transaction that only reads: one snapshot. The job ends it.
    package func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
        let db = Database(self, .read)
        try control("BEGIN DEFERRED")
        defer { db.end() }
        return try body(db)
    }
}
