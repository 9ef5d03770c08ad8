import Foundation
import ModelExpressions
import ModelRelations
import ModelSQLite
import Testing

/// A row that refers to itself or others by a text.
private struct Word: KeyedRecord, Identifiable, Hashable {
    var id: Int64
    var text: String
    var root: String?

    static let table = Table<Word>("words", "id", "text", "root", primaryKey: ["id"])

    struct Columns: TableColumns {
        let id = Column<Word, Int64>("id")
        let text = Column<Word, String>("text")
        let root = Column<Word, String?>("root")
    }

    struct Relations: Sendable {
        let same = Relation<Word, [Word]>.hasMany({ $0.text }, column: "text", Word.columns.text)
        let derived = Relation<Word, [Word]>.hasMany({ $0.text }, column: "text", Word.columns.root)
        let found = Relation<Word, [Word]>.hasMany({ $0.text }, column: "text", Word.columns.root, isIndexed: true)
        let root = Relation<Word, Word?>.belongsTo({ $0.root }, column: "root", Word.columns.text)
        /// The rows that link are in the table of those to which they link.
        let kin = Relation<Word, [Word]>.manyToMany(
            { $0.text }, column: "text", through: Word.columns.root, Word.columns.text, Word.columns.text)
    }
    static let relations = Relations()

    init(id: Int64, text: String, root: String?) {
        self.id = id
        self.text = text
        self.root = root
    }

    init(fields columns: inout RowReader) throws {
        try self.init(
            id: columns.field(), text: columns.field(), root: columns.fieldIfPresent())
    }

    func write(fields statement: inout RecordStatement) {
        statement.field(id)
        statement.field(text)
        statement.fieldIfPresent(root)
    }
}

/// A row that is linked to others by rows of a third table. Its table has the name that a join could give to that one.
private struct Named: KeyedRecord, Identifiable, Hashable {
    var id: Int64

    static let table = Table<Named>("words_links", "id", primaryKey: ["id"])

    struct Columns: TableColumns {
        let id = Column<Named, Int64>("id")
    }

    struct Relations: Sendable {
        let words = Relation<Named, [Word]>.manyToMany(
            { $0.id }, column: "id", through: Link.columns.named, Link.columns.word, Word.columns.id)
        let same = Relation<Named, Named?>.belongsTo({ $0.id }, column: "id", Named.columns.id)
    }
    static let relations = Relations()

    init(id: Int64) { self.id = id }

    init(fields columns: inout RowReader) throws { try self.init(id: columns.field()) }

    func write(fields statement: inout RecordStatement) { statement.field(id) }
}

private struct Link: TableRecord {
    var named: Int64
    var word: Int64

    static let table = Table<Link>("links", TableColumn("named", "id"), "word")

    struct Columns: TableColumns {
        let named = Column<Link, Int64>("id")
        let word = Column<Link, Int64>("word")
    }

    init(named: Int64, word: Int64) { (self.named, self.word) = (named, word) }

    init(fields columns: inout RowReader) throws {
        try self.init(named: columns.field(), word: columns.field())
    }

    func write(fields statement: inout RecordStatement) {
        statement.field(named)
        statement.field(word)
    }
}

/// The feature D16, with real rows.
@Suite("Joins and related rows")
struct RelatedRowTests {
    let blog: BlogDatabase

    init() throws { blog = try BlogDatabase.withRows() }

