extension Connection {
    /// Runs one of the few statements that begin and end transactions.
    func control(_ sql: String) throws { try run(prepared(sql)) }

    /// Reports a statement whose time is not measured.
    func trace(_ sql: String) { configuration.onStatement?(StatementTrace(sql: sql, runs: 1, duration: 0)) }

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
