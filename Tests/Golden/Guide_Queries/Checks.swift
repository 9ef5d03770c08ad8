import Foundation
import ModelBackup
import ModelChanges
import ModelExpressions
import ModelFullText
import ModelMigrations
import ModelObservation
import ModelRelations
import ModelSQLite
import Testing

/// The numbers of books that were shown.
private final class Seen: @unchecked Sendable {
    private let lock = NSLock()
    private var all: [Int] = []

    var counts: [Int] { lock.withLock { all } }
    func add(_ count: Int) { lock.withLock { all.append(count) } }
}

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
            try Author.Draft(name: "Bo").insert(db)  // an Author, with the id that SQLite assigned
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
            try Book.where { $0.pages > 100 && $0.title.hasPrefix("R") }  // import ModelExpressions
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
        let mostPages: [Int?] = perAuthor.map(\.2)
        #expect(mostPages == [320])

        let withBooks = try db.read { db in  // [(Author, [Book])], by two statements, whatever the number of authors
            try Author.all.including(\.books).all(db)
        }
        for (author, books) in withBooks { print(author.name, books.map(\.title)) }
        #expect(withBooks.first?.1.count == 2)

        let longBooks = try db.read { db in
            try Author.all.including { $0.books(where: { $0.pages > 200 }, order: { [$0.title] }) }.all(db)
        }
        #expect(longBooks.map { $0.1.map(\.title) } == [["Rivers of Norway"]])

        let pairs = try db.read { db in  // [(Book, Author)]
            try Book.all.joining(\.author).where { book, author in author.name == "Ann" && book.pages < 200 }.all(db)
        }
        #expect(pairs.map(\.0.title) == ["Lakes"])

        let firstTen = try db.read { db in
            try Author.where { $0.name != "" }.order { [$0.name] }.limit(10).including(\.books).all(db)
        }
        let after = try db.read { db in
            try Author.all.including(\.books).where { $0.name != "" }.order { [$0.name] }.limit(10).all(db)
        }
        #expect(firstTen.map(\.0.name) == ["Ann"])
        #expect(firstTen.map(\.0) == after.map(\.0) && firstTen.map(\.1) == after.map(\.1))
    }

    @Test("full text", arguments: ["norway rivers", "of Norwáy", "rivers'", "\"Norway", "c++", ""])
    func fullText(typed: String) throws {
        let found = try db.read { db in try Book.matching(.allWords(typed)).limit(20).all(db) }
        #expect(found.count == (typed == "c++" || typed.isEmpty ? 0 : 1))

        let rivers = try db.read { db in try Book.matching("title : rivers NOT lakes").order { [$0.title] }.all(db) }
        #expect(rivers.map(\.title) == ["Rivers of Norway"])

        let rows: [(FullTextQuery, Int)] = [
            (.allWords("norway rivers"), 1), (.anyWord("norway lakes"), 2), (.allPrefixes("nor riv"), 1),
            (.phrase("rivers of norway"), 1), (.phrase("norway rivers"), 0),
        ]
        for (query, count) in rows { #expect(try db.read { try Book.matching(query).count($0) } == count) }
    }

    @Test("without await, and waiting for others") func waiting() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appending(path: "library.sqlite")

        func countBooks(at url: URL) throws -> Int {
            let library = try LibraryDatabase.openAndWait(at: url)
            return try library.read { db in try Book.count(db) }
        }
        #expect(try countBooks(at: url) == 0)

        var configuration = DatabaseConfiguration()
        configuration.busyTimeout = 2
        configuration.migrationTimeout = 60
        let library = try await LibraryDatabase.open(at: url, configuration) { progress in
            if progress.activity == .waiting { print("another program is busy with the library") }
        }
        await library.close()
    }

    @Test("your own SQL") func sql() throws {
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
                throw Stop()  // undoes everything in this closure
            }
        }
        #expect(try db.read { try Author.find(name: "Cy", $0) } == nil)
    }

    @Test("observation") func observation() async throws {
        let seen = Seen()
        // Ends the loop, like a screen that is closed.
        let task = Task { [db] in
            func show(_ books: [Book]) {
                seen.add(books.count)
                let id = books.first?.authorId ?? 0
                Task {
                    try await db.write { db in _ = try Book.Draft(authorId: id, title: "Fells", pages: 200).insert(db) }
                }
            }
            for try await books in db.observe(Book.where { $0.pages > 100 }) {
                show(books)
            }
        }
        while seen.counts.count < 2 { try await Task.sleep(for: .milliseconds(5)) }
        task.cancel()
        #expect(seen.counts.prefix(2) == [2, 3])
    }

    @Test("backup") func backup() async throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).sqlite")
        defer { try? FileManager.default.removeItem(at: url) }
        try await db.backup(to: url) { progress in print("\(progress.copied) of \(progress.total) pages") }
        let original = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).sqlite")
        defer { try? FileManager.default.removeItem(at: original) }
        let library = try await LibraryDatabase.open(at: original)
        let saved = try await LibraryDatabase.open(at: url)
        try await saved.backup(to: original)
        await saved.close()
        // Also while the original is open.
        #expect(try await library.read { db in try Book.count(db) } == 2)
        await library.close()
    }
}
