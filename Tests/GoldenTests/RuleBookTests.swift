import Foundation
import ModelgenCore
import ModelgenDiagnostics
import ModelgenParsing
import ModelgenPlanning
import ModelgenRendering
import Testing
import modelgen

@Suite("The book of rules")
struct RuleBookTests {
    /// The ids in the code of the generator: `rule: "…"` and `report("…", …)`.
    private static func idsInSources() throws -> [String: String] {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources")
        var ids: [String: String] = [:]
        let pattern = /(?:rule:|report\(|Finding\()\s*"([a-z0-9]+(?:-[a-z0-9]+)+)"/
        for folder in try FileManager.default.contentsOfDirectory(atPath: sources.path).sorted()
        where folder.lowercased().hasPrefix("modelgen") {
            let files = FileManager.default.enumerator(
                at: sources.appending(path: folder), includingPropertiesForKeys: nil)
            for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
                let text = try String(contentsOf: file, encoding: .utf8)
                for match in text.matches(of: pattern) { ids[String(match.1)] = file.lastPathComponent }
            }
        }
        return ids
    }

    @Test("every id that a diagnostic can carry is explained") func explained() throws {
        let ids = try Self.idsInSources()
        #expect(ids.count > 40)
        for (id, file) in ids.sorted(by: { $0.key < $1.key }) {
            #expect(ruleBook.entry(id) != nil, "\(id) of \(file)")
        }
    }

    @Test("the examples of the stages behind parsing break their rule, and are fine as they should be")
    func examples() throws {
        let pipeline = Pipeline(options: GenerationOptions(), templates: try TemplateLibrary())
        func found(_ text: String) -> [Diagnostic] {
            pipeline.generate([SourceFile(path: "map.model.yaml", text: text)], for: .checking).diagnostics
        }
        let ofParsing = Set(RuleCatalogue.all.map(\.id))
        let entries = ruleBook.entries.filter { !$0.bad.isEmpty && !ofParsing.contains($0.id) }
        #expect(entries.count >= 20)
        for entry in entries {
            #expect(found(entry.bad).contains { $0.rule == entry.id }, "\(entry.id): \(found(entry.bad).map(\.rule))")
            let left = found(entry.good).filter { $0.severity == .error || $0.rule == entry.id }
            #expect(left.isEmpty, "\(entry.id): \(left.map(\.rule))")
        }
    }

    @Test("every rule is in the book once, with a line and a text") func entries() {
        var seen: Set<String> = []
        for entry in ruleBook.entries {
            #expect(seen.insert(entry.id).inserted, "\(entry.id)")
            #expect(entry.summary.hasSuffix(".") && !entry.summary.contains("\n"), "\(entry.id)")
            #expect(entry.explanation.hasSuffix("."), "\(entry.id)")
        }
    }
}
