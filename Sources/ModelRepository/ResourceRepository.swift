import ModelFiles
import ModelREST
import ModelRuntime

/// The models of a server, with a cache. The policy of each call chooses between the two.
///
/// ```swift
/// let store = Post.Repository(api: api.posts, database: db)
/// for try await posts in store.list(Post.ListQuery(userId: 7), policy: .cacheThenNetwork) { … }
/// let saved = try await store.update(post, headers: ["If-Match": tag])
/// ```
/// It has the same operations as its client. Copies share their requests: identical questions at the same time are sent
/// once.
///
/// A call fails with an `APIError`, or with the error of the cache. A write that the server performed but the cache
/// could not store fails with ``WriteNotKept``. If the server answers 404 or 410, the model is deleted from the cache,
/// and the call fails.
public struct ResourceRepository<Model: RESTModel & Identifiable>: Sendable where Model.ID: Sendable {
    /// The operations on the server.
    public let api: Operations<Model>
    /// The cache for answers.
    public let cache: any ModelCache<Model, Model.ListQuery>
    let exchange: Exchange<Model, Model.ListQuery>

    /// Creates a repository that stores the server's answers in a cache.
    public init(api: Operations<Model>, cache: any ModelCache<Model, Model.ListQuery>) {
        self.api = api
        self.cache = cache
        exchange = Exchange(cache: cache, api.client)
    }

    /// Removes everything that the cache stores, for all processes. Call it when a user logs out, because answers are
    /// not stored separately for the credentials that a middleware adds. Requests that are running return their
    /// answers, but these are not stored.
    ///
    /// A database loses all rows of the table. If rows of other tables refer to them, remove those first. A storage
    /// loses the answers of all servers and locations.
    public func removeAll() async throws { try await exchange.removeAll() }

    /// The location of the models. The lists of different locations are stored separately.
    var place: String { api.resource.path.encoded }

    /// Creates a repository that stores the server's answers in files or user defaults.
    public init(api: Operations<Model>, storage: ModelStorage) where Model.ID: JSONValue {
        self.init(api: api, cache: StorageCache<Model, Model.ListQuery>(storage).within(api.resource))
    }
}

// MARK: - Single models

extension ResourceRepository {
    /// The `ETag` of a stored model, for `If-Match`. Nil if the model was neither requested individually nor written, or
    /// if it is newer than that answer.
    public func eTag(of id: Model.ID) async throws -> String? {
        try await exchange.answer(to: .model(id))?.facts.validators?.eTag
    }

    /// Returns one model, using an operation that takes more than its id, according to the policy. Nothing is requested
    /// until a value is awaited.
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
        model(.model(id), endpoint, headers, policy) { id }
    }

    /// Creates a model with an operation that takes more than a draft, and stores the server's answer.
    public func create(
        by endpoint: Endpoint<Model>,
        headers: RequestHeaders = RequestHeaders()
    ) async throws -> Model {
        let endpoint = endpoint.adding(headers)
        return try await exchange.write(endpoint.summary) { client in
            written(try await client.undeclared(endpoint), by: endpoint, nil)
        }
    }

    /// Changes a model with a custom operation, and stores the server's answer.
    public func change(
        _ id: Model.ID,
        by endpoint: Endpoint<Model>,
        headers: RequestHeaders = RequestHeaders()
    ) async throws -> Model {
        try await change(id, endpoint.adding(headers), nil)
    }

    /// - Parameter next: Requests the model if the answer has no body (204).
    private func change(
        _ id: Model.ID, _ endpoint: Endpoint<Model>, _ next: Endpoint<Model>?
    ) async throws -> Model {
        try await exchange.write(endpoint.summary) { client in
            try await unlessGone(id) {
                do {
                    return written(try await client.undeclared(endpoint), by: endpoint, id)
                } catch let error as APIError where error.isWithoutBody {
                    guard let next else { throw error }
                    return written(try await client.undeclared(next), by: next, id)
                }
            }
        }
    }

    /// - Parameter id: The id of the model before the write; nil if there was none.
    private func written(
        _ response: APIResponse<Model>, by endpoint: Endpoint<Model>, _ id: Model.ID?
    ) -> WriteReply<Model> {
        let facts = AnswerFacts(response.headers, to: call(endpoint).headers)
        // A PUT may have created the model. The validators are then those of the model (RFC 9110, section 15.3.2).
        if response.status == 201 { return .created(response.value, facts) }
        // To lists, a model with another id is another model.
        return response.value.id.exact == id?.exact
            ? .changed(response.value, facts) : .created(response.value, AnswerFacts())
    }

    /// Deletes a model with an operation that takes more than its id, and removes it from the cache.
    public func delete(
        _ id: Model.ID,
        by endpoint: Endpoint<Void>,
        headers: RequestHeaders = RequestHeaders()
    ) async throws {
        try await exchange.delete(endpoint.summary) { client in
            try await unlessGone(id) {
                _ = try await client.undeclared(endpoint.adding(headers))
                return .gone(id)
            }
        }
    }
}

