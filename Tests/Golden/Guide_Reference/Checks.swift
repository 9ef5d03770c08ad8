import Foundation
import ModelCredentials
import ModelEditing
import ModelExpressions
import ModelFiles
import ModelMigrations
import ModelObservation
import ModelPagination
import ModelREST
import ModelRelations
import ModelRepository
import ModelRepositorySQLite
import ModelRuntime
import ModelSQLite
import ModelTesting
import ModelXML
import Testing

/// The Swift code in the reference, with the models that it belongs to.
@Suite("The reference")
struct ReferenceTests {
    @Test("a service") func service() async throws {
        @Sendable func loadKey() async throws -> String { "key" }
        let shop = Answers(texts: [
            "GET /api/v1/items?page=1&per_page=20":
                #"{"status": {"code": "0000"}, "data": {"items": [{"id": 1, "name": "Lamp"}]}}"#
        ])
        let api = ShopAPI(credential: { try await loadKey() }, transport: shop)  // URLSession by default
        let items = try await api.items.list(.init(page: 1, perPage: 20))
        #expect(items == [Item(id: 1, name: "Lamp")])
    }

    @Test("other services") func services() async throws {
        let xml = "<offers><offer><id>1</id><title>Lamp</title></offer></offers>"
        let partner = PartnerAPI(credential: { "k" }, transport: Answers(texts: ["GET /offers?key=k": xml]))
        #expect(try await partner.offers.list().map(\.title) == ["Lamp"])
        let news = NewsAPI(
            transport: Answers(texts: [
                "GET /stories": #"{"items": [{"id": 1, "headline": "a"}], "paging": {"next": "n"}}"#,
                "GET /stories?after=n": #"{"items": [{"id": 2, "headline": "b"}]}"#,
            ]))
        var headlines: [String] = []
        for try await story in news.stories.all() { headlines.append(story.headline) }
        #expect(headlines == ["a", "b"])
    }

