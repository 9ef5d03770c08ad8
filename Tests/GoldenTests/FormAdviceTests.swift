import ModelgenCore
import ModelgenDatabase
import ModelgenDiagnostics
import ModelgenPlanning
import ModelgenRendering
import Testing

/// Every definition of a field becomes every other one after a release, and whoever edits it does what the messages say.
@Suite("Advice about a released field that is now another")
struct FormAdviceTests {
    static let definitions = [
        "Int64", "String?", "\"[Int]\"", "\"[Int]?\"", "\"Set<String>\"", "Few", "More?", "Place", "\"[Place]\"",
        "JSON",
        "{ type: String, column: w }", "{ type: String, column: \"1 'b\" }", "{ type: Rank?, column: w }",
        "{ type: Data, column: w, transformer: hex }",
        "{ type: Decimal, transformer: Cents }", "{ type: \"[String]?\", transformer: Packed }",
        "{ type: \"[Date]\", transformer: iso8601 }",
        "{ type: Date?, transformer: 'dateFormat(\"yyyy-MM-dd''T''HH:mm\")' }",
        "{ type: Bool, columnType: BOOLEAN, default: true }",
    ]

    private func models(
        _ field: String, version: Int, steps: [String] = [], cents: String = "Int64"
    ) -> [SourceFile] {
        let migrations =
            steps.isEmpty ? "" : "    migrations:\n      2:\n" + steps.map { "        \($0)\n" }.joined()
        let text = """
            database: { name: D, version: \(version), sqlite: "3.37" }
            transformers: { Cents: { from: \(cents), to: Decimal }, Packed: { from: String, to: "[String]" } }
            enums:
              Few: [a, b]
              More: [a, b, c]
              Rank: { raw: Int, cases: { one: 1, two: 2 } }
            models:
              Place: { fields: { name: String } }
              M:
                primaryKey: id
                fields: { id: Int64, v: \(field) }

            """ + migrations
        return [SourceFile(path: "m.model.yaml", text: text)]
    }

    @Test("works if it is followed", arguments: definitions)
    func followed(_ released: String) throws {
        let pipeline = try Pipeline.plain()
        let lock = try pipeline.lock(models(released, version: 1))
        for edited in Self.definitions where edited != released {
            var (field, steps) = (edited, [String]())
            var messages: [String] = []
            // A message about how the values are read follows when the columns are right.
            for _ in 0..<3 {
                messages = pipeline.errors(models(field, version: 2, steps: steps), lock: lock, for: .checking).map(
                    \.message)
                steps += messages.flatMap { $0.split(separator: "`") }.map(String.init).filter { $0.hasPrefix("- ") }
                if messages.contains(where: { $0.contains("write `since: 2` on it") }) { field = added(edited) }
                if messages.isEmpty { break }
            }
            // Only the user knows the value of a new column in older rows.
            messages.removeAll { $0.hasPrefix("existing rows have no value") }
            #expect(messages == [], "\(released) -> \(edited): \(steps)")
        }
    }

    /// The field as one that is new in version 2, with a value for older rows.
    private func added(_ field: String) -> String {
        let fills = ["Int64": "0", "String": "\"\"", "Data": "\"\"", "Bool": "false"]
        let keys = field.hasPrefix("{") ? String(field.dropFirst(2).dropLast(2)) : "type: \(field)"
        let fill = fills.first { keys.contains("type: \($0.key),") }.map { ", fill: \($0.value)" }
        return "{ \(keys), since: 2\(fill ?? "") }"
    }

    @Test(
        "keeps the values, and names what the release had",
        arguments: [
            ("String", "{ type: String, column: w }", "- rename: { column: { v: w } }"),
            (
                "{ type: String, column: \"a b\" }", "{ type: String, column: c }",
                "- rename: { column: { \"a b\": c } }"
            ),
            (
                "{ type: Decimal, transformer: Cents }", "Double",
                "- change: { v: { from: { type: Decimal, transformer: Cents }, using: \"CAST(v AS REAL)\" } }"
            ),
            ("\"[Int]\"", "\"[Int]?\"", "- change: { v: { from: \"[Int]\" } }"),
            ("Few", "Few?", "- change: { v: { from: Few } }"),
            ("{ type: \"[String]\", transformer: Packed }", "JSON", "restored: same"),
            (
                "Int64", "{ type: String, column: w, since: 2, fill: \"\" }",
                "- drop: { oldV: { type: Int64, column: v } }"
            ),
        ])
    func proposals(_ released: String, _ edited: String, _ proposal: String) throws {
        let pipeline = try Pipeline.plain()
        let lock = try pipeline.lock(models(released, version: 1))
        let told = pipeline.analyse(models(edited, version: 2), lock: lock, for: .checking).diagnostics.map(\.message)
        #expect(told.contains { $0.contains(proposal) }, "\(told)")
    }

    @Test("names what a custom transformer stored if it stores something else now")
    func transformer() throws {
        let field = "{ type: Decimal, transformer: Cents }"
        let pipeline = try Pipeline.plain()
        let lock = try pipeline.lock(models(field, version: 1))
        func told(_ steps: [String]) -> [String] {
            pipeline.analyse(models(field, version: 2, steps: steps, cents: "String"), lock: lock, for: .checking)
                .diagnostics.map(\.message)
        }
        let step = "- change: { v: { from: Int64, using: \"CAST(v AS TEXT)\" } }"
        #expect(told([]).contains { $0.contains(step) }, "\(told([]))")
        #expect(told([step]) == [])
    }
}