extension ResourceRepository where Model: Gettable, Model.PathKey == Model.ID, Model.PathKeyKind == PathKeyIsID {
    /// Returns one model, according to the policy. If the server says that it no longer exists, it is removed from the
    /// cache.
    public func get(
        _ id: Model.ID,
        headers: RequestHeaders = RequestHeaders(),
        policy: CachePolicy = .cacheThenNetwork
    ) -> CachedValues<Model> {
        get(id, by: api.getting(id), headers: headers, policy: policy)
    }
}

extension ResourceRepository where Model: Creatable {
    /// Creates a model on the server, and stores the answer.
    public func create(
        _ draft: Model.Draft,
        headers: RequestHeaders = RequestHeaders()
    ) async throws -> Model {
        try await create(by: api.creating(draft), headers: headers)
    }
}

extension ResourceRepository where Model: Updatable {
    /// Replaces a model on the server, and stores the answer.
    public func update(_ model: Model, headers: RequestHeaders = RequestHeaders()) async throws -> Model {
        try await change(model.id, by: api.updating(model), headers: headers)
    }
}

extension ResourceRepository where Model: Patchable, Model.PathKey == Model.ID, Model.PathKeyKind == PathKeyIsID {
    /// Changes a model on the server, and stores the answer.
    public func patch(
        _ id: Model.ID,
        _ patch: Model.Patch,
        headers: RequestHeaders = RequestHeaders()
    ) async throws -> Model {
        try await change(id, by: api.patching(id, patch), headers: headers)
    }

    /// Changes a model on the server, and stores the answer. If the answer has no body (204), the model is requested.
    public func patch(
        _ id: Model.ID,
        _ patch: Model.Patch,
        headers: RequestHeaders = RequestHeaders()
    ) async throws -> Model where Model: Gettable {
        try await change(id, api.patching(id, patch).adding(headers), api.getting(id).adding(headers.forReading))
    }
}

extension ResourceRepository where Model: Deletable, Model.PathKey == Model.ID, Model.PathKeyKind == PathKeyIsID {
    /// Deletes a model on the server, and removes it from the cache.
    public func delete(_ id: Model.ID, headers: RequestHeaders = RequestHeaders()) async throws {
        try await delete(id, by: api.deleting(id), headers: headers)
    }
}

// MARK: - Models that paths identify by a field other than the id

extension ResourceRepository where Model: Gettable, Model.PathKeyKind == PathKeyIsField {
    /// Returns one model, according to the policy. If the server says that it no longer exists, it is removed from the
    /// cache.
    ///
    /// The cache only finds models that were requested with this key before: a model that was received in a list is
    /// only known by its id.
    public func get(
        _ key: Model.PathKey,
        headers: RequestHeaders = RequestHeaders(),
        policy: CachePolicy = .cacheThenNetwork
    ) -> CachedValues<Model> {
        let question = Question<Model.ListQuery, Model.ID>.path(api.resource.path(of: key).encoded)
        return model(question, api.getting(key), headers, policy) {
            try await exchange.answer(to: question)?.models.first?.id
        }
    }
}

extension ResourceRepository where Model: Patchable, Model.PathKeyKind == PathKeyIsField {
    /// Changes a model on the server, and stores the answer.
    public func patch(
        _ model: Model,
        _ patch: Model.Patch,
        headers: RequestHeaders = RequestHeaders()
    ) async throws -> Model {
        let key = try key(of: model, for: "patch")
        return try await change(model.id, by: api.patching(key, patch), headers: headers)
    }

    /// Changes a model on the server, and stores the answer. If the answer has no body (204), the model is requested.
    public func patch(
        _ model: Model,
        _ patch: Model.Patch,
        headers: RequestHeaders = RequestHeaders()
    ) async throws -> Model where Model: Gettable {
        let key = try key(of: model, for: "patch")
        return try await change(
            model.id, api.patching(key, patch).adding(headers), api.getting(key).adding(headers.forReading))
    }
}

