import ModelgenDiagnostics
import ModelgenImporting
import ModelgenOpenAPI
import ModelgenParsing
import Testing

/// An import of documents in memory.
struct ImportedDocument {
    var texts: [ImportedText]
    var diagnostics: [Diagnostic]
    var proof: Proof?

    init(
        _ text: String, beside files: [String: String] = [:], only: [String] = [], renames: [String: String] = [:],
        path: String = "api.yaml"
    ) {
        let (imported, diagnostics) = importOpenAPI(
            SourceFile(path: path, text: text),
            load: { path in files[path].map { SourceFile(path: path, text: $0) } },
            selection: { _ in OpenAPISelection(only: only, renames: renames) }, options: ParsingOptions())
        texts = imported?.files ?? []
        proof = imported?.proof
        self.diagnostics = diagnostics
    }

    /// All files as one text.
    var yaml: String { texts.map(\.text).joined(separator: "---\n") }

    var messages: [String] { diagnostics.map(\.message) }

    /// What `modelgen check` reports about it.
    var problems: [Diagnostic] {
        let sources = texts.map { SourceFile(path: $0.name + ".model.yaml", text: $0.text) }
        return parse(sources, imports: []).1.errors
    }
}

extension ImportedDocument {
    /// A document with these paths and schemas, which are indented by two and four spaces.
    init(version: String = "3.1.0", paths: String, schemas: String = "") {
        self.init(
            """
            openapi: \(version)
            info: { title: Service, version: "1" }
            paths:
            \(paths)
            components:
              schemas:
            \(schemas)
            """)
    }

    /// Expects valid models that contain these lines, and are the same after another export and import.
    func expect(_ lines: [String], share: Int? = 100, location: Testing.SourceLocation = #_sourceLocation) throws {
        #expect(problems.isEmpty, sourceLocation: location)
        for line in lines { #expect(yaml.contains(line), "\(line) in \(yaml)", sourceLocation: location) }
        if let share { #expect(proof?.operations.share == share, sourceLocation: location) }
        let again = ImportedDocument(try RoundTrip.exported(self), path: "api.json")
        #expect(try RoundTrip.declarations(again) == RoundTrip.declarations(self), sourceLocation: location)
    }
}
