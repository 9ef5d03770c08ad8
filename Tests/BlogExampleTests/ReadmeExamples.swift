import Foundation
import Logging
import ModelChanges
import ModelExpressions
import ModelFiles
import ModelMiddleware
import ModelObservation
import ModelPagination
import ModelREST
import ModelRepository
import ModelRepositorySQLite
import ModelRetries
import ModelRuntime
import ModelSQLite
import ModelTesting
import Testing

@testable import BlogExample

/// The README's examples of use, line by line; `ReadmeTests` compares them.
@Suite("The README's examples")
struct ReadmeExamples {
    @Test("run against the example's server and a separate database") func examples() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await BlogServer().run { server in try await use(server, folder) }
    }

    private func use(_ currentServer: String, _ folder: URL) async throws {
        let url = folder.appending(path: "blog.sqlite")
        let cutoff = Date(timeIntervalSince1970: 0)
        let logger = Logger(label: "blog")
        let data = Data(#"{"id": 12, "userId": 7, "title": "A", "created_at": 1000}"#.utf8)
        let list = Data(#"[{"id": 13, "userId": 7, "title": "A"}, {"id": 14, "userId": 7, "title": "B"}]"#.utf8)

        // JSON
        let post = try Post(json: data)  // directly from bytes; JSONDecoder works as well
        let posts = try [Post](json: list)
        let body = try post.jsonData()

        var patch = Post.Patch()  // untouched, null or a value
        patch.title = .value("New")
        patch.createdAt = .null
        #expect(try Post(json: body) == post)
        var changed = post
        changed.apply(patch)
        #expect(changed.title == "New" && changed.createdAt == nil)

        // Opening: created at the newest version, or migrated to it
        let db = try await BlogDatabase.open(at: url)
        try await db.write { db in
            try User(id: 7, name: "Ann", username: "ann", email: "ann@example.com").insert(db)
        }

        // Records
        try await db.write { db in
            try post.save(db)
            try Post.insert(posts, db, onConflict: .replace)
            try Post.update(db, where: { $0.userId == 7 }) { $0.title = "New" }  // import ModelChanges
            try Post.delete(db, where: { $0.createdAt < cutoff })  // import ModelChanges
        }
        let one = try await db.read { db in try Post.find(12, db) }
        #expect(one?.title == "New")

        // Queries
        let some = try await db.read { db in
            try Post.where { $0.userId == 7 && $0.title.hasPrefix("A") }  // import ModelExpressions
                .order { [$0.createdAt.desc, $0.title] }
                .limit(10, offset: 5)
                .all(db)
        }
        let counts = try await db.read { db in  // [(Int64, Int)]
            try Post.select { ($0.userId, $0.id.count) }.group { $0.userId }.all(db)  // import ModelExpressions
        }
        #expect(some.isEmpty)
        #expect(counts.map(\.1) == [3])
        for try await posts in db.observe(Post.where { $0.userId == 7 }) {
            #expect(posts.count == 3)
            break
        }

        // Remote
        let api = BlogAPI(baseURL: { currentServer }, middleware: [BearerAuth("token"), Retry(), RequestLog(logger)])
        let page = try await api.posts.list(.init(userId: 7, start: 0, limit: 20))
        let created = try await api.posts.create(Post.Draft(userId: 7, title: "Hello"))
        let comments = try await api.send(Post.comments(of: created.id))
        let answer = try await api.response(for: Post.get(created.id))  // status, headers, raw body and the post
        #expect(comments.isEmpty && answer.value == created)
        var titles: [String] = []
        for try await post in api.posts.all(.init(userId: 7)) {
            titles.append(post.title)
        }
        #expect(titles == page.map(\.title) + ["Hello"])

        // Server, cache and screen together
        let store = Post.Repository(api: api.posts, database: db)
        var counted: [Int] = []
        for try await posts in store.list(.init(userId: 7), policy: .cacheThenNetwork) {
            counted.append(posts.count)
        }
        // Nothing was answered before, and rows that the server did not give for this question are no answer to it.
        #expect(counted == [titles.count])
        let drafts = ModelStorage(directory: folder)  // import ModelFiles
        try drafts.save(post)
        let draft: Post? = try drafts.fetch(12)
        #expect(draft == post)
        await db.close()

        // In tests
        let replayed = BlogAPI(transport: .replaying(folder))  // import ModelTesting
        try BlogDatabase.verifyMigrations(faults: .afterEveryStatement)
        await #expect(throws: APIError.self) { try await replayed.posts.get(1) }
    }
}