extension ResourceRepository where Model: Deletable, Model.PathKeyKind == PathKeyIsField {
    /// Deletes a model on the server, and removes it from the cache.
    public func delete(_ model: Model, headers: RequestHeaders = RequestHeaders()) async throws {
        let key = try key(of: model, for: "delete")
        try await delete(model.id, by: api.deleting(key), headers: headers)
    }
}

extension ResourceRepository where Model: Keyed {
    /// The key of a model in paths. Throws an `APIError` if it has none yet.
    private func key(of model: Model, for operation: String) throws(APIError) -> Model.PathKey {
        guard let key = model.pathKey else {
            throw APIError(
                .invalidRequest(api.resource.path(of: nil).problem ?? ""),
                RequestSummary(operation: "\(api.resource.name).\(operation)", method: "", url: "/\(api.resource.path)")
            )
        }
        return key
    }
}

// MARK: - Requests

extension ResourceRepository {
    /// - Parameter known: Returns the id of the requested model, if it is known.
    private func model(
        _ question: Question<Model.ListQuery, Model.ID>,
        _ endpoint: Endpoint<Model>,
        _ headers: RequestHeaders,
        _ policy: CachePolicy,
        _ known: @escaping @Sendable () async throws -> Model.ID?
    ) -> CachedValues<Model> {
        let endpoint = endpoint.adding(headers)
        return exchange.values(question, call(endpoint), policy, of: \.models.first) { validators in
            do {
                return try await reply(to: endpoint, validators) { .model($0, $1) }
            } catch let error as APIError where error.isGone {
                guard let id = try? await known(), await isHere(id) else { throw error }
                throw Refused(reply: Reply<Model>.gone(id), error: error)
            }
        }
    }

    /// Whether a model belongs to this location, as far as is known. One that doesn't may be elsewhere.
    private func isHere(_ id: Model.ID) async -> Bool {
        guard let model = try? await exchange.answer(to: .model(id))?.models.first else { return true }
        return api.resource.contains(model)
    }

    private func unlessGone(
        _ id: Model.ID, _ write: () async throws -> WriteReply<Model>
    ) async throws -> WriteReply<Model> {
        do {
            return try await write()
        } catch let error as APIError where error.isGone {
            guard await isHere(id) else { throw error }
            throw Refused(reply: WriteReply<Model>.gone(id), error: error)
        }
    }

    /// What distinguishes a call from others with the same question. Its headers include those of all requests, which
    /// can change.
    func call<Value>(_ endpoint: Endpoint<Value>) -> Call {
        var headers = api.client.headers.current
        headers.add(endpoint.headers)
        // A request with a value that cannot be sent must not be mistaken for the one without it.
        let problem = (endpoint.path.problem ?? endpoint.query.problem).map { "#\($0)" } ?? ""
        return Call(
            request: "\(endpoint.path.encoded)?\(endpoint.query.encoded)\(problem)", headers: headers,
            summary: endpoint.summary)
    }

    /// The server's reply. If the request was conditional, 304 is a reply as well.
    func reply<Value>(
        to endpoint: Endpoint<Value>,
        _ validators: Validators?,
        _ reply: (Value, AnswerFacts) -> Reply<Model>
    ) async throws -> Reply<Model> {
        let sent = call(endpoint).headers
        let question = endpoint.with {
            $0.headers = $0.headers.asking(validators)
            // A 304 in answer to the validators has no body, so it is not a value, even if the operation expects that
            // status.
            if validators != nil { $0.expected = $0.expected.filter { $0 != 304...304 } }
        }
        do {
            let response = try await api.client.undeclared(question)
            return reply(response.value, AnswerFacts(response.headers, to: sent))
        } catch let error as APIError where error.isUnchanged && validators != nil {
            return .unchanged(AnswerFacts(error.failure?.headers ?? [:], to: sent))
        }
    }
}

extension RequestHeaders {
    /// The headers for requesting what a change has changed: without its conditions, and without those that describe
    /// its content.
    fileprivate var forReading: RequestHeaders {
        var headers = self
        for name in fields.map(\.name) where ["if-", "content-"].contains(where: name.canonicalName.hasPrefix) {
            headers.remove(name.rawName)
        }
        return headers
    }
}
