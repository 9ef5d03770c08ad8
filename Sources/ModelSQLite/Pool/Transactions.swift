extension Connection {
    /// Runs a closure in a transaction that only reads: one snapshot.
    package func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
        let db = Database(self, .read)
        try control("BEGIN DEFERRED")
        defer {
            db.end()
            endRead()
        }
        return try body(db)
    }

    private func endRead() {
        if isAutocommit { return }
        withoutStop { do { try control("COMMIT") } catch { rollBack() } }
    }
}
