import Foundation
import ModelFiles
import ModelREST
import ModelRepository
import ModelRepositorySQLite
import ModelRuntime
import ModelSQLite

// The simulation's items on a server that is reached over HTTP.

extension Item: JSONModel {
    static let jsonFields = JSONFields(Item.self, [JSONField("id"), JSONField("kind"), JSONField("version")])

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        try self.init(id: source.field(), kind: source.field(), version: source.field())
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
        sink.field(id)
        sink.field(kind)
        sink.field(version)
    }
}

extension Item: Listed, Gettable, Creatable, Updatable, Deletable {
    typealias ListQuery = ItemsQuery
    typealias PathKey = Int64
}

/// Where a repository keeps the answers.
enum Keeping: CaseIterable {
    case database, files

    func cache(in folder: URL) async throws -> any ModelCache<Item, ItemsQuery> {
        switch self {
        case .files: return StorageCache<Item, ItemsQuery>(ModelStorage(directory: folder))
        case .database:
            let pool = try DatabasePool(.file(folder.appending(path: "items.sqlite")), DatabaseConfiguration())
            try await pool.write { db in
                try db.run(
                    """
                    CREATE TABLE IF NOT EXISTS items \
                    (id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, version INTEGER NOT NULL)
                    """)
            }
            return DatabaseCache<Item, ItemsQuery>(pool, completeLists: ItemsQuery.complete)
        }
    }
}
