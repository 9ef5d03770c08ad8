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

extension Item: Located, Listed, Gettable, Creatable, Updatable, Deletable {
    static let resource = Resource<Item>("items", at: "items")
    typealias ListQuery = ItemsQuery
    typealias PathKey = Int64
}

/// Where a repository keeps the answers.
enum Keeping: CaseIterable {
    case database, files

    /// A repository of the server's items.
    func store(of server: LoopbackServer, in folder: TemporaryFolder) async throws -> ResourceRepository<Item> {
        try await store(of: APIClient(APIDefaults(baseURL: server.url)), in: folder)
    }

    func store(of client: APIClient, in folder: TemporaryFolder) async throws -> ResourceRepository<Item> {
        ResourceRepository(api: Operations(client: client), cache: try await cache(in: folder.url))
    }

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
