extension Connection {
    /// Runs one of the few statements that begin and end transactions.
    func control(_ sql: String) throws { try run(prepared(sql)) }

    /// Reports a statement whose time is not measured.
    func trace(_ sql: String) { configuration.onStatement?(StatementTrace(sql: sql, runs: 1, duration: 0)) }

    /// Runs cleanup even if the task is cancelled. A cancellation that arrives meanwhile is kept.
    func withoutStop(_ cleanUp: () throws -> Void) rethrows {
        let wasStopped = isStopped
        isStopped = false
        defer { if wasStopped { isStopped = true } }
        try cleanUp()
    }

    /// Rolls the transaction back, if it is still open.
    func rollBack() {
        if isAutocommit { return }
        withoutStop { try? control("ROLLBACK") }
    }
}
