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
        "{ type: Bool, columnType: BOOLEAN, default: true }", "CGPoint", "Money", "\"[Money]\"",
        // The names of libraries' types are qualified in Swift.
        "\"[Row]\"", "{ type: Decimal, transformer: Formatter }",
    ]

    private func models(
        _ field: String, version: Int, steps: [String] = [], cents: String = "Int64", money: String = "TEXT"
    ) -> [SourceFile] {
        let migrations =
            steps.isEmpty ? "" : "    migrations:\n      2:\n" + steps.map { "        \($0)\n" }.joined()
        let text = """
            database: { name: D, version: \(version), sqlite: "3.37" }
            transformers: { Cents: { from: \(cents), to: Decimal }, Packed: { from: String, to: "[String]" }, Formatter: { from: Int64, to: Decimal, import: MoneyKit } }
            types: { Money: { json: String, sqlite: \(money) }, Row: { json: Int, sqlite: INTEGER, import: MoneyKit } }
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
                if messages.contains(where: { $0.contains("add `restored: same` to this `change`") }) {
                    steps = steps.map { $0.hasPrefix("- change") ? $0.dropLast(4) + ", restored: same } }" : $0 }
                }
                steps += messages.flatMap { $0.split(separator: "`") }.map(String.init).filter { $0.hasPrefix("- ") }
                if messages.contains(where: { $0.contains("write `since: 2` on it") }) { field = added(edited) }
                // Only the user knows the SQL.
                if messages.contains(where: { $0.contains("add `using:` with") }) {
                    let using = ", using: \"NULL || 'x'\" } }"
                    steps = steps.map { $0.hasPrefix("- change") ? $0.dropLast(4) + using : $0 }
                }
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
                "- change: { v: { from: { type: Decimal, transformer: Cents } } }`, with `using:`"
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

    static let converted = [
        "Int64", "Int8", "Double", "Decimal", "String", "Bool", "Date", "UUID", "URL", "Data", "Few", "JSON",
        "DatabaseValue", "\"[Int]\"", "Place", "{ type: Date, transformer: iso8601 }",
        "{ type: Date, transformer: unixMilliseconds }", "{ type: Data, transformer: hex }",
        "{ type: Decimal, transformer: Cents }",
    ]

    /// Types that SQLite converts to each other without leaving a value that cannot be read. The message says which
    /// values are others then.
    static let convertible: Set = ["Int64", "Double", "Decimal", "String"]

    @Test(
        "proposes a conversion by SQLite only between numbers and texts, and only to types that read all it gives",
        arguments: converted)
    func conversions(_ released: String) throws {
        let pipeline = try Pipeline.plain()
        let lock = try pipeline.lock(models(released, version: 1))
        for edited in Self.converted where edited != released {
            let told = pipeline.errors(models(edited, version: 2), lock: lock, for: .checking).map(\.message)
            let isCast = told.contains { $0.contains("using: \"CAST(v AS") }
            #expect(!isCast || Self.convertible.contains(edited), "\(released) -> \(edited): \(told)")
            #expect(
                !isCast || released == "Bool" || released == "Int8" || released == "Few"
                    || Self.convertible.contains(released), "\(released) -> \(edited): \(told)")
        }
    }

    @Test(
        "leaves values to the user that no conversion by SQLite makes readable",
        arguments: [
            ("Int64?", "Int8", "`v` is right for all values but those for which `v NOT BETWEEN -128 AND 127`"),
            ("Int64?", "Bool", "`v` is right for all values but those for which `v NOT BETWEEN 0 AND 1`"),
            ("String?", "Few", "`v` is right for all values but those for which `v COLLATE BINARY NOT IN ('a', 'b')`"),
            (
                "Double", "Int8",
                "`CAST(v AS INTEGER)` is right for all values but those for which `CAST(CAST(v AS INTEGER) AS REAL) IS "
                    + "NOT v OR CAST(v AS INTEGER) NOT BETWEEN -128 AND 127`"
            ),
        ])
    func unreadable(_ released: String, _ edited: String, _ note: String) throws {
        let pipeline = try Pipeline.plain()
        let lock = try pipeline.lock(models(released, version: 1))
        func told(_ steps: [String]) -> [String] {
            pipeline.errors(models(edited, version: 2, steps: steps), lock: lock, for: .checking).map(\.message)
        }
        let step = "- change: { v: { from: \(released) } }"
        #expect(told([]).count == 1 && told([])[0].contains("`\(step)`, with `using:` and SQL; \(note)"), "\(told([]))")
        #expect(!told([step]).isEmpty)
    }

    @Test(
        "gives rows without a value one that the model reads, or leaves it to the user",
        arguments: [
            ("Int64", "ifnull(v, 0)"), ("Double", "ifnull(v, 0.0)"), ("Bool", "ifnull(v, 0)"),
            ("String", "ifnull(v, '')"), ("Data", "ifnull(v, X'')"), ("Decimal", "ifnull(v, '0')"),
            ("\"[Int]", "ifnull(v, '[]')"), ("\"[String: Int]", "ifnull(v, '{}')"), ("Date", nil), ("UUID", nil),
            ("URL", nil), ("Few", nil), ("JSON", nil), ("Place", nil), ("DatabaseValue", nil),
        ])
    func required(_ type: String, _ value: String?) throws {
        let end = type.hasPrefix("\"") ? "\"" : ""
        let pipeline = try Pipeline.plain()
        let lock = try pipeline.lock(models(type + "?" + end, version: 1))
        func told(_ steps: [String]) -> [String] {
            pipeline.errors(models(type + end, version: 2, steps: steps), lock: lock, for: .checking).map(\.message)
        }
        let using = value.map { ", using: \"\($0)\"" } ?? ""
        let step = "- change: { v: { from: \(type)?\(end)\(using) } }"
        #expect(told([]).count == 1 && told([])[0].contains("`\(step)`"), "\(told([]))")
        #expect((value == nil) == told([])[0].contains("with `using:` and the value of rows that have NULL"))
        let rest = told([step])
        #expect(value == nil ? rest.contains { $0.contains("existing rows may have NULL") } : rest == [], "\(rest)")
    }

    @Test(
        "says which values a conversion changes",
        arguments: [
            (
                "Double", "Int64",
                "CAST(CAST(v AS INTEGER) AS REAL) IS NOT v OR CAST(v AS INTEGER) = 9223372036854775807"
            ),
            ("Double", "Decimal", "CAST(CAST(v AS TEXT) AS REAL) IS NOT v"),
            ("Int64", "Double", "CAST(CAST(v AS REAL) AS INTEGER) IS NOT v OR v = 9223372036854775807"),
            ("String", "Double", "CAST(CAST(v AS NUMERIC) AS TEXT) IS NOT v COLLATE BINARY"),
        ])
    func changed(_ released: String, _ edited: String, _ condition: String) throws {
        let pipeline = try Pipeline.plain()
        let lock = try pipeline.lock(models(released, version: 1))
        let told = pipeline.errors(models(edited, version: 2), lock: lock, for: .checking).map(\.message)
        #expect(told.count == 1 && told[0].contains("; it changes the values for which `\(condition)`"), "\(told)")
    }

    @Test("names what else the column has, also if a step that is not released yet renames it")
    func renamed() throws {
        let field = "{ type: Date, transformer: iso8601, columnType: \"VARCHAR(30)\" }"
        let pipeline = try Pipeline.plain()
        let lock = try pipeline.lock(models(field, version: 1))
        let edited = models(field.replacing("iso8601", with: "rfc3339"), version: 2, steps: ["- rename: { v: w }"])
            .map { SourceFile(path: $0.path, text: $0.text.replacing("v: {", with: "w: {")) }
        let told = pipeline.errors(edited, lock: lock, for: .checking).map(\.message)
        let step = "- change: { w: { from: { type: Date, transformer: iso8601, columnType: \"VARCHAR(30)\" }"
        #expect(told.count == 1 && told[0].contains(step), "\(told)")
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
        let step = "- change: { v: { from: Int64 } }"
        #expect(told([]).contains { $0.contains("`\(step)`, with `using:`") }, "\(told([]))")
        #expect(told([step]).contains { $0.contains("add `using:` with SQL") })
        #expect(told(["- change: { v: { from: Int64, using: \"'$' || v\" } }"]) == [])
    }

    @Test("names what a custom type stored if it stores something else now")
    func type() throws {
        let pipeline = try Pipeline.plain()
        let lock = try pipeline.lock(models("Money", version: 1))
        func told(_ steps: [String]) -> [String] {
            pipeline.errors(models("Money", version: 2, steps: steps, money: "INTEGER"), lock: lock, for: .checking)
                .map(\.message)
        }
        let step = "- change: { v: { from: String } }"
        #expect(told([]).contains { $0.contains("`\(step)`, with `using:`") }, "\(told([]))")
        #expect(told([step]).contains { $0.contains("add `using:` with SQL") })
        #expect(told(["- change: { v: { from: String, using: \"CAST(v AS INTEGER)\" } }"]) == [])
    }
}
