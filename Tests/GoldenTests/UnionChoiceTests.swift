import ModelgenCore
import ModelgenDiagnostics
import ModelgenPlanning
import ModelgenRendering
import Testing

/// Models that are cases of a union, and how their objects are distinguished.
struct UnionSample: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// `A`, `B` and perhaps others.
    var models: [String]
    /// The conditions, in order, and the cases that are then tried; as in the generated code.
    var conditions: [String]
    var tried: String

    init(_ description: String, _ models: [String], _ conditions: [String], tried: String = "") {
        (testDescription, self.models, self.conditions, self.tried) = (description, models, conditions, tried)
    }

    static let all = [
        UnionSample(
            "a key that only one of them knows", ["{ id: String, cents: Int }", "{ id: String, deleted: Bool }"],
            ["hasKeys(\"cents\")"]),
        UnionSample(
            "a key that another one knows, too, although it may lack it",
            ["{ id: String, name: String? }", "{ id: String, name: String }"], [], tried: "b a"),
        UnionSample(
            "the same with a default",
            ["{ id: String, name: { type: String, default: x } }", "{ id: String, name: String }"],
            [], tried: "b a"),
        UnionSample(
            "cases that know the same keys are tried in the order of the YAML",
            ["{ id: String, n: Int? }", "{ id: String, n: String? }"], [],
            tried: "a b"),
        UnionSample(
            "enums without common values", ["{ kind: Circle }", "{ kind: Square, side: Int? }"],
            ["discriminator(\"kind\") == \"circle\""]),
        UnionSample(
            "an enum that takes unknown values", ["{ kind: Anything, a: Int? }", "{ kind: Square, a: Int? }"],
            ["discriminator(\"kind\") == \"other\"", "discriminator(\"kind\") == \"square\""]),
        UnionSample(
            "several of them", ["{ kind: Anything, a: Int? }", "{ kind: Square }", "{ kind: More }"],
            ["other", "square", "more"].map { "discriminator(\"kind\") == \"\($0)\"" }, tried: "a c"),
        UnionSample(
            "an enum before one that takes unknown values",
            ["{ kind: Square, a: Int? }", "{ kind: Anything, a: Int? }"], ["discriminator(\"kind\") == \"square\""]),
        UnionSample(
            "several that take unknown values of different keys",
            ["{ kind: Anything, type: Anything }", "{ kind: Square, type: More }", "{ kind: Square, type: Circle }"],
            ["discriminator(\"kind\") == \"other\"", "discriminator(\"type\") == \"more\""], tried: "b a c a b"),
        UnionSample(
            "a key after an enum that takes unknown values",
            ["{ kind: Anything, n: Int }", "{ kind: Square, n: Int }", "{ kind: Square }"],
            ["discriminator(\"kind\") == \"other\"", "hasKeys(\"n\")", "discriminator(\"kind\") == \"square\""],
            tried: "b a"),
        UnionSample("an object with any keys", ["{ id: String }", "\"[String: JSON]\""], [], tried: "a b"),
        UnionSample(
            "a key that may be null", ["{ id: String, any: JSON }", "{ id: String }"], [], tried: "a b"),
        UnionSample(
            "one of three", ["{ id: String, n: Int }", "{ id: String, n: Int? }", "{ id: String, n: Int, m: Int }"],
            ["hasKeys(\"m\")"], tried: "a b"),
    ]
}

@Suite("How the cases of a union without a discriminator are distinguished")
struct UnionChoiceTests {
    @Test("a condition never excludes a case that can read the object", arguments: UnionSample.all)
    func choices(_ sample: UnionSample) throws {
        let names = ["a", "b", "c"].prefix(sample.models.count)
        let isModel = sample.models.map { $0.hasPrefix("{") }
        let text =
            "enums: { Circle: [circle], Square: [square], Anything: { cases: [other], unknown: keep }, More: { cases: [more], unknown: keep } }\nmodels:\n"
            + zip(names, sample.models).filter { $1.hasPrefix("{") }
            .map { "  \($0.uppercased()): { fields: \($1) }\n" }.joined()
            + "  U: { oneOf: { "
            + names.enumerated().map { "\($1): \(isModel[$0] ? $1.uppercased() : sample.models[$0])" }.joined(
                separator: ", ")
            + " } }\n  Holder: { fields: { u: U } }\n"
        let result = try Pipeline.plain().generate([SourceFile(path: "m.model.yaml", text: text)])
        try #require(result.diagnostics.errors.map(\.message) == [])
        let code = result.files.map(\.text).joined()
        let conditions = code.matches(of: /case \.object where try source\.(.*):(?: self|\n)/).map { String($0.1) }
        #expect(conditions == sample.conditions)
        let tried = code.matches(of: /\{ \.([abc])\(try \$0\.read\(\)\) \}/).map { String($0.1) }
        #expect(tried.joined(separator: " ") == sample.tried)
    }

    @Test("a transformer for each element makes arrays, one for the whole list what it converts")
    func lists() throws {
        let text = """
            transformers:
              Day: { from: String, to: Date }
              Days: { from: String, to: "[Date]" }
            models:
              Each: { oneOf: { days: { type: "[Date]", transformer: Day }, text: String } }
              Whole: { oneOf: { days: { type: "[Date]", transformer: Days }, count: Int } }
              Joined: { oneOf: { words: { type: "[String]", transformer: commaSeparated }, count: Int } }
              Built: { oneOf: { days: { type: "[Date]", transformer: unixSeconds }, text: String } }
              Holder: { fields: { each: Each, whole: Whole, joined: Joined, built: Built } }

            """
        let result = try Pipeline.plain().generate([SourceFile(path: "m.model.yaml", text: text)])
        try #require(result.diagnostics.errors.map(\.message) == [])
        let code = result.files.map(\.text).joined()
        let cases = code.matches(of: /case \.(\w+): self = \.(days|words)\(/).map { "\($0.1) \($0.2)" }
        #expect(cases == ["array days", "string days", "string words", "array days"])
    }
}
