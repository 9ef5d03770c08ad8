import ModelgenCore
import ModelgenDiagnostics
import ModelgenPlanning
import ModelgenRendering
import ModelgenSchema
import Testing

@Suite("What is generated", .serialized)
struct EmissionTests {
    private static let plain = """
        database: { name: Map }
        api: { name: MapAPI }
        enums: { Kind: { cases: [day, night], unknown: keep } }
        models:
          City:
            table: cities
            primaryKey: [land, name]
            fields:
              land: String
              name: { type: String, sensitive: true }
              kind: { type: Kind, default: day }
              size: Double?
              upper: { type: String, generated: upper(name) }
            queries: { names: { sql: "SELECT name FROM cities", returns: [String] } }
          Note:
            table: notes
            fields: { text: { type: String, sensitive: true } }
          Road:
            table: roads
            primaryKey: id
            fields: { id: Int64, title: String, cityLand: String? }
            relations: { bends: { hasMany: Bend, by: roadId } }
          Bend:
            table: bends
            primaryKey: id
            fields: { id: Int64, roadId: Int64 }
          Shape: { oneOf: { circle: Circle, word: String } }
          Circle: { fields: { radius: Double } }

        """

    private static let columns = """
          Place:
            table: places
            primaryKey: id
            fields: { id: Int64, shape: Shape?, circle: Circle, kinds: "[Kind]" }

        """

    private static let client = """
          Ship:
            table: ships
            primaryKey: id
            fields: { id: { type: Int64, assigned: server }, title: String, circle: { type: Circle?, column: false } }
            rest: { operations: [list, get, create, update, patch, delete] }

        """

    private static let sets: [Set<Emission>] = [
        [], [.json], [.sqlite], [.rest], [.json, .sqlite], [.json, .rest], [.sqlite, .rest], [.json, .sqlite, .rest],
    ]

    private func generated(_ emits: Set<Emission>, _ text: String) throws -> GenerationResult {
        Pipeline(options: GenerationOptions(emits: emits), templates: try TemplateLibrary())
            .generate([SourceFile(path: "map.model.yaml", text: text)])
    }

    private func expectCompiles(_ result: GenerationResult) throws {
        try #require(result.diagnostics.errors.map(\.message) == [])
        let compiler = try Compiler()
        defer { compiler.remove() }
        let files = Dictionary(uniqueKeysWithValues: result.files.map { ($0.name, $0.text) })
        let outcome = try compiler.check(files)
        #expect(outcome.succeeded, "\(outcome.messages)")
    }

    @Test("compiles, whatever is left out", arguments: sets)
    func plain(_ emits: Set<Emission>) throws {
        try expectCompiles(try generated(emits, Self.plain))
    }

    @Test("compiles with models in columns and clients, or says that JSON is missing", arguments: sets)
    func needingJSON(_ emits: Set<Emission>) throws {
        let result = try generated(emits, Self.plain + Self.columns + Self.client)
        guard !emits.contains(.json), !emits.isEmpty else { return try expectCompiles(result) }
        #expect(Set(result.diagnostics.errors.map(\.rule)) == ["emit-without-json"])
        let messages = Set(result.diagnostics.errors.map { String($0.message.prefix { $0 != ";" }) })
        let columns = ["shape", "circle", "kinds"].map { "`\($0)` is stored as JSON, which is not generated" }
        let client = ["the client of `Ship` needs JSON, which is not generated"]
        #expect(messages == Set((emits.contains(.sqlite) ? columns : []) + (emits.contains(.rest) ? client : [])))
    }

    @Test("has no part of what is left out")
    func onlyJSON() throws {
        let result = try generated([.json], Self.plain + Self.columns + Self.client)
        let text = result.files.map(\.text).joined()
        for part in ["rowID", "PatchFields", "ModelPatches", "Draft"] {
            #expect(!text.contains(part), "\(part)")
        }
    }
}
