import CModelSQLite
import Foundation
import ModelAdoption
import ModelSQLite
import Testing

/// Adoption is one transaction over all versions: whatever stops it, the file is unchanged, or all of it is done.
@Suite("Faults of adoption", .serialized)
struct AdoptionFaults {
    let folder: TemporaryFolder
    let brought: URL

    init() throws {
        folder = try TemporaryFolder()
        brought = folder.file("brought.sqlite")
    }

    /// A file of version 1 made by another program, with additional columns, indexes and triggers.
    private func bring(rows: Int) throws {
        try Child("old", brought.path, "\(rows)").wait()
        try run(
            """
            PRAGMA journal_mode = DELETE;
            PRAGMA user_version = 0;
            PRAGMA application_id = 0;
            ALTER TABLE books ADD COLUMN shelf TEXT DEFAULT 'top';
            CREATE INDEX books_by_shelf ON books (shelf);
            CREATE TRIGGER shelved AFTER INSERT ON authors BEGIN SELECT "a text"; END;
            """, in: brought)
    }

    @Test("a process killed while it adopts leaves the file unchanged, or with the newest version and all its contents")
    func killed() throws {
        try bring(rows: 1000)
        let before = try Snapshot(brought)
        let adopted = folder.file("adopted.sqlite")
        try FileManager.default.copyItem(at: brought, to: adopted)
        let whole = try Child("adopt", adopted.path)
        #expect(try whole.begin())
        let start = Date()
        #expect(try whole.wait() == "d")
        let duration = Date().timeIntervalSince(start)
        let after = try Snapshot(adopted)
        #expect(before.version == 0 && after.version == 3)
        #expect(after.contents.first == "ok")
        for name in ["books_by_shelf", "shelved", "shelf TEXT"] {
            #expect(after.contents.contains { $0.contains(name) }, "\(name)")
        }

        var unchanged = 0
        for kill in 0..<Child.kills {
            let copy = folder.file("copy\(kill).sqlite")
            try FileManager.default.copyItem(at: brought, to: copy)
            let child = try Child("adopt", copy.path)
            #expect(try child.begin())
            let said = try child.kill(after: .random(in: 0...duration))
            let found = try Snapshot(copy)
            #expect(found == (found.version == 0 ? before : after), "killed \(kill), version \(found.version)")
            if found.version == 0 { unchanged += 1 }
            if said == "d" { #expect(found.version == 3) }
            for suffix in ["", "-journal", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: copy.path + suffix)
            }
        }
        #expect(unchanged > Child.kills / 10, "killed in the middle: \(unchanged)")
    }

    @Test("interrupted after any statement, the file has not changed by a single byte")
    func stopped() throws {
        let file = folder.file("store.sqlite")
        try run(StoreDatabase.brought + "\n" + StoreDatabase.rows, in: file)
        let before = try Bytes(file)
        var stop = 0
        while true {
            let pool = try DatabasePool(.file(file))
            let fault = try StatementFault(pool, after: stop)
            do {
                defer { fault.remove() }
                try pool.migrate(StoreDatabase.schema, adopting: 1)
            } catch {
                pool.closeAndWait()
                #expect(try Bytes(file) == before, "stopped after statement \(stop)")
                stop += 1
                continue
            }
            pool.closeAndWait()
            break
        }
        #expect(stop > 10)
        try StoreDatabase.openAndWait(at: file).pool.closeAndWait()
    }
}

/// Makes every statement of a connection fail after a number of writing ones.
private final class StatementFault {
    private let connection: OpaquePointer?
    private var left: Int

    init(_ pool: DatabasePool, after count: Int) throws {
        connection = try pool.writeWithoutTransaction { db in db.pointer }
        left = count
        sqlite3_trace_v2(
            connection,
            UInt32(SQLITE_TRACE_STMT | SQLITE_TRACE_PROFILE),
            { event, context, statement, text in
                guard let context, let statement else { return 0 }
                let fault = Unmanaged<StatementFault>.fromOpaque(context).takeUnretainedValue()
                let sql = text.map { String(cString: $0.assumingMemoryBound(to: CChar.self)) } ?? ""
                if event == UInt32(SQLITE_TRACE_STMT) {
                    // What cleans up after a failed migration still works.
                    if fault.left <= 0, !["ROLLBACK", "PRAGMA", "BEGIN"].contains(where: sql.hasPrefix) {
                        sqlite3_interrupt(fault.connection)
                    }
                } else if sqlite3_stmt_readonly(OpaquePointer(statement)) == 0 {
                    fault.left -= 1
                }
                return 0
            },
            Unmanaged.passUnretained(self).toOpaque())
    }

    func remove() { sqlite3_trace_v2(connection, 0, nil, nil) }
}
