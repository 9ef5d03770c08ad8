import BlogPackage
import BlogPublic
import Foundation
import ModelChanges
import ModelExpressions
import ModelPatches
import ModelREST
import ModelRuntime
import ModelSQLite
import ModelTesting

// This module is isolated to the main actor, like an app's; its own Blog is internal.

func expect(_ condition: Bool, _ what: String) {
    guard !condition else { return }
    print("wrong: \(what)")
    exit(1)
}

func mapsThroughJSON<Value: JSONModel & Equatable>(_ value: Value) throws {
    expect(try Value(json: value.jsonData()) == value, "\(value) through JSON")
    expect(try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value)) == value, "\(value) by Codable")
}

let json = Data(#"{"id":12,"userId":7,"title":"Hello","created_at":1500000000000,"tags":["a"]}"#.utf8)

try mapsThroughJSON(Post(json: json))
try mapsThroughJSON(BlogPublic.Post(json: json))
try mapsThroughJSON(BlogPackage.Post(json: json))

/// Models are values that leave the main actor.
@concurrent func elsewhere(_ posts: [Post]) async -> [String] { posts.map(\.title) }
expect(await elsewhere([try Post(json: json)]) == ["Hello"], "models leave the main actor")

func keepsRows() async throws {
    let own = try BlogDatabase.inMemory()
    try await own.write { db in
        try User(id: 7, name: "Ada", username: "ada", email: "a@example.com").insert(db)
        try Post(json: json).insert(db)
        var patch = Post.Patch()
        patch.title = .value("Changed")
        try Post.update(12, db, applying: patch)
    }
    let titles = try await own.read { db in
        try Post.where { $0.userId == 7 && $0.title.hasPrefix("C") }.order { [$0.title] }.all(db).map(\.title)
    }
    expect(titles == ["Changed"], "queries: \(titles)")

    let open = try BlogPublic.BlogDatabase.inMemory()
    try await open.write { db in
        try BlogPublic.User(id: 7, name: "Ada", username: "ada", email: "a@example.com").insert(db)
        try BlogPublic.Post(json: json).insert(db)
    }
    expect(try await open.read { db in try BlogPublic.Post.find(12, db) }?.title == "Hello", "a public database")

    let shared = try BlogPackage.BlogDatabase.inMemory()
    try await shared.write { db in
        try BlogPackage.User(id: 7, name: "Ada", username: "ada", email: "a@example.com").insert(db)
        try BlogPackage.Post(json: json).insert(db)
    }
    expect(
        try await shared.read { db in try BlogPackage.Post.where { $0.userId == 7 }.count(db) } == 1,
        "a package's database"
    )
}

try await keepsRows()

/// A fake of a model's operations, as in tests and previews.
let comment = BlogPublic.Comment(id: 1, postId: 12, name: "n", email: "e", body: "b")
let fake = Operations<BlogPublic.Comment>(list: { _ in [comment] }, get: { _ in comment })
expect(try await fake.get(1).postId == 12, "a fake of a model's operations")
let comments: Operations<BlogPublic.Comment> = BlogPublic.BlogAPI(client: fake.client).comments
expect(comments.resource.name == "comments", "the operations themselves")
expect(BlogPublic.Comment.list().operation == "comments.list", "an operation as a value")

print("fine")
