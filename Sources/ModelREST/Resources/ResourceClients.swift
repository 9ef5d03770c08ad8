import ModelRuntime

/// A client that gives lists of a model. Generated clients are made of this one and those below; a fake is any type that
/// conforms.
public protocol ListingClient<ResourceModel, ResourceQuery>: Sendable {
    /// What the operations are about.
    associatedtype ResourceModel: Sendable
    /// What a list can be asked for.
    associatedtype ResourceQuery: ListParameters

    /// The models that a query asks for.
    func list(_ query: ResourceQuery) async throws -> [ResourceModel]
}

/// A client that gives lists page by page.
public protocol PagingClient<ResourceModel, ResourceQuery>: ListingClient {
    /// The page at a position.
    func page(_ query: ResourceQuery, at position: PagePosition) async throws -> Page<ResourceModel>
}

/// A client that gives single models.
public protocol GettingClient<ResourceModel>: Sendable {
    /// What the operations are about.
    associatedtype ResourceModel: Identifiable & Sendable

    /// The model with an id.
    func get(_ id: ResourceModel.ID) async throws -> ResourceModel
}

/// A client that creates models.
public protocol CreatingClient<ResourceModel, Draft>: Sendable {
    /// What the operations are about.
    associatedtype ResourceModel: Sendable
    /// What a model is made of.
    associatedtype Draft: Sendable

    /// Creates a model, and gives it as the server has it.
    func create(_ draft: Draft) async throws -> ResourceModel
}

/// A client that replaces models.
public protocol UpdatingClient<ResourceModel>: Sendable {
    /// What the operations are about.
    associatedtype ResourceModel: Sendable

    /// Replaces the model that has its id, and gives it as the server has it.
    func update(_ model: ResourceModel) async throws -> ResourceModel
}

/// A client that changes single fields of models.
public protocol PatchingClient<ResourceModel>: Sendable {
    /// What the operations are about.
    associatedtype ResourceModel: Identifiable & JSONPatchable

    /// Changes what the patch names of the model with an id, and gives it as the server has it.
    func patch(_ id: ResourceModel.ID, _ patch: ModelPatch<ResourceModel>) async throws -> ResourceModel
}

/// A client that deletes models.
public protocol DeletingClient<ResourceModel>: Sendable {
    /// What the operations are about.
    associatedtype ResourceModel: Identifiable & Sendable

    /// Deletes the model with an id.
    func delete(_ id: ResourceModel.ID) async throws
}

extension ListingClient where ResourceQuery == WholeList {
    /// All models.
    public func list() async throws -> [ResourceModel] { try await list(WholeList()) }
}

extension PagingClient {
    /// The list, page after page: a page is asked for only when its first item is.
    public func all(_ query: ResourceQuery) -> PagedItems<ResourceModel> {
        PagedItems { position in try await page(query, at: position) }
    }
}

extension PagingClient where ResourceQuery == WholeList {
    /// The list, page after page: a page is asked for only when its first item is.
    public func all() -> PagedItems<ResourceModel> { all(WholeList()) }
}
