extension Database {
    /// Runs a closure whose changes are undone if it throws, while the enclosing transaction continues.
    ///
    /// ```swift
    /// try await blog.write { db in
    ///     try user.insert(db)
    ///     try? db.savepoint { try risky.insert(db) }      // undone alone
    /// }
    /// ```
    /// Savepoints nest. Source: <https://www.sqlite.org/lang_savepoint.html>.
    public func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
        let connection = try active()
        if mode == .read { throw SQLiteError.writeInRead() }
        if mode == .write && connection.isAutocommit { throw SQLiteError.rolledBack() }
        try control("SAVEPOINT modelgen", connection)
        do {
            let result = try body()
            try control("RELEASE modelgen", connection)
            return result
        } catch {
            // Some errors (a full disk, an interrupt, OR ROLLBACK) have already undone the whole transaction.
            if connection.isAutocommit { throw error }
            try connection.withoutStop {
                try control("ROLLBACK TO modelgen", connection)
                try control("RELEASE modelgen", connection)
            }
            throw error
        }
    }

    /// Runs a statement that begins or ends a transaction, without checks.
    func control(_ sql: String, _ connection: Connection) throws {
        try connection.control(sql)
        connection.trace(sql)
    }
}
