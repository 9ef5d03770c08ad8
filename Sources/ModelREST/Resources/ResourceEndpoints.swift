import ModelRuntime

/// The operations of a model as values: what is sent, and what comes back.
///
/// Generated code says where the model is and which operations there are; those that differ from the usual form are
/// written out:
///
/// ```swift
/// enum PostsEndpoints: PagedListEndpoint, GetEndpoint, CreateEndpoint {
///     typealias ResourceModel = Post
///     typealias Draft = Post.Draft
///     typealias ResourceQuery = PostsQuery
///     typealias ResourceSource = any PostsClient
///     static let resource = Resource("posts", at: "posts")
/// }
/// let answer = try await api.client.response(for: PostsEndpoints.get(12))
/// ```
public protocol ResourceEndpoints: Sendable {
    /// What the operations are about.
    associatedtype ResourceModel: JSONModel
    /// What is sent to create a model.
    associatedtype Draft: JSONModel = ResourceModel
    /// What a list can be asked for.
    associatedtype ResourceQuery: ListParameters = WholeList
    /// What a repository asks: the client, or a fake of it.
    associatedtype ResourceSource: Sendable = ResourceClient<Self>

    /// Where the model is.
    static var resource: Resource { get }
}

/// Where a model is on the server, and the name by which logs and errors know its operations.
public struct Resource: Sendable {
    /// `posts`, as in `posts.get`.
    public let name: String
    /// The path of all of them.
    public let path: APIPath

    /// A resource: `Resource("posts", at: "posts")`.
    public init(_ name: String, at path: APIPath) {
        self.name = name
        self.path = path
    }
}

/// A list can be asked for.
public protocol ListEndpoint: ResourceEndpoints {
    /// GET `posts`
    static func list(_ query: ResourceQuery) -> Endpoint<[ResourceModel]>
    /// What a list stands for: all models that it is about, or a page of them.
    static var coverage: ListCoverage { get }
}

/// A list can be asked for page by page.
public protocol PagedListEndpoint: ListEndpoint {}

/// The models have ids that can stand in a path.
public protocol KeyedEndpoints: ResourceEndpoints
where ResourceModel: Identifiable, ResourceModel.ID: ParameterValue {}

/// One model can be asked for.
public protocol GetEndpoint: KeyedEndpoints {
    /// GET `posts/{id}`
    static func get(_ id: ResourceModel.ID) -> Endpoint<ResourceModel>
}

/// A model can be created.
public protocol CreateEndpoint: ResourceEndpoints {
    /// POST `posts`
    static func create(_ draft: Draft) -> Endpoint<ResourceModel>
}

/// A model can be replaced.
public protocol UpdateEndpoint: KeyedEndpoints {
    /// PUT `posts/{id}`
    static func update(_ model: ResourceModel) -> Endpoint<ResourceModel>
}

/// Single fields of a model can be changed.
public protocol PatchEndpoint: KeyedEndpoints where ResourceModel: JSONPatchable {
    /// PATCH `posts/{id}`
    static func patch(_ id: ResourceModel.ID, _ patch: ModelPatch<ResourceModel>) -> Endpoint<ResourceModel>
}

/// A model can be deleted.
public protocol DeleteEndpoint: KeyedEndpoints {
    /// DELETE `posts/{id}`
    static func delete(_ id: ResourceModel.ID) -> Endpoint<Void>
}

extension ListEndpoint {
    /// GET `posts`
    public static func list(_ query: ResourceQuery) -> Endpoint<[ResourceModel]> {
        Endpoint(operation("list"), .get, resource.path, query: query.parameters, returns: .list)
    }

    /// All models that the list is about.
    public static var coverage: ListCoverage { .whole }
}

extension PagedListEndpoint {
    /// A page of them.
    public static var coverage: ListCoverage { .page }
}

extension GetEndpoint {
    /// GET `posts/{id}`
    public static func get(_ id: ResourceModel.ID) -> Endpoint<ResourceModel> {
        Endpoint(operation("get"), .get, "\(resource.path)/\(id)", returns: .object)
    }
}

extension CreateEndpoint {
    /// POST `posts`
    public static func create(_ draft: Draft) -> Endpoint<ResourceModel> {
        Endpoint(operation("create"), .post, resource.path, body: .json(draft), returns: .object)
    }
}

extension UpdateEndpoint {
    /// PUT `posts/{id}`
    public static func update(_ model: ResourceModel) -> Endpoint<ResourceModel> {
        Endpoint(operation("update"), .put, "\(resource.path)/\(model.id)", body: .json(model), returns: .object)
    }
}

extension PatchEndpoint {
    /// PATCH `posts/{id}`
    public static func patch(_ id: ResourceModel.ID, _ patch: ModelPatch<ResourceModel>) -> Endpoint<ResourceModel> {
        Endpoint(operation("patch"), .patch, "\(resource.path)/\(id)", body: .json(patch), returns: .object)
    }
}

extension DeleteEndpoint {
    /// DELETE `posts/{id}`
    public static func delete(_ id: ResourceModel.ID) -> Endpoint<Void> {
        Endpoint(operation("delete"), .delete, "\(resource.path)/\(id)", returns: .nothing)
    }
}

extension ResourceEndpoints {
    fileprivate static func operation(_ name: String) -> String { "\(resource.name).\(name)" }
}

/// The query of a list that takes no parameters.
public struct WholeList: ListParameters {
    /// None.
    public var parameters: Parameters { Parameters() }

    /// The query.
    public init() {}
}

/// What a list of the server stands for.
public enum ListCoverage: Hashable, Sendable {
    /// All models that the query is about: the others are gone.
    case whole
    /// Some of them: nothing is known of the others, and they stay.
    case page
}
