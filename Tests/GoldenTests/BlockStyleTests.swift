import Foundation
import ModelgenCore
import ModelgenDiagnostics
import ModelgenParsing
import Testing
import modelgen

/// Lists and mappings in YAML have two forms, and both mean the same.
@Suite("Block and flow style")
struct BlockStyleTests {
    @Test("flow style and block style give the same code and the same errors")
    func sameOutput() throws {
        var written = 0
        var errors = 0
        for files in BlockTree.examples {
            let blocks = files.compactMap(Self.inBlockStyle)
            // Broken YAML has no other form.
            guard blocks.count == files.count else { continue }
            let flow = try Self.output(files)
            let block = try Self.output(blocks)
            written += flow.files.count
            errors += flow.rules.count
            #expect(block.files == flow.files, "\(files[0].path)")
            #expect(block.rules == flow.rules, "\(files[0].path)")
        }
        #expect(written > 200 && errors > 100, "\(written) files, \(errors) errors")
    }

    @Test("it really is block style, without braces and brackets except empty ones")
    func form() throws {
        let file = SourceFile(
            path: "a.model.yaml", bytes: Array("models: { A: { fields: { n: \"[Int]?\", m: [Int], o: {} } } }".utf8))
        let block = try #require(Self.inBlockStyle(file))
        #expect(
            String(decoding: block.bytes, as: UTF8.self) == """
                models:
                  A:
                    fields:
                      n: "[Int]?"
                      m:
                        - Int
                      o: {}

                """)
    }

    private static func output(_ files: [SourceFile]) throws -> (files: [String: String], rules: [String]) {
        let result = try Pipeline.plain().generate(files)
        let texts = Dictionary(uniqueKeysWithValues: result.files.map { ($0.name, $0.text) })
        return (texts, result.diagnostics.map(\.rule).sorted())
    }

    /// The same file in block style; nil if it is not YAML.
    private static func inBlockStyle(_ file: SourceFile) -> SourceFile? {
        var diagnostics: [Diagnostic] = []
        let tree = compose(file, &diagnostics)
        guard !diagnostics.containsErrors else { return nil }
        let text = tree.documents.map { BlockTree($0).text }.joined(separator: "---\n")
        return SourceFile(path: file.path, bytes: Array(text.utf8))
    }
}
