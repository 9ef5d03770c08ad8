import Foundation
import ModelExpressions
import ModelRepository
import ModelRepositorySQLite
import ModelSQLite

/// From a server to a database and back, with code generated from `Schemas/Blog`.
@main
struct BlogExample {
    static let usage = """
        USAGE: BlogExample [<folder>]         the way from a server to a database and back, kept in .build/demo
               BlogExample serve [<port>]     prints the server's address, and serves until it is interrupted
               BlogExample visit <address>    uses all of the generated client on a server that runs elsewhere
        """

    static func main() async {
        do {
            let arguments = CommandLine.arguments.dropFirst()
            switch (arguments.first, arguments.dropFirst().first) {
            case ("--help", _), ("-h", _): print(usage)
            case ("serve", let port): try await serve(port)
            case ("visit", let address?): try await visit(address)
            case ("visit", nil): throw BadUsage()
            case (let folder, _): try await demonstrate(in: folder ?? ".build/demo")
            }
        } catch {
            FileHandle.standardError.write(Data("error: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func serve(_ port: String?) async throws {
        guard let port = UInt16(port ?? "0") else { throw BadUsage() }
        try await BlogServer(port: port).run { baseURL in
            // Not print: a reader at the other end of a pipe waits for it.
            FileHandle.standardOutput.write(Data("\(baseURL)\n".utf8))
            while true { try await Task.sleep(for: .seconds(3600)) }
        }
    }

    private static func visit(_ address: String) async throws {
        let account = Account()
        let api = BlogAPI(baseURL: { address }, middleware: [RequestAccount(account: account)])
        try await Visit(api: api, account: account).run()
        account.step("Done: \(address) is what the client was generated for.")
    }

    private static func demonstrate(in path: String) async throws {
        let account = Account()
        let folder = URL(filePath: path, directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "blog.sqlite")

        try await BlogServer().run { baseURL in
            account.step("A server serves users, posts, comments and todos at \(baseURL)")
            let api = BlogAPI(baseURL: { baseURL }, middleware: [RequestAccount(account: account)])
            if FileManager.default.fileExists(atPath: file.path) {
                account.step("The database is where the last run left it: \(file.relativePath)")
            } else {
                try await makeOldDatabase(at: file, account)
            }
            let blog = try await openNewest(file, account)
            try await synchronize(blog, api, account)
            try await query(blog, account)
            try await change(blog, api, account)
            await blog.close()
        }
        account.step("Done. Run it again: the database is kept in \(file.relativePath).")
    }

    /// Creates the file as version 1 of the application would have.
    private static func makeOldDatabase(at file: URL, _ account: Account) async throws {
        account.step("A database of version 1, with rows in it, in \(file.relativePath)")
        let old = try await OldBlogDatabase.open(at: file, configuration(account))
        try await old.write { db in
            try db.run(
                "INSERT INTO users (id, name, username, email) VALUES (99, 'Old Hand', 'oldhand', 'old@example.org')")
            try db.run(
                "INSERT INTO posts (id, user_id, title, text, legacy_score) VALUES (990, 99, 'From version 1', '  kept  ', 4.5)"
            )
        }
        await old.close()
    }

    private static func openNewest(_ file: URL, _ account: Account) async throws -> BlogDatabase {
        account.step("Open it, migrated to version \(BlogDatabase.schema.version) if it is older")
        let blog = try await BlogDatabase.open(at: file, configuration(account)) { progress in
            if progress.done == progress.total {
                account.result("\(progress.total) steps to version \(progress.version)")
            }
        }
        let (posts, oldest) = try await blog.read { db in (try Post.count(db), try Post.find(990, db)) }
        account.result("posts: \(posts); number 990 of version 1 now has the body \"\(oldest?.body ?? "")\"")
        return blog
    }

    private static func synchronize(_ blog: BlogDatabase, _ api: BlogAPI, _ account: Account) async throws {
        account.step("Fetch users, posts and comments with the generated client, and store them")
        let users = try await api.users.list()
        let posts = try await api.posts.list()
        let comments = try await api.send(Post.comments(of: 1))
        let todos = try await api.send(User.todos(of: 1))
        try await blog.write { db in
            for user in users { try user.save(db) }
            for post in posts { try post.save(db) }
            for comment in comments { try comment.save(db) }
            for todo in todos { try todo.save(db) }
        }
        account.result("\(users.count) users, \(posts.count) posts, \(comments.count) comments, \(todos.count) todos")
        account.result("\(users[0].name) lives in \(users[0].city ?? "?"), at latitude \(users[0].latitude ?? 0)")
    }

    private static func query(_ blog: BlogDatabase, _ account: Account) async throws {
        account.step("The last posts of user 1 whose title begins with \"All\"")
        let found = try await blog.read { db in
            try Post.where { $0.userId == 1 && $0.title.hasPrefix("All") }
                .order { [$0.createdAt.desc, $0.title] }
                .limit(10)
                .all(db)
        }
        for post in found { account.result("\(post.id): \(post.title)") }
        let unknown = try await blog.read { db in
            try Post.where { $0.visibility == .unknown("friends-of-friends") }.count(db)
        }
        account.result("\(unknown) post has a visibility that this version does not know, and keeps")
        account.step("Who has most to do: a query from the YAML")
        let busiest = try await blog.read { db in try Todo.openPerUser(db) }
        for row in busiest.prefix(3) { account.result("user \(row.userId): \(row.n) open todos") }
    }

    private static func change(_ blog: BlogDatabase, _ api: BlogAPI, _ account: Account) async throws {
        account.step("Create a post on the server, change it; the database follows")
        let store = Post.Repository(api: api.posts, database: blog)
        var post = try await store.create(Post.Draft(userId: 1, title: "Written by the example", tags: ["demo"]))
        post.body = "A body at last."
        post = try await store.update(post)
        let stored = try await blog.read { [post] db in try Post.find(post.id, db) }
        account.result("stored: \(stored == post ? "the same as on the server" : "something else")")
        account.step("The posts of user 1: first those of the database, then those of the server")
        for try await posts in store.list(.init(userId: 1), policy: .cacheThenNetwork) {
            account.result("\(posts.count) posts")
        }
        account.step("Delete it from the server; the database follows")
        try await store.delete(post.id)
        let gone = try await blog.read { [post] db in try Post.find(post.id, db) == nil }
        account.result(gone ? "gone from both" : "still there")
    }

    private static func configuration(_ account: Account) -> DatabaseConfiguration {
        var configuration = DatabaseConfiguration()
        configuration.onStatement = { account.statement($0) }
        return configuration
    }
}

struct BadUsage: Error, CustomStringConvertible {
    var description: String { "the arguments are none of these\n\(BlogExample.usage)" }
}

/// The database of version 1 of the application, as it is on its users' disks.
struct OldBlogDatabase: SQLiteDatabase {
    static let schema = DatabaseSchema(
        "Blog", version: 1, applicationID: BlogDatabase.schema.applicationID,
        create: [
            """
            CREATE TABLE comments (
                id INTEGER PRIMARY KEY,
                post_id INTEGER NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
                name TEXT NOT NULL,
                email TEXT NOT NULL,
                body TEXT NOT NULL
            )
            """,
            "CREATE INDEX comments_on_post_id ON comments (post_id)",
            """
            CREATE TABLE posts (
                id INTEGER PRIMARY KEY,
                user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
                title TEXT NOT NULL,
                text TEXT NOT NULL DEFAULT '',
                legacy_score REAL,
                CHECK (length(title) > 0)
            )
            """,
            "CREATE INDEX posts_on_user_id ON posts (user_id)",
            """
            CREATE TABLE users (
                id INTEGER PRIMARY KEY,
                name TEXT NOT NULL,
                username TEXT NOT NULL,
                email TEXT NOT NULL,
                phone TEXT,
                website TEXT
            )
            """,
            "CREATE UNIQUE INDEX users_unique_username ON users (username)",
        ])

    let pool: DatabasePool

    init(pool: DatabasePool) { self.pool = pool }
}
