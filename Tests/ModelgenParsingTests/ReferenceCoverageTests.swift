import Foundation
import ModelgenDiagnostics
import Testing

@testable import ModelgenParsing

/// The keys in the examples of the reference.
@Suite("The examples of the reference")
struct ReferenceCoverageTests {
    /// A key of a kind of mapping: `a field: since`.
    private struct Use: Hashable {
        var table: String
        var key: String
    }

    /// Collects the keys of a document, with the tables of the reader.
    private struct Walk {
        var used: Set<Use> = []

        mutating func visit(_ node: Node, _ kind: ValueKind) {
            switch kind {
            case .object(let table):
                for entry in node.entries {
                    guard let declaration = table[entry.name] else { continue }
                    used.insert(Use(table: table.title, key: entry.name))
                    visit(entry.value, declaration.kind)
                }
            case .list(let element), .set(let element): for child in node.elements { visit(child, element) }
            case .map(_, let value): for entry in node.entries { visit(entry.value, value) }
            case .either(let kinds):
                if let fitting = kinds.first(where: { $0.accepts(node) }) { visit(node, fitting) }
            case .text, .boolean, .no, .integer, .number, .choice, .type, .literal: break
            }
        }
    }

    /// The keys that the parser knows, from the tables reachable from a file's.
    private static func known(_ table: KeyTable, _ tables: inout [KeyTable]) {
        guard !tables.contains(where: { $0.title == table.title }) else { return }
        tables.append(table)
        for key in table.keys { known(key.kind, &tables) }
    }

    private static func known(_ kind: ValueKind, _ tables: inout [KeyTable]) {
        switch kind {
        case .object(let table): known(table, &tables)
        case .list(let element), .set(let element): known(element, &tables)
        case .map(_, let value): known(value, &tables)
        case .either(let kinds): for each in kinds { known(each, &tables) }
        case .text, .boolean, .no, .integer, .number, .choice, .type, .literal: break
        }
    }

    /// Keys that are only known so that a rule can say why they are not allowed.
    private static let refused: [(use: Use, rule: String, example: String)] =
        ["bool", "object", "array"].map { kind in
            (
                Use(table: "transformers by kind", key: kind), "kind-transformers",
                "models: { City: { fields: { at: { type: Date, transformer: { json: { \(kind): iso8601 } } } } } }"
            )
        }

    @Test("a key without an example is one that a rule refuses everywhere")
    func refused() {
        for (use, rule, example) in Self.refused {
            let (_, diagnostics) = parse([SourceFile(path: "city.model.yaml", text: example)], imports: [])
            #expect(diagnostics.map(\.rule) == [rule], "\(use)")
        }
    }

    @Test("every key that the parser knows is in an example")
    func complete() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Schemas")
        let pages = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "Reference").path)
            .filter { $0.hasSuffix(".md") }.sorted().map { "Reference/\($0)" }
        let examples = try (["README.md"] + pages).flatMap { page in
            try String(contentsOf: folder.appending(path: page), encoding: .utf8)
                .components(separatedBy: "\n```yaml").dropFirst()
        }
        #expect(examples.count > 20)
        var walk = Walk()
        for example in examples {
            let lines = example.prefix(upTo: example.firstRange(of: "\n```")?.lowerBound ?? example.endIndex)
            let label = lines.prefix { $0 != "\n" }
            let isConfiguration = label.contains("modelgen.yaml")
            let file = SourceFile(path: "example.model.yaml", text: String(lines.dropFirst(label.count)))
            var diagnostics: [Diagnostic] = []
            for document in compose(file, &diagnostics).documents {
                walk.visit(document, .object(isConfiguration ? ConfigurationKey.keyTable : FileKey.keyTable))
            }
            #expect(diagnostics.isEmpty)
        }
        var tables: [KeyTable] = []
        for root in [FileKey.keyTable, ConfigurationKey.keyTable] { Self.known(root, &tables) }
        #expect(tables.count > 30)
        for table in tables {
            let missing = table.keys.map(\.name).filter { key in
                let use = Use(table: table.title, key: key)
                return !walk.used.contains(use) && !Self.refused.contains { $0.use == use }
            }
            #expect(missing.isEmpty, "no example shows of \(table.title): \(missing.joined(separator: ", "))")
        }
    }
}