    @Test("D16: joins over two, three and four tables, along declared relations")
    func joins() throws {
        try blog.read { (db: Database) throws in
            let pairs = try Post.all.joining(\.author).where { post, author in author.age < 30 && post.id < 4 }
                .order { post, author in [author.name, post.id.desc] }.all(db)
            #expect(pairs.map { $0.0.id } == [3, 1] && pairs.map { $0.1.name } == ["Ann", "bob"])
            let triples = try Comment.all.joining(\.post).joining { _, post in post.author }
                .where { comment, post, author in author.name == "bob" && comment.id > post.id }
                .order { comment, _, _ in [comment.id] }.all(db)
            #expect(triples.map { $0.0.id } == [4, 7, 8])
            #expect(triples.allSatisfy { $0.0.postId == $0.1.id && $0.1.userId == $0.2.id })
            let four = User.all.joining(\.posts).joining { _, post in post.comments }
                .joining { _, post, _ in post.tags }
            #expect(try four.count(db) == 6)
            let all = try four.order { _, _, comment, tag in [comment.id, tag.name] }.all(db)
            #expect(all.map { $0.2.id } == all.map { $0.2.id }.sorted())
            #expect(all.allSatisfy { $0.1.userId == $0.0.id && $0.2.postId == $0.1.id })
            #expect(Set(all.map { $0.3.slug }) == ["sql", "swift"])
            #expect(try four.limit(4).count(db) == 4)
            #expect(try four.where { _, _, _, tag in tag.name == "Swift" }.first(db)?.1.id == 1)
        }
    }

    @Test("D16: a join with itself, through another table, has two names")
    func selfJoins() throws {
        try blog.read { (db: Database) throws in
            let siblings = try Comment.all.joining(\.post).joining { _, post in post.comments }
                .where { one, _, other in one.id < other.id }.order { one, _, _ in [one.id] }.all(db)
            #expect(siblings.map { $0.0.id } == [1, 2, 3, 4] && siblings.map { $0.2.id } == [5, 6, 7, 8])
            #expect(siblings.allSatisfy { $0.0.postId == $0.2.postId && $0.0.id < $0.2.id })
        }
    }

    @Test("D14, D16: a join is grouped, filtered by HAVING, ordered and limited")
    func groupedJoins() throws {
        let counts = try blog.read { (db: Database) throws in
            try User.all.joining(\.posts).joining { _, post in post.comments }
                .select { user, _, comment in (user.name, comment.id.count) }
                .group { user, _, _ in user.id }.having { _, _, comment in comment.id.count > 1 }
                .order { user, _, comment in [comment.id.count.desc, user.name] }.limit(2).all(db)
        }
        #expect(counts.map(\.0) == ["bob", "Ann"] && counts.map(\.1) == [4, 2])
    }

    @Test("D16: related rows and theirs take one statement each, however many rows there are")
    func nested() throws {
        let statements = Counter()
        var configuration = DatabaseConfiguration()
        configuration.onStatement = { trace in if trace.sql.contains("SELECT") { statements.add() } }
        let blog = try BlogDatabase.inMemory(configuration)
        try blog.write { (db: Database) throws in
            try User(id: 1, name: "Ann", email: "a", age: 1).insert(db)
            try User(id: 2, name: "Bob", email: "b", age: 1).insert(db)
            try Post.insert((1...20).map { Post(id: $0, userId: 1 + $0 % 2, title: "T") }, db)
            try Comment.insert((1...60).map { Comment(id: $0, postId: 1 + $0 % 15, text: "c") }, db)
        }
        var before = statements.count
        let tree = try blog.read { db in try Post.order { [$0.id] }.including(\.comments.post).all(db) }
        #expect(statements.count - before == 3)
        #expect(tree.count == 20 && tree[0].1.count == 4 && tree[19].1.isEmpty)
        #expect(tree.allSatisfy { post, comments in comments.allSatisfy { $0.1 == post } })

        before = statements.count
        let users = try blog.read { (db: Database) throws in
            try User.order { [$0.id] }.including { $0.posts.including(\.comments.post, \.author) }.all(db)
        }
        #expect(statements.count - before == 5)
        #expect(users.count == 2 && users.allSatisfy { user, posts in posts.allSatisfy { $0.2 == user } })
        #expect(users.flatMap { $0.1 }.flatMap { $0.1 }.count == 60)

        before = statements.count
        let comments = try blog.read { (db: Database) throws in
            try Comment.order { [$0.id] }.including(\.post.author).all(db)
        }
        #expect(statements.count - before == 3)
        #expect(comments.allSatisfy { $0.1.0.id == $0.0.postId && $0.1.1.id == $0.1.0.userId })
        #expect(try blog.read { db in try Post.where { $0.id > 99 }.including(\.comments.post).all(db) }.isEmpty)
    }

