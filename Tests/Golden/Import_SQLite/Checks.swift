import Foundation
import ModelAdoption
import ModelSQLite
import Testing

/// The models were imported from the database that `library.txt` creates; `ImportTests` compares the YAML.
@Suite("Imported models open the database that they came from")
struct ImportedDatabaseTests {
    @Test("its rows are read, written, found and deleted")
    func opens() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "import-\(UUID().uuidString).sqlite")
        defer { try? FileManager.default.removeItem(at: file) }
        let script = try String(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "library.txt"),
            encoding: .utf8)
        let pool = try DatabasePool(.file(file))
        try pool.writeWithoutTransaction { try $0.run(script: script) }
        pool.closeAndWait()

        let library = try LibraryDatabase.openAndWait(at: file, adopting: 2)
        let author = try #require(library.read { try Author.find(1, $0) })
        #expect(author.name == "Ann")
        #expect(author.born == Date(timeIntervalSince1970: 2_592_000))
        #expect(author.isActive)
        #expect(author.createdAt == Date(timeIntervalSince1970: 1_295_602_506))
        let book = try #require(library.read { try Book.find("1-2", $0) })
        #expect(book.price == 9.5)
        #expect(book.addedAt == Date(timeIntervalSince1970: 1_409_444_955))
        #expect(book.select == Data([0, 255]))
        #expect(book.sortTitle == "title")
        #expect(try library.read { try AuthorBook.all($0) } == [AuthorBook(name: "Ann", title: "Title")])

        let other = try library.write { try Author.Draft(name: "Bob", createdAt: book.addedAt).insert($0) }
        #expect(other.id == 2)
        try library.write { db in
            try Loan(isbn: "1-2", day: "2014-09-01").insert(db)
            #expect(try Loan.count(db) == 2)
        }
        #expect(
            try library.read { try $0.value(String.self, "SELECT created_at FROM authors WHERE id = 2") }
                == "2014-08-31 00:29:15")
        library.pool.closeAndWait()
    }
}
