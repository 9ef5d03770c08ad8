import ModelPagination
import ModelREST
import ModelRuntime

extension ResourceRepository {
    /// Returns the list of another operation, such as a search or what has changed, according to the policy.
    ///
    ///     let changed = try await store.list(by: Note.changed(since: day), policy: .networkOnly).value
    ///
    /// It deletes nothing from the cache. An operation with another method than GET, or with a body, is an error: what is
    /// stored is identified by its path and its query.
    public func list(
        by endpoint: Endpoint<[Model]>,
        headers: RequestHeaders = RequestHeaders(),
        policy: CachePolicy = .cacheThenNetwork
    ) -> CachedValues<[Model]> {
        let endpoint = endpoint.adding(headers)
        let call = call(endpoint)
        let isStored = endpoint.method == .get && endpoint.body == nil
        // Nothing is stored under this name, not even the list of a GET to the same place.
        let name = isStored ? call.request : "#\(call.request)"
        return exchange.values(.operation(name), call, policy, of: \.models) { validators in
            guard isStored else {
                throw APIError(
                    .invalidRequest(
                        "only a list that is requested by GET, without a body, can be stored; send this request with the "
                            + "API instead"),
                    endpoint.summary)
            }
            return try await reply(to: endpoint, validators) { .list($0, .page, $1) }
        }
    }
}

extension ResourceRepository where Model: Listed {
    /// Returns the list, according to the policy. Nothing is requested until a value is awaited.
    ///
    ///     let posts = try await store.list(.init(userId: 7), policy: .networkElseCache).value
    ///
    /// With `complete: true` in the YAML, models that match the query but are missing from the server's list are
    /// deleted from the cache.
    public func list(
        _ query: Model.ListQuery,
        headers: RequestHeaders = RequestHeaders(),
        policy: CachePolicy = .cacheThenNetwork
    ) -> CachedValues<[Model]> {
        let endpoint = api.listing(query).adding(headers)
        return exchange.values(.list(query, at: place), call(endpoint), policy, of: \.models) { validators in
            try await reply(to: endpoint, validators) { .list($0, Model.coverage, $1) }
        }
    }
}

extension ResourceRepository where Model: Listed, Model.ListQuery: OptionalListParameters {
    /// Returns the list without any parameters, according to the policy.
    public func list(policy: CachePolicy = .cacheThenNetwork) -> CachedValues<[Model]> {
        list(Model.ListQuery(), policy: policy)
    }
}

extension ResourceRepository where Model: Paged {
    /// Returns the list with all its pages, according to the policy. Models that are no longer on any page remain in
    /// the cache.
    public func all(
        _ query: Model.ListQuery,
        headers: RequestHeaders = RequestHeaders(),
        policy: CachePolicy = .cacheThenNetwork
    ) -> CachedValues<[Model]> {
        let endpoint = api.listing(query).adding(headers)
        return exchange.values(.all(query, at: place), call(endpoint), policy, of: \.models) { _ in
            try await pages(endpoint)
        }
    }

    private func pages(_ endpoint: Endpoint<[Model]>) async throws -> Reply<Model> {
        var pages = PagedItems { position in try await api.client.undeclared(endpoint, at: position) }
            .pages.makeAsyncIterator()
        guard let first = try await pages.undeclared() else { return .list([], .page, AnswerFacts()) }
        var models = first.items
        while let page = try await pages.undeclared() { models += page.items }
        // Rows may move between two requests, so a model that is on no page may still exist. If the server says only on
        // request that there is no second page, that does not mean that there was none before.
        return .list(models, first.next == nil ? .whole : .page, AnswerFacts())
    }
}

extension ResourceRepository where Model: Paged, Model.PathKey == Model.ID, Model.PathKeyKind == PathKeyIsID {
    /// Returns the list with all its pages, according to the policy.
    ///
    /// Models can move from one page to another. So models of the previous answer that are no longer on any page are
    /// requested by their keys, with a limited number of requests. The ones beyond that limit remain in the cache.
    public func all(
        _ query: Model.ListQuery,
        headers: RequestHeaders = RequestHeaders(),
        policy: CachePolicy = .cacheThenNetwork
    ) -> CachedValues<[Model]> {
        let endpoint = api.listing(query).adding(headers)
        return exchange.values(.all(query, at: place), call(endpoint), policy, of: \.models) { ids in
            await lookUp(ids, query, headers)
        } _: { _ in
            try await pages(endpoint)
        }
    }

    /// Requests models by their keys: many at a time if the list has a parameter for keys, and then one by one.
    private func lookUp(_ ids: [Model.ID], _ query: Model.ListQuery, _ headers: RequestHeaders) async {
        var rest = ids[...]
        var missing: [Model.ID] = []
        for _ in 0..<lookupLimit where !rest.isEmpty {
            let some = await kept(&rest, atMost: 50)
            guard !some.isEmpty else { break }
            guard let lookup = Model.query(query, for: some), lookup != query else {
                missing += some
                break
            }
            let endpoint = api.listing(lookup).adding(headers)
            let found = exchange.values(.all(lookup, at: place), call(endpoint), .networkOnly, of: \.models) { _ in
                try await pages(endpoint)
            }
            do {
                let answered = Set(try await found.fresh().map(\.id.exact))
                missing += some.filter { !answered.contains($0.exact) }
            } catch {
                missing += some
                if error.endsLookups { break }
            }
        }
        var left = (missing + rest)[...]
        for id in await kept(&left, atMost: lookupLimit) {
            guard let endpoint = Model.single(id, in: api.resource) else { return }
            do {
                _ = try await get(id, by: api.given(.get(id), endpoint), headers: headers).fresh()
            } catch {
                if error.endsLookups { return }
            }
        }
    }

    /// Removes and returns the first ids of models that are still stored. A complete answer has already shown that the
    /// others no longer exist.
    private func kept(_ ids: inout ArraySlice<Model.ID>, atMost count: Int) async -> [Model.ID] {
        var kept: [Model.ID] = []
        while kept.count < count, let id = ids.popFirst() {
            if (try? await exchange.answer(to: .model(id))) != nil { kept.append(id) }
        }
        return kept
    }
}

extension Error {
    /// Whether further requests would fail in the same way, for example because the server limits their rate.
    fileprivate var endsLookups: Bool {
        switch (self as? APIError)?.reason {
        case .cancelled, .timeout, .transport, .local: true
        case .status(let failure): [408, 429, 502, 503, 504].contains(failure.status)
        case nil: self is CancellationError
        default: false
        }
    }
}

/// The maximum number of requests of each kind for models that are no longer on any page.
private let lookupLimit = 20

extension ResourceRepository where Model: Paged, Model.ListQuery: OptionalListParameters {
    /// Returns the whole list, with all its pages, according to the policy.
    public func all(policy: CachePolicy = .cacheThenNetwork) -> CachedValues<[Model]> {
        all(Model.ListQuery(), policy: policy)
    }
}

extension ResourceRepository
where
    Model: Paged, Model.PathKey == Model.ID, Model.PathKeyKind == PathKeyIsID,
    Model.ListQuery: OptionalListParameters
{
    /// Returns the whole list, with all its pages, according to the policy.
    public func all(policy: CachePolicy = .cacheThenNetwork) -> CachedValues<[Model]> {
        all(Model.ListQuery(), policy: policy)
    }
}
