import Foundation
import ModelPagination
import ModelREST

/// Uses all operations of the generated client, with any server that implements the document of `modelgen export
/// openapi`.
struct Visit {
    /// What the server did wrong.
    struct Broken: Error, CustomStringConvertible {
        let description: String
    }

    let api: BlogAPI
    let account: Account

    func run() async throws {
        try await users()
        try await posts()
        try await comments()
        try await todos()
        try await failures()
    }

    private func users() async throws {
        account.step("Users: list, get, pages, and what belongs to one")
        let all = try await pages(api.users.list()) { api.users.all(.init(limit: $0)) }
        let first = try one(of: all)
        try expect(try await api.users.get(first.id) == first, "a user is the one of the list")
        let posts = try await api.send(User.posts(of: first.id))
        let todos = try await api.send(User.todos(of: first.id))
        account.result("\(all.count) users; the first has \(posts.count) posts and \(todos.count) todos")
    }

    private func posts() async throws {
        account.step("Posts: list, filter, create, get, update, delete, pages, and the comments of one")
        let before = try await pages(api.posts.list()) { api.posts.all(.init(limit: $0)) }
        let author = try one(of: before).userId
        let wanted = try await api.posts.list(.init(userId: author))
        try expect(wanted == before.filter { $0.userId == author }, "the filter finds the posts of user \(author)")
        let moment = Date(timeIntervalSince1970: 1_700_000_000)
        let draft = Post.Draft(
            userId: author, title: "Ünïcode / \"quoted\" 🦊", visibility: .followers, tags: ["a b", "", "é"],
            createdAt: moment)
        var post = try await api.posts.create(draft)
        let created = Post(
            id: post.id, userId: author, title: draft.title, visibility: .followers, tags: draft.tags,
            createdAt: moment)
        try expect(post == created, "what is created is what was sent: \(post)")
        try expect(try await api.posts.get(post.id) == created, "what was created can be had")
        post.title = "Changed"
        post.visibility = .unknown("friends-of-friends")
        post.createdAt = nil
        try expect(try await api.posts.update(post) == post, "what is changed is what was sent")
        try expect(try await api.posts.get(post.id) == post, "what was changed can be had")
        let comments = try await api.send(Post.comments(of: try one(of: before).id))
        try await api.posts.delete(post.id)
        try await missing("a deleted post") { _ = try await api.posts.get(post.id) }
        try expect(try await api.posts.list() == before, "the list is what it was")
        account.result("\(before.count) posts; the first has \(comments.count) comments")
    }

    private func comments() async throws {
        account.step("Comments: list, filter, create, get, delete, pages")
        let before = try await pages(api.comments.list()) { api.comments.all(.init(limit: $0)) }
        let post = try one(of: before).postId
        let wanted = try await api.comments.list(.init(postId: post))
        try expect(wanted == before.filter { $0.postId == post }, "the filter finds the comments of post \(post)")
        let draft = Comment.Draft(postId: post, name: "Visitor", email: "visitor@example.org", body: "")
        let comment = try await api.comments.create(draft)
        let created = Comment(
            id: comment.id, postId: post, name: draft.name, email: draft.email, body: draft.body)
        try expect(comment == created, "what is created is what was sent: \(comment)")
        try expect(try await api.comments.get(comment.id) == comment, "what was created can be had")
        try await api.comments.delete(comment.id)
        try await missing("a deleted comment") { _ = try await api.comments.get(comment.id) }
        account.result("\(before.count) comments")
    }

    private func todos() async throws {
        account.step("Todos: list, create, get, update, delete, pages")
        let before = try await pages(api.todos.list()) { api.todos.all(.init(limit: $0)) }
        var todo = try await api.todos.create(Todo.Draft(userId: 1, title: "Visit"))
        try expect(todo == Todo(id: todo.id, userId: 1, title: "Visit"), "what is created is what was sent: \(todo)")
        todo.isCompleted = true
        try expect(try await api.todos.update(todo) == todo, "what is changed is what was sent")
        try expect(try await api.todos.get(todo.id).isCompleted, "what was changed can be had")
        try await api.todos.delete(todo.id)
        try await missing("a deleted todo") { try await api.todos.delete(todo.id) }
        account.result("\(before.count) todos")
    }

    private func failures() async throws {
        account.step("Missing objects, and requests that the server refuses")
        try await missing("a user that nobody is") { _ = try await api.users.get(.max) }
        try await fails("a page before the first", with: 400) { _ = try await api.posts.list(.init(start: -1)) }
        try await fails("a page of less than nothing", with: 400) { _ = try await api.users.list(.init(limit: -1)) }
        account.result("refused with 404 and 400")
    }

    // MARK: Helpers

    private func pages<Item: Equatable & Sendable>(
        _ all: [Item], by size: (Int) -> PagedItems<Item>
    ) async throws -> [Item] {
        for limit in [1, 2, all.count, all.count + 1] where limit > 0 {
            try expect(try await size(limit).collected() == all, "pages of \(limit) are the list")
        }
        return all
    }

    private func one<Item>(of items: [Item]) throws -> Item {
        guard let first = items.first else { throw Broken(description: "nothing is listed of \(Item.self)") }
        return first
    }

    private func expect(_ isTrue: Bool, _ what: String) throws {
        if !isTrue { throw Broken(description: "not so: \(what)") }
    }

    private func missing(_ what: String, _ request: () async throws -> Void) async throws {
        try await fails(what, with: 404, request)
    }

    private func fails(_ what: String, with status: Int, _ request: () async throws -> Void) async throws {
        do {
            try await request()
        } catch let error as APIError {
            guard case .status(let failure) = error.reason, failure.status == status else { throw error }
            return
        }
        throw Broken(description: "\(what) is answered as if there were such a thing")
    }
}
