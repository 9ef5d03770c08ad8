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

    init(_ file: URL, _ number: Int, _ keeping: Keeping, _ fault: Fault?) throws {
        self.number = number
        self.fault = fault
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

    func close() async { await pool?.close() }
}