    @Test("a transformer and an external type, in JSON and in columns") func types() throws {
        let secret = try Secret(json: #"{"id": 1, "text": "olleh"}"#)
        #expect(secret.text == "hello")
        let safe = try SafeDatabase.inMemory()
        try safe.write { db in try secret.save(db) }
        #expect(try safe.read { db in try Secret.find(1, db) } == secret)

        let order = try Order(json: #"{"id": 1, "total": "250", "parts": ["200", "50"]}"#)
        #expect(order.total == Money(cents: 250) && order.tip == Money(cents: 0))
        let shop = try ShopDatabase.inMemory()
        try shop.write { db in try order.save(db) }
        #expect(try shop.read { db in try Order.where { $0.total < Money(cents: 300) }.all(db) } == [order])
    }

    @Test("XML") func xml() throws {
        let data = Data("<item><id>1</id><name>Lamp</name></item>".utf8)
        let list = Data("<items><item><id>1</id><name>Lamp</name></item></items>".utf8)
        let feed = Data("<rss><channel><item><id>1</id><name>Lamp</name></item></channel></rss>".utf8)
        let item = try Item(xml: data)
        let items = try [Item](xml: list)  // the children of the root element
        let offers = try [Item](xml: feed, at: ["channel", "item"])
        let body = try item.xmlData()  // <item>…</item>
        #expect(items == [item] && offers == [item])
        #expect(String(decoding: body, as: UTF8.self).hasSuffix("<item><id>1</id><name>Lamp</name></item>"))
    }

    @Test("parts of documents") func properties() throws {
        var person = Person(id: 7, name: "Ann", age: 20, nickname: "annie")
        var summary = Summary(id: 0, name: "", age: 0)
        let response = #"{"age": 21, "nickname": null}"#

        // Some fields with different values, for one call
        let youth = try person.jsonData(transforming: .init { $0.age { $0 < 28 ? "Youth" : "Elder" } })

        // Merges a response into a model that has a key: absent fields stay, null clears
        try person.merge(json: response)

        // The properties, nested, by their Swift names
        let properties = try person.jsonProperties()

        // Properties that two models have in common: all, some, or all but some
        try summary.copy(from: person)
        try summary.copy(from: person, only: \.name, \.age)
        try summary.copy(from: person, except: \.id)

        #expect(try JSON(json: youth)["age"] == "Youth")
        #expect(person == Person(id: 7, name: "Ann", age: 21))
        #expect(properties == ["id": 7, "name": "Ann", "age": 21])
        #expect(summary == Summary(id: 7, name: "Ann", age: 21))
    }

    @Test("relations") func relations() throws {
        let blog = try BlogDatabase.inMemory()
        try blog.write { db in
            try User(id: 1, name: "Ann").save(db)
            try Tag(name: "new").save(db)
            for id in Int64(1)...2 {
                try Post(id: id, userId: 1).save(db)
                try PostTag(postId: id, tag: "new").save(db)
            }
        }
        try blog.read { db in
            let rows = try Post.all.including(\.author, \.tags).all(db)  // 3 statements: (Post, User, [Tag])
            let tree = try User.all.including(\.posts.tags).all(db)  // 3 statements: (User, [(Post, [Tag])])
            let more = try User.all.including { $0.posts.including(\.author, \.tags) }.all(db)
            let some = try User.all.including { $0.posts(where: { $0.id > 9 }, order: { [$0.id.desc] }) }.all(db)
            let pairs = try Post.all.joining(\.author)  // 1 statement: (Post, User)
                .where { post, author in author.name == "Ann" }
                .all(db)
            let triples = try User.all.joining(\.posts)  // 1 statement: (User, Post, Tag)
                .joining { user, post in post.tags }
                .all(db)
            #expect(rows.count == 2 && tree.count == 1 && more.count == 1 && some.count == 1)
            #expect(pairs.count == 2 && triples.count == 2)

            let newest = try Post.where { post in
                !Post.where { $0.userId == post.userId.outer() && $0.id > post.id.outer() }.exists()
            }.all(db)
            #expect(newest.map(\.id) == [2])
        }
    }

    @Test("named queries") func queries() async throws {
        let magazine = try MagazineDatabase.inMemory()
        try await magazine.write { db in
            let article = Article(id: 1, userId: 7, title: "A", createdAt: Date(timeIntervalSince1970: 1))
            try article.save(db)
            let articles = try Article.recent(userId: 7, limit: 20, db)
            let rows: [Article.PerUser] = try Article.perUser(db)
            try Article.clear(userId: 7, db)  // how many rows it changed
            #expect(articles == [article] && rows.map(\.n) == [1])
            #expect(try Article.all.all(db).isEmpty)
        }
        let task = Task {
            var shown: [[Article.PerUser]] = []
            func show(_ counts: [Article.PerUser]) {
                shown.append(counts)
                withUnsafeCurrentTask { $0?.cancel() }
            }
            for try await counts in magazine.observe({ try Article.perUser($0) }) { show(counts) }
            return shown
        }
        #expect(try await task.value == [[]])
    }

    @Test("repositories") func repositories() async throws {
        let one = #"{"id": 1, "userId": 7, "text": "a"}"#
        let server = Answers(texts: [
            "GET /notes?userId=7": "[\(one)]", "PUT /notes/1": #"{"id": 1, "userId": 7, "text": "b"}"#,
        ])
        let api = NotebookAPI(transport: server)
        let db = try NotebookDatabase.inMemory()
        let changed = Note(id: 1, userId: 7, text: "b")
        var shown: [[Note]] = []
        func show(_ notes: [Note]) { shown.append(notes) }
        do {
            let store = Note.Repository(api: api.notes, database: db)
            for try await notes in store.list(.init(userId: 7), policy: .cacheThenNetwork) { show(notes) }  // both
            let notes = try await store.list(.init(userId: 7), policy: .networkElseCache).value  // one
            let saved = try await store.update(changed)  // the server, then the row
            #expect(shown.last == notes && notes.map(\.text) == ["a"] && saved == changed)
            #expect(try await db.read { try Note.find(1, $0) } == changed)
        }
        try await withFolder { url in
            let store = Note.Repository(api: api.notes, database: db)
            let files = Note.Repository(api: api.notes, storage: ModelStorage(directory: url))  // in files
            for repository in [store, files] {
                let notes = try await repository.list(.init(userId: 7), policy: .networkElseCache).value
                #expect(notes.count == 1)
            }
            try await store.removeAll()
            #expect(try await db.read { try Note.all($0) }.isEmpty)
        }
    }

    @Test("repositories in many places") func places() async throws {
        let server = Answers(texts: [
            "GET /repos/swift/bugs/12": #"{"id": 7, "number": 12, "title": "a"}"#, "DELETE /repos/swift/bugs/12": "",
        ])
        let api = TrackerAPI(transport: server)
        let db = try TrackerDatabase.inMemory()
        let bugs = Bug.Repository(api: api.bugs(repo: "swift"), database: db)
        let bug = try await bugs.get(12).value
        try await bugs.delete(bug)
        #expect(bug == Bug(id: 7, repo: "swift", number: 12, title: "a"))
        #expect(try await db.read { try Bug.find(7, $0) } == nil)
    }

    @Test("storage") func storage() async throws {
        let note = Note(id: 12, userId: 7, text: "a")
        let notes = [note]
        try await withFolder { url in
            let drafts = ModelStorage(directory: url)  // or try ModelStorage(suite: "group.org.example.notes")
            try drafts.save(note)  // under its id
            let same: Note? = try drafts.fetch(12)
            try drafts.save(notes, as: "front page")  // any value, under a key of your own
            let front = try drafts.fetch([Note].self, as: "front page")
            try drafts.remove(Note.self, 12)
            #expect(same == note && front == notes)
            let gone: Note? = try drafts.fetch(12)
            #expect(gone == nil)
        }
    }

    @Test("hooks") func hooks() throws {
        let list = #"[{"id": 1, "title": "a"}, {"id": 2, "title": ""}, {"id": 3, "title": "c", "deleted": true}]"#
        #expect(try [Message](json: list) == [Message(id: 1, title: "a")])
    }

    @Test("migrations") func migrations() async throws {
        try await withFolder { folder in
            let url = folder.appending(path: "map.sqlite")
            let map = try await MapDatabase.open(at: url, migrating: Steps())
            try MapDatabase.verifyMigrations(migrating: Steps(), faults: .afterEveryStatement)  // in your tests
            #expect(try await map.read { try City.all.all($0) }.isEmpty)
            await map.close()

            // A file of version 1, with a row that the steps have something to do with.
            let old = folder.appending(path: "old.sqlite")
            let pool = try DatabasePool(.file(old))
            try await pool.write { db in
                for sql in MapDatabase.earliestVersion?.create ?? [] { try db.run(script: sql) }
                try db.run(script: "INSERT INTO towns (id, title, population, mayor) VALUES (1, ' Oslo ', '0', 'Ann')")
                try db.run(script: "PRAGMA user_version = 1")
                try db.run(script: "PRAGMA application_id = \(MapDatabase.schema.applicationID)")
            }
            await pool.close()
            let migrated = try await MapDatabase.open(at: old, migrating: Steps())
            #expect(
                try await migrated.read { try City.all.all($0) }
                    == [City(id: 1, name: "Oslo", population: 1, country: "unknown")])
            await migrated.close()
        }
    }
}
