import ModelREST

/// A model whose list can be requested page by page.
public protocol Paged: Listed {
    /// Returns the query for some models of a list by their keys; nil if the list has no parameter for keys.
    static func query(_ query: ListQuery, for keys: [PathKey]) -> ListQuery?
    /// GET `posts/{id}`; nil if single models cannot be requested.
    static func single(_ key: PathKey, in resource: Resource<Self>) -> Endpoint<Self>?
}

extension Paged {
    /// A page of the list.
    public static var coverage: ListCoverage { .page }
    /// Nil: the list has no parameter for keys.
    public static func query(_ query: ListQuery, for keys: [PathKey]) -> ListQuery? { nil }
    /// Nil: single models cannot be requested.
    public static func single(_ key: PathKey, in resource: Resource<Self>) -> Endpoint<Self>? { nil }
}

extension Paged where Self: Gettable {
    /// GET `posts/{id}`
    public static func single(_ key: PathKey, in resource: Resource<Self>) -> Endpoint<Self>? { get(key, in: resource) }
}

extension Operations where Model: Paged {
    /// Returns the page at a position.
    public func page(_ query: Model.ListQuery, at position: PagePosition) async throws -> Page<Model> {
        try await client.page(listing(query), at: position)
    }

    /// Returns the list, page by page. A page is requested only when its first item is needed.
    public func all(_ query: Model.ListQuery) -> PagedItems<Model> {
        PagedItems { position in try await client.undeclared(listing(query), at: position) }
    }
}

extension Operations where Model: Paged, Model.ListQuery: OptionalListParameters {
    /// Returns the whole list, page by page. A page is requested only when its first item is needed.
    public func all() -> PagedItems<Model> { all(Model.ListQuery()) }
}

extension RESTAPI {
    /// Returns the items of a list operation, page by page. A page is requested only when its first item is needed.
    public func all<Item>(_ endpoint: Endpoint<[Item]>) -> PagedItems<Item> {
        PagedItems { position in try await client.undeclared(endpoint, at: position) }
    }
}
