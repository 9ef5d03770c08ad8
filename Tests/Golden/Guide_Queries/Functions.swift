import Foundation
import ModelExpressions
import ModelSQLite
import Testing

/// Every row of the tables in ColumnFunctions.md: it compiles, runs, and becomes that SQL. GuideTests compares the two.
@Suite("The guide to column functions")
struct FunctionGuideTests {
    let db: LibraryDatabase
    private let statements = Statements()

    init() throws {
        var configuration = DatabaseConfiguration()
        configuration.onStatement = { [statements] in statements.last = $0.sql }
        db = try LibraryDatabase.inMemory(configuration)
        try db.write { db in
            let author = try Author.Draft(name: "Ann").insert(db)
            try Book.Draft(authorId: author.id, title: "Rivers of Norway", pages: 320).insert(db)
        }
    }

    @Test("conditions") func conditions() throws {
        try condition("author_id = ?1") { $0.authorId == 7 }
        try condition("author_id <> ?1") { $0.authorId != 7 }
        try condition("pages IS ?1") { $0.pages == nil }
        try condition("pages IS NOT ?1") { $0.pages != 7 }
        try condition("pages < ?1") { $0.pages < 7 }
        try condition("pages <= ?1") { $0.pages <= 7 }
        try condition("pages > ?1") { $0.pages > 7 }
        try condition("pages >= ?1") { $0.pages >= 7 }
        try condition("author_id = id") { $0.authorId == $0.id }
        try condition("author_id <> id") { $0.authorId != $0.id }
        try condition("author_id < id") { $0.authorId < $0.id }
        try condition("author_id <= id") { $0.authorId <= $0.id }
        try condition("author_id > id") { $0.authorId > $0.id }
        try condition("author_id >= id") { $0.authorId >= $0.id }
        try condition("author_id BETWEEN ?1 AND ?2") { $0.authorId.between(1, 9) }
        try condition("author_id IN (?1, ?2)") { $0.authorId.in([1, 2]) }
        try condition("books.author_id IN (SELECT authors.id FROM authors)") { $0.authorId.in(Author.select { $0.id }) }
        try condition("id > ?1 AND id < ?2") { $0.id > 1 && $0.id < 9 }
        try condition("id < ?1 OR id > ?2") { $0.id < 1 || $0.id > 9 }
        try condition("NOT (id > ?1)") { !($0.id > 1) }
        try condition("1") { _ in .all }
        try condition("0") { _ in .none }
        try condition("EXISTS (SELECT 1 FROM authors WHERE authors.id = books.author_id)") { book in
            Author.where { $0.id == book.authorId.outer() }.exists()
        }
        try condition("books.author_id IS (SELECT max(authors.id) FROM authors)") {
            $0.authorId.optional == Author.select { $0.id.max }.value()
        }
        try condition("(length(title) > ?1)") { .sql("length(\($0.title)) > \(3)") }
    }

