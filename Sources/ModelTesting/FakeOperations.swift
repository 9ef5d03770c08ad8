import ModelPagination
import ModelREST

extension Operations {
    /// Creates operations for tests that have no server, with a closure for each. Without `page`, the result of `list`
    /// is a single page. Operations without a closure throw `APIError.Reason.unimplemented`.
    ///
    /// ```swift
    /// let posts = Operations<Post>(get: { id in Post(id: id, userId: 1, title: "x") })
    /// ```
    public init(
        list: (@Sendable (Model.ListQuery) async throws -> [Model])? = nil,
        page: (@Sendable (Model.ListQuery, PagePosition) async throws -> Page<Model>)? = nil,
        get: (@Sendable (Model.PathKey) async throws -> Model)? = nil,
        create: (@Sendable (Model.Draft) async throws -> Model)? = nil,
        update: (@Sendable (Model) async throws -> Model)? = nil,
        patch: (@Sendable (Model.PathKey, Model.Patch) async throws -> Model)? = nil,
        delete: (@Sendable (Model.PathKey) async throws -> Void)? = nil
    ) {
        let answers = OperationFake<Model> { input in
            switch input {
            case .list(let query): try await list?(query)
            case .get(let key): try await get?(key)
            case .create(let draft): try await create?(draft)
            case .update(let model): try await update?(model)
            case .patch(let key, let changes): try await patch?(key, changes)
            case .delete(let key): try await delete?(key)
            }
        } pages: { query, position in
            try await page?(query, position)
        }
        self.init(
            client: APIClient.unimplemented.answering(answers),
            resource: (Model.self as? any Located.Type)?.location() ?? Resource("\(Model.self)", at: ""))
    }
}

extension Located {
    /// Its location, which errors of a fake name as those of the API do.
    fileprivate static func location<Model: RESTModel>() -> Resource<Model>? { resource as? Resource<Model> }
}

/// Answers from the closures of a test.
private struct OperationFake<Model: RESTModel>: PageAnswers {
    let value: @Sendable (OperationInput<Model>) async throws -> (any Sendable)?
    let pages: @Sendable (Model.ListQuery, PagePosition) async throws -> Page<Model>?

    func answer<Value>(to endpoint: Endpoint<Value>) async throws -> Value? {
        guard let input = endpoint.input as? OperationInput<Model> else { return nil }
        return try await value(input) as? Value
    }

    func page<Item>(of endpoint: Endpoint<[Item]>, at position: PagePosition) async throws -> Page<Item>? {
        guard case .list(let query)? = endpoint.input as? OperationInput<Model> else { return nil }
        return try await pages(query, position) as? Page<Item>
    }
}
