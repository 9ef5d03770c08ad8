import ModelRuntime

/// The operations of a model on the server.
///
/// ```swift
/// let post = try await api.posts.get(12)
/// ```
/// The protocols that the model conforms to determine the available operations. Tests can create fakes from closures:
/// see `Operations` in ModelTesting.
public struct Operations<Model: RESTModel>: EndpointSending {
    /// The client that sends them.
    public let client: APIClient
    /// The location of the model on the server.
    public let resource: Resource<Model>

    /// Creates the operations from a client.
    public init(client: APIClient, resource: Resource<Model>) {
        self.client = client
        self.resource = resource
    }

    /// Creates the operations from a client, for a model at a fixed location.
    public init(client: APIClient) where Model: Located {
        self.init(client: client, resource: Model.resource)
    }

    /// Attaches an operation's arguments, from which a test's fake can answer it.
    package func given<Value>(_ input: OperationInput<Model>, _ endpoint: Endpoint<Value>) -> Endpoint<Value> {
        endpoint.with { $0.input = input }
    }
}

/// The arguments of an operation, for a fake that answers it.
package enum OperationInput<Model: RESTModel>: Sendable {
    case list(Model.ListQuery)
    case get(Model.PathKey)
    case create(Model.Draft)
    case update(Model)
    case patch(Model.PathKey, Model.Patch)
    case delete(Model.PathKey)
}

extension Operations where Model: Listed {
    /// Returns the models that match a query.
    public func list(_ query: Model.ListQuery) async throws -> [Model] { try await send(listing(query)) }

    package func listing(_ query: Model.ListQuery) -> Endpoint<[Model]> {
        given(.list(query), Model.list(query, in: resource))
    }
}

extension Operations where Model: Listed, Model.ListQuery: OptionalListParameters {
    /// Returns the models of the list, without any parameters.
    public func list() async throws -> [Model] { try await list(Model.ListQuery()) }
}

extension Operations where Model: Gettable {
    /// Returns the model with a key.
    public func get(_ key: Model.PathKey) async throws -> Model { try await send(getting(key)) }

    package func getting(_ key: Model.PathKey) -> Endpoint<Model> { given(.get(key), Model.get(key, in: resource)) }
}

extension Operations where Model: Creatable {
    /// Creates a model, and returns it as stored by the server.
    public func create(_ draft: Model.Draft) async throws -> Model { try await send(creating(draft)) }

    package func creating(_ draft: Model.Draft) -> Endpoint<Model> {
        given(.create(draft), Model.create(draft, in: resource))
    }
}

extension Operations where Model: Updatable {
    /// Replaces the model with the same key, and returns it as stored by the server.
    public func update(_ model: Model) async throws -> Model { try await send(updating(model)) }

    package func updating(_ model: Model) -> Endpoint<Model> {
        given(.update(model), Model.update(model, in: resource))
    }
}

extension Operations where Model: Patchable {
    /// Applies a patch to the model with a key, and returns it as stored by the server.
    public func patch(_ key: Model.PathKey, _ patch: Model.Patch) async throws -> Model {
        try await send(patching(key, patch))
    }

    package func patching(_ key: Model.PathKey, _ patch: Model.Patch) -> Endpoint<Model> {
        given(.patch(key, patch), Model.patch(key, patch, in: resource))
    }
}

extension Operations where Model: Deletable {
    /// Deletes the model with a key.
    public func delete(_ key: Model.PathKey) async throws { try await send(deleting(key)) }

    package func deleting(_ key: Model.PathKey) -> Endpoint<Void> {
        given(.delete(key), Model.delete(key, in: resource))
    }
}

extension Operations where Model: Savable & Creatable {
    /// Creates the model, because a draft is always new. A model without a draft is updated instead, if it can be.
    @_disfavoredOverload public func save(_ draft: Model.Draft) async throws -> Model { try await create(draft) }
}

extension Operations where Model: Savable & Updatable {
    /// Updates the model, because one with a key is not new.
    public func save(_ model: Model) async throws -> Model { try await update(model) }
}
