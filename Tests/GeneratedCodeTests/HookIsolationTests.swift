import ModelgenCore
import ModelgenDiagnostics
import ModelgenPlanning
import ModelgenRendering
import Testing

@Suite("Hooks in a target that is isolated to the main actor")
struct HookIsolationTests {
    @Test("a nonisolated extension provides the hooks, as the generated comment says")
    func extensions() throws {
        let schema = """
            models:
              Message: { fields: { title: String }, hooks: [willDecode, didDecode, willEncode, didEncode] }
            """
        let generated = Pipeline(options: GenerationOptions(), templates: try TemplateLibrary())
            .generate([SourceFile(path: "message.model.yaml", text: schema)])
        let file = try #require(generated.files.first)
        #expect(file.text.contains("yours to write, in a `nonisolated` extension."))
        let hooks = """
            import ModelHooks
            import ModelRuntime

            nonisolated extension Message {
                static func willDecode(_ json: JSON) throws -> JSON? { json }
                mutating func didDecode() throws -> JSONVerdict { .keep }
                func willEncode() throws -> Self? { self }
                func didEncode(_ json: JSON) throws -> JSON? { json }
            }
            """
        let compiler = try Compiler()
        defer { compiler.remove() }
        let outcome = try compiler.check(
            [file.name: file.text, "Hooks.swift": hooks],
            ["-default-isolation", "MainActor", "-enable-upcoming-feature", "InferIsolatedConformances"])
        #expect(outcome.succeeded, "\(outcome.messages)")
    }
}
