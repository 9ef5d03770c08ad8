import FlyingFox
import Foundation

/// A real HTTP server on loopback that serves users, posts, comments and todos in the form of JSONPlaceholder.
///
/// It does not use the generated models: its own types represent another program, on another machine.
struct BlogServer: Sendable {
    private let server: HTTPServer
    private let users = Collection(BlogServer.seedUsers)
    private let posts = Collection(BlogServer.seedPosts)
    private let comments = Collection(BlogServer.seedComments)
    private let todos = Collection(BlogServer.seedTodos)

    /// A server on a port; 0 is a free one.
    init(port: UInt16 = 0) throws {
        server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: port), logger: .disabled)
    }

    /// Starts the server, calls the body with its address, and stops it.
    func run(_ body: @Sendable (_ baseURL: String) async throws -> Void) async throws {
        await route()
        let running = Task { try await server.run() }
        defer { running.cancel() }
        try await server.waitUntilListening()
        guard case .ip4(_, let port) = await server.listeningAddress else { throw ServerError.noAddress }
        try await body("http://127.0.0.1:\(port)")
    }

    private func route() async {
        await serve(users, at: "users")
        await serve(posts, at: "posts", filter: ("userId", { $0.userId }))
        await serve(comments, at: "comments", filter: ("postId", { $0.postId }))
        await serve(todos, at: "todos")
        await server.appendRoute("GET /posts/:id/comments") { [comments] (id: Number) in
            guard let id = id.value else { return HTTPResponse(statusCode: .notFound) }
            return try await response(comments.all { $0.postId == id })
        }
        await server.appendRoute("GET /users/:id/posts") { [posts] (id: Number) in
            guard let id = id.value else { return HTTPResponse(statusCode: .notFound) }
            return try await response(posts.all { $0.userId == id })
        }
        await server.appendRoute("GET /users/:id/todos") { [todos] (id: Number) in
            guard let id = id.value else { return HTTPResponse(statusCode: .notFound) }
            return try await response(todos.all { $0.userId == id })
        }
    }

    private func serve<Item: Resource>(
        _ collection: Collection<Item>, at path: String,
        filter: (name: String, value: @Sendable (Item) -> Int)? = nil
    ) async {
        await server.appendRoute(HTTPRoute("GET /\(path)")) { request in
            do {
                let wanted = try filter.flatMap { try request.number($0.name) }
                let start = try request.count("_start") ?? 0
                let limit = try request.count("_limit") ?? .max
                let all = await collection.all { wanted == nil || filter?.value($0) == wanted }
                return try response(Array(all.dropFirst(start).prefix(limit)))
            } catch is BadRequest {
                return HTTPResponse(statusCode: .badRequest)
            }
        }
        await server.appendRoute(HTTPRoute("GET /\(path)/:id")) { (id: Number) in
            guard let item = await collection.item(id.value) else { return HTTPResponse(statusCode: .notFound) }
            return try response(item)
        }
        await server.appendRoute(HTTPRoute("POST /\(path)")) { request in
            guard let item = try await request.body(as: Item.self) else { return HTTPResponse(statusCode: .badRequest) }
            return try response(await collection.add(item), .created)
        }
        await server.appendRoute(HTTPRoute("PUT /\(path)/:id")) { (request: HTTPRequest, id: Number) in
            guard let item = try await request.body(as: Item.self) else { return HTTPResponse(statusCode: .badRequest) }
            guard let replaced = await collection.replace(id.value, by: item) else {
                return HTTPResponse(statusCode: .notFound)
            }
            return try response(replaced)
        }
        await server.appendRoute(HTTPRoute("DELETE /\(path)/:id")) { (id: Number) in
            await collection.remove(id.value) ? HTTPResponse(statusCode: .ok) : HTTPResponse(statusCode: .notFound)
        }
    }
}

enum ServerError: Error {
    case noAddress
}

/// A whole number in a path or a query, which JSON Schema allows to be written `3.0`; nil for any other string.
private struct Number: HTTPRouteParameterValue {
    let value: Int?

    init(parameter: String) {
        // Not by digits alone: a number with too many of them would be rounded to another.
        let hasPoint = parameter.contains { ".eE".contains($0) }
        value = hasPoint ? Double(parameter).flatMap(Int.init(exactly:)) : Int(parameter)
    }
}

/// A parameter that is not a number, or is out of range.
private struct BadRequest: Error {}

extension HTTPRequest {
    fileprivate func number(_ name: String) throws(BadRequest) -> Int? {
        guard let text = query.first(where: { $0.name == name })?.value else { return nil }
        guard let number = Number(parameter: text).value else { throw BadRequest() }
        return number
    }

    /// A number of items. One that is too large for an `Int` means all there are.
    fileprivate func count(_ name: String) throws(BadRequest) -> Int? {
        guard let text = query.first(where: { $0.name == name })?.value else { return nil }
        if let number = Number(parameter: text).value, number >= 0 { return number }
        guard let number = Double(text), number >= 0x1p63, number.isFinite else { throw BadRequest() }
        return .max
    }

