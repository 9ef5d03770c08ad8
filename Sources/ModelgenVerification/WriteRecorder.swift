import CModelSQLite
import ModelgenDatabase
import ModelgenSchema

/// What statements write, as SQLite's authorizer reports it when they are prepared
/// (https://www.sqlite.org/c3ref/set_authorizer.html).
final class WriteRecorder {
    /// The updated columns, by table.
    private(set) var updated: [FoldedName: Set<FoldedName>] = [:]
    private(set) var inserted: Set<FoldedName> = []
    private(set) var deleted: Set<FoldedName> = []

    /// Whether the current statement deletes conflicting rows. The authorizer is not called for these.
    private var replaces = false

    fileprivate func begin(_ statement: String) {
        let tokens = sqlTokens(statement).filter { $0.kind != .space }
        // Not the function `replace(…)`.
        replaces = zip(tokens, tokens.dropFirst()).contains { $0.isWord("REPLACE") && !$1.isSymbol("(") }
    }

    fileprivate func record(_ action: Int32, _ table: String, _ column: String?) {
        switch action {
        case SQLITE_UPDATE: updated[FoldedName(table), default: []].insert(FoldedName(column ?? ""))
        case SQLITE_INSERT: inserted.insert(FoldedName(table))
        case SQLITE_DELETE: deleted.insert(FoldedName(table))
        default: return
        }
        if replaces { deleted.insert(FoldedName(table)) }
    }
}

extension MemoryDatabase {
    /// Runs a statement and records what it writes.
    func run(_ statement: String, recordingIn recorder: WriteRecorder) throws(Refusal) {
        recorder.begin(statement)
        sqlite3_set_authorizer(
            handle,
            { context, action, table, column, _, _ in
                if let context, let table {
                    let recorder = Unmanaged<WriteRecorder>.fromOpaque(context).takeUnretainedValue()
                    recorder.record(action, String(cString: table), column.map { String(cString: $0) })
                }
                return SQLITE_OK
            },
            Unmanaged.passUnretained(recorder).toOpaque()
        )
        defer { sqlite3_set_authorizer(handle, nil, nil) }
        try run(statement)
    }
}
