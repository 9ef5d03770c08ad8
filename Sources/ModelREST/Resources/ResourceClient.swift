import ModelRuntime

/// The operations of a model on the server.
///
/// ```swift
/// typealias PostsAPI = ResourceClient<PostsEndpoints>
/// let post = try await PostsAPI(client: client).get(12)
/// ```
public struct ResourceClient<Operations: ResourceEndpoints>: Sendable {
    /// The operations as values.
    public typealias Endpoints = Operations
    /// The same operations, each with its whole response.
    public typealias Responses = ResourceResponses<Operations>
    /// What the operations are about.
    public typealias ResourceModel = Operations.ResourceModel
    /// What is sent to create a model.
    public typealias Draft = Operations.Draft
    /// What a list can be asked for.
    public typealias ResourceQuery = Operations.ResourceQuery

    /// What sends them.
    public let client: APIClient

    /// The operations over a client.
    public init(client: APIClient) {
        self.client = client
    }
}

extension ResourceClient: ListingClient where Operations: ListEndpoint {
    /// The models that a query asks for.
    public func list(_ query: ResourceQuery) async throws -> [ResourceModel] {
        try await client.send(Operations.list(query))
    }
}

extension ResourceClient: PagingClient where Operations: PagedListEndpoint {
    /// The page at a position.
    public func page(_ query: ResourceQuery, at position: PagePosition) async throws -> Page<ResourceModel> {
        try await client.page(Operations.list(query), at: position)
    }
}

extension ResourceClient: GettingClient where Operations: GetEndpoint {
    /// The model with an id.
    public func get(_ id: ResourceModel.ID) async throws -> ResourceModel {
        try await client.send(Operations.get(id))
    }
}

extension ResourceClient: CreatingClient where Operations: CreateEndpoint {
    /// Creates a model, and gives it as the server has it.
    public func create(_ draft: Draft) async throws -> ResourceModel {
        try await client.send(Operations.create(draft))
    }
}

extension ResourceClient: UpdatingClient where Operations: UpdateEndpoint {
    /// Replaces the model that has its id, and gives it as the server has it.
    public func update(_ model: ResourceModel) async throws -> ResourceModel {
        try await client.send(Operations.update(model))
    }
}

extension ResourceClient: PatchingClient where Operations: PatchEndpoint {
    /// Changes what the patch names of the model with an id, and gives it as the server has it.
    public func patch(_ id: ResourceModel.ID, _ patch: ModelPatch<ResourceModel>) async throws -> ResourceModel {
        try await client.send(Operations.patch(id, patch))
    }
}

extension ResourceClient: DeletingClient where Operations: DeleteEndpoint {
    /// Deletes the model with an id.
    public func delete(_ id: ResourceModel.ID) async throws {
        try await client.send(Operations.delete(id))
    }
}

/// The operations of a model, each with its whole response: status, headers, metadata, raw body and value.
///
/// ```swift
/// let answer = try await api.withResponse.posts.get(12)
/// ```
public struct ResourceResponses<Operations: ResourceEndpoints>: Sendable {
    /// The operations as values.
    public typealias Endpoints = Operations
    /// What the operations are about.
    public typealias ResourceModel = Operations.ResourceModel

    /// What sends them.
    public let client: APIClient

    /// The operations over a client.
    public init(client: APIClient) {
        self.client = client
    }
}

extension ResourceResponses where Operations: ListEndpoint {
    /// The models that a query asks for.
    public func list(_ query: Operations.ResourceQuery) async throws -> APIResponse<[ResourceModel]> {
        try await client.response(for: Operations.list(query))
    }
}

extension ResourceResponses where Operations: ListEndpoint, Operations.ResourceQuery == WholeList {
    /// All models.
    public func list() async throws -> APIResponse<[ResourceModel]> { try await list(WholeList()) }
}

extension ResourceResponses where Operations: GetEndpoint {
    /// The model with an id.
    public func get(_ id: ResourceModel.ID) async throws -> APIResponse<ResourceModel> {
        try await client.response(for: Operations.get(id))
    }
}

extension ResourceResponses where Operations: CreateEndpoint {
    /// Creates a model.
    public func create(_ draft: Operations.Draft) async throws -> APIResponse<ResourceModel> {
        try await client.response(for: Operations.create(draft))
    }
}

extension ResourceResponses where Operations: UpdateEndpoint {
    /// Replaces the model that has its id.
    public func update(_ model: ResourceModel) async throws -> APIResponse<ResourceModel> {
        try await client.response(for: Operations.update(model))
    }
}

extension ResourceResponses where Operations: PatchEndpoint {
    /// Changes what the patch names of the model with an id.
    public func patch(
        _ id: ResourceModel.ID,
        _ patch: ModelPatch<ResourceModel>
    ) async throws -> APIResponse<ResourceModel> {
        try await client.response(for: Operations.patch(id, patch))
    }
}

extension ResourceResponses where Operations: DeleteEndpoint {
    /// Deletes the model with an id.
    public func delete(_ id: ResourceModel.ID) async throws -> APIResponse<Void> {
        try await client.response(for: Operations.delete(id))
    }
}
