import Foundation
import ModelExpressions
import ModelObservation
import ModelRelations
import ModelSQLite
import Testing

/// Whatever a query selects, and from however many tables, the same methods apply, in any order.
@Suite("One query type")
struct SelectTests {
    let blog: BlogDatabase

    init() throws {
        blog = try BlogDatabase.inMemory()
        try blog.write { (db: Database) throws in
            for (id, name) in [(1, "Ann"), (2, "Bob"), (3, "Cid")] {
                try User(id: Int64(id), name: name, email: name, age: 20 + id).insert(db)
            }
            for n: Int64 in 1...12 { try Post(id: n, userId: 1 + n % 3, title: "T\(n % 4)").insert(db) }
            for n: Int64 in 1...24 { try Comment(id: n, postId: 1 + n % 12, text: "c\(n % 5)").insert(db) }
            let tags = [Tag(id: UUID(), name: "Swift"), Tag(id: UUID(), name: "SQL")]
            for tag in tags { try tag.insert(db) }
            for n: Int64 in 1...12 { try PostTag(postId: n, tagId: tags[Int(n % 2)].id).insert(db) }
        }
    }

    /// Every order of the steps.
    func permutations<Step>(_ steps: [Step]) -> [[Step]] {
        guard steps.count > 1 else { return [steps] }
        return steps.indices.flatMap { index in
            var others = steps
            let first = others.remove(at: index)
            return permutations(others).map { [first] + $0 }
        }
    }

    /// The results of all permutations, which must be equal.
    func results<Root, Columns, Output>(
        _ query: Select<Root, Columns, Output>,
        _ steps: [(Select<Root, Columns, Output>) -> Select<Root, Columns, Output>]
    ) throws -> Set<String> {
        try blog.read { (db: Database) throws in
            try Set(
                permutations(steps).map { steps in
                    let query = steps.reduce(query) { $1($0) }
                    let all = try query.all(db).map { String(describing: $0) }
                    var each: [String] = []
                    try query.forEach(db) { each.append(String(describing: $0)) }
                    #expect(try query.count(db) == all.count)
                    #expect(try query.exists(db) == !all.isEmpty)
                    #expect(try query.first(db).map { String(describing: $0) } == all.first)
                    #expect(each == all)
                    #expect(!all.isEmpty)
                    return all.joined(separator: "\n")
                })
        }
    }

    @Test("where, order, limit and distinct on rows mean the same in any order")
    func rows() throws {
        let found = try results(
            Post.all,
            [
                { $0.where { $0.userId > 1 } }, { $0.where { $0.title != "T1" } },
                { $0.order { [$0.title, $0.id.desc] } },
                { $0.limit(4, offset: 1) }, { $0.distinct() },
            ])
        #expect(found.count == 1)
    }

    @Test("where, order, group, having, limit and distinct on a selection mean the same in any order")
    func selections() throws {
        let found = try results(
            Post.select { ($0.userId, $0.id.count, $0.id.max) },
            [
                { $0.where { $0.title != "T1" } }, { $0.group { $0.userId } }, { $0.having { $0.id.count > 1 } },
                { $0.order { [$0.userId.desc] } }, { $0.limit(2, offset: 1) }, { $0.distinct() },
            ])
        #expect(found.count == 1)
    }

    @Test("where, order, limit and distinct on a join mean the same in any order")
    func joins() throws {
        let found = try results(
            Comment.all.joining(\.post).joining { _, post in post.author },
            [
                { $0.where { _, _, author in author.name != "Bob" } }, { $0.where { comment, _, _ in comment.id > 3 } },
                { $0.order { comment, post, author in [author.name.desc, post.id, comment.id] } },
                { $0.limit(5, offset: 2) }, { $0.distinct() },
            ])
        #expect(found.count == 1)
    }

    @Test("where, order, group, having and limit on a selection of a join mean the same in any order")
    func selectedJoins() throws {
        let query = User.all.joining(\.posts).select { user, post in (user.name, post.id.count) }
        let found = try results(
            query,
            [
                { $0.where { _, post in post.id > 2 } }, { $0.group { user, _ in user.name } },
                { $0.having { _, post in post.id.count > 2 } }, { $0.order { user, _ in [user.name.desc] } },
                { $0.limit(1, offset: 1) },
            ])
        #expect(found.count == 1)
    }

    @Test("rows with their related rows are filtered, ordered and limited like any others")
    func included() throws {
        let query = Post.all.including(\.comments, \.author)
        let found = try results(
            query,
            [
                { query in query.where { post in post.userId == Int64(2) } },
                { query in query.order { post in [post.id.desc] } }, { query in query.limit(2, offset: 1) },
            ])
        #expect(found.count == 1)
    }

