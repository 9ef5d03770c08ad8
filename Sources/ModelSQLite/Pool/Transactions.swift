extension Connection {
    /// Runs a closure with a handle that becomes invalid when it returns.
    package func access<Result>(_ mode: Database.Mode, _ body: (Database) throws -> Result) rethrows -> Result {
        let db = Database(self, mode)
        defer { db.connection = nil }
        return try body(db)
    }

    /// Runs a closure in a read transaction, which sees one snapshot. The job ends the transaction.
    package func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try control("BEGIN DEFERRED")
        return try checked { try access(.read, body) }
    }
}
