import CModelSQLite

extension Connection {
    /// Runs one of the few statements that begin and end transactions; each is prepared once.
    func control(_ sql: String) throws {
        let statement: PreparedStatement
        if let found = statements[sql] {
            statement = found
        } else {
            statement = try prepare(sql)
            statements[sql] = statement
        }
        let code = sqlite3_step(statement.pointer)
        sqlite3_reset(statement.pointer)
        if code != SQLITE_DONE { throw SQLiteError.reported(by: pointer, code: code, sql: sql, tables: tables) }
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
