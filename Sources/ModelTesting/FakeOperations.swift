import ModelPagination
import ModelREST

extension Operations {
    /// Creates operations without a server, for tests, from a closure for each. Without `page`, `list` is a single
    /// page. Operations without a closure throw `APIError.Reason.unimplemented`.
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
        let answers = OperationFake<Model>(
            list: list, pages: page, get: get, create: create, update: update, patch: patch, delete: delete)
        self.init(client: APIClient.unimplemented.answering(answers), resource: Resource("\(Model.self)", at: ""))
    }
}

/// The closures of a test, one for each operation.
private struct OperationFake<Model: RESTModel>: PageAnswers {
    let list: (@Sendable (Model.ListQuery) async throws -> [Model])?
    let pages: (@Sendable (Model.ListQuery, PagePosition) async throws -> Page<Model>)?
    let get: (@Sendable (Model.PathKey) async throws -> Model)?
    let create: (@Sendable (Model.Draft) async throws -> Model)?
    let update: (@Sendable (Model) async throws -> Model)?
    let patch: (@Sendable (Model.PathKey, Model.Patch) async throws -> Model)?
    let delete: (@Sendable (Model.PathKey) async throws -> Void)?

    func answer<Value>(to endpoint: Endpoint<Value>) async throws -> Value? {
        switch endpoint.input as? OperationInput<Model> {
        case .list(let query)?: try await list?(query) as? Value
        case .get(let key)?: try await get?(key) as? Value
        case .create(let draft)?: try await create?(draft) as? Value
        case .update(let model)?: try await update?(model) as? Value
        case .patch(let key, let patch)?: try await self.patch?(key, patch) as? Value
        case .delete(let key)?: try await delete?(key) as? Value
        case nil: nil
        }
    }

    func page<Item>(of endpoint: Endpoint<[Item]>, at position: PagePosition) async throws -> Page<Item>? {
        guard case .list(let query)? = endpoint.input as? OperationInput<Model> else { return nil }
        return try await pages?(query, position) as? Page<Item>
    }
}