    @Test("strings") func texts() throws {
        let word = "100%"
        try condition("title GLOB ?1") { $0.title.hasPrefix("R") }
        try condition("ifnull(substr(CAST(title AS BLOB), -length(CAST(?1 AS BLOB))), title) = CAST(?2 AS BLOB)") {
            $0.title.hasSuffix("way")
        }
        try condition("instr(title, ?1) > 0") { $0.title.contains("iver") }
        try condition(#"title LIKE ?1 ESCAPE '\'"#) { $0.title.like("%riv_rs%") }
        try condition(#"title LIKE ?1 ESCAPE '\'"#) { $0.title.like("%" + word.escapedForLike + "%") }
        try condition("title GLOB ?1") { $0.title.glob("[A-R]*") }
        #expect(try value("length(title)") { $0.title.length } == 16)
        #expect(try value("lower(title)") { $0.title.lower } == "rivers of norway")
        #expect(try value("upper(title)") { $0.title.upper } == "RIVERS OF NORWAY")
        #expect(try value("trim(title)") { $0.title.trimmed } == "Rivers of Norway")
        #expect(try value("substr(title, 1, ?1)") { $0.title.prefix(3) } == "Riv")
        #expect(try value("replace(title, ?1, ?2)") { $0.title.replacing("of", with: "in") } == "Rivers in Norway")
        #expect(try value("(title || ?1)") { $0.title + "!" } == "Rivers of Norway!")
        #expect(try value("(title || title)") { $0.title + $0.title } == "Rivers of NorwayRivers of Norway")
    }

    @Test("numbers and aggregates") func numbers() throws {
        #expect(try value("pages + ?1") { $0.pages + 1 } == 321)
        #expect(try value("pages - ?1") { $0.pages - 1 } == 319)
        #expect(try value("pages * ?1") { $0.pages * 2 } == 640)
        #expect(try value("pages / ?1") { $0.pages / 0 } == .some(nil))
        #expect(try value("pages % ?1") { $0.pages % 7 } == 5)
        #expect(try value("pages + pages") { $0.pages + $0.pages } == 640)
        #expect(try value("pages - pages") { $0.pages - $0.pages } == 0)
        #expect(try value("pages * pages") { $0.pages * $0.pages } == 102_400)
        #expect(try value("pages / pages") { $0.pages / $0.pages } == 1)
        #expect(try value("author_id & ?1") { $0.authorId & 2 } == 0)
        #expect(try value("author_id | ?1") { $0.authorId | 2 } == 3)
        #expect(try value("abs(pages)") { $0.pages.absolute } == 320)
        #expect(try value("round(pages, ?1)") { $0.pages.rounded(1) } == 320)

        #expect(try value("count(pages)") { $0.pages.count } == 1)
        #expect(try value("count(DISTINCT pages)") { $0.pages.countDistinct } == 1)
        #expect(try value("min(pages)") { $0.pages.min } == 320)
        #expect(try value("max(pages)") { $0.pages.max } == 320)
        #expect(try value("sum(pages)") { $0.pages.sum } == 320)
        #expect(try value("total(pages)") { $0.pages.total } == 320)
        #expect(try value("avg(pages)") { $0.pages.average } == 320)
    }

    @Test("other values, and orders") func others() throws {
        #expect(try value("coalesce(pages, ?1)") { $0.pages.coalesce(0) } == 320)
        #expect(try value("author_id") { $0.authorId.optional } == 1)
        let length = try value("CASE WHEN pages > ?1 THEN ?2 ELSE ?3 END") {
            SQLCase(when: $0.pages > 300, then: "long").otherwise("short")
        }
        #expect(length == "long")
        let grade = try value("CASE WHEN pages > ?1 THEN ?2 WHEN pages > ?3 THEN ?4 END") {
            SQLCase(when: $0.pages > 9, then: "a").when($0.pages > 1, then: "b").otherwiseNull()
        }
        #expect(grade == "a")
        #expect(try value("?1") { _ in .value("fixed") } == "fixed")

        try order("title") { $0.title }
        try order("pages") { $0.pages.asc }
        try order("pages DESC") { $0.pages.desc }
        try order("pages NULLS LAST") { $0.pages.asc.nullsLast }
        try order("pages DESC NULLS FIRST") { $0.pages.desc.nullsFirst }
        try order("lower(title) DESC") { $0.title.lower.desc }
    }

    private func condition(_ sql: String, _ condition: (Book.Columns) -> Condition<Book>) throws {
        let query = Book.where(condition).select { $0.id }
        _ = try db.read { db in try query.all(db) }
        let isQualified = sql.contains("books.")
        let start = isQualified ? "SELECT books.id FROM books WHERE " : "SELECT id FROM books WHERE "
        #expect(statements.last.replacing("\"", with: "") == start + sql)
    }

    private func value<Value>(
        _ sql: String, _ value: (Book.Columns) -> SQLExpression<Book, Value>
    ) throws -> Value? {
        let query = Book.select(value)
        let values = try db.read { db in try query.all(db) }
        #expect(statements.last.replacing("\"", with: "") == "SELECT \(sql) FROM books")
        return values.first
    }

    private func order(_ sql: String, _ term: (Book.Columns) -> any OrderTerm<Book>) throws {
        let query = Book.order { [term($0)] }.select { $0.id }
        _ = try db.read { db in try query.all(db) }
        #expect(statements.last.replacing("\"", with: "") == "SELECT id FROM books ORDER BY \(sql)")
    }
}

/// The statement that ran last.
private final class Statements: @unchecked Sendable {
    private let lock = NSLock()
    private var statement = ""

    var last: String {
        get { lock.withLock { statement } }
        set { lock.withLock { statement = newValue } }
    }
}
