import Foundation
import ModelgenDiagnostics
import Testing

@testable import ModelgenParsing

@Suite("The schemas of the repository")
struct RepositorySchemaTests {
    @Test("each folder in Schemas/ is read without diagnostics") func folders() throws {
        let schemas = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Schemas")
        let folders = try FileManager.default.contentsOfDirectory(atPath: schemas.path()).sorted()
        for folder in folders {
            let path = schemas.appending(path: folder).path()
            let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
            let files = try names.filter { $0.hasSuffix(".model.yaml") }.sorted().map { name in
                SourceFile(
                    path: "\(folder)/\(name)",
                    bytes: Array(try Data(contentsOf: URL(filePath: path).appending(path: name)))
                )
            }
            guard !files.isEmpty else { continue }
            let (schema, diagnostics) = parse(files, imports: [])
            #expect(DiagnosticRenderer().render(diagnostics) == "")
            #expect(schema?.schema.models.isEmpty == false)
        }
    }
}
