import ModelREST

/// Where a repository keeps the models of a source: ``StorageCache`` for files and user defaults, `DatabaseCache` of
/// ModelSQLite, or one of your own.
///
///     let store = Post.Repository(api: api.posts, database: db)
///     let store = Post.Repository(api: api.posts, storage: ModelStorage(directory: url))
///     let store = Post.Repository(api: api.posts, cache: MyCache())
public protocol ModelCache<Model, ListQuery>: Sendable {
    /// What is kept.
    associatedtype Model: Identifiable & Sendable where Model.ID: Sendable
    /// What lists can be asked for.
    associatedtype ListQuery: ListParameters

    /// The models of a list; nil where nothing is known of it.
    func list(_ query: ListQuery) async throws -> Cached<[Model]>?
    /// The model with an id; nil where it is not there.
    func model(_ id: Model.ID) async throws -> Cached<Model>?
    /// Keeps a list that the source gave, all of it or nothing, and gives the models as they are then in the cache.
    func keep(_ models: [Model], answering query: ListQuery, covering: ListCoverage) async throws -> [Model]
    /// Keeps a model that the source gave, and gives it as it is then in the cache.
    func keep(_ model: Model) async throws -> Model
    /// Removes the model with an id.
    func remove(_ id: Model.ID) async throws
}

extension ModelCache {
    /// The values that a policy gives for a list. `source` asks for it.
    public func list(
        _ query: ListQuery,
        _ policy: CachePolicy,
        covering coverage: ListCoverage,
        from source: @escaping @Sendable () async throws -> [Model]
    ) -> CachedValues<[Model]> {
        CachedValues(policy) {
            try await list(query)
        } fresh: {
            try await keep(try await source(), answering: query, covering: coverage)
        }
    }

    /// The values that a policy gives for one model. `source` asks for it.
    public func model(
        _ id: Model.ID,
        _ policy: CachePolicy,
        from source: @escaping @Sendable () async throws -> Model
    ) -> CachedValues<Model> {
        CachedValues(policy) {
            try await model(id)
        } fresh: {
            try await keep(try await source())
        }
    }
}