    @Test("the selection may come before or after the rest")
    func selectAnywhere() throws {
        try blog.read { (db: Database) throws in
            let after = Post.where { $0.id > 3 }.group { $0.userId }.order { [$0.userId] }
                .select { ($0.userId, $0.id.max) }
            let before = Post.select { ($0.userId, $0.id.max) }.order { [$0.userId] }.group { $0.userId }
                .where { $0.id > 3 }
            let one = try after.all(db).map { "\($0)" }
            let other = try before.all(db).map { "\($0)" }
            #expect(one == other && one.count == 3)
        }
    }

    @Test("a join covers eight tables, some of them several times")
    func eight() throws {
        let rows = Comment.all.joining(\.post).joining { _, post in post.author }
            .joining { _, _, author in author.posts }
        let wider = rows.joining { _, _, _, other in other.comments }
            .joining { _, _, _, other, _ in other.tags }
        let widest = wider.joining { _, post, _, _, _, _ in post.tags }
            .joining { comment, _, _, _, _, _, _ in comment.post }
        let found = try blog.read { (db: Database) throws in
            let query = widest.where { comment, _, _, other, reply, _, _, again in
                comment.id < reply.id && again.id != other.id
            }
            let all = try query.all(db)
            #expect(try query.count(db) == all.count)
            return all
        }
        #expect(!found.isEmpty)
        for (comment, post, author, other, reply, tag, _, again) in found {
            #expect(comment.postId == post.id && post.userId == author.id && other.userId == author.id)
            #expect(reply.postId == other.id && again.id == post.id && comment.id < reply.id)
            #expect(!tag.name.isEmpty)
        }
    }

    @Test("a join is the subquery of another query, also over a table of that query")
    func joinedSubqueries() throws {
        try blog.read { (db: Database) throws in
            let answered = Post.where { post in
                Comment.all.joining(\.post).where { comment, inner in
                    inner.userId == post.userId.outer() && inner.id != post.id.outer() && comment.text == "c1"
                }.exists()
            }
            let expected = try Post.all(db).filter { post in
                let others = try Post.all(db).filter { $0.userId == post.userId && $0.id != post.id }.map(\.id)
                return try Comment.all(db).contains { others.contains($0.postId) && $0.text == "c1" }
            }
            #expect(try answered.order { [$0.id] }.all(db).map(\.id) == expected.map(\.id))
            #expect(!expected.isEmpty && expected.count < 12)
            let ids = Comment.all.joining(\.post).where { _, post in post.userId == 1 }.select { comment, _ in
                comment.id
            }
            #expect(try Comment.where { $0.id.in(ids) }.count(db) == 8)
        }
    }

    @Test("an offset without a limit, a limit of 0, and aggregates without rows are counted as they are read")
    func edges() throws {
        try blog.read { (db: Database) throws in
            #expect(try Post.all.offset(10).count(db) == 2)
            #expect(try Post.all.offset(10).all(db).count == 2)
            #expect(try Post.all.offset(12).exists(db) == false)
            #expect(try Post.all.limit(0).first(db) == nil)
            #expect(try Post.all.limit(0).exists(db) == false)
            #expect(try Post.where { $0.id < 0 }.select { $0.id.count }.all(db) == [0])
            #expect(try Post.where { $0.id < 0 }.select { $0.id.count }.exists(db))
            #expect(try Post.where { $0.id < 0 }.select { $0.id.count }.count(db) == 1)
            #expect(try Post.select { $0.userId }.distinct().count(db) == 3)
            #expect(try User.all.joining(\.posts).offset(5).count(db) == 7)
            for offset in 0...13 {
                let distinct = Post.select { $0.userId }.distinct().offset(offset)
                #expect(try distinct.exists(db) == !distinct.all(db).isEmpty)
                #expect(try User.where { _ in distinct.exists() }.all(db).isEmpty == distinct.all(db).isEmpty)
                let rows = Post.all.distinct().offset(offset)
                #expect(try rows.exists(db) == !rows.all(db).isEmpty)
                let groups = Post.all.group { $0.title }.offset(offset)
                #expect(try groups.exists(db) == !groups.all(db).isEmpty)
            }
        }
    }

    @Test("rows beyond the first batch come one by one, and an error ends them")
    func streamed() throws {
        struct Enough: Error {}
        try blog.write { (db: Database) throws in
            try Tag.insert((0..<200).map { Tag(id: UUID(), name: "tag \($0)") }, db)
        }
        try blog.read { (db: Database) throws in
            var count = 0
            try Tag.all.forEach(db) { _ in count += 1 }
            #expect(count == 202)
            count = 0
            #expect(throws: Enough.self) {
                try Tag.all.forEach(db) { _ in
                    count += 1
                    if count == 70 { throw Enough() }
                }
            }
            #expect(count == 70)
        }
    }

    @Test("any query can be observed")
    func observed() async throws {
        var joined = blog.observe(
            User.all.joining(\.posts).where { user, _ in user.name == "Ann" }.select { _, post in post.id.count }
        ).makeAsyncIterator()
        #expect(try await joined.next() == [4])
        try await blog.write { (db: Database) throws in try Post(id: 99, userId: 1, title: "New").insert(db) }
        #expect(try await joined.next() == [5])
    }
}
