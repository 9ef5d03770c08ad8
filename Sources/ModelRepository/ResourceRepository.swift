import ModelREST
import ModelRuntime

/// What the server knows of a model, kept in a cache. Each call says by its policy which of both it asks.
///
/// ```swift
/// let store = Post.repository(api: api.posts, database: db)
/// for try await posts in store.list(Post.ListQuery(userId: 7), policy: .cacheThenNetwork) { … }
/// let saved = try await store.update(post, headers: ["If-Match": tag])
/// ```
/// It has the operations that its client has. Copies of it share their requests: the same question twice at once is one.
public struct ResourceRepository<Model: RESTModel & Identifiable>: Sendable where Model.ID: Sendable {
    /// What is asked.
    public let api: Operations<Model>
    /// Where answers are kept.
    public let cache: any ModelCache<Model, Model.ListQuery>
    private let exchange: Exchange<Model, Model.ListQuery>

    /// Keeps the server's answers in a cache.
    public init(api: Operations<Model>, cache: any ModelCache<Model, Model.ListQuery>) {
        self.api = api
        self.cache = cache
        exchange = Exchange(cache: cache)
    }

    /// Keeps the server's answers in files or user defaults.
    public init(api: Operations<Model>, storage: ModelStorage) where Model.ID: JSONValue {
        self.init(api: api, cache: StorageCache<Model, Model.ListQuery>(storage))
    }
}

// MARK: - Lists

extension ResourceRepository where Model: Listed {
    /// The list, as the policy says.
    public func list(
        _ query: Model.ListQuery,
        headers: RequestHeaders = RequestHeaders(),
        policy: CachePolicy = .cacheThenNetwork
    ) -> CachedValues<[Model]> {
        exchange.models(.list(query), headers, policy) { validators in
            try await Self.reply {
                let endpoint = Model.list(query, in: api.resource)
                let response = try await response(to: endpoint, headers.asking(validators)) {
                    try await api.list(query)
                }
                let extent: ListExtent = Model.coverage == .whole ? .whole : .part
                return .list(response.value, extent, AnswerFacts(response.headers))
            }
        }
    }
}

extension ResourceRepository where Model: Listed, Model.ListQuery: OptionalListParameters {
    /// The list, asked for without parameters, as the policy says.
    public func list(policy: CachePolicy = .cacheThenNetwork) -> CachedValues<[Model]> {
        list(Model.ListQuery(), policy: policy)
    }
}

extension ResourceRepository where Model: Paged {
    /// The list with all its pages, as the policy says. What no page holds any more stays in the cache.
    public func all(
        _ query: Model.ListQuery,
        policy: CachePolicy = .cacheThenNetwork
    ) -> CachedValues<[Model]> {
        exchange.models(.all(query), RequestHeaders(), policy) { _ in try await pages(query) }
    }

    private func pages(_ query: Model.ListQuery) async throws -> Reply<Model> {
        var models: [Model] = []
        var count = 0
        for try await page in api.all(query).pages {
            models += page.items
            count += 1
        }
        // Between two pages rows may move: what no page holds may be there all the same.
        return .list(models, count == 1 ? .whole : .part, AnswerFacts())
    }
}

extension ResourceRepository where Model: Paged & Gettable, Model.PathKey == Model.ID {
    /// How many models that no page holds any more are asked for one by one; the others stay in the cache.
    static var lookupLimit: Int { 20 }

    /// The list with all its pages, as the policy says. What no page holds any more is asked for by itself, as far as
    /// there are few of them: between two pages rows may move.
    public func all(
        _ query: Model.ListQuery,
        policy: CachePolicy = .cacheThenNetwork
    ) -> CachedValues<[Model]> {
        exchange.models(.all(query), RequestHeaders(), policy) { _ in
            try await pages(query)
        } missing: { ids in
            for id in ids.prefix(Self.lookupLimit) { _ = try? await get(id, policy: .networkOnly).value }
        }
    }
}

extension ResourceRepository where Model: Paged, Model.ListQuery: OptionalListParameters {
    /// The whole list with all its pages, as the policy says.
    public func all(policy: CachePolicy = .cacheThenNetwork) -> CachedValues<[Model]> {
        all(Model.ListQuery(), policy: policy)
    }
}

extension ResourceRepository
where
    Model: Paged & Gettable, Model.PathKey == Model.ID,
    Model.ListQuery: OptionalListParameters
{
    /// The whole list with all its pages, as the policy says.
    public func all(policy: CachePolicy = .cacheThenNetwork) -> CachedValues<[Model]> {
        all(Model.ListQuery(), policy: policy)
    }
}

// MARK: - Single models

extension ResourceRepository {
    /// One model, by an operation that takes more than its id, as the policy says.
    ///
    /// ```swift
    /// store.get(12, by: Issue.get(12, repo: "modelgen"))
    /// ```
    public func get(
        _ id: Model.ID,
        by endpoint: Endpoint<Model>,
        headers: RequestHeaders = RequestHeaders(),
        policy: CachePolicy = .cacheThenNetwork
    ) -> CachedValues<Model> {
        get(id, endpoint, headers, policy, nil)
    }

    /// Makes a model by an operation that takes more than a draft, and keeps what the server answers.
    public func create(
        by endpoint: Endpoint<Model>,
        headers: RequestHeaders = RequestHeaders()
    ) async throws -> Model {
        try await create(endpoint, headers, nil)
    }

