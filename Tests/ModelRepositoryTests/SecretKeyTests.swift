import Foundation
import ModelFiles
import ModelPagination
import ModelREST
import ModelRepository
import ModelRepositorySQLite
import ModelRuntime
import ModelSQLite
import Testing

@Suite("A repository of models with a sensitive key")
struct SecretKeyTests {
    /// Identified in paths by its token, which is also its key in the table.
    private struct Session: KeyedRecord, Identifiable, Hashable, JSONModel, Gettable {
        typealias PathKey = String
        typealias PathKeyKind = PathKeyIsField

        var id: Int64
        var token: String
        var owner: String?

        static let jsonFields = JSONFields(
            Session.self,
            [
                "id", JSONField("token", traits: .sensitive), JSONField("owner", traits: .sensitive),
            ])
        static let table = Table<Session>("sessions", jsonFields, primaryKey: ["id"])

        struct Columns: TableColumns {}

        var pathKey: String? { token }

        init(fields source: inout some JSONFieldSource & ~Copyable) throws {
            id = try source.field()
            token = try source.field()
            owner = try source.fieldIfPresent()
        }

        func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
            sink.field(id)
            sink.field(token)
            sink.fieldIfPresent(owner)
        }

        init(fields reader: inout RowReader) throws {
            id = try reader.field()
            token = try reader.field()
            owner = try reader.fieldIfPresent()
        }

        func write(fields statement: inout RecordStatement) {
            statement.field(id)
            statement.field(token)
            statement.fieldIfPresent(owner)
        }
    }

    private func json(_ id: Int64, _ token: String, _ owner: String = "ann") -> String {
        #"{"id":\#(id),"token":"\#(token)","owner":"\#(owner)"}"#
    }

    private func pool(_ table: String = "sessions", _ owner: String = "owner") async throws -> DatabasePool {
        let pool = try DatabasePool(.memory, DatabaseConfiguration())
        try await pool.write { (db: Database) throws in
            try db.run(
                script: """
                    CREATE TABLE people (name TEXT PRIMARY KEY);
                    INSERT INTO people VALUES ('ann');
                    CREATE TABLE \(table) (id INTEGER PRIMARY KEY, token TEXT, \(owner) TEXT REFERENCES people);
                    """)
        }
        return pool
    }

    @Test("each secret in a path has its own answer", arguments: [true, false])
    func answers(inFiles: Bool) async throws {
        let folder = try TemporaryFolder()
        let pool = try await pool()
        try await LoopbackServer.run { asked in
            asked.path.hasSuffix("/s3cret") ? .json(json(1, "s3cret")) : .json(json(2, "hidden"))
        } _: { server in
            let client = APIClient(APIDefaults(baseURL: server.url))
            let api = Operations<Session>(
                client: client, resource: Resource("sessions", at: "sessions", keys: .sensitive))
            let store =
                inFiles
                ? ResourceRepository(api: api, storage: ModelStorage(directory: folder.url))
                : ResourceRepository(api: api, cache: DatabaseCache<Session, WholeList>(pool))
            let policy = CachePolicy.cacheElseNetwork(maxAge: .seconds(60))
            expectEqual(try await store.get("s3cret", policy: policy).value.id, 1)
            expectEqual(try await store.get("hidden", policy: policy).value.id, 2)
            async let one = store.get("s3cret", policy: .networkOnly).value.id
            async let two = store.get("hidden", policy: .networkOnly).value.id
            expectEqual(try await [one, two], [1, 2])
        }
    }

    @Test(
        "a dangling reference is reported without a sensitive value, however the file spells the names",
        arguments: [("sessions", "owner"), ("sessions", "Owner"), ("Sessions", "owner")])
    func reference(_ table: String, _ owner: String) async throws {
        let cache = DatabaseCache<Session, WholeList>(try await pool(table, owner))
        let question = Question<WholeList, Int64>.model(1)
        let session = try Session(json: json(1, "s3cret", "b0b"))
        let error = await #expect(throws: SQLiteError.self) {
            _ = try await cache.keep(.model(session, AnswerFacts()), to: question, cache.ask(question))
        }
        let message = try "\(#require(error))"
        #expect(message.hasPrefix("\(table).\(owner) refers to a row of people, which does not exist (Session.owner)"))
        #expect(!message.contains("b0b"))
    }
}
