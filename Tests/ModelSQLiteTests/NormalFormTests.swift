import Foundation
import ModelAdoption
import ModelChanges
import ModelExpressions
import ModelMigrations
import ModelSQLite
import Testing

/// A model with columns whose names are equal in Swift, and not in SQLite.
private struct Coffee: KeyedRecord, Identifiable, Equatable {
    typealias Key = String

    var id: String
    var number: Int
    var composed: String
    var decomposed: String

    static let table = Table<Coffee>(
        "coffees", "number", TableColumn("id", "e\u{301}"), TableColumn("composed", "caf\u{E9}"),
        TableColumn("decomposed", "cafe\u{301}"), primaryKey: ["e\u{301}"])

    init(id: String, number: Int, composed: String, decomposed: String) {
        (self.id, self.number, self.composed, self.decomposed) = (id, number, composed, decomposed)
    }

    init(fields source: inout RowReader) throws {
        number = try source.field()
        id = try source.field()
        composed = try source.field()
        decomposed = try source.field()
    }

    func write(fields sink: inout RecordStatement) {
        sink.field(number)
        sink.field(id)
        sink.field(composed)
        sink.field(decomposed)
    }

    struct Columns: TableColumns {
        var id: Column<Coffee, String> { Column("e\u{301}") }
        var number: Column<Coffee, Int> { Column("number") }
        var composed: Column<Coffee, String> { Column("caf\u{E9}") }
        var decomposed: Column<Coffee, String> { Column("cafe\u{301}") }
    }
}

/// A model whose only written column has a name that equals, in Swift, that of the column that the database fills in.
private struct Length: TableRecord, Hashable {
    struct Columns: TableColumns {}
    struct Draft: TableDraft {
        var text: String
        static let filled = ["\u{E9}"]

        func bind(to statement: inout RecordStatement) {
            statement.skip()
            statement.field(text)
        }

        func record(filledBy row: borrowing Row) throws -> Length {
            Length(length: try row.read(Int.self, 0), text: text)
        }
    }

    var length: Int
    var text: String?

    static let table = Table<Length>(
        "lengths", TableColumn("length", "\u{E9}", .database), TableColumn("text", "e\u{301}"))

    init(length: Int, text: String?) { (self.length, self.text) = (length, text) }

    init(fields columns: inout RowReader) throws {
        try self.init(length: columns.field(), text: columns.fieldIfPresent())
    }

    func write(fields statement: inout RecordStatement) {
        statement.skip()
        statement.fieldIfPresent(text)
    }
}

/// A model of a table whose name equals that of another one in Swift, and not in SQLite.
private protocol Cup: TableRecord where Columns == CupColumns<Self> {
    init()
}

private struct CupColumns<Root: TableRecord>: TableColumns {
    var id: Column<Root, Int> { Column("id") }
}

extension Cup {
    init(fields columns: inout RowReader) throws { self.init() }
    func write(fields statement: inout RecordStatement) {}
}

private struct Composed: Cup { static let table = Table<Composed>("\u{E9}", "id") }
private struct Decomposed: Cup { static let table = Table<Decomposed>("e\u{301}", "id") }

@Suite("Names that differ only in normal form")
struct NormalFormTests {
    @Test("an update writes the column that it names")
    func update() throws {
        let pool = try DatabasePool(.memory)
        try pool.write { (db: Database) throws in
            try db.run(
                SQL(
                    trusted: """
                        CREATE TABLE coffees (number INTEGER, "e\u{301}" TEXT PRIMARY KEY, "caf\u{E9}" TEXT, "cafe\u{301}" TEXT)
                        """))
            try Coffee(id: "k", number: 0, composed: "a", decomposed: "b").insert(db)
            let changed = Coffee(id: "k", number: 1, composed: "A", decomposed: "B")
            try changed.update(db, columns: { [$0.decomposed] })
            #expect(try Coffee.find("k", db) == Coffee(id: "k", number: 0, composed: "a", decomposed: "B"))
            try changed.update(db, columns: { [$0.composed, $0.number] })
            #expect(try Coffee.find("k", db) == changed)
        }
    }

    @Test("a column is written if another one is filled in by the database")
    func draft() throws {
        let pool = try DatabasePool(.memory)
        let rows = try pool.write { (db: Database) throws in
            try db.run(script: "CREATE TABLE lengths (\"\u{E9}\" INTEGER AS (7) STORED, \"e\u{301}\" TEXT)")
            try Length.Draft(text: "a").insert(db)
            return try Length.all(db)
        }
        #expect(rows == [Length(length: 7, text: "a")])
    }

    @Test("two tables are two, so that their columns are qualified")
    func tables() throws {
        let pool = try DatabasePool(.memory)
        let ids = try pool.write { (db: Database) throws in
            try db.run(
                script: """
                    CREATE TABLE "\u{E9}" (id INTEGER); CREATE TABLE "e\u{301}" (id INTEGER);
                    INSERT INTO "\u{E9}" VALUES (1), (2); INSERT INTO "e\u{301}" VALUES (2), (3);
                    """)
            let (one, other) = (Composed.columns.id, Decomposed.columns.id)
            return try db.rows(
                "SELECT \(one) FROM \(name: Composed.table.name), \(name: Decomposed.table.name) WHERE \(one) = \(other)"
            ) { try $0.read(Int.self, 0) }
        }
        #expect(ids == [2])
    }

    @Test("the unique constraints of two tables that are adopted become indexes, which steps can drop")
    func adopted() throws {
        let folder = try TemporaryFolder()
        let file = folder.file("cups.sqlite")
        let names = ["\u{E9}", "e\u{301}"]
        try run(names.map { "CREATE TABLE \"\($0)\" (id INTEGER PRIMARY KEY, a INTEGER UNIQUE);" }.joined(), in: file)
        let tables = names.map { "CREATE TABLE \"\($0)\" (id INTEGER PRIMARY KEY, a INTEGER)" }
        let indexes = zip(["one", "two"], names).map { "CREATE UNIQUE INDEX \($0) ON \"\($1)\" (a)" }
        let schema = DatabaseSchema(
            "Cups", version: 2, applicationID: 9, create: tables,
            migrations: [DatabaseMigration(to: 2, ["DROP INDEX one", "DROP INDEX two"])],
            adoptable: [AdoptableVersion(1, create: tables + indexes)])
        let pool = try DatabasePool(.file(file))
        defer { pool.closeAndWait() }
        try pool.migrate(schema, adopting: 1)
        for name in names {
            try pool.write { db in try db.run("INSERT INTO \(name: name) (a) VALUES (1), (1)") }
        }
    }
}
