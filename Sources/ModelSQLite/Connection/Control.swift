extension Connection {
    /// Runs one of the few statements that begin and end transactions; each is prepared once.
    func control(_ sql: String) throws {
        let key = ExactText(sql)
        if let statement = statements[key] { return try run(statement) }
        let statement = try prepare(sql)
        statements[key] = statement
        try run(statement)
    }

    /// Runs clean-up although the task is cancelled. A cancellation in between is kept.
    func withoutStop(_ cleanUp: () throws -> Void) rethrows {
        let wasStopped = isStopped
        isStopped = false
        defer { if wasStopped { isStopped = true } }
        try cleanUp()
    }

    /// Rolls the transaction back, whatever its state.
    func rollBack() {
        if isAutocommit { return }
        withoutStop { try? control("ROLLBACK") }
    }
}