    @Test("related rows can be filtered and sorted, through other tables and with their own related rows as well")
    func restricted() throws {
        try blog.read { (db: Database) throws in
            let all = try Post.order { [$0.id] }.including(\.comments).all(db)
            let some = try Post.order { [$0.id] }
                .including { $0.comments(where: { $0.id > 2 && $0.text != "c7" }, order: { [$0.id.desc] }) }.all(db)
            #expect(some.map(\.0) == all.map(\.0))
            for (expected, found) in zip(all, some) {
                let ids = expected.1.map(\.id).filter { $0 > 2 && $0 != 7 }.sorted(by: >)
                #expect(found.1.map(\.id) == ids)
            }
            #expect(some.flatMap(\.1).count == 5)
            let tags = try Post.order { [$0.id] }.limit(2).including { $0.tags(order: { [$0.name.desc] }) }.all(db)
            #expect(tags.map { $0.1.map(\.name) } == [["Swift", "SQL"], ["SQL"]])
            let swift = try Post.order { [$0.id] }.limit(2).including { $0.tags(where: { $0.name == "Swift" }) }.all(db)
            #expect(swift.map(\.1.count) == [1, 0])
            let nested = try User.order { [$0.id] }
                .including { user in
                    user.posts(where: { $0.id < 7 }, order: { [$0.id.desc] })(where: { $0.id > 1 }).including(
                        \.comments)
                }
                .all(db)
            #expect(nested.map { $0.1.map(\.0.id) } == [[6, 3], [4], [5, 2], []])
            let asked = try User.order { [$0.id] }
                .including { $0.posts(where: { p in Comment.where { $0.postId == p.id.outer() }.exists() }) }.all(db)
            #expect(asked.map { $0.1.map(\.id).sorted() } == [[3], [1, 4], [2], []])
            let newest = try User.order { [$0.id] }
                .including { user in
                    user.posts(where: { post in
                        !Post.where { $0.userId == post.userId.outer() && $0.id > post.id.outer() }.exists()
                    })
                }
                .all(db)
            let last = try User.order { [$0.id] }.including(\.posts).all(db).map {
                $0.1.map(\.id).max().map { [$0] } ?? []
            }
            #expect(newest.map { $0.1.map(\.id) } == last)
        }
    }

    @Test("a join through another table and one to a table with the name of that join do not meet")
    func namesOfJoins() throws {
        let pool = try DatabasePool(.memory)
        try pool.write { (db: Database) throws in
            try db.run(
                script: """
                    CREATE TABLE words (id INTEGER PRIMARY KEY, text TEXT, root TEXT);
                    CREATE TABLE words_links (id INTEGER PRIMARY KEY);
                    CREATE TABLE links (id INTEGER, word INTEGER);
                    """)
            for id in [1, 2] as [Int64] {
                try Named(id: id).insert(db)
                try Word(id: id + 10, text: "w", root: nil).insert(db)
                try Link(named: id, word: id + 10).insert(db)
            }
            let joined = Named.all.joining(\.same).joining { _, same in same.words }
                .joining { first, _, _ in first.same }.joining { _, same, _, _ in same.words }
            let ids = try joined.order { named, _, _, _, _ in [named.id] }.all(db).map {
                [$0.id, $1.id, $2.id, $3.id, $4.id]
            }
            #expect(ids == [[1, 1, 11, 1, 11], [2, 2, 12, 2, 12]])
        }
    }

