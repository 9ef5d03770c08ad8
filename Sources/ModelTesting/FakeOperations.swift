import ModelREST

extension Operations {
    /// Operations without a server, for tests: each closure stands for one. Without `page`, pages are those of `list`, all
    /// in one. What has no closure throws `APIError.Reason.unimplemented`.
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
