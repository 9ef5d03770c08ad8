import Foundation
import ModelChanges
import ModelPatches
import ModelSQLite
import Testing

@Suite("Keys with a transformer")
struct KeyFormTests {
    let log: LogDatabase
    let date = Date(timeIntervalSince1970: 1_700_000_000)
    let day = Date(timeIntervalSince1970: 1_699_920_000)

    init() throws { log = try LogDatabase.inMemory() }

    @Test("a key of one column is found, changed and deleted in the form that the column stores")
    func single() throws {
        try log.write { db in
            try Event(at: date, title: "one").insert(db)
            #expect(try db.value(Int64.self, "SELECT at FROM event") == 1_700_000_000_000)
            #expect(try Event.find(date, db)?.title == "one")
            #expect(try Event.exists(date, db))
            var patch = Event.Patch()
            patch.title = .value("two")
            try Event.update(date, db, applying: patch)
            #expect(try Event(at: date, title: "old").reloaded(db).title == "two")
            #expect(try Event.delete(date, db))
            #expect(try Event.count(db) == 0)
        }
    }

    @Test("so is a key of several columns")
    func several() throws {
        try log.write { db in
            try Visit(day: day, place: "here", count: 1).insert(db)
            #expect(try db.value(String.self, "SELECT day FROM visit") == "2023-11-14")
            let key = Visit.Key(day: day, place: "here")
            #expect(try Visit.find(key, db)?.count == 1)
            #expect(try Visit.delete(key, db))
            #expect(try !Visit.exists(key, db))
        }
    }

    @Test("a row without a key is found by a name of the rowid that no column has")
    func hiddenRowID() throws {
        try log.write { db in
            let first = try Line(rowid: 7, text: "one").inserted(db)
            var second = try Line(rowid: 1, text: "two").inserted(db)
            #expect(second.rowID == 2)
            second.text = "zwei"
            try second.update(db)
            #expect(try Line.find(rowID: 2, db)?.text == "zwei")
            #expect(try Line.find(rowID: 7, db) == nil)
            #expect(try Line.latest(db) == second)
            #expect(try Line.where { $0.rowid == 7 && $0.rowID == 1 }.all(db) == [first])
            #expect(try Line.inOrder(db) == [first, second])
            #expect(try first.delete(db))
            let mark = try Mark(rowid: nil, other: "x").inserted(db)
            #expect(try Mark.find(rowID: 1, db) == mark)
        }
    }
}
