import ModelgenDiagnostics
import ModelgenSchema
import Testing

@testable import ModelgenParsing

@Suite("Features of YAML, and its mistakes, in a schema")
struct YAMLFeatureTests {
    @Test("a file with a syntax error does not make others look wrong") func syntaxAndNames() {
        let broken = SourceFile(path: "a.model.yaml", text: "models:\n  User: { fields: { id: Int64 }\n")
        let good = SourceFile(path: "b.model.yaml", text: "models:\n  Post: { fields: { user: User } }\n")
        let (_, diagnostics) = parse([broken, good], imports: [])
        #expect(diagnostics.map(\.rule) == ["yaml-syntax"])
    }

    @Test("missing quotes around an optional list are reported") func quotingHint() {
        expect(
            "models:\n  Post:\n    fields:\n      all: ⟦1:[Post]?⟧\n",
            [1: "an optional list or dictionary needs quotes; write `\"[Post]?\"` [unquoted-optional]"]
        )
    }

    @Test("aliases, merge keys and several documents work in a schema") func yamlFeatures() throws {
        let parsed = try schema(
            """
            models:
              Base: { fields: &base { id: Int64, at: { type: Date, json: created_at } } }
              City:
                fields: { <<: *base, name: String, id: String }
            ---
            models:
              Town: { fields: { city: City } }
            """
        )
        #expect(parsed.schema.models.map(\.name) == ["Base", "City", "Town"])
        #expect(parsed.schema.models[1].fields.map(\.name) == ["id", "at", "name"])
        #expect(parsed.schema.models[1].field("id")?.type == .scalar(.string))
    }

    @Test("a mistake in an anchored mapping is reported once") func aliasedMistake() {
        expect(
            "models:\n  A: { fields: &f { id: ⟦1:Itn⟧ } }\n  B: { fields: *f }\n",
            [1: "unknown type `Itn`; did you mean `Int`? [unknown-type]"]
        )
    }
}
