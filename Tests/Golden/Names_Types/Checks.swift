import Foundation
import ModelRuntime
import ModelSQLite
import Testing

@Suite("Types")
struct TypeTests {
    @Test("a model with the name of a type in Swift, Foundation or the runtimes works like any other")
    func roundTrip() throws {
        let types = try TypesDatabase.inMemory()
        let draft = Task.Draft(
            data: Data(id: 1), date: Date(id: 2, decimal: Decimal(text: "1")), result: .unknown("so so"),
            url: URL(text: "u", uuid: UUID(text: "v")), others: [Decimal(text: "2", json: JSON(text: "j"))])
        let task = try types.write { try draft.insert($0) }
        #expect(try types.read { try Task.find(task.id, $0) } == task)
        #expect(try Task(json: task.jsonData()) == task)
        try types.write { db in
            try Column(url: 7, url2: 1, date: Data(id: 1)).insert(db)
            try Database(a: 1, b: "b").insert(db)
            try Statement(row: 1).insert(db)
        }
        #expect(try types.read { try Database.find(b: "b", a: 1, $0)?.id } == Database.Key(a: 1, b: "b"))
        #expect(!"\(Endpoint(id: 1, secret: "hunter2"))".contains("hunter2"))
    }
}
