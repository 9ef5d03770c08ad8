import ModelREST
import ModelRepository
import ModelSQLite

/// A model whose repository stores the server's responses as rows of its table. Generated.
public protocol CachedRecord: RESTModel, KeyedRecord, Identifiable where ID == Key, Key: SQLiteValue & Sendable {
    // Not `…Database`: a database called `Cache` has the type `CacheDatabase`.
    /// The database that contains the table.
    associatedtype CacheLocation: SQLiteDatabase
    /// The cache for the models of one resource.
    static func cache(in database: CacheLocation, of resource: Resource<Self>) -> DatabaseCache<Self, ListQuery>
}

extension CachedRecord {
    /// The models of the server, cached in the database. The policy of each call chooses between the two.
    public typealias Repository = ResourceRepository<Self>

    /// A cache in which every column comes from the server, and no list is known to be complete.
    public static func cache(in database: CacheLocation, of resource: Resource<Self>) -> DatabaseCache<Self, ListQuery>
    {
        DatabaseCache(database.pool)
    }
}

extension ResourceRepository where Model: CachedRecord {
    /// Creates a repository that stores the server's responses as rows of the model's table.
    ///
    /// ```swift
    /// let store = Post.Repository(api: api.posts, database: blog)
    /// ```
    public init(api: Operations<Model>, database: Model.CacheLocation) {
        self.init(api: api, cache: Model.cache(in: database, of: api.resource))
    }
}
