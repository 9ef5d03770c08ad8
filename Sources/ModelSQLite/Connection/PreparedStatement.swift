import CModelSQLite

/// A statement in a connection's cache.
@usableFromInline package final class PreparedStatement {
    @usableFromInline package let pointer: OpaquePointer
    let sql: String
    let uses: StatementUses
    let isReadOnly: Bool
    /// Whether its rows are being read: a second use then needs a second statement.
    var isRunning = false
    /// The access in which its tables were last recorded, so that a loop records them once.
    var notedIn: UInt64 = 0
    /// The access in which its changes were last recorded.
    var changedIn: UInt64 = 0
    /// The connection's count of changed rows when the statement was started.
    var changesBefore: Int32 = 0

    init(_ pointer: OpaquePointer, sql: String, _ uses: StatementUses) {
        self.pointer = pointer
        self.sql = sql
        self.uses = uses
        isReadOnly = sqlite3_stmt_readonly(pointer) != 0
    }

    deinit { sqlite3_finalize(pointer) }

    @inlinable package var handle: Statement { Statement(pointer) }

    /// Binds the values of a row, up to the highest parameter in the SQL: a delete only has those in its condition.
    @inlinable package func bind(limit: Int, _ row: (inout RecordStatement) -> Void) throws {
        var statement = RecordStatement(handle, limit: limit)
        row(&statement)
        if let failure = statement.failure { throw failure }
    }
}
