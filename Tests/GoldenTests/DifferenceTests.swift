import Foundation
import ModelgenCore
import ModelgenDatabase
import ModelgenDiagnostics
import ModelgenPlanning
import ModelgenRendering
import ModelgenSchema
import Testing
import modelgen

@Suite("modelgen diff: the severity of every difference")
struct DifferenceTests {
    private static let others = """
        enums:
          Color: [red, green]
          Tone: { cases: [red, green, blue], unknown: fail }
          Loose: { cases: [red], unknown: keep }
          Fallen: { cases: [red, none], unknown: none }
        models:
          Leaf: { fields: { x: Int } }
          Twin: { fields: { x: Int } }
          Other: { fields: { y: Int } }
          Wide: { fields: { x: Int, y: Int? } }

        """

    @Test("fields", arguments: fields) func field(_ line: DifferenceCase) throws {
        func model(_ fields: String) -> String { Self.others + "  M: { fields: { \(fields) } }\n" }
        try expect(line, model(line.was), model(line.isNow))
    }

    @Test("tables, columns, indexes, checks, references, full text", arguments: tables)
    func table(_ line: DifferenceCase) throws {
        func model(_ text: String, version: Int) -> String {
            let parts = text.components(separatedBy: " | ")
            let keys = parts.dropFirst().map { "    \($0)\n" }.joined()
            let key = keys.contains("    primaryKey") ? "" : "    primaryKey: id\n"
            return """
                database: { name: D, version: \(version), sqlite: "3.37" }
                models:
                  U: { table: u, primaryKey: id, fields: { id: Int64 } }
                  M:
                    fields: { id: Int64, \(parts[0]) }

                """ + (keys.contains("    table:") ? "" : "    table: m\n") + key + keys
        }
        try expect(line, model(line.was, version: 1), model(line.isNow, version: 2))
    }

    @Test(
        "whole schemas: enums, models, clients, databases, queries",
        arguments: documents + calls + answers + databases + declarations)
    func document(_ line: DifferenceCase) throws { try expect(line, line.was, line.isNow) }

    @Test("what an older lock says about drafts, patches and cases, or does not say, is no difference")
    func olderLocks() throws {
        let text = """
            models:
              M: { primaryKey: id, table: false, fields: { id: { type: Int64, assigned: server }, n: Int } }
              N: { draft: true, primaryKey: id, table: false, fields: { id: { type: Int64, assigned: server }, n: Int } }
              Circle: { fields: { x: Int } }
              U: { json: { discriminator: kind }, oneOf: { round: Circle } }
              V: { oneOf: { u: UUID, s: String } }

            """
        let pipeline = try Pipeline.plain()
        let files = [SourceFile(path: "m.model.yaml", text: text)]
        var lines = try pipeline.lock(files).text.split(separator: "\n").map(String.init)
        func replace(_ line: String, by others: String...) throws {
            let index = try #require(lines.firstIndex(of: line), "\(lines)")
            lines.replaceSubrange(index...index, with: others)
        }
        try replace(
            "swift conformance N.Draft\ttype", by: "swift conformance M.Draft", "swift conformance M.Patch",
            "swift conformance N.Draft", "swift conformance N.Patch")
        try replace("swift enumCase U.circle\tCircle", by: "swift enumCase U.round")
        try replace("json object V\tcases (string (u, s))")
        let lock = SourceFile(path: "modelgen.lock", text: lines.joined(separator: "\n") + "\n")
        let result = pipeline.compare(files, with: .lock(lock))
        #expect(result.diagnostics.errors.map(\.message) == [])
        #expect(result.differences == [])
    }

    @Test("access levels") func access() throws {
        func differences(_ was: AccessLevel, _ isNow: AccessLevel) throws -> [String] {
            let text = "models: { M: { fields: { a: Int } } }"
            let files = [SourceFile(path: "m.model.yaml", text: text)]
            let analysis = Pipeline(options: GenerationOptions(access: was), templates: try TemplateLibrary())
                .release(files, lock: nil)
            let lock = SourceFile(path: "modelgen.lock", text: try #require(analysis.lock))
            let now = Pipeline(options: GenerationOptions(access: isNow), templates: try TemplateLibrary())
            return try #require(now.compare(files, with: .lock(lock)).differences).map {
                "\($0.area.rawValue) \($0.rule) \($0.severity.rawValue)"
            }
        }
        #expect(try differences(.public, .public) == [])
        #expect(try differences(.public, .package) == ["swift access-changed destructive"])
        #expect(try differences(.internal, .public) == ["swift access-changed additive"])
    }

    private static let all = fields + documents + calls + answers + tables + databases + declarations

    @Test("the reference agrees with the table, id by id")
    func reference() throws {
        let readme = try String(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().appending(path: "Schemas/Reference/Changes.md"), encoding: .utf8)
        for id in Set(Self.all.flatMap(\.differences)).sorted() {
            let parts = id.split(separator: " ")
            let row = readme.split(separator: "\n").first { $0.hasPrefix("| `\(parts[0])` |") }
            #expect(row?.contains(parts[1]) == true, "\(id) is not in Changes.md: \(row ?? "")")
        }
    }

    @Test("modelgen explain knows every difference, and every one that it knows is in the table")
    func explained() {
        let told = Set(Self.all.flatMap(\.differences).compactMap { $0.split(separator: " ").first.map(String.init) })
            .union(["access-changed"])
        for id in told.sorted() { #expect(ruleBook.entry(id) != nil, "\(id)") }
        let untested = DifferenceRule.all.map(\.id).filter { !told.contains($0) }
        #expect(untested == [])
    }

    /// Compares the reported differences of each area with the line.
    private func expect(_ line: DifferenceCase, _ was: String, _ isNow: String) throws {
        let pipeline = try Pipeline.plain()
        func file(_ text: String) -> [SourceFile] { [SourceFile(path: "m.model.yaml", text: text)] }
        let result = pipeline.compare(file(isNow), with: .models(file(was), imports: [], pipeline))
        let errors = result.diagnostics.errors.map(\.message)
        try #require(errors == [], "\(was) -> \(isNow)")
        let all = try #require(result.differences)
        for area in Difference.Area.allCases {
            let told = all.filter { $0.area == area }.map { "\($0.rule) \($0.severity.rawValue)" }.sorted()
            #expect(told.joined(separator: ", ") == line.expected[area.rawValue], "\(area.rawValue)")
        }
    }
}

extension DifferenceCase {
    /// Everything that is expected, in all areas.
    fileprivate var differences: [String] {
        expected.values.flatMap { $0.components(separatedBy: ", ") }.filter { !$0.isEmpty }
    }
}
