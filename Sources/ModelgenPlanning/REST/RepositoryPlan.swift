/// What joins a model's client with a cache: the model's `Repository`.
package struct RepositoryPlan: Sendable {
    package var access: String
    package var model: String
    /// `Post`, as a type.
    package var type: String
    /// `PostsClient`
    package var client: String
    /// `any ModelCache<Post, PostsQuery>`
    package var cache: String
    /// The table's rows as a cache; none where the model has no table.
    package var database: [DatabaseCachePlan]
    /// `StorageCache<Post, PostsQuery>`
    package var storageCache: String
    /// `ModelStorage`
    package var storage: String
    /// Finished lines, a method each with an empty line before it.
    package var methods: [String]
}

/// A repository over the rows of a table.
package struct DatabaseCachePlan: Sendable {
    package var access: String
    /// `PostsClient`
    package var client: String
    /// `BlogDatabase`
    package var name: String
    /// `self.init(api: api, cache: DatabaseCache(database.pool) { query in … })`, as lines.
    package var lines: [String]
}
