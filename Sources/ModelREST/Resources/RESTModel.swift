import ModelRuntime

/// A model on a server. Generated code declares its location and the operations it supports. Operations in standard
/// form need nothing else; the others are functions of the model:
///
/// ```swift
/// extension Post: Located, Paged, Gettable, Creatable {
///     static let resource = Resource<Post>("posts", at: "posts")
///     typealias PathKey = Int64
///
///     /// GET `posts/{id}/comments`
///     static func comments(of id: Post.ID) -> Endpoint<[Comment]> {
///         Endpoint("posts.comments", .get, "posts/\(id)/comments", returns: .list)
///     }
/// }
/// let post = try await api.posts.get(12)
/// let comments = try await api.send(Post.comments(of: 12))
/// ```
public protocol RESTModel: JSONModel {
    /// The type sent to create a model.
    associatedtype Draft: JSONValue & Sendable = Self
    /// The type sent to change single fields of a model.
    associatedtype Patch: Sendable = Never
    /// The parameters of a list.
    associatedtype ListQuery: ListParameters = WholeList
    /// The type that identifies a model in paths.
    associatedtype PathKey: ParameterValue = Never
    /// Whether the model's id is what identifies it in paths.
    associatedtype PathKeyKind: PathKeyMeaning = PathKeyIsID
}

/// What identifies a model in paths: its id or another field.
public protocol PathKeyMeaning {}

/// The id identifies a model in paths.
public enum PathKeyIsID: PathKeyMeaning {}

/// A field other than the id identifies a model in paths: `repos/swift/issues/12` for the issue with the id 7013.
public enum PathKeyIsField: PathKeyMeaning {}

/// A model at a fixed location on the server, so that its operations are functions of its type: `Post.get(12)`.
public protocol Located: RESTModel {
    /// Its location.
    static var resource: Resource<Self> { get }
}

/// The path of a model on the server, and the name of its operations in logs and errors.
public final class Resource<Model: RESTModel>: Sendable {
    // A class, so that generated code returns a reference. For a struct, the compiler would emit functions that copy
    // its contents for every model.

    /// `posts`, as in `posts.get`.
    public let name: String
    /// The path of the collection.
    public let path: APIPath
    /// For each field that the path determines: returns whether a model has the path's value, which is filled in if the
    /// server did not send it.
    private let fields: [@Sendable (inout Model) -> Bool]
    private let segment: @Sendable (Model.PathKey) -> APIPath

    /// Creates a resource: `Resource("posts", at: "posts")`.
    ///
    /// - Parameters:
    ///   - name: The name in logs and errors.
    ///   - path: The path relative to the base URL.
    ///   - keys: Whether errors and logs may show the keys in paths.
    public convenience init(_ name: String, at path: APIPath, keys: ParameterPrivacy = .open) {
        self.init(name, at: path, keys: keys, using: AsIs())
    }

    /// Creates a resource whose keys are converted by a transformer in paths, as in JSON.
    public convenience init<Form: Transformer>(
        _ name: String, at path: APIPath, keys: ParameterPrivacy = .open, using form: Form
    ) where Form.Value == Model.PathKey, Form.Source: ParameterValue {
        self.init(name, path, []) { keys == .sensitive ? "\(secret: $0, using: form)" : "\($0, using: form)" }
    }

    private init(
        _ name: String, _ path: APIPath, _ fields: [@Sendable (inout Model) -> Bool],
        _ segment: @escaping @Sendable (Model.PathKey) -> APIPath
    ) {
        self.name = name
        self.path = path
        self.fields = fields
        self.segment = segment
    }

    /// Returns this resource with a field that is filled in from the path, if the server does not send it:
    /// `Resource("issues", at: "repos/\(repo)/issues").filling(\.repo, repo)`.
    public func filling<Value: Equatable & Sendable>(
        _ field: WritableKeyPath<Model, Value>, _ value: Value
    ) -> Resource {
        // In Swift 5 mode, the literal of a property's key path is not known to be `Sendable` (SE-0418).
        nonisolated(unsafe) let field = field
        return holding {
            let isHeld = $0[keyPath: field] == value
            $0[keyPath: field] = value
            return isHeld
        }
    }

    /// Returns this resource, restricted to models whose fields match the path:
    /// `Resource("posts", at: "users/\(userId)/posts").holding { $0.userId == userId }`.
    ///
    /// - Parameter isHeld: Returns whether a model belongs to the resource. It may fill in what the server does not
    ///   send.
    public func holding(_ isHeld: @escaping @Sendable (inout Model) -> Bool) -> Resource {
        Resource(name, path, fields + [isHeld], segment)
    }

    /// Returns whether a model belongs to this location, according to the fields that the path determines.
    public func contains(_ model: Model) -> Bool {
        var model = model
        return fields.allSatisfy { $0(&model) }
    }

    /// Whether the path determines fields of its models.
    package var fills: Bool { !fields.isEmpty }

    /// Returns a model with the fields that the path determines filled in.
    @Sendable package func filled(_ model: Model) -> Model {
        fields.reduce(into: model) { _ = $1(&$0) }
    }

    /// Returns the path of a single model: `posts/12`, or `posts/12/` if the collection's path ends with a slash.
    public func path(of key: Model.PathKey?) -> APIPath {
        guard let key else { return APIPath(problem: "the `\(Model.self)` has no key yet, so it has no path") }
        return path.endsWithSlash ? "\(path)\(segment(key))/" : "\(path)/\(segment(key))"
    }

    /// Returns the shape with the fields that the path determines filled in.
    public func filled(_ shape: ResponseShape<Model>) -> ResponseShape<Model> {
        fields.isEmpty ? shape : shape.map(filled)
    }

