import Foundation
import ModelAdoption
import ModelChanges
import ModelRuntime
import ModelSQLite
import Testing

/// Represents an encryption.
struct Reversed: Transformer {
    func decode(_ source: String) -> String { String(source.reversed()) }
    func encode(_ value: String) -> String { String(value.reversed()) }
}

@Suite("Student and Teacher")
struct SchoolTests {
    let school: SchoolDatabase

    init() throws {
        school = try SchoolDatabase.inMemory()
        try school.write { try Teacher.Draft().insert($0) }
    }

    @Test("D9: a Teacher saved without a name reads back \"Edward\"")
    func defaultName() throws {
        #expect(try school.read { try Teacher.find(1, $0)?.name } == "Edward")
        try school.write { try $0.run("INSERT INTO teachers DEFAULT VALUES") }
        #expect(try school.read { try Teacher.find(2, $0) } == Teacher(identify: 2, name: "Edward"))
    }

    @Test("D3: the keys of two consecutive inserts differ by 1")
    func consecutiveKeys() throws {
        let (first, second) = try school.write { db in
            (try Student.Draft(name: "Ann").insert(db), try Student.Draft(name: "Bob").insert(db))
        }
        #expect(second.identify - first.identify == 1)
        #expect(try school.read { try Student.find(first.identify, $0) } == first)
    }

    @Test("D2: a student without gender and teacher has the defaults, from SQL as from Swift")
    func defaults() throws {
        let fromSwift = try school.write { try Student.Draft(name: "Ann").insert($0) }
        try school.write { try $0.run("INSERT INTO students (name) VALUES ('Bob')") }
        let fromSQL = try #require(try school.read { try Student.latest($0) })
        for student in [fromSwift, fromSQL] {
            #expect(student.gender == .female)
            #expect(student.gender.rawValue == 1)
            #expect(student.teacherId == 1)
        }
    }

    @Test("D2: a second row with the score 159 fails, and the first one can be found by it")
    func uniqueScore() throws {
        let ann = try school.write { try Student.Draft(name: "Ann", score: 159).insert($0) }
        let error = try #require(throws: SQLiteError.self) {
            try school.write { try Student.Draft(name: "Bob", score: 159).insert($0) }
        }
        guard case .constraint(let violation) = error.kind else {
            Issue.record("\(error)")
            return
        }
        #expect(violation.rule == .unique)
        #expect(violation.fields == ["score"])
        #expect(try school.read { try Student.find(score: 159, $0) } == ann)
        #expect(try school.read { try Student.count($0) } == 1)
    }

    @Test("D2: a student requires an existing teacher")
    func foreignKey() throws {
        #expect(throws: SQLiteError.self) {
            try school.write { try Student.Draft(name: "Ann", teacherId: 9).insert($0) }
        }
    }

    @Test("M5: a date is milliseconds and a password is reversed, both in JSON and in the column")
    func transformers() throws {
        let date = Date(timeIntervalSince1970: 1_295_602_506.125)
        let student = try school.write {
            try Student.Draft(name: "Ann", startSchoolDate: date, password: "secret").insert($0)
        }
        let json = try JSON(json: student.jsonData())
        #expect(json["startSchoolDate"] == 1_295_602_506_125)
        #expect(json["password"] == "terces")
        #expect(try Student(json: student.jsonData()) == student)
        let row = try school.read { db in
            try db.rows("SELECT start_school_date, password FROM students") { row in
                (try row.read(Int64.self, 0), try row.read(String.self, 1))
            }
        }
        #expect(row.map(\.0) == [1_295_602_506_125])
        #expect(row.map(\.1) == ["terces"])
        #expect(try school.read { try Student.latest($0) } == student)
    }

    @Test("M1: identify maps to id")
    func keyOfIdentify() throws {
        #expect(try JSON(json: Teacher(identify: 7).jsonData()) == ["id": 7, "name": "Edward"])
    }

    @Test("the password is not in any description")
    func sensitive() {
        let student = Student(identify: 1, name: "Ann", password: "secret")
        var patch = Student.Patch()
        patch.password = .value("secret")
        let texts = ["\(student)", "\(patch)", String(reflecting: student), "\(Student.Draft(password: "secret"))"]
        for text in texts { #expect(!text.contains("secret"), "\(text)") }
        #expect("\(student)".contains("Ann"))
    }
}

@Suite("The posts of JSONPlaceholder")
struct PostTests {
    @Test("G1, G2: a file of version 1 gains the column runtimeP and keeps its rows")
    func migration() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appending(path: "posts.sqlite")
        do {
            let pool = try DatabasePool(.file(url))
            try pool.write { db in
                for sql in PostsDatabase.earliestVersion?.create ?? [] { try db.run(script: sql) }
                try db.run("INSERT INTO test_models (key_id, user_id, title, body) VALUES (1, 2, 'a', 'b')")
            }
            pool.closeAndWait()
        }
        let posts = try PostsDatabase.openAndWait(at: url, adopting: 1)
        let expected = TestModel(keyId: 1, userId: 2, title: "a", body: "b", runtimeP: nil)
        #expect(try posts.read { try TestModel.all($0) } == [expected])
        try posts.write { try TestModel.update($0, where: { $0.keyId == 1 }) { $0.runtimeP = "p" } }
        #expect(try posts.read { try TestModel.find(1, $0)?.runtimeP } == "p")
    }

    @Test("M15: absent values of a response do not overwrite")
    func merge() throws {
        var post = TestModel(keyId: 1, userId: 2, title: "a", body: "b", runtimeP: "p")
        post.apply(try TestModel.Patch(json: #"{"id": 1, "title": "new"}"#))
        #expect(post == TestModel(keyId: 1, userId: 2, title: "new", body: "b", runtimeP: "p"))
    }
}
