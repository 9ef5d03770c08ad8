import Foundation
import ModelgenCore
import ModelgenDiagnostics
import ModelgenDatabase
import ModelgenPlanning
import ModelgenRendering
import modelgen
import Testing

@Suite("modelgen diff: the severity of every difference")
struct DifferenceTests {
    private static let others = """
        enums:
          Color: [red, green]
          Tone: { cases: [red, green, blue], unknown: fail }
          Loose: { cases: [red], unknown: keep }
        models:
          Leaf: { fields: { x: Int } }
          Twin: { fields: { x: Int } }
          Other: { fields: { y: Int } }

        """

    @Test("fields in JSON and in Swift", arguments: fields) func field(_ line: DifferenceCase) throws {
        func model(_ fields: String) -> String { Self.others + "  M: { fields: { \(fields) } }\n" }
        #expect(try differences(model(line.was), model(line.isNow)) == line.expected.sorted())
    }

    @Test("enums, models and clients", arguments: documents) func document(_ line: DifferenceCase) throws {
        #expect(try differences(line.was, line.isNow) == line.expected.sorted())
    }

    @Test("tables, columns, indexes, checks, references, full text", arguments: tables)
    func table(_ line: DifferenceCase) throws {
        func model(_ text: String, version: Int) -> String {
            let parts = text.components(separatedBy: " | ")
            let keys = parts.dropFirst().map { "    \($0)\n" }.joined()
            let key = keys.contains("primaryKey") ? "" : "    primaryKey: id\n"
            return """
                database: { name: D, version: \(version), sqlite: "3.37" }
                models:
                  U: { table: u, primaryKey: id, fields: { id: Int64 } }
                  M:
                    fields: { id: Int64, \(parts[0]) }

                """ + (keys.contains("    table:") ? "" : "    table: m\n") + key + keys
        }
        let all = try differences(model(line.was, version: 1), model(line.isNow, version: 2), in: .database)
        #expect(all == line.expected.sorted())
    }

    @Test("whole tables and views", arguments: databases) func database(_ line: DifferenceCase) throws {
        #expect(try differences(line.was, line.isNow, in: .database) == line.expected.sorted())
    }

    @Test("declarations", arguments: declarations) func declaration(_ line: DifferenceCase) throws {
        #expect(try differences(line.was, line.isNow, in: .swift) == line.expected.sorted())
    }

    private static let all = fields + documents + tables + databases + declarations

    @Test("the reference tells what the table tells, id by id")
    func reference() throws {
        let readme = try String(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().appending(path: "Schemas/README.md"), encoding: .utf8)
        for id in Set(Self.all.flatMap(\.expected)).sorted() {
            let parts = id.split(separator: " ")
            let row = readme.split(separator: "\n").first { $0.hasPrefix("| `\(parts[0])` |") }
            #expect(row?.contains(parts[1]) == true, "\(id) is not in Schemas/README.md: \(row ?? "")")
        }
    }

    @Test("modelgen explain knows every difference, and every one that it knows is in the table")
    func explained() {
        let told = Set(Self.all.flatMap(\.expected).compactMap { $0.split(separator: " ").first.map(String.init) })
        for id in told.sorted() { #expect(ruleBook.entry(id) != nil, "\(id)") }
        let untested = DifferenceRule.all.map(\.id).filter { !told.contains($0) }
        #expect(untested == [])
    }

    private func differences(_ was: String, _ isNow: String, in area: Difference.Area? = nil) throws -> [String] {
        let pipeline = Pipeline(options: GenerationOptions(), templates: try TemplateLibrary())
        func file(_ text: String) -> [SourceFile] { [SourceFile(path: "m.model.yaml", text: text)] }
        let result = pipeline.compare(file(isNow), with: .models(file(was)))
        let errors = result.diagnostics.filter { $0.severity == .error }.map(\.message)
        try #require(errors == [], "\(was) -> \(isNow)")
        let all = try #require(result.differences)
        return all.filter { area == nil || $0.area == area }.map { "\($0.rule) \($0.severity.rawValue)" }.sorted()
    }
}
