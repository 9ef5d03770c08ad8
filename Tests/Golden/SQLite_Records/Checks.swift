import Foundation
import ModelChanges
import ModelRelations
import ModelRuntime
import ModelSQLite
import Testing

@Suite("Records")
struct RecordTests {
    let library: LibraryDatabase
    let ann: Author
    let book: Book

    init() throws {
        let library = try LibraryDatabase.inMemory()
        ann = try library.write { try Author.Draft(name: "Ann", born: Date(timeIntervalSince1970: -5)).insert($0) }
        let draft = Book.Draft(isbn: "1", authorId: ann.id, title: "A long title", price: Decimal(string: "12.50"))
        book = try library.write { try draft.insert($0) }
        self.library = library
    }

    @Test("D8: insert, find, update, delete, all, first and latest")
    func records() throws {
        #expect(try library.read { try Author.find(ann.id, $0) } == ann)
        var changed = ann
        changed.name = "Anna"
        try library.write { [changed] in try changed.update($0) }
        #expect(try library.read { try Author.all($0) } == [changed])
        try library.write { [changed] in _ = try changed.delete($0) }
        #expect(try library.read { try Author.first($0) } == nil)
        #expect(try library.read { try Book.count($0) } == 0)
    }

    @Test("D2: uniques have finders, for one field and for two; NOCASE counts")
    func finders() throws {
        #expect(try library.read { try Author.find(name: "ANN", $0) } == ann)
        #expect(try library.read { try Book.find(authorId: ann.id, title: "A long title", $0) }?.isbn == "1")
        #expect(try library.read { try Author.find(name: "Bob", $0) } == nil)
    }

    @Test("D6: a generated column is read back and never written; a field without a column is nil")
    func generated() throws {
        #expect(book.titleLength == 12)
        #expect(try library.read { try Book.find("1", $0) } == book)
        #expect(try library.read { try LongBook.all($0) } == [LongBook(isbn: "1", title: "A long title")])
    }

    private func hasOrder<Root, Value>(_: Column<Root, Value>) -> Bool { true }
    private func hasOrder<Root, Value>(_: UnorderedColumn<Root, Value>) -> Bool { false }

    @Test("D13: if stored values are not ordered like the values themselves, there is == but not <")
    func unordered() throws {
        #expect(!hasOrder(Book.columns.price) && hasOrder(Author.columns.born) && hasOrder(Book.columns.title))
        try library.write { db in
            _ = try Book.Draft(isbn: "2", authorId: ann.id, title: "Cheap", price: 9).insert(db)
            _ = try Book.Draft(isbn: "3", authorId: ann.id, title: "Free").insert(db)
        }
        try library.write { (db: Database) throws in
            #expect(try Book.where { $0.price == 9 }.all(db).map(\.isbn) == ["2"])
            #expect(try Book.where { $0.price == nil }.all(db).map(\.isbn) == ["3"])
            #expect(try Book.where { $0.price.in([9, Decimal(string: "12.5")]) }.count(db) == 2)
            // In text order: "12.5" comes before "9".
            #expect(try Book.where { $0.price != nil }.order { [$0.price.stored] }.all(db).map(\.isbn) == ["1", "2"])
            try Book.update(db, where: { $0.price == 9 }) { $0.price = Decimal(string: "0.1") }
            #expect(try Book.select { $0.price.stored }.where { $0.isbn == "2" }.all(db) == [Decimal(string: "0.1")])
            try book.update(db, columns: { [$0.price] })
            let pairs = Book.all.joining(\.author).where { book, author in book.price == nil && author.name == "Ann"
            }
            #expect(try pairs.all(db).map { $0.0.isbn } == ["3"])
        }
    }

    @Test("D5: a composite key, WITHOUT ROWID, and STRICT")
    func composite() throws {
        let tag = Tag(id: UUID(), name: "t")
        try library.write { db in
            try tag.insert(db)
            try Tagging(isbn: "1", tagId: tag.id).insert(db)
            try Portrait(authorId: ann.id, bytes: Data([1])).insert(db)
        }
        let key = Tagging.Key(isbn: "1", tagId: tag.id)
        #expect(try library.read { try Tagging.find(key, $0) }?.id == key)
        var patch = Tagging.Patch()
        patch.weight = .value(2)
        try library.write { [patch] in try Tagging.update(key, $0, applying: patch) }
        #expect(try library.read { try Tagging.find(key, $0)?.weight } == 2)
        #expect(try library.write { try Tagging.delete(key, $0) })
    }

    @Test("D16: relations, eagerly loaded with one statement each")
    func relations() throws {
        let tag = Tag(id: UUID(), name: "t")
        try library.write { db in
            try tag.insert(db)
            try Tagging(isbn: "1", tagId: tag.id).insert(db)
        }
        let authors = try library.read { try Author.all.including(\.books, \.portrait).all($0) }
        #expect(authors.first?.1 == [book])
        let books = try library.read { try Book.all.including(\.author, \.tags).all($0) }
        #expect(books.first?.1 == ann)
        #expect(books.first?.2 == [tag])
    }

    @Test("D16: relations compare the field that is referred to, which need not be the key")
    func references() throws {
        let countries = [Country(id: 1, code: 2), Country(id: 2, code: 1)]
        let towns = [Town(id: 1, countryCode: 1), Town(id: 2, countryCode: nil)]
        try library.write { db in
            for country in countries { try country.insert(db) }
            for town in towns { try town.insert(db) }
            try Border(townId: 1, countryCode: 2).insert(db)
        }
        let ofTowns = try library.read { try Town.all.including(\.country, \.near).all($0) }
        #expect(ofTowns.map(\.0) == towns)
        #expect(ofTowns.map(\.1) == [countries[1], nil])
        #expect(ofTowns.map(\.2) == [[countries[0]], []])
        let ofCountries = try library.read { try Country.all.including(\.towns, \.visitors).all($0) }
        #expect(ofCountries.map(\.1) == [[], [towns[0]]])
        #expect(ofCountries.map(\.2) == [[towns[0]], []])
        let joined = try library.read { try Town.all.joining(\.country).all($0) }
        #expect(joined.map(\.1) == [countries[1]])
        #expect(try library.read { try Town.all.joining(\.near).all($0) }.map(\.1) == [countries[0]])
        #expect(try library.read { try Country.all.joining(\.towns).all($0) }.map(\.0) == [countries[1]])
    }

    @Test("D6, D19: rows keyed by rowid")
    func rowID() throws {
        let visit = try library.write { try Visit(page: "p", at: Date(timeIntervalSince1970: 1)).inserted($0) }
        let key = try #require(visit.rowID)
        #expect(try library.read { try Visit.find(rowID: key, $0) } == visit)
    }

    @Test("D12: an update of named properties, by a patch; null clears a column")
    func patch() throws {
        var patch = Author.Patch()
        patch.born = .null
        try library.write { [patch] in try Author.update(ann.id, $0, applying: patch) }
        #expect(try library.read { try Author.find(ann.id, $0) } == Author(id: ann.id, name: "Ann"))
    }
}
