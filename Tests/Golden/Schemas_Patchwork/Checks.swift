import Foundation
import ModelChanges
import ModelExpressions
import ModelRuntime
import ModelSQLite
import Testing

@Suite("The user of patchwork")
struct UserTests {
    private func database() throws -> PatchworkDatabase {
        let database = try PatchworkDatabase.inMemory()
        try database.write { db in
            for number in 0..<20 {
                try User(name: "user \(number % 4)", age: number, addr: "street \(number)").insert(db)
            }
        }
        return database
    }

    @Test("D13: WHERE (age & 2 = 2)")
    func bitAnd() throws {
        let users = try database().read { try User.where { $0.age & 2 == 2 }.all($0) }
        #expect(users.map(\.age) == (0..<20).filter { $0 & 2 == 2 })
    }

    @Test("D14: ORDER BY user_name DESC, age LIMIT 10 OFFSET 5")
    func order() throws {
        let users = try database().read { try User.order { [$0.name.desc, $0.age] }.limit(10, offset: 5).all($0) }
        let all = (0..<20).sorted { left, right in
            left % 4 == right % 4 ? left < right : left % 4 > right % 4
        }
        #expect(users.map(\.age) == Array(all[5..<15]))
    }

    @Test("D10: UPDATE OR FAIL user SET address = ?, age = ? WHERE (user_name = ?)")
    func updateOrFail() throws {
        let database = try database()
        let changed = try database.write { db in
            try User.update(db, onConflict: .fail, where: { $0.name == "user 1" }) {
                $0.addr = "Roosevelt"
                $0.age = 54
            }
        }
        #expect(changed == 5)
        #expect(try database.read { try User.where { $0.addr == "Roosevelt" && $0.age == 54 }.count($0) } == 5)
        #expect(try database.read { try User.count($0) } == 20)
    }

    @Test("D1, D2: name is kept as user_name and addr as address; email and homepage are not stored")
    func columns() throws {
        let columns = try database().read { db in
            try db.rows("SELECT name FROM pragma_table_info('user')") { row in try row.read(String.self, 0) }
        }
        #expect(columns == ["user_name", "age", "address"])
    }

    @Test("D6: a table without a primary key is keyed by rowid, with update and delete")
    func rowID() throws {
        let database = try database()
        var user = try #require(try database.read { try User.where { $0.age == 7 }.first($0) })
        let key = try #require(user.rowID)
        user.age = 70
        try database.write { [user] in try user.update($0) }
        #expect(try database.read { try User.find(rowID: key, $0)?.age } == 70)
        try database.write { [user] in _ = try user.delete($0) }
        #expect(try database.read { try User.find(rowID: key, $0) } == nil)
        #expect(try database.read { try User.count($0) } == 19)
        #expect(try JSON(json: user.jsonData())["rowID"] == nil)
    }

    @Test("M1: the user in the documentation")
    func json() throws {
        let user = try User(
            json: #"{"name": "Alex Lee", "age": 35, "email": "a@b.c", "homepage": "https://github.com/alexlee002"}"#)
        #expect(
            user
                == User(
                    name: "Alex Lee", age: 35, email: "a@b.c", homepage: URL(string: "https://github.com/alexlee002")))
    }

    @Test("M10: a number in quotes, a number for a string, a URL from a string")
    func lenient() throws {
        let user = try User(json: #"{"name": 12, "age": "35", "homepage": "https://a.b"}"#)
        #expect(user == User(name: "12", age: 35, homepage: URL(string: "https://a.b")))
        let file = try StoredFile(json: #"{"fs_id": "778978553121", "mtime": "1504596320"}"#)
        #expect(file == StoredFile(fsId: 778_978_553_121, mtime: Date(timeIntervalSince1970: 1_504_596_320)))
    }

    @Test("M17: created_at reaches createdAt, 2011-01-21 09:35:06 UTC")
    func github() throws {
        let user = try GithubUser(
            json: #"""
                {"login": "alexlee002", "id": 570824, "url": "https://api.github.com/users/alexlee002",
                 "name": "Alex Lee", "location": null, "created_at": "2011-01-21T09:35:06Z"}
                """#)
        #expect(user.ID == "570824")
        #expect(user.createdAt == Date(timeIntervalSince1970: 1_295_602_506))
        #expect(user.location == nil)
    }
}
