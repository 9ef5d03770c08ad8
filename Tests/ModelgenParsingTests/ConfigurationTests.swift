import ModelgenDiagnostics
import ModelgenSchema
import Testing

@testable import ModelgenParsing

@Suite("The configuration")
struct ConfigurationTests {
    @Test("all keys are read") func keys() {
        let text = """
            inputs: [Schemas, more.model.yaml]
            output: Generated
            access: public
            emit: [json, sqlite]
            naming: { json: snake_case, columns: identity }
            templates: My
            header: [A line.]
            """
        let (configuration, diagnostics) = parseConfiguration(SourceFile(path: "modelgen.yaml", text: text))
        #expect(diagnostics.isEmpty)
        #expect(configuration.inputs.map(\.text) == ["Schemas", "more.model.yaml"])
        #expect(configuration.output?.text == "Generated")
        #expect(configuration.access == .public)
        #expect(configuration.emits == [.json, .sqlite])
        #expect(configuration.naming.jsonKeys == .snakeCase)
        #expect(configuration.naming.columns == .identity)
        #expect(configuration.naming.tables == .snakeCase)
        #expect(configuration.templates?.text == "My")
        #expect(configuration.header == ["A line."])
    }

    @Test("mistakes are reported at their place") func mistakes() {
        let text = "imputs: [a]\naccess: open\n"
        let (_, diagnostics) = parseConfiguration(SourceFile(path: "modelgen.yaml", text: text))
        #expect(
            DiagnosticRenderer().render(diagnostics) == """
                modelgen.yaml:1:1: error: unknown key `imputs` of a configuration; did you mean `inputs`? [unknown-key]
                imputs: [a]
                ^~~~~~
                modelgen.yaml:2:9: error: `access` cannot be `open`; use one of `internal`, `package`, `public` [unknown-word]
                access: open
                        ^~~~

                """
        )
    }

    @Test(
        "an empty text is an error at its place",
        arguments: [
            ("inputs: ['']", "inputs", "a file or folder"), ("output: ''", "output", "a file or folder"),
            ("templates: ' '", "templates", "a file or folder"), ("lock: ''", "lock", "a file or folder"),
            ("waivers: [{ id: '', at: b, reason: c }]", "id", "the id of a difference"),
            ("waivers: [{ id: a, at: '', reason: c }]", "at", "what differs"),
            ("waivers: [{ id: a, at: b, reason: ' ' }]", "reason", "a reason"),
        ])
    func emptyTexts(_ text: String, _ key: String, _ noun: String) {
        let (_, diagnostics) = parseConfiguration(SourceFile(path: "modelgen.yaml", text: text))
        #expect(diagnostics.map(\.message) == ["`\(key)` must be \(noun), but this is an empty string"])
        #expect(["''", "' '"].contains(diagnostics.first?.range?.text))
    }

    @Test("the naming strategies of the configuration apply to all models without their own") func naming() {
        let text = """
            models:
              A: { fields: { userId: Int } }
              B: { json: { keys: identity }, fields: { userId: Int } }
            """
        let (parsed, _) = parse(
            [SourceFile(path: "a.model.yaml", text: text)],
            imports: [],
            options: ParsingOptions(jsonKeys: .snakeCase)
        )
        let keys = parsed?.schema.models.map { $0.fields.first?.json?.paths.first }
        #expect(keys == [JSONPath([.key("user_id")]), JSONPath([.key("userId")])])
    }
}
