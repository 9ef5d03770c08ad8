import Foundation
import ModelChanges
import ModelExpressions
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

@Suite("Columns whose names differ only in normal form")
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
}
