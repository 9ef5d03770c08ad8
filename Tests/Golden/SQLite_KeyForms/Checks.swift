import Foundation
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
}