    /// Changes a model by an operation of its own, and keeps what the server answers.
    public func change(
        _ id: Model.ID,
        by endpoint: Endpoint<Model>,
        headers: RequestHeaders = RequestHeaders()
    ) async throws -> Model {
        try await change(id, endpoint, headers, nil)
    }

    /// Deletes a model by an operation that takes more than its id, and then here.
    public func delete(
        _ id: Model.ID,
        by endpoint: Endpoint<Void>,
        headers: RequestHeaders = RequestHeaders()
    ) async throws {
        try await delete(id, endpoint, headers, nil)
    }
}

extension ResourceRepository where Model: Gettable, Model.PathKey == Model.ID {
    /// One model, as the policy says. If the server says that it is gone, so it is here.
    public func get(
        _ id: Model.ID,
        headers: RequestHeaders = RequestHeaders(),
        policy: CachePolicy = .cacheThenNetwork
    ) -> CachedValues<Model> {
        get(id, Model.get(id, in: api.resource), headers, policy) { try await api.get(id) }
    }
}

extension ResourceRepository where Model: Creatable {
    /// Asks the server to create a model, and keeps what it answers.
    public func create(
        _ draft: Model.Draft,
        headers: RequestHeaders = RequestHeaders()
    ) async throws -> Model {
        try await create(Model.create(draft, in: api.resource), headers) { try await api.create(draft) }
    }
}

extension ResourceRepository where Model: Updatable {
    /// Asks the server to replace a model, and keeps what it answers.
    public func update(_ model: Model, headers: RequestHeaders = RequestHeaders()) async throws -> Model {
        try await change(model.id, Model.update(model, in: api.resource), headers) { try await api.update(model) }
    }
}

extension ResourceRepository where Model: Patchable, Model.PathKey == Model.ID {
    /// Asks the server to change a model, and keeps what it answers.
    public func patch(
        _ id: Model.ID,
        _ patch: Model.Patch,
        headers: RequestHeaders = RequestHeaders()
    ) async throws -> Model {
        try await change(id, Model.patch(id, patch, in: api.resource), headers) { try await api.patch(id, patch) }
    }
}

extension ResourceRepository where Model: Deletable, Model.PathKey == Model.ID {
    /// Deletes a model on the server, and then here.
    public func delete(_ id: Model.ID, headers: RequestHeaders = RequestHeaders()) async throws {
        try await delete(id, Model.delete(id, in: api.resource), headers) { try await api.delete(id) }
    }
}

// MARK: - Requests

extension ResourceRepository {
    private func get(
        _ id: Model.ID,
        _ endpoint: Endpoint<Model>,
        _ headers: RequestHeaders,
        _ policy: CachePolicy,
        _ fake: (@Sendable () async throws -> Model)?
    ) -> CachedValues<Model> {
        exchange.model(id, headers, policy) { validators in
            do {
                return try await Self.reply {
                    let response = try await response(to: endpoint, headers.asking(validators), fake)
                    return .model(response.value, AnswerFacts(response.headers))
                }
            } catch let error as APIError where error.isGone {
                throw Refused<Model>(reply: .gone(id), error: error)
            }
        }
    }

    private func create(
        _ endpoint: Endpoint<Model>,
        _ headers: RequestHeaders,
        _ fake: (@Sendable () async throws -> Model)?
    ) async throws -> Model {
        try await exchange.write { .created(try await response(to: endpoint, headers, fake).value) }
    }

    private func change(
        _ id: Model.ID,
        _ endpoint: Endpoint<Model>,
        _ headers: RequestHeaders,
        _ fake: (@Sendable () async throws -> Model)?
    ) async throws -> Model {
        try await exchange.write {
            do {
                let response = try await response(to: endpoint, headers, fake)
                return .changed(response.value, AnswerFacts(response.headers))
            } catch let error as APIError where error.isGone {
                throw RefusedWrite<Model>(reply: .gone(id), error: error)
            }
        }
    }

    private func delete(
        _ id: Model.ID,
        _ endpoint: Endpoint<Void>,
        _ headers: RequestHeaders,
        _ fake: (@Sendable () async throws -> Void)?
    ) async throws {
        try await exchange.delete {
            do {
                _ = try await response(to: endpoint, headers, fake)
                return .gone(id)
            } catch let error as APIError where error.isGone {
                throw RefusedWrite<Model>(reply: .gone(id), error: error)
            }
        }
    }

    /// The server's response, or what the fake of a test answers.
    private func response<Value>(
        to endpoint: Endpoint<Value>,
        _ headers: RequestHeaders,
        _ fake: (@Sendable () async throws -> Value)?
    ) async throws -> APIResponse<Value> {
        do {
            return try await api.response(for: endpoint.adding(headers))
        } catch let error as APIError {
            guard case .unimplemented = error.reason, let fake else { throw error }
            return APIResponse(value: try await fake())
        }
    }

    /// 304 is an answer.
    private static func reply(_ ask: () async throws -> Reply<Model>) async throws -> Reply<Model> {
        do {
            return try await ask()
        } catch let error as APIError where error.isUnchanged {
            return .unchanged(AnswerFacts(error.failure?.headers ?? [:]))
        }
    }
}
