import FlyingFox
import Foundation

/// A real HTTP server on loopback that serves users, posts, comments and todos in the shape of JSONPlaceholder.
///
/// It knows nothing of the generated models: its own types stand for another program, on another machine.
struct BlogServer: Sendable {
    private let server: HTTPServer
    private let users = Collection(BlogServer.seedUsers)
    private let posts = Collection(BlogServer.seedPosts)
    private let comments = Collection(BlogServer.seedComments)
    private let todos = Collection(BlogServer.seedTodos)

    init() throws {
        server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled)
    }

    /// Starts the server on a free port, calls the body with its address, and stops it.
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
        await serve(posts, at: "posts") { post, query in query["userId"].map { $0 == String(post.userId) } ?? true }
        await serve(comments, at: "comments") { comment, query in
            query["postId"].map { $0 == String(comment.postId) } ?? true
        }
        await serve(todos, at: "todos")
        await server.appendRoute("GET /posts/:id/comments") { [comments] (id: Int) in
            try await response(comments.all { $0.postId == id })
        }
        await server.appendRoute("GET /users/:id/posts") { [posts] (id: Int) in
            try await response(posts.all { $0.userId == id })
        }
        await server.appendRoute("GET /users/:id/todos") { [todos] (id: Int) in
            try await response(todos.all { $0.userId == id })
        }
    }

    private func serve<Item: Resource>(
        _ collection: Collection<Item>, at path: String,
        where isWanted: @escaping @Sendable (Item, [String: String]) -> Bool = { _, _ in true }
    ) async {
        await server.appendRoute(HTTPRoute("GET /\(path)")) { request in
            let query = Dictionary(request.query.map { ($0.name, $0.value) }) { first, _ in first }
            let all = await collection.all { isWanted($0, query) }
            let start = query["_start"].flatMap(Int.init) ?? 0
            let limit = query["_limit"].flatMap(Int.init) ?? all.count
            return try response(Array(all.dropFirst(start).prefix(limit)))
        }
        await server.appendRoute(HTTPRoute("GET /\(path)/:id")) { (id: Int) in
            guard let item = await collection.item(id) else { return HTTPResponse(statusCode: .notFound) }
            return try response(item)
        }
        await server.appendRoute(HTTPRoute("POST /\(path)")) { request in
            let item = try JSONDecoder().decode(Item.self, from: try await request.bodyData)
            return try response(await collection.add(item), .created)
        }
        await server.appendRoute(HTTPRoute("PUT /\(path)/:id")) { (request: HTTPRequest, id: Int) in
            let item = try JSONDecoder().decode(Item.self, from: try await request.bodyData)
            guard await collection.replace(id, by: item) else { return HTTPResponse(statusCode: .notFound) }
            return try response(item)
        }
        await server.appendRoute(HTTPRoute("DELETE /\(path)/:id")) { (id: Int) in
            await collection.remove(id) ? HTTPResponse(statusCode: .ok) : HTTPResponse(statusCode: .notFound)
        }
    }
}

enum ServerError: Error {
    case noAddress
}

private func response(_ value: some Encodable, _ status: HTTPStatusCode = .ok) throws -> HTTPResponse {
    HTTPResponse(
        statusCode: status, headers: [.contentType: "application/json; charset=utf-8"],
        body: try JSONEncoder().encode(value))
}

/// What the server keeps: an object with a number, which the server gives where the client left it out.
private protocol Resource: Codable, Sendable {
    var id: Int? { get set }
}

private actor Collection<Item: Resource> {
    private var items: [Item]

    init(_ items: [Item]) { self.items = items }

    func all(where isWanted: (Item) -> Bool) -> [Item] { items.filter(isWanted) }
    func item(_ id: Int) -> Item? { items.first { $0.id == id } }

    func add(_ item: Item) -> Item {
        var item = item
        item.id = (items.compactMap(\.id).max() ?? 0) + 1
        items.append(item)
        return item
    }

    func replace(_ id: Int, by item: Item) -> Bool {
        guard let index = items.firstIndex(where: { $0.id == id }) else { return false }
        items[index] = item
        items[index].id = id
        return true
    }

    func remove(_ id: Int) -> Bool {
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
        var body: String
        var visibility: String?
        var tags: [String]?
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
        var completed: Bool
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