    /// Returns the shape with the fields that the path determines filled in for each model.
    public func filled(_ shape: ResponseShape<[Model]>) -> ResponseShape<[Model]> {
        fields.isEmpty ? shape : shape.map { $0.map(self.filled) }
    }

    fileprivate func operation(_ name: String) -> String { "\(self.name).\(name)" }
}

/// A model whose list can be requested.
public protocol Listed: RESTModel {
    /// GET `posts`
    static func list(_ query: ListQuery, in resource: Resource<Self>) -> Endpoint<[Self]>
    /// What a list contains: all models that match the query, or a page of them.
    static var coverage: ListCoverage { get }
}

/// A model with a key that can be used in a path.
public protocol Keyed: RESTModel {
    /// The key in paths. By default, it is the id.
    var pathKey: PathKey? { get }
}

/// A model that can be requested individually.
public protocol Gettable: Keyed {
    /// GET `posts/{id}`
    static func get(_ key: PathKey, in resource: Resource<Self>) -> Endpoint<Self>
}

/// A model that can be created.
public protocol Creatable: RESTModel {
    /// POST `posts`
    static func create(_ draft: Draft, in resource: Resource<Self>) -> Endpoint<Self>
}

/// A model that can be replaced.
public protocol Updatable: Keyed {
    /// PUT `posts/{id}`
    static func update(_ model: Self, in resource: Resource<Self>) -> Endpoint<Self>
}

/// A model whose fields can be changed individually.
public protocol Patchable: Keyed where Patch: JSONValue {
    /// PATCH `posts/{id}`
    static func patch(_ key: PathKey, _ patch: Patch, in resource: Resource<Self>) -> Endpoint<Self>
}

/// A model that can be deleted.
public protocol Deletable: Keyed {
    /// DELETE `posts/{id}`
    static func delete(_ key: PathKey, in resource: Resource<Self>) -> Endpoint<Void>
}

/// A model with `save`, which creates new objects and updates existing ones.
public protocol Savable: RESTModel {}

extension Keyed where Self: Identifiable, PathKey == ID {
    /// The id.
    public var pathKey: ID? { id }
}

extension Listed {
    /// GET `posts`
    public static func list(_ query: ListQuery, in resource: Resource<Self>) -> Endpoint<[Self]> {
        Endpoint(
            resource.operation("list"), .get, resource.path, query: query.parameters, returns: resource.filled(.list))
    }

    /// All models that match the query.
    public static var coverage: ListCoverage { .whole }

    /// GET `posts`, as a value.
    public static func list(_ query: ListQuery) -> Endpoint<[Self]> where Self: Located {
        list(query, in: Self.resource)
    }

    /// GET `posts` without parameters, as a value.
    public static func list() -> Endpoint<[Self]> where Self: Located, ListQuery: OptionalListParameters {
        list(ListQuery(), in: Self.resource)
    }
}

extension Gettable {
    /// GET `posts/{id}`
    public static func get(_ key: PathKey, in resource: Resource<Self>) -> Endpoint<Self> {
        Endpoint(resource.operation("get"), .get, resource.path(of: key), returns: resource.filled(.object))
    }

    /// GET `posts/{id}`, as a value.
    public static func get(_ key: PathKey) -> Endpoint<Self> where Self: Located { get(key, in: Self.resource) }
}

extension Creatable {
    /// POST `posts`
    public static func create(_ draft: Draft, in resource: Resource<Self>) -> Endpoint<Self> {
        Endpoint(
            resource.operation("create"), .post, resource.path, body: .json(draft), returns: resource.filled(.object))
    }

    /// POST `posts`, as a value.
    public static func create(_ draft: Draft) -> Endpoint<Self> where Self: Located { create(draft, in: Self.resource) }
}

extension Updatable {
    /// PUT `posts/{id}`
    public static func update(_ model: Self, in resource: Resource<Self>) -> Endpoint<Self> {
        Endpoint(
            resource.operation("update"), .put, resource.path(of: model.pathKey), body: .json(model),
            returns: resource.filled(.object).elseIfEmpty(model))
    }

    /// PUT `posts/{id}`, as a value.
    public static func update(_ model: Self) -> Endpoint<Self> where Self: Located { update(model, in: Self.resource) }
}

extension Patchable {
    /// PATCH `posts/{id}`
    public static func patch(_ key: PathKey, _ patch: Patch, in resource: Resource<Self>) -> Endpoint<Self> {
        Endpoint(
            resource.operation("patch"), .patch, resource.path(of: key), body: .json(patch),
            returns: resource.filled(.object))
    }

    /// PATCH `posts/{id}`, as a value.
    public static func patch(_ key: PathKey, _ patch: Patch) -> Endpoint<Self> where Self: Located {
        Self.patch(key, patch, in: Self.resource)
    }
}

extension Deletable {
    /// DELETE `posts/{id}`
    public static func delete(_ key: PathKey, in resource: Resource<Self>) -> Endpoint<Void> {
        Endpoint(resource.operation("delete"), .delete, resource.path(of: key), returns: .nothing)
    }

    /// DELETE `posts/{id}`, as a value.
    public static func delete(_ key: PathKey) -> Endpoint<Void> where Self: Located { delete(key, in: Self.resource) }
}

/// The query of a list that takes no parameters.
public struct WholeList: OptionalListParameters {
    /// Always empty.
    public var parameters: Parameters { Parameters() }

    /// Creates the query.
    public init() {}
}

/// How much of its query a list from the server covers.
public enum ListCoverage: Hashable, Sendable {
    /// All models that match the query, in a single response.
    case whole
    /// Some of the models, or several responses, between which models may have moved.
    case page
}
