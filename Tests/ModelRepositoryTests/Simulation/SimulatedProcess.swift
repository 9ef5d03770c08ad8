import Foundation
import ModelFiles
import ModelRepository
import ModelRepositorySQLite
import ModelSQLite

/// A process: a cache in a folder, or on a pool.
struct SimulatedProcess {
    let number: Int
    let pool: DatabasePool?
    let cache: any ModelCache<Item, ItemsQuery>
    private let fault: Fault?
    private let folder: URL

    init(_ file: URL, _ number: Int, _ keeping: Keeping, _ fault: Fault?) throws {
        self.number = number
        self.fault = fault
        folder = file
        guard keeping == .database else {
            pool = nil
            cache = StorageCache<Item, ItemsQuery>(ModelStorage(directory: file))
            return
        }
        var configuration = DatabaseConfiguration()
        configuration.readers = 1
        let pool = try DatabasePool(.file(file), configuration)
        self.pool = pool
        let real = DatabaseCache<Item, ItemsQuery>(pool, completeLists: ItemsQuery.complete)
        cache = fault?.planted(in: real, pool) ?? real
    }

    /// Creates the table, and plants the fault.
    func begin() async throws {
        try await pool?.write { db in
            try db.run("CREATE TABLE items (id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, version INTEGER NOT NULL)")
        }
        try await cache.close(cache.ask(nil), .nothingDone)
        if let trigger = fault?.trigger {
            try await pool?.write { db in _ = try db.run(SQL(trusted: "CREATE TRIGGER fault " + trigger)) }
        }
    }

    func restarted() async throws {
        guard fault == .landingsLostAtRestart else { return }
        try await pool?.write { db in _ = try db.run("DELETE FROM modelgen_cache_landings") }
    }

    /// In the new release, the version of the database is another one, and files of the model have another form.
    func update() async throws {
        try await pool?.write { db in
            let version = try db.value(Int.self, "PRAGMA user_version") ?? 0
            try db.run(script: "PRAGMA user_version = \(version + 1)")
        }
        guard pool == nil else { return }
        for case let file as URL in FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
            ?? .init()
        {
            guard let text = try? String(contentsOf: file, encoding: .utf8), text.contains("\"version\"") else {
                continue
            }
            try text.replacing("\"version\"", with: "\"edition\"").write(to: file, atomically: true, encoding: .utf8)
        }
    }

    func close() async { await pool?.close() }
}
