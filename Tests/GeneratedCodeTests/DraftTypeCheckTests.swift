import ModelgenCore
import ModelgenDiagnostics
import ModelgenPlanning
import ModelgenRendering
import Testing

/// What other modules can do with a draft and its placeholders.
@Suite("Type-checking drafts", .serialized)
struct DraftTypeCheckTests {
    private static let schema = """
        models:
          Post:
            draft: true
            table: false
            primaryKey: id
            fields: { id: { type: Int64, assigned: server }, title: String }
          Parcel:
            draft: true
            table: false
            primaryKey: [code, number]
            fields:
              code: { type: String, assigned: server }
              number: { type: Int, assigned: server }
              weight: Double

        """

    private func check(_ expression: String) throws -> Compiler.Outcome {
        let pipeline = Pipeline(options: GenerationOptions(), templates: try TemplateLibrary())
        let generated = pipeline.generate([SourceFile(path: "post.model.yaml", text: Self.schema)]).files
        var files = Dictionary(uniqueKeysWithValues: generated.map { ($0.name, $0.text) })
        files["Use.swift"] = """
            import ModelRuntime

            func use(_ post: Post.Draft, _ parcel: Parcel.Draft) -> Any { \(expression) }

            """
        let compiler = try Compiler()
        defer { compiler.remove() }
        return try compiler.check(files, ["-package-name", "app"])
    }

    @Test("a draft becomes a model with the fields that were assigned")
    func complete() throws {
        let outcome = try check(#"[Post(post, id: 1) as Any, Parcel(parcel, code: "c", number: 2)]"#)
        #expect(outcome.succeeded, "\(outcome.messages)")
    }

    @Test(
        "nothing returns an assigned field of a draft, or a model with placeholders",
        arguments: [
            ("post.id", "has no member 'id'"),
            ("post.unassigned", "inaccessible"),
            ("Post(post, id: .init(placeholder: Unassigned()))", "missing argument for parameter 'placeholder'"),
            ("Parcel(parcel, id: Unassigned())", "missing argument for parameter 'placeholder'"),
        ])
    func placeholders(_ expression: String, _ message: String) throws {
        let outcome = try check(expression)
        #expect(!outcome.succeeded && outcome.messages.contains(message), "\(outcome.messages)")
    }
}