    @Test(
        "a relation finds the rows that a join finds, whatever SQLite considers equal", arguments: ["BINARY", "NOCASE"])
    func equality(_ collation: String) throws {
        let pool = try DatabasePool(.memory)
        // The accents of the first two are different characters, which Swift considers equal.
        let texts = ["é", "e\u{301}", "É", "a", "A", "b", "a\0b", "A\0c", "", " ", "'", "1"]
        try pool.write { (db: Database) throws in
            try db.run(
                script: """
                    CREATE TABLE words (id INTEGER PRIMARY KEY, text TEXT COLLATE \(collation), root TEXT COLLATE \(collation))
                    """)
            for (index, text) in texts.enumerated() {
                try Word(id: Int64(index), text: text, root: index % 5 == 4 ? nil : texts[(index * 7) % texts.count])
                    .insert(db)
            }
            func pairs(
                _ relation: KeyPath<Word.Relations, Relation<Word, [Word]>> & Sendable
            ) throws -> (joined: [[Int64]], included: [[Int64]]) {
                let joined = try Word.all.joining(relation).order { word, other in [word.id, other.id] }.all(db)
                let included = try Word.order { [$0.id] }.including(relation).all(db)
                return (
                    joined.map { [$0.id, $1.id] },
                    included.flatMap { word, others in others.map(\.id).sorted().map { [word.id, $0] } }
                )
            }
            for relation in [\Word.Relations.same, \.derived, \.found, \.kin] {
                let (joined, included) = try pairs(relation)
                #expect(joined == included && !joined.isEmpty)
            }
            let roots = try Word.all.joining(\.root).order { word, root in [word.id, root.id] }.all(db)
            for (word, root) in try Word.order({ [$0.id] }).including(\.root).all(db) {
                #expect(root?.id == roots.first { $0.0.id == word.id }?.1.id)
            }
        }
    }

    @Test("your own SQL does not see the list of keys")
    func ownSQL() throws {
        for column in ["key", "value"] {
            #expect(throws: SQLiteError.self) {
                try blog.read { db in
                    try Post.all.including { $0.comments(where: { _ in .sql(SQL(trusted: "\(column) IS NOT NULL")) }) }
                        .all(db)
                }
            }
        }
    }

    @Test("a table whose column has no index is read once, not once for each key", arguments: ["BINARY", "NOCASE"])
    func scan(_ collation: String) throws {
        let plan = try plan(of: \.derived, collation: collation)
        #expect(plan.filter { $0.hasPrefix("SCAN words") }.count == 1, "\(plan)")
        #expect(plan.contains { $0.contains("modelgen_keys USING AUTOMATIC") }, "\(plan)")
    }

    @Test("an index finds the rows of each key", arguments: ["BINARY", "NOCASE"])
    func search(_ collation: String) throws {
        let plan = try plan(of: \.found, collation: collation, "CREATE INDEX words_root ON words (root)")
        #expect(plan.last?.hasPrefix("SEARCH words USING INDEX words_root") == true, "\(plan)")
        #expect(!plan.contains { $0.contains("AUTOMATIC") || $0.hasPrefix("SCAN words") }, "\(plan)")
    }

    /// How SQLite finds the related rows of a hundred words.
    private func plan(
        of relation: KeyPath<Word.Relations, Relation<Word, [Word]>> & Sendable, collation: String, _ index: String = ""
    ) throws -> [String] {
        var configuration = DatabaseConfiguration()
        let statements = Collected<String>()
        configuration.onStatement = { statements.add($0.sql) }
        let pool = try DatabasePool(.memory, configuration)
        return try pool.write { (db: Database) throws in
            try db.run(
                script: """
                    CREATE TABLE words (id INTEGER PRIMARY KEY, text TEXT, root TEXT COLLATE \(collation));
                    \(index)
                    """)
            for id in 0..<100 { try Word(id: Int64(id), text: "\(id)", root: "\(id / 10)").insert(db) }
            #expect(try Word.all.including(relation).all(db).map(\.1.count).reduce(0, +) == 100)
            let sql = try #require(statements.values.last { $0.contains("modelgen_keys") })
            let halves = sql.components(separatedBy: "?1")
            try #require(halves.count == 2)
            let question: SQL = "EXPLAIN QUERY PLAN \(SQL(trusted: halves[0]))\("[]")\(SQL(trusted: halves[1]))"
            return try db.rows(question) { try $0.read(String.self, 3) }
        }
    }
}
