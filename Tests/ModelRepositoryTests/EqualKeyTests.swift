import Foundation
import ModelFiles
import ModelREST
import ModelRepository
import ModelRepositorySQLite
import ModelRuntime
import ModelSQLite
import Testing

@Suite("Keys that some consider equal, and others do not")
struct EqualKeyTests {
    private struct File: KeyedRecord, Identifiable, Hashable {
        var id: String

        static let table = Table<File>("files", [TableColumn("id")], primaryKey: ["id"])

        struct Columns: TableColumns {
            var id: Column<File, String> { Column("id") }
            /// Only in conditions.
            var tag: Column<File, String?> { Column("tag") }
        }

        init(_ id: String) { self.id = id }

        init(fields reader: inout RowReader) throws {
            id = try reader.field()
        }

        func write(fields statement: inout RecordStatement) { statement.field(id) }
        static func bind(_ key: String, to statement: inout RecordStatement) { statement.field(key) }
    }

    private typealias Asked = Question<WholeList, String>

    /// The keys of the rows after complete lists, and how many notes of these rows are left.
    private static func rows(_ collation: String, _ lists: [[String]]) async throws -> (keys: [String], notes: Int) {
        let pool = try DatabasePool(.memory, DatabaseConfiguration())
        try await pool.write { db in
            try db.run(
                script: """
                    CREATE TABLE files (id TEXT PRIMARY KEY COLLATE \(collation)) WITHOUT ROWID;
                    CREATE TABLE notes (file TEXT REFERENCES files (id) ON DELETE CASCADE);
                    CREATE TRIGGER created AFTER INSERT ON files BEGIN INSERT INTO notes VALUES (new.id); END;
                    """)
        }
        let cache = DatabaseCache<File, WholeList>(pool) { _ in File.all }
        for list in lists {
            let reply = Reply<File>.list(list.map { File($0) }, .whole, AnswerFacts()).eachOnce
            let question = Asked.list(WholeList())
            let answer = try await cache.keep(reply, to: question, cache.ask(question))
            #expect(answer?.models.count == list.count)
        }
        return try await pool.read { db in
            (
                try File.all(db).map(\.id).sorted(),
                try db.rows("SELECT count(*) FROM notes") { try $0.read(Int.self, 0) }[0]
            )
        }
    }

    @Test("a complete list deletes no row whose key its column considers equal to one in the list")
    func collation() async throws {
        let (keys, notes) = try await Self.rows("NOCASE", [["ABC", "def", "ghi"], ["abc", "DEF", "new"]])
        #expect(keys == ["ABC", "def", "new"] && notes == 3)
        let (exact, _) = try await Self.rows("BINARY", [["ABC", "def"], ["abc", "def"]])
        #expect(exact == ["abc", "def"])
    }

    @Test("a complete list of what has a value deletes no row that has the value only by the collation of its column")
    func parameter() async throws {
        let keys: [String] = ["abc"]
        for about in [
            File.all.matching(\.id, "abc"), File.all.matching(keys: \.id, keys),
            File.all.matching(nullable: \.tag, "abc"),
        ] {
            let pool = try DatabasePool(.memory, DatabaseConfiguration())
            try await pool.write { db in
                try db.run(
                    script: """
                        CREATE TABLE files (id TEXT PRIMARY KEY COLLATE NOCASE, tag TEXT COLLATE NOCASE);
                        INSERT INTO files VALUES ('ABC', 'ABC'), ('def', 'def');
                        """)
            }
            let cache = DatabaseCache<File, WholeList>(pool) { _ in about }
            let question = Asked.list(WholeList())
            _ = try await cache.keep(.list([], .whole, AnswerFacts()), to: question, cache.ask(question))
            #expect(try await pool.read { db in try File.all(db).map(\.id).sorted() } == ["ABC", "def"])
        }
    }

    @Test(
        "changes delete no row whose key its column considers equal to that of a changed model",
        arguments: [(["abc"], "ABC", "abc"), ([], "ABC", "abc"), (["abc"], "abc", "ABC"), (["ABC"], "ABC", "abc")])
    func changes(_ stored: [String], _ changed: String, _ gone: String) async throws {
        let pool = try DatabasePool(.memory, DatabaseConfiguration())
        try await pool.write { db in
            try db.run("CREATE TABLE files (id TEXT PRIMARY KEY COLLATE NOCASE)")
            for id in stored { try File(id).insert(db) }
        }
        let cache = DatabaseCache<File, WholeList>(pool)
        _ = try await cache.keep(.changes([File(changed)], gone: [gone]), to: .operation(""), cache.ask(nil))
        #expect(try await pool.read { db in try File.count(db) } == 1)
    }

    @Test("keys whose letters are composed differently are different models")
    func composition() async throws {
        let files = ["\u{E9}.txt", "e\u{301}.txt"]
        let (keys, notes) = try await Self.rows("BINARY", [files, files])
        #expect(Set(keys.map { Array($0.utf8) }) == Set(files.map { Array($0.utf8) }) && notes == 2)
    }

    private struct Name: JSONValue, Identifiable, Hashable {
        var id: String

        init(_ id: String) { self.id = id }
        init(reading source: inout JSONSource) throws { id = try source.read(String.self) }
        func write(to sink: inout JSONSink) throws { try id.write(to: &sink) }
    }

    @Test("so they are in files")
    func compositionInFiles() throws {
        let folder = try TemporaryFolder()
        let cache = StorageCache<Name, WholeList>(ModelStorage(directory: folder.url))
        let names = ["\u{E9}.txt", "e\u{301}.txt"].map { Name($0) }
        let list = Asked.list(WholeList())
        _ = try cache.keep(.list(names, .page, AnswerFacts()), to: list, cache.ask(list))
        for name in names {
            _ = try cache.keep(.model(name, AnswerFacts()), to: .model(name.id), cache.ask(.model(name.id)))
        }
        func bytes(_ question: Asked) throws -> [[UInt8]]? {
            try cache.answer(to: question)?.models.map { Array($0.id.utf8) }
        }
        for name in names { #expect(try bytes(.model(name.id)) == [Array(name.id.utf8)]) }
        #expect(try bytes(list) == names.map { Array($0.id.utf8) })
        _ = try cache.keep(.gone(names[1].id), cache.ask(nil))
        #expect(try bytes(list) == [Array(names[0].id.utf8)])
    }
}
