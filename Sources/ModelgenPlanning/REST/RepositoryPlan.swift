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
    /// `BlogDatabase`
    package var database: String
    /// `self.init(api: api, cache: DatabaseCache(database.pool) { query in … })`, as lines.
    package var databaseCache: [String]
    /// `StorageCache<Post, PostsQuery>`
    package var storageCache: String
    /// `ModelStorage`
    package var storage: String
    /// Finished lines, a method each with an empty line before it.
    package var methods: [String]
}
