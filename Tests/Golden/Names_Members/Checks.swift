import Foundation
import ModelRuntime
import ModelSQLite
import Testing

@Suite("Members")
struct MemberTests {
    @Test("fields that are named like what generated code uses are read, written, stored and patched")
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
        thing.apply(patch)
        try things.write { [patch] in try Thing.update(key, $0, applying: patch) }
        #expect(try things.read { try Thing.find(key, $0) } == thing)
        #expect(thing.patch == "p")
        #expect(!"\(thing)".contains("secret"))
        try things.write { try Keyed(key: 3, id: "i").insert($0) }
        #expect(try things.read { try Keyed.find(3, $0)?.id } == "i")
        let drafted = try things.write { try Drafted.Draft(id: "i", row: "four", statement: "s").insert($0) }
        #expect(drafted == Drafted(serial: 1, id: "i", row: "four", statement: "s", length: 4))
    }
}
