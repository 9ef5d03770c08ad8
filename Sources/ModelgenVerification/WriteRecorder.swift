import CModelSQLite

/// What statements write, as SQLite's authorizer reports it when they are prepared
/// (https://www.sqlite.org/c3ref/set_authorizer.html).
final class WriteRecorder {
    /// The updated columns in lower case, by table.
    private(set) var updated: [String: Set<String>] = [:]
    private(set) var inserted: Set<String> = []
    private(set) var deleted: Set<String> = []

    fileprivate func record(_ action: Int32, _ table: String, _ column: String?) {
        switch action {
        case SQLITE_UPDATE: updated[table.folded, default: []].insert((column ?? "").folded)
        case SQLITE_INSERT: inserted.insert(table.folded)
        case SQLITE_DELETE: deleted.insert(table.folded)
        default: return
        }
    }
}

extension MemoryDatabase {
    /// Runs the statements and records what they write.
    func recording(in recorder: WriteRecorder, _ body: () throws(Refusal) -> Void) throws(Refusal) {
        withHandle { handle in
            _ = sqlite3_set_authorizer(
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
        }
        defer { withHandle { _ = sqlite3_set_authorizer($0, nil, nil) } }
        try body()
    }
}
