import Foundation
import ModelChanges
import ModelRuntime
import ModelSQLite
import Testing

@Suite("Members")
struct MemberTests {
    @Test("fields with names that generated code uses are read, written, stored and patched")
    func roundTrip() throws {
        let things = try ThingsDatabase.inMemory()
        var thing = Thing(statement: 1, index: 2, source: "s", sink: "k", field: "secret", db: "d", description: "text")
        try things.write { [thing] in try thing.insert($0) }
        let key = Thing.Key(statement: 1, index: 2)
        #expect(try things.read { try Thing.find(key, $0) } == thing)
        #expect(try things.read { try Thing.find(sink: "k", $0) } == thing)
        #expect(try things.read { try Thing.find(db: "d", $0) } == thing)
        #expect(try Thing(json: thing.jsonData()) == thing)
        var patch = Thing.Patch()
        patch.columns = .value(5)
        patch.value = .null
        patch.patch = .value("p")
        patch.copy = .value(3)
        patch.jsonData = .value(Data([1, 2]))
        patch.description = .value("other")
        patch.source = .null
        thing.apply(patch)
        try things.write { [patch] in try Thing.update(key, $0, applying: patch) }
        #expect(try things.read { try Thing.find(key, $0) } == thing)
        #expect(thing.patch == "p" && thing.copy == 3 && thing.jsonData == Data([1, 2]) && thing.source == "s")
        #expect(try Thing.Patch(json: patch.jsonData()).jsonString() == patch.jsonString())
        var other = thing
        other.type = "t"
        #expect(other != thing)
        other.type = nil
        #expect(other == thing)
        #expect(!"\(thing)".contains("secret"))
        try things.write { try Keyed(key: 3, id: "i").insert($0) }
        #expect(try things.read { try Keyed.find(3, $0)?.id } == "i")
        try things.write { db in
            try Labelled(code: "a", id: 1, key: "b").insert(db)
            try Labelled(code: "b", id: 2, key: "a").insert(db)
            try Labelled(code: "a", id: 3, key: "b").update(db)
            try Numbered(id: 1, key: 2).insert(db)
            try Numbered(id: 2, key: 1).insert(db)
            try Numbered(id: 2, key: 1).delete(db)
        }
        #expect(try things.read { try Labelled.find("a", $0)?.id } == 3)
        #expect(try things.read { try Labelled.find("b", $0)?.id } == 2)
        #expect(try things.read { try Numbered.find(1, $0)?.key } == 2)
        #expect(try things.read { try Numbered.find(2, $0) } == nil)
        let drafted = try things.write { try Drafted.Draft(id: "i", row: "four", statement: "s").insert($0) }
        #expect(drafted == Drafted(serial: 1, id: "i", row: "four", statement: "s", length: 4))
    }
}
