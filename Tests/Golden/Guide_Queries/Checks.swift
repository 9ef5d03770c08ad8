import Foundation
import ModelSQLite
import Testing

@Suite("The guide to databases")
struct QueryGuideTests {
    let db: LibraryDatabase

    init() throws {
        let db = try LibraryDatabase.inMemory()
        let author = try db.write { db in try Author.Draft(name: "Ann").insert(db) }
        try db.write { db in
            try Book.insert(
                [
                    Book.Draft(authorId: author.id, title: "Rivers of Norway", pages: 320),
                    Book.Draft(authorId: author.id, title: "Lakes", pages: 120),
                ], db)
        }
        self.db = db
    }

    @Test("opening and closing") func opening() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appending(path: "library.sqlite")

        var configuration = DatabaseConfiguration()
        configuration.onStatement = { print($0) }
        let library = try await LibraryDatabase.open(at: url, configuration)
        let count = try await library.read { db in try Book.count(db) }
        await library.close()
        #expect(count == 0)
    }

    @Test("records") func records() async throws {
        let author = try await db.write { db in
            try Author.Draft(name: "Bo").insert(db)  // an Author, with the id that SQLite gave
        }
        try await db.write { db in
            var author = author
            author.name = "Bob"
            try author.update(db)  // the whole row
            try Book.insert([Book.Draft(authorId: author.id, title: "Hills")], db)
            try Book.update(db, where: { $0.pages == nil }) { $0.pages = 1 }
            try Book.delete(db, where: { $0.pages < 10 && $0.title == "Hills" })
        }
        let found = try await db.read { db in try Author.find(author.id, db) }
        let named = try await db.read { db in try Author.find(name: "Bob", db) }
        #expect(found == named)
        #expect(found?.name == "Bob")
        #expect(try await db.read { try Book.count($0) } == 2)
    }

    @Test("queries") func queries() throws {
        let long = try db.read { db in
            try Book.where { $0.pages > 100 && $0.title.hasPrefix("R") }
                .order { [$0.pages.desc, $0.title] }
                .limit(10)
                .all(db)
        }
        #expect(long.map(\.title) == ["Rivers of Norway"])

        let perAuthor = try db.read { db in  // [(Int64, Int, Int?)]
            try Book.select { ($0.authorId, $0.id.count, $0.pages.max) }
                .group { $0.authorId }
                .having { $0.id.count > 1 }
                .all(db)
        }
        #expect(perAuthor.map(\.2) == [320])

        let withBooks = try db.read { db in  // two statements, whatever the number of authors
            try Author.all.including(\.books).all(db)
        }
        #expect(withBooks.first?.1.count == 2)

        let pairs = try db.read { db in
            try Book.all.joining(\.author).where { book, author in author.name == "Ann" && book.pages < 200 }.all(db)
        }
        #expect(pairs.map(\.0.title) == ["Lakes"])

        let found = try db.read { db in try Book.matching("norway").all(db) }
        #expect(found.count == 1)
    }

    @Test("SQL of one's own") func sql() throws {
        let word = "Lakes"
        let titles = try db.read { db in
            try db.rows("SELECT title, length(title) FROM books WHERE title <> \(word)") { row in
                (try row.read(String.self, 0), try row.read(Int.self, 1))
            }
        }
        #expect(titles.map(\.0) == ["Rivers of Norway"])

        let odd = try db.read { db in
            try Book.where { $0.pages > 0 && .sql("length(\($0.title)) % 2 = 1") }.all(db)
        }
        #expect(odd.map(\.title) == ["Lakes"])
    }

    @Test("transactions") func transactions() throws {
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try db.write { db in
                try Author.Draft(name: "Cy").insert(db)
                throw Stop()  // everything of this closure is undone
            }
        }
        #expect(try db.read { try Author.find(name: "Cy", $0) } == nil)
    }

    @Test("observation") func observation() async throws {
        var seen: [Int] = []
        for try await books in db.observe(Book.where { $0.pages > 100 }) {
            seen.append(books.count)
            if seen.count == 2 { break }
            let id = try #require(books.first).authorId
            try await db.write { db in _ = try Book.Draft(authorId: id, title: "Fells", pages: 200).insert(db) }
        }
        #expect(seen == [2, 3])
    }
}
