import CModelSQLite

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
        let flag = modelsqlite_flag_load(stopFlag)
        modelsqlite_flag_store(stopFlag, 0)
        defer { if flag != 0 { modelsqlite_flag_store(stopFlag, flag) } }
        try cleanUp()
    }

    /// Rolls the transaction back, whatever its state.
    func rollBack() {
        if isAutocommit { return }
        withoutStop { try? control("ROLLBACK") }
    }
}
