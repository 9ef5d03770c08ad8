import Foundation
import ModelEditing
import ModelRuntime
import Testing

private let user = User(
    id: 7, userName: "Ada", age: 20, email: "a@b.c", password: "hunter2", role: .writer,
    address: Address(street: "Main", city: "Oslo"), friends: [Friend(userName: "Bob", age: 30, isClose: true)],
    updatedAt: Date(timeIntervalSince1970: 0.125), localNote: "here")

@Suite("Copying")
struct CopyingTests {
    @Test("M7: single fields are written differently, for one call")
    func transforming() throws {
        let youth = try user.jsonData(transforming: .init { $0.age { $0 < 28 ? "Youth" : "Elder" } })
        #expect(try JSON(json: youth)["data"]?["age"] == "Youth")
        #expect(try JSON(json: youth)["data"]?["id"] == 7)
        let several = try user.jsonData(
            transforming: .init {
                $0.userName { $0.count }
                $0.address { $0?.city }
                $0.friends { $0.map(\.userName) }
                $0.password { _ in "…" }
            }, at: [])
        #expect(
            try JSON(json: several) == [
                "id": 7, "user": ["name": 3, "address": "Oslo"], "age": 20, "email": "a@b.c", "password": "…",
                "role": "writer", "friends": ["Bob"],
            ])
        #expect(try JSON(json: user.jsonData(at: []))["age"] == 20)
        var older = user
        older.age = 30
        let list = try [user, older].jsonData(
            transforming: .init { $0.age { $0 < 28 ? "Youth" : "Elder" } }, at: [])
        #expect(try JSON(json: list)[1]?["age"] == "Elder")
        let draft = User.Draft(userName: "Eve", age: 1)
        #expect(try JSON(json: draft.jsonData(transforming: .init { $0.age { -$0 } }, at: []))["age"] == -1)
    }

    @Test("M7: a property that is not in JSON is an error, and so is what the function throws")
    func transformingNothing() throws {
        let error = try #require(throws: JSONError.self) {
            try user.jsonData(transforming: .init { $0.localNote { _ in 1 } })
        }
        #expect(error.description.contains("localNote"))
        struct Refused: Error {}
        let refused = try #require(throws: JSONError.self) {
            try user.jsonData(transforming: .init { $0.age { _ -> Int in throw Refused() } })
        }
        #expect(refused.reason == "Refused()")
        #expect(throws: JSONError.self) { try user.jsonData(transforming: .init { $0.hashValue { $0 } }) }
    }

    @Test("M18: a nested dictionary of an object's properties, by their names")
    func properties() throws {
        #expect(
            try user.jsonProperties() == [
                "id": 7, "userName": "Ada", "age": 20, "email": "a@b.c", "password": "hunter2", "role": "writer",
                "address": ["street": "Main", "city": "Oslo"],
                "friends": [["userName": "Bob", "age": 30, "isClose": true]],
            ])
    }

    @Test("M19: a response is merged into a model; what is absent stays, and so does the key")
    func merging() throws {
        var merged = user
        try merged.merge(
            json: #"""
                {"data": {"id": 99, "user": {"name": "Eve"}, "email": null, "age": null, "updated": 1,
                 "updatedAt": "1970-01-01T00:00:01Z"}}
                """#)
        var expected = user
        expected.userName = "Eve"
        expected.email = nil
        expected.updatedAt = Date(timeIntervalSince1970: 1)
        #expect(merged == expected)

        try merged.merge(["user": ["address": ["street": "Side", "town": "Bergen"]]])
        expected.address = Address(street: "Side", city: "Bergen")
        #expect(merged == expected)

        #expect(throws: JSONError.self) { try merged.merge(json: #"{"data": {"age": "x", "email": "new"}}"#) }
        #expect(merged == expected)
    }

    @Test("M19: read-only fields are merged but not sent")
    func readOnly() throws {
        let patch = try User.Patch(json: #"{"data": {"age": 3, "updatedAt": "1970-01-01T00:00:01Z"}}"#)
        #expect(patch.updatedAt == .value(Date(timeIntervalSince1970: 1)))
        #expect(try patch.jsonString(at: []) == #"{"age":3}"#)
    }

    @Test("M21: all properties that two models share are copied, to the last bit, including secrets")
    func copyingAll() throws {
        var person = Person(userName: "", isClose: true)
        let names = try person.copy(from: user)
        #expect(names == ["userName", "age", "password", "localNote"])
        #expect(
            person == Person(userName: "Ada", age: 20, password: "hunter2", localNote: "here", isClose: true))

        var same = User(id: 0, userName: "", age: 0)
        try same.copy(from: user)
        #expect(same == user)
        var draft = User.Draft(userName: "", age: 0)
        try draft.copy(from: user)
        #expect(draft.updatedAt == user.updatedAt)
        #expect(draft.friends == user.friends)
    }

    @Test("M21: some properties, or all except some, are copied")
    func copyingSome() throws {
        var other = User(id: 1, userName: "Eve", age: 3)
        try other.copy(from: user, only: \.userName, \.password)
        #expect(other == User(id: 1, userName: "Ada", age: 3, password: "hunter2"))

        other = User(id: 1, userName: "Eve", age: 3)
        let names = try other.copy(from: user, except: \.id, \.userName)
        #expect(names.first == "age")
        var expected = user
        expected.id = 1
        expected.userName = "Eve"
        #expect(other == expected)
    }

    @Test("M21: a property that the other model lacks is an error, and nothing is copied")
    func copyingNothing() throws {
        var person = Person(userName: "x")
        let error = try #require(throws: JSONError.self) { try person.copy(from: user, only: \.userName, \.role) }
        #expect(error.description.contains("role"))
        #expect(person == Person(userName: "x"))
        var other = user
        #expect(throws: JSONError.self) { try other.copy(from: Person(userName: "y"), only: \.userName, \.age) }
        #expect(other == user)
        #expect(try other.copy(from: Person(userName: "y", age: 3)) == ["userName", "password", "localNote"])
    }

    @Test("a sensitive property is copied, but neither described, dumped nor reflected")
    func sensitive() {
        var text = ""
        dump(user, to: &text)
        #expect(!text.contains("hunter2"))
        #expect(!"\(user)".contains("hunter2"))
        #expect("\(user)".contains("password: …"))
        let children = Mirror(reflecting: user).children
        #expect(
            children.allSatisfy {
                Mirror(reflecting: $0.value).children.allSatisfy { !"\($0.value)".contains("hunter2") }
            })
    }
}
