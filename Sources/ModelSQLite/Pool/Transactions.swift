extension Connection {
    /// Runs a closure with a handle that is invalid afterwards.
    package func access<Result>(_ mode: Database.Mode, _ body: (Database) throws -> Result) rethrows -> Result {
        let db = Database(self, mode)
        defer { db.connection = nil }
        return try body(db)
    }

    /// Runs a closure in a transaction that only reads: one snapshot. The job ends it.
    package func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try control("BEGIN DEFERRED")
        return try access(.read, body)
    }
}
