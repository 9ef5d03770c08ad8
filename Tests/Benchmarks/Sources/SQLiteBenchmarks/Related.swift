import CModelSQLite
import ModelRelations
import ModelSQLite

/// The author of fifty books.
struct Author: Identifiable, Hashable, Sendable {
    var id: Int64
    var name: String
    var country: String?
}

extension Author: KeyedRecord {
    static let table = Table<Author>("authors", "id", "name", "country", primaryKey: ["id"])

    struct Columns: TableColumns {
        var id: Column<Author, Int64> { Column("id") }
        var name: Column<Author, String> { Column("name") }
        var country: Column<Author, String?> { Column("country") }
    }

    struct Relations: Sendable {
        let books = Relation<Author, [Book]>.hasMany({ $0.id }, column: "id", Book.columns.authorId, isIndexed: true)
    }
    static let relations = Relations()

    init(fields reader: inout RowReader) throws {
        try self.init(id: reader.field(), name: reader.field(), country: reader.fieldIfPresent())
    }

    func write(fields statement: inout RecordStatement) {
        statement.field(id)
        statement.field(name)
        statement.fieldIfPresent(country)
    }

    static let create = "CREATE TABLE authors (id INTEGER PRIMARY KEY NOT NULL, name TEXT NOT NULL, country TEXT)"

    static func samples(_ count: Int) -> [Author] {
        (0..<count).map { Author(id: Int64($0), name: "The author number \($0)", country: $0 % 3 == 0 ? nil : "DE") }
    }
}

/// A book of an author.
struct Book: Identifiable, Hashable, Sendable {
    var id: Int64
    var authorId: Int64
    var title: String
    var pages: Int64
}

extension Book: KeyedRecord {
    static let table = Table<Book>(
        "books", "id", TableColumn("authorId", "author_id"), "title", "pages", primaryKey: ["id"])

    struct Columns: TableColumns {
        var id: Column<Book, Int64> { Column("id") }
        var authorId: Column<Book, Int64> { Column("author_id") }
        var title: Column<Book, String> { Column("title") }
        var pages: Column<Book, Int64> { Column("pages") }
    }

    struct Relations: Sendable {
        let author = Relation<Book, Author>.belongsTo({ $0.authorId }, column: "author_id", Author.columns.id)
    }
    static let relations = Relations()

    init(fields reader: inout RowReader) throws {
        try self.init(id: reader.field(), authorId: reader.field(), title: reader.field(), pages: reader.field())
    }

    func write(fields statement: inout RecordStatement) {
        statement.field(id)
        statement.field(authorId)
        statement.field(title)
        statement.field(pages)
    }

    static let create =
        "CREATE TABLE books (id INTEGER PRIMARY KEY NOT NULL, author_id INTEGER NOT NULL, title TEXT NOT NULL, pages INTEGER NOT NULL)"

    static func samples(_ count: Int, authors: Int) -> [Book] {
        (0..<count).map {
            let author = Int64($0 * 7919 % authors)
            return Book(id: Int64($0), authorId: author, title: "The title of book \($0)", pages: Int64($0 % 900))
        }
    }
}

// The runtime's statements, written by hand.
extension ByHand {
    private func author(_ s: OpaquePointer, _ first: Int32 = 0) -> Author {
        Author(
            id: sqlite3_column_int64(s, first),
            name: String(cString: sqlite3_column_text(s, first + 1)),
            country: sqlite3_column_text(s, first + 2).map { String(cString: $0) }
        )
    }

    private func book(_ s: OpaquePointer) -> Book {
        Book(
            id: sqlite3_column_int64(s, 0),
            authorId: sqlite3_column_int64(s, 1),
            title: String(cString: sqlite3_column_text(s, 2)),
            pages: sqlite3_column_int64(s, 3)
        )
    }

    func rows<Result>(_ sql: String, keys: [Int64] = [], _ read: (OpaquePointer) -> Result) throws -> [Result] {
        let s = try prepare(sql)
        defer { sqlite3_finalize(s) }
        if !keys.isEmpty {
            let json = "[" + keys.map(String.init).joined(separator: ",") + "]"
            sqlite3_bind_text(s, 1, json, -1, unsafeBitCast(-1, to: sqlite3_destructor_type.self))
        }
        var results: [Result] = []
        while sqlite3_step(s) == SQLITE_ROW { results.append(read(s)) }
        return results
    }

    func booksWithAuthors() throws -> [(Book, Author)] {
        try rows(
            """
            SELECT books.id, books.author_id, books.title, books.pages, authors.id, authors.name, authors.country \
            FROM books JOIN authors ON books.author_id = authors.id
            """
        ) { (book($0), author($0, 4)) }
    }

    func authorsWithTheirBooks() throws -> [(Author, [Book])] {
        let authors = try rows("SELECT id, name, country FROM authors") { author($0) }
        var places: [Int64: Int] = [:]
        for (place, author) in authors.enumerated() { places[author.id] = place }
        var groups = [[Book]](repeating: [], count: authors.count)
        let books = try rows(
            "SELECT id, author_id, title, pages FROM books WHERE author_id IN (SELECT value FROM json_each(?1))",
            keys: authors.map(\.id)
        ) { book($0) }
        for book in books { if let place = places[book.authorId] { groups[place].append(book) } }
        return authors.indices.map { (authors[$0], groups[$0]) }
    }

    func booksWithTheirAuthor() throws -> [(Book, Author)] {
        let books = try rows("SELECT id, author_id, title, pages FROM books") { book($0) }
        var seen: Set<Int64> = []
        var keys: [Int64] = []
        for book in books where seen.insert(book.authorId).inserted { keys.append(book.authorId) }
        let authors = try rows(
            "SELECT id, name, country FROM authors WHERE id IN (SELECT value FROM json_each(?1))", keys: keys
        ) { author($0) }
        var byKey: [Int64: Author] = [:]
        for author in authors { byKey[author.id] = author }
        return books.compactMap { book in byKey[book.authorId].map { (book, $0) } }
    }
}

/// Finds rows one by one, each in a separate access that blocks the thread.
func findBlocking(_ keys: [Int64], in database: BenchDatabase) throws {
    for key in keys {
        let found = try database.read { db in try Book.find(key, db) }
        precondition(found != nil)
    }
}

/// The same without blocking the thread.
func findAwaiting(_ keys: [Int64], in database: BenchDatabase) async throws {
    for key in keys {
        let found = try await database.read { db in try Book.find(key, db) }
        precondition(found != nil)
    }
}
