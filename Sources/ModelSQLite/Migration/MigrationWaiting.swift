extension Migrator {
    /// Takes the exclusive lock. Returns false if another process has migrated the file to another version meanwhile.
    ///
    /// A process that holds the lock for long is probably migrating the file, so this waits longer than a write does.
    func lock(_ connection: Connection, at before: State) throws -> Bool {
        try waiting(connection) {
            guard try state(connection) == before else { return false }
            try connection.control("BEGIN IMMEDIATE")
            // Another process may have migrated the file between the check and the lock.
            if try state(connection) == before { return true }
            connection.rollBack()
            return false
        }
    }

    /// Repeats a closure while another process has locked the file, for as long as the configuration allows.
    func waiting<Result>(_ connection: Connection, _ body: () throws -> Result) throws -> Result {
        let configuration = connection.configuration
        let limit = max(configuration.busyTimeout, configuration.migrationTimeout)
        let timeout = connection.busyTimeout
        // Short, to notice quickly when the other process has completed a version.
        connection.busyTimeout = min(0.1, limit)
        defer { connection.busyTimeout = timeout }
        do {
            return try connection.waiting(for: limit, body) {
                connection.rollBack()
                if let version = try? state(connection).version {
                    course?.report(schema, at: version, done: 0, to: nil)
                }
            }
        } catch let error as SQLiteError where error.kind == .busy {
            connection.rollBack()
            throw SQLiteError(
                .busy, code: error.code,
                message: "another process has locked the file for \(Int(limit)) s; \(schema.name) was not opened")
        }
    }
}
