import Foundation
import ModelAdoption
import ModelRuntime
import ModelSQLite
import Testing

private let full = CustomModel(
    accountID: 1, vipLevel: 5, nickName: "nick", registerDate: Date(timeIntervalSince1970: 1_500_000_000),
    nest: NestModel(nestName: "n", nestAge: 2), nests: [NestModel(), NestModel(nestName: "|MASep|, \"quoted\" 名字")],
    customDict: ["a": NestModel(nestAge: 1)], customDictInt: [7: NestModel(nestAge: 7), -1: NestModel()],
    customDictArray: ["l": [NestModel(nestAge: 3), NestModel()]], customSet: ["x", "y|z", ""])

@Suite("The custom model of ModelAdaptor")
struct CustomModelTests {
    @Test("M11: a missing key gives the declared default")
    func defaults() throws {
        let model = try CustomModel(json: #"{"accountID": 1, "level": null}"#)
        #expect(model == CustomModel(accountID: 1))
        #expect(model.vipLevel == 1)
        #expect(model.userName == "名字")
        #expect(model.amount == 6)
    }

    @Test("M12, M13: round trips of nested models, dictionaries by Int, lists and sets")
    func json() throws {
        let json = try JSON(json: full.jsonData())
        #expect(json["level"] == 5)
        #expect(json["nick_name_custom"] == "nick")
        #expect(json["custom_dict_int"]?["7"]?["age"] == 7)
        #expect(json["custom_dict_array"]?["l"] == [["age": 3], ["age": 0]])
        #expect(try CustomModel(json: full.jsonData()) == full)
        #expect(try JSONDecoder().decode(CustomModel.self, from: JSONEncoder().encode(full)) == full)
    }

    @Test("D7: lists, dictionaries, sets and custom types are read back from their columns unchanged")
    func columns() throws {
        let database = try CustomDatabase.inMemory()
        try database.write { db in
            try full.insert(db)
            try CustomModel(accountID: 2).insert(db)
        }
        #expect(try database.read { try CustomModel.all($0) } == [full, CustomModel(accountID: 2)])
    }

    @Test("D11: a batch is rolled back at the first failure")
    func batch() throws {
        let database = try CustomDatabase.inMemory()
        #expect(throws: SQLiteError.self) {
            try database.write { try CustomModel.insert([full, CustomModel(accountID: 2), full], $0) }
        }
        #expect(try database.read { try CustomModel.count($0) } == 0)
    }

    @Test("G5: new objects have the amount 6, rows of version 1 get 100")
    func since() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appending(path: "custom.sqlite")
        do {
            let pool = try DatabasePool(.file(url))
            try pool.write { db in
                for sql in CustomDatabase.earliestVersion?.create ?? [] { try db.run(script: sql) }
                try db.run("INSERT INTO user (account_id) VALUES (1)")
            }
            pool.closeAndWait()
        }
        let database = try CustomDatabase.openAndWait(at: url, adopting: 1)
        try database.write { try CustomModel(accountID: 2).insert($0) }
        try database.write { try $0.run("INSERT INTO user (account_id) VALUES (3)") }
        #expect(try database.read { try CustomModel.all($0) }.map(\.amount) == [100, 6, 6])
    }

    @Test("M14: a model that is only in JSON")
    func onlyMap() throws {
        #expect(try OnlyMap(json: #"{"nick_name": "n"}"#) == OnlyMap(nickName: "n", age: 6))
    }

    @Test("M12: nil is omitted")
    func omitsNil() throws {
        #expect(try OnlyMap(age: 1).jsonString() == #"{"age":1}"#)
    }
}
