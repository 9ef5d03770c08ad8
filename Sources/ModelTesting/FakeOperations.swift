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
        var fake = OperationFake<Model>()
        (fake.list, fake.get, fake.create, fake.update) = (list, get, create, update)
        (fake.patch, fake.delete) = (patch, delete)
        fake.page = page
        if page == nil, let list { fake.page = { query, _ in Page(items: try await list(query), next: nil) } }
        self.init(fake: fake)
    }
}
