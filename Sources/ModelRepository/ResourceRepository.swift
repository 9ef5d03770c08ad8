import ModelREST
import ModelRuntime

/// What the server knows of a model, kept in a cache: which of both is asked, each call says by its policy.
///
/// ```swift
/// let store = Post.Repository(api: api.posts, database: db)
/// for try await posts in store.list(Post.ListQuery(userId: 7), policy: .cacheThenNetwork) { … }
/// ```
/// Client and cache are exchangeable: a fake, another cache. It has the operations that its client has.
public struct ResourceRepository<Model: RESTModel & Identifiable>: Sendable where Model.ID: Sendable {
    /// What is asked for fresh values.
    public let api: Operations<Model>
    /// Where they are kept.
    public let cache: any ModelCache<Model, Model.ListQuery>

    /// Keeps the server's answers in a cache.
    public init(api: Operations<Model>, cache: any ModelCache<Model, Model.ListQuery>) {
        self.api = api
        self.cache = cache
    }

    /// Keeps the server's answers in files or user defaults.
    public init(api: Operations<Model>, storage: ModelStorage) where Model.ID: JSONValue {
        self.init(api: api, cache: StorageCache<Model, Model.ListQuery>(storage))
    }
}

extension ResourceRepository where Model: Listed {
    /// The list, as the policy says.
    public func list(_ query: Model.ListQuery, policy: CachePolicy = .cacheThenNetwork) -> CachedValues<[Model]> {
        cache.list(query, policy, covering: Model.coverage) { try await api.list(query) }
    }
}

extension ResourceRepository where Model: Listed, Model.ListQuery: OptionalListParameters {
    /// The list, as the policy says.
    public func list(policy: CachePolicy = .cacheThenNetwork) -> CachedValues<[Model]> {
        list(Model.ListQuery(), policy: policy)
    }
}

extension ResourceRepository where Model: Paged {
    /// The list with all its pages, as the policy says.
    public func all(_ query: Model.ListQuery, policy: CachePolicy = .cacheThenNetwork) -> CachedValues<[Model]> {
        cache.list(query, policy, covering: .whole) { try await api.all(query).collected() }
    }
}

extension ResourceRepository where Model: Paged, Model.ListQuery: OptionalListParameters {
    /// The list with all its pages, as the policy says.
    public func all(policy: CachePolicy = .cacheThenNetwork) -> CachedValues<[Model]> {
        all(Model.ListQuery(), policy: policy)
    }
}

extension ResourceRepository where Model: Gettable, Model.PathKey == Model.ID {
    /// One model, as the policy says.
    public func get(_ id: Model.ID, policy: CachePolicy = .cacheThenNetwork) -> CachedValues<Model> {
        cache.model(id, policy) { try await api.get(id) }
    }
}

extension ResourceRepository where Model: Creatable {
    /// Asks the server to create a model, and keeps what it answers.
    public func create(_ draft: Model.Draft) async throws -> Model { try await cache.keep(api.create(draft)) }
}

extension ResourceRepository where Model: Updatable {
    /// Asks the server to replace a model, and keeps what it answers.
    public func update(_ model: Model) async throws -> Model { try await cache.keep(api.update(model)) }
}

extension ResourceRepository where Model: Patchable, Model.PathKey == Model.ID {
    /// Asks the server to change a model, and keeps what it answers.
    public func patch(_ id: Model.ID, _ patch: Model.Patch) async throws -> Model {
        try await cache.keep(api.patch(id, patch))
    }
}

extension ResourceRepository where Model: Deletable, Model.PathKey == Model.ID {
    /// Deletes a model on the server, and then here.
    public func delete(_ id: Model.ID) async throws {
        try await api.delete(id)
        try await cache.remove(id)
    }
}