    /// The body, or nil if it is invalid.
    fileprivate func body<Item: Resource>(as type: Item.Type) async throws -> Item? {
        try? JSONDecoder().decode(type, from: try await bodyData)
    }
}

private func response(_ value: some Encodable, _ status: HTTPStatusCode = .ok) throws -> HTTPResponse {
    HTTPResponse(
        statusCode: status, headers: [.contentType: "application/json; charset=utf-8"],
        body: try JSONEncoder().encode(value))
}

/// An object that the server stores, with a number, which the server assigns if the client omits it.
private protocol Resource: Codable, Sendable {
    var id: Int? { get set }
}

/// A value that a client may omit but must not send as null.
@propertyWrapper
private struct LeftOut<Value: Codable & Sendable>: Codable, Sendable {
    var wrappedValue: Value?

    init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }
}

extension KeyedDecodingContainer {
    fileprivate func decode<Value>(_ type: LeftOut<Value>.Type, forKey key: Key) throws -> LeftOut<Value> {
        LeftOut(wrappedValue: contains(key) ? try decode(Value.self, forKey: key) : nil)
    }
}

extension KeyedEncodingContainer {
    fileprivate mutating func encode<Value>(_ value: LeftOut<Value>, forKey key: Key) throws {
        try encodeIfPresent(value.wrappedValue, forKey: key)
    }
}

private actor Collection<Item: Resource> {
    private var items: [Item]

    init(_ items: [Item]) { self.items = items }

    func all(where isWanted: (Item) -> Bool) -> [Item] { items.filter(isWanted) }
    func item(_ id: Int?) -> Item? { items.first { $0.id == id } }

    func add(_ item: Item) -> Item {
        var item = item
        item.id = (items.compactMap(\.id).max() ?? 0) + 1
        items.append(item)
        return item
    }

    func replace(_ id: Int?, by item: Item) -> Item? {
        guard let index = items.firstIndex(where: { $0.id == id }) else { return nil }
        items[index] = item
        items[index].id = id
        return items[index]
    }

    func remove(_ id: Int?) -> Bool {
        let count = items.count
        items.removeAll { $0.id == id }
        return items.count < count
    }
}

extension BlogServer {
    fileprivate struct ServedUser: Resource {
        struct Address: Codable {
            struct Geo: Codable {
                var lat: String
                var lng: String
            }

            var street: String
            var city: String
            var geo: Geo
        }

        struct Company: Codable {
            var name: String
            var catchPhrase: String
        }

        var id: Int?
        var name: String
        var username: String
        var email: String
        var address: Address
        var phone: String
        var website: String
        var company: Company
    }

    fileprivate struct ServedPost: Resource {
        var userId: Int
        var id: Int?
        var title: String
        @LeftOut var body: String?
        @LeftOut var visibility: String?
        @LeftOut var tags: [String]?
        /// Milliseconds since 1970.
        var created_at: Int?
    }

    fileprivate struct ServedComment: Resource {
        var postId: Int
        var id: Int?
        var name: String
        var email: String
        var body: String
    }

    fileprivate struct ServedTodo: Resource {
        var userId: Int
        var id: Int?
        var title: String
        @LeftOut var completed: Bool?
    }

    private static let seedUsers = [
        ServedUser(
            id: 1, name: "Leanne Graham", username: "Bret", email: "leanne@example.org",
            address: .init(street: "Kulas Light", city: "Gwenborough", geo: .init(lat: "-37.3159", lng: "81.1496")),
            phone: "1-770-736-8031", website: "leanne.example.org",
            company: .init(name: "Romaguera", catchPhrase: "Multi-layered client-server neural-net")),
        ServedUser(
            id: 2, name: "Ervin Howell", username: "Antonette", email: "ervin@example.org",
            address: .init(street: "Victor Plains", city: "Wisokyburgh", geo: .init(lat: "-43.9509", lng: "-34.4618")),
            phone: "010-692-6593", website: "ervin.example.org",
            company: .init(name: "Deckow", catchPhrase: "Proactive didactic contingency")),
    ]

    private static let seedPosts = (1...12).map { number in
        ServedPost(
            userId: number <= 7 ? 1 : 2, id: number,
            title: number.isMultiple(of: 3) ? "All about number \(number)" : "Post \(number)",
            body: "The text of post \(number).", visibility: number == 5 ? "friends-of-friends" : "public",
            tags: number == 1 ? ["swift", "sqlite"] : [], created_at: 1_700_000_000_000 + number * 86_400_000)
    }

    private static let seedComments = (1...24).map { number in
        ServedComment(
            postId: (number + 1) / 2, id: number, name: "Reader \(number)", email: "reader\(number)@example.org",
            body: "Comment \(number).")
    }

    private static let seedTodos = (1...6).map { number in
        ServedTodo(
            userId: number <= 3 ? 1 : 2, id: number, title: "Todo \(number)", completed: number.isMultiple(of: 2))
    }
}
