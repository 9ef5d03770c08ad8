import CModelSQLite

/// A statement in a connection's cache.
@usableFromInline package final class PreparedStatement {
    @usableFromInline package let pointer: OpaquePointer
    let sql: String
    /// The tables that it may change, including changes by triggers and foreign keys.
    let writes: Set<String>
    /// The tables that it reads.
    let reads: Set<String>
    let isReadOnly: Bool
    /// Whether its rows are being read: a second use then needs a second statement.
    var isRunning = false
    /// The access in which ``writes`` and ``reads`` were last recorded, so that a loop records them once.
    var notedIn: UInt64 = 0
    /// The access in which its changes were last recorded.
    var changedIn: UInt64 = 0
    /// The connection's count of changed rows when the statement was started.
    var changesBefore: Int32 = 0

    /// Whether it begins or ends a transaction.
    let controlsTransaction: Bool
    /// Whether it creates, alters or drops tables.
    let changesSchema: Bool

    init(_ pointer: OpaquePointer, sql: String, recorder: TableRecorder) {
        self.pointer = pointer
        self.sql = sql
        writes = recorder.writes
        reads = recorder.reads
        controlsTransaction = recorder.controlsTransaction
        changesSchema = recorder.changesSchema
        isReadOnly = sqlite3_stmt_readonly(pointer) != 0
    }

    deinit { sqlite3_finalize(pointer) }

    @inlinable package func handle(limit: Int = .max) -> Statement { Statement(pointer, limit: limit) }
}
