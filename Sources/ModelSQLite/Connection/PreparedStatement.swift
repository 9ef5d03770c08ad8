import CModelSQLite

/// A statement in a connection's cache.
@usableFromInline package final class PreparedStatement {
    @usableFromInline package let pointer: OpaquePointer
    let sql: String
    /// What it uses, since SQLite has compiled it last.
    var uses: StatementUses
    @usableFromInline let isReadOnly: Bool
    /// Whether its rows are being read. A second use then needs another statement.
    var isRunning = false
    /// When it was started, in nanoseconds; 0 unless statements are traced.
    var started: UInt64 = 0
    /// The access in which its tables were last recorded, so that a loop records them once.
    var notedIn: UInt64 = 0
    /// The access in which its changes were last recorded.
    var changedIn: UInt64 = 0
    /// The connection's count of changed rows when the statement was started.
    var changesBefore: Int32 = 0

    init(_ pointer: OpaquePointer, _ uses: StatementUses) {
        self.pointer = pointer
        sql = sqlite3_sql(pointer).map { String(cString: $0) } ?? ""
        self.uses = uses
        isReadOnly = sqlite3_stmt_readonly(pointer) != 0
    }

    deinit { sqlite3_finalize(pointer) }

    /// Binds the values of a row to as many parameters as the statement has, in order.
    @inlinable package func bindRow(_ row: (inout RecordStatement) throws -> Void) throws {
        try bind(limit: sqlite3_bind_parameter_count(pointer), row)
    }

    /// Throws unless the SQL has this many parameters, because SQLite treats a parameter without a value as NULL.
    func require(parameters count: Int) throws {
        let wanted = Int(sqlite3_bind_parameter_count(pointer))
        if wanted == count { return }
        throw SQLiteError(
            .misuse, message: "the SQL has \(wanted) parameters and \(count) values; interpolate each value", sql: sql)
    }

    /// Binds values to the parameters in their order.
    @inlinable package func bind(limit: Int32 = .max, _ values: (inout RecordStatement) throws -> Void) throws {
        var statement = RecordStatement(pointer, limit: limit)
        try values(&statement)
        if let failure = statement.failure { throw failure }
    }
}
