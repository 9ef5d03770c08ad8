import ModelREST
import ModelRuntime

/// What the server knows of a model, kept in a cache: which of both is asked, each call says by its policy.
///
/// ```swift
/// let store = Post.Repository(api: api.posts, database: db)
/// for try await posts in store.list(PostsQuery(userId: 7), policy: .cacheThenNetwork) { … }
/// ```
/// Client and cache are exchangeable: a fake, another cache. It has the operations that its client has.
public struct ResourceRepository<Operations: ResourceEndpoints>: Sendable where Operations.ResourceModel: Identifiable {
    /// What is kept.
    public typealias ResourceModel = Operations.ResourceModel
    /// What lists can be asked for.
    public typealias ResourceQuery = Operations.ResourceQuery

    /// What is asked for fresh values.
    public let api: Operations.ResourceSource
    /// Where they are kept.
    public let cache: any ModelCache<ResourceModel, ResourceQuery>

    /// Keeps the server's answers in a cache.
    public init(api: Operations.ResourceSource, cache: any ModelCache<ResourceModel, ResourceQuery>) {
        self.api = api
        self.cache = cache
    }

    /// Keeps the server's answers in files or user defaults.
    public init(api: Operations.ResourceSource, storage: ModelStorage) where ResourceModel.ID: JSONValue {
        self.init(api: api, cache: StorageCache<ResourceModel, ResourceQuery>(storage))
    }

    /// The client by one of its protocols. Generated endpoints name a protocol that inherits those of all their operations;
    /// of endpoints written by hand the compiler cannot know it.
    private func source<Source>(_ type: Source.Type) throws -> Source {
        guard let source = api as? Source else {
            throw MissingOperation(client: "\(Swift.type(of: api as Any))", required: "\(type)")
        }
        return source
    }
}

/// Endpoints have an operation that the type they give as their source does not have.
public struct MissingOperation: Error, Hashable, Sendable, CustomStringConvertible {
    let client: String
    let required: String

    /// What is wrong.
    public var description: String { "\(client) does not conform to \(required), which its endpoints need" }
}

extension ResourceRepository where Operations: ListEndpoint {
    private func listing() throws -> any ListingClient<ResourceModel, ResourceQuery> {
        try source((any ListingClient<ResourceModel, ResourceQuery>).self)
    }

    /// The list, as the policy says.
    public func list(_ query: ResourceQuery, policy: CachePolicy = .cacheThenNetwork) -> CachedValues<[ResourceModel]> {
        cache.list(query, policy, covering: Operations.coverage) { try await listing().list(query) }
    }
}

extension ResourceRepository where Operations: ListEndpoint, Operations.ResourceQuery == WholeList {
    /// The list, as the policy says.
    public func list(policy: CachePolicy = .cacheThenNetwork) -> CachedValues<[ResourceModel]> {
        list(WholeList(), policy: policy)
    }
}

extension ResourceRepository where Operations: PagedListEndpoint {
    /// The list with all its pages, as the policy says.
    public func all(_ query: ResourceQuery, policy: CachePolicy = .cacheThenNetwork) -> CachedValues<[ResourceModel]> {
        cache.list(query, policy, covering: .whole) {
            try await source((any PagingClient<ResourceModel, ResourceQuery>).self).all(query).collected()
        }
    }
}

extension ResourceRepository where Operations: PagedListEndpoint, Operations.ResourceQuery == WholeList {
    /// The list with all its pages, as the policy says.
    public func all(policy: CachePolicy = .cacheThenNetwork) -> CachedValues<[ResourceModel]> {
        all(WholeList(), policy: policy)
    }
}

extension ResourceRepository where Operations: GetEndpoint {
    /// One model, as the policy says.
    public func get(_ id: ResourceModel.ID, policy: CachePolicy = .cacheThenNetwork) -> CachedValues<ResourceModel> {
        cache.model(id, policy) { try await source((any GettingClient<ResourceModel>).self).get(id) }
    }
}

extension ResourceRepository where Operations: CreateEndpoint {
    /// Asks the server to create a model, and keeps what it answers.
    public func create(_ draft: Operations.Draft) async throws -> ResourceModel {
        try await cache.keep(source((any CreatingClient<ResourceModel, Operations.Draft>).self).create(draft))
    }
}

extension ResourceRepository where Operations: UpdateEndpoint {
    /// Asks the server to replace a model, and keeps what it answers.
    public func update(_ model: ResourceModel) async throws -> ResourceModel {
        try await cache.keep(source((any UpdatingClient<ResourceModel>).self).update(model))
    }
}

extension ResourceRepository where Operations: PatchEndpoint {
    /// Asks the server to change a model, and keeps what it answers.
    public func patch(_ id: ResourceModel.ID, _ patch: ModelPatch<ResourceModel>) async throws -> ResourceModel {
        try await cache.keep(source((any PatchingClient<ResourceModel>).self).patch(id, patch))
    }
}

extension ResourceRepository where Operations: DeleteEndpoint {
    /// Deletes a model on the server, and then here.
    public func delete(_ id: ResourceModel.ID) async throws {
        try await source((any DeletingClient<ResourceModel>).self).delete(id)
        try await cache.remove(id)
    }
}
