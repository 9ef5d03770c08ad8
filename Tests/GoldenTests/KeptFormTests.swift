import ModelStoredForms
import ModelgenCore
import ModelgenDatabase
import ModelgenDiagnostics
import ModelgenRendering
import ModelgenSchema
import SeededNumbers
import Testing

@testable import ModelRuntime

/// The lock and the runtime must agree on where a stored document has its values.
@Suite("The stored form of a model with fields that are only read or only written")
struct KeptFormTests {
    private struct Probe: JSONModel {
        static let jsonFields = JSONFields(Probe.self, [])

        init(fields source: inout some JSONFieldSource & ~Copyable) throws {}
        func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {}
    }

    private static let paths: [[JSONPathComponent]] = [
        [.key("a")], [.key("a"), .key("b")], [.key("a"), .key("b"), .key("c")], [.key("a"), .index(0)], [.key("b")],
        [.key("a.b")], [.index(0)], [.key("f0")],
    ]

    private static func field(_ index: Int, _ random: inout SeededNumbers) -> Field {
        var chosen: [ModelgenSchema.JSONPath] = []
        for _ in 0...random.below(2) { chosen.append(ModelgenSchema.JSONPath(paths[random.below(paths.count)])) }
        let direction: JSONDirection = random.element(of: [.both, .decodeOnly, .encodeOnly]) ?? .both
        var field = Field(
            name: SwiftName("f\(index)"), type: .scalar(.int),
            json: JSONMapping(paths: chosen, direction: direction))
        if direction == .both, random.below(3) == 0 { field.access = .readOnly }
        return field
    }

    /// The field as generated code lists it.
    private static func listed(_ field: Field) -> JSONField {
        var traits: JSONField.Traits = []
        if !field.isRead { traits.insert(.encodeOnly) }
        if !field.isWritten { traits.insert(.decodeOnly) }
        let paths = (field.json?.paths ?? []).map { path in
            ModelRuntime.JSONPath(
                path.components.map { component in
                    switch component {
                    case .key(let key): .key(key)
                    case .index(let index): .index(index)
                    }
                })
        }
        guard paths.count > 1 else { return JSONField(field.name.text, paths.first, traits: traits) }
        return JSONField(field.name.text, paths.first, or: paths[1], traits: traits)
    }

    @Test("has its fields where the runtime stores them", arguments: 0..<300)
    func places(seed: Int) throws {
        var random = SeededNumbers(seed: UInt64(seed))
        let fields = (0...random.below(4)).map { Self.field($0, &random) }
        let schema = Schema(models: [Model(name: "M", file: "m", fields: fields)])
        let form = StoredForms(schema).form(of: Field(name: "m", type: .model("M")))
        let list = JSONFields(Probe.self, fields.map(Self.listed))
        let places = (list.kept ?? list).fields.map { field in
            field.paths.map { path in
                ModelgenSchema.JSONPath(path.components.map { $0.key.map { .key($0) } ?? .index($0.index ?? 0) }).text
            }
        }
        for place in places {
            let part = try #require(form.parts[ExactText(place[0])])
            // Of two fields in one place, only one is described.
            if places.count(where: { $0[0] == place[0] }) == 1 {
                #expect(part.otherPlaces == Array(place.dropFirst()))
            }
        }
        #expect(form.parts.count == Set(places.map { $0[0] }).count)
    }

    /// What is added to a stored model, and whether its old documents can still be read.
    static let additions = [
        (field: "authorId: { type: Int64, json: { path: author.id, encode: false } }", isReadable: false),
        (field: "authorId: { type: Int64?, json: { path: author.id, encode: false } }", isReadable: false),
        (field: "raw: { type: JSON?, json: { path: author, encode: false } }", isReadable: false),
        (field: "other: { type: Int64?, json: { path: authors.id, encode: false } }", isReadable: true),
        (field: "other: Int64?", isReadable: true),
    ]

    @Test("that moves with a new field is noticed, as long as the model has versions", arguments: additions)
    func added(_ addition: (field: String, isReadable: Bool)) throws {
        func files(_ field: String) -> [SourceFile] {
            let text = """
                database: { name: D }
                models:
                  Author: { fields: { id: Int64 } }
                  Post: { table: false, fields: { author: Author, createdAt: { type: Date, json: created_at }\(field) } }
                  Item: { primaryKey: id, fields: { id: Int64, post: Post } }

                """
            return [SourceFile(path: "m.model.yaml", text: text)]
        }
        let pipeline = try Pipeline.plain()
        let lock = try pipeline.lock(files(""))
        let rules = pipeline.errors(files(", " + addition.field), lock: lock, for: .checking).map(\.rule)
        #expect(rules == (addition.isReadable ? [] : ["stored-form-changed"]))
    }
}
