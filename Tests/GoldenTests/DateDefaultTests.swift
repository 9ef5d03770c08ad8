import Foundation
import ModelRuntime
import ModelSQLite
import ModelgenCore
import ModelgenDatabase
import ModelgenDiagnostics
import ModelgenPlanning
import ModelgenRendering
import Testing

/// How a field converts its dates, and what a number in the schema counts.
struct DateUse: Sendable, CustomTestStringConvertible {
    var transformer: String
    /// The number for one second.
    var second: Double
    /// The transformer of the column.
    var stored: String
    var testDescription: String { transformer }

    init(_ transformer: String, _ second: Double, stored: String) {
        (self.transformer, self.second, self.stored) = (transformer, second, stored)
    }

    static let all = [
        DateUse("", 1, stored: ""), DateUse("unixSeconds", 1, stored: "unixSeconds"),
        DateUse("unixMilliseconds", 1000, stored: "unixMilliseconds"), DateUse("rfc3339", 1, stored: "rfc3339"),
        DateUse("iso8601", 1, stored: "iso8601"), DateUse("{ json: unixMilliseconds }", 1000, stored: ""),
        DateUse("{ json: unixSeconds }", 1, stored: ""),
        DateUse("{ sqlite: unixMilliseconds }", 1000, stored: "unixMilliseconds"),
        DateUse("{ json: unixMilliseconds, sqlite: unixSeconds }", 1, stored: "unixSeconds"),
        DateUse("{ json: unixSeconds, sqlite: unixMilliseconds }", 1000, stored: "unixMilliseconds"),
        DateUse("{ json: unixMilliseconds, sqlite: rfc3339 }", 1, stored: "rfc3339"),
        DateUse("{ json: { number: unixMilliseconds, string: iso8601 } }", 1, stored: ""),
    ]
}

@Suite("A date that is written as a number is one moment in Swift, in columns and in older rows")
struct DateDefaultTests {
    private let pipeline: Pipeline

    init() throws { pipeline = try Pipeline.plain() }

    private static let moments: [(seconds: Double, exponent: String)] = [
        (1_700_000_000, ""), (-1, ""), (0, ""), (-62_135_596_800, ""), (253_402_300_799, ""), (0.25, ""), (-0.25, ""),
        (1_700_000_000.125, ""), (17, "e8"), (-2.5, "E+1"),
    ]

    /// The moments in seconds since 1970, and as numbers of a schema.
    private func moments(_ use: DateUse) -> [(seconds: Double, number: String)] {
        Self.moments.map { moment in
            let number = String(moment.seconds * use.second).replacing(/\.0$/, with: "") + moment.exponent
            return (Double(String(moment.seconds) + moment.exponent) ?? .nan, number)
        }
    }

    private func schema(_ type: String, _ values: String, _ use: DateUse) -> String {
        let transformer = use.transformer.isEmpty ? "" : ", transformer: \(use.transformer)"
        return """
            database: { name: D, version: 2 }
            models:
              M: { primaryKey: id, fields: { id: Int64, at: { type: "\(type)", \(values)\(transformer) } } }

            """
    }

    /// The dates in the generated code.
    private func datesInCode(_ schema: String) throws -> Set<Double> {
        let result = pipeline.generate([SourceFile(path: "m.model.yaml", text: schema)])
        try #require(result.diagnostics.errors.map(\.message) == [], "\(schema)")
        let code = result.files.map(\.text).joined()
        return Set(
            code.matches(of: /timeIntervalSince1970: (-?[0-9.]+)( \/ 1000)?/).compactMap { match in
                Double(match.1).map { match.2 == nil ? $0 : $0 / 1000 }
            })
    }

    /// What the column of an object contains that was inserted without the field, or before the column existed.
    private func stored(_ schema: String) throws -> String {
        let planned = try pipeline.database(schema)
        return try DatabasePool(.memory).write { db in
            for statement in planned.versions[0].shape.createStatements { try db.run(SQL(trusted: statement)) }
            try db.run("INSERT INTO m (id) VALUES (1)")
            for statement in planned.migrations.flatMap(\.steps).flatMap(\.statements) {
                try db.run(SQL(trusted: statement))
            }
            return try db.rows("SELECT CAST(at AS TEXT) FROM m") { try $0.read(String.self, 0) }.joined()
        }
    }

    private func seconds(_ text: String, _ use: DateUse) throws -> Double {
        guard let number = Double(text) else { return try RFC3339().decode(text).timeIntervalSince1970 }
        return use.stored == "unixMilliseconds" ? number / 1000 : number
    }

    @Test("a single date", arguments: DateUse.all) func single(_ use: DateUse) throws {
        for (seconds, number) in moments(use) {
            for values in ["default: \(number)", "since: 2, default: \(number)"] {
                let text = schema("Date", values, use)
                #expect(try datesInCode(text) == [seconds], "\(text)")
                #expect(try self.seconds(stored(text), use) == seconds, "\(text)")
            }
            let filled = schema("Date", "since: 2, fill: \(number)", use)
            #expect(try self.seconds(stored(filled), use) == seconds, "\(filled)")
        }
    }

    @Test("dates in a list", arguments: DateUse.all.filter { $0.stored.isEmpty && !$0.transformer.contains("number") })
    func list(_ use: DateUse) throws {
        for (seconds, number) in moments(use) {
            let text = schema("[Date]", "default: [\(number)]", use)
            #expect(try datesInCode(text) == [seconds], "\(text)")
            let stored = try [String](json: stored(text)).map { try self.seconds($0, use) }
            #expect(stored == [seconds], "\(text)")
        }
    }

    @Test("the default of a parameter", arguments: [("", 1.0), (", transformer: unixMilliseconds", 1000)])
    func parameter(_ transformer: String, second: Double) throws {
        let number = String(1_700_000_000 * second).replacing(/\.0$/, with: "")
        let query = "query: { since: { type: Date, default: \(number)\(transformer) } }"
        let schema = """
            api: { name: A }
            models:
              M: { fields: { id: Int64 }, rest: { operations: [list], list: { \(query) } } }

            """
        #expect(try datesInCode(schema) == [1_700_000_000])
    }
}
