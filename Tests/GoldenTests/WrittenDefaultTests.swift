import Foundation
import ModelRuntime
import ModelgenCore
import ModelgenDatabase
import ModelgenDiagnostics
import Testing

/// Older rows get the value that the program would write: conditions, keys and unique indexes compare what is stored.
@Suite("Defaults as the program writes them")
struct WrittenDefaultTests {
    /// What an added column has in older rows, and in new ones without a value.
    private func stored(_ field: String) throws -> [String] {
        let planned = try Pipeline.plain().database(
            """
            database: { name: D, version: 2 }
            models: { M: { primaryKey: id, fields: { id: Int64, a: { since: 2, \(field) } } } }

            """)
        let column = try #require(planned.newest.tables.first?.columns.last)
        return [column.fillSQL, column.defaultSQL].compactMap { $0?.text }
    }

    @Test(
        "digits of a Decimal",
        arguments: [
            "1.50", "0.00", "-0", "-0.050", "1e3", "1.5e2", "12.50E-3", "1e-80", "1e80", "100", "0.10",
            "12345678901234567890.12345678900",
        ])
    func decimals(_ digits: String) throws {
        let written = try #require(JSONNumber(digits)?.decimal)
        for key in ["fill", "default"] {
            #expect(try stored("type: Decimal, \(key): \(digits)") == ["'\(written.description)'"])
            #expect(try stored("type: '[Decimal]', \(key): [\(digits)]") == ["'\([written].jsonString())'"])
        }
    }

    @Test("digits of floating-point numbers", arguments: ["1.50", "2", "1e20", "1e-7", "0.1", "16777217", "-0.0"])
    func floats(_ digits: String) throws {
        let (double, float) = (try #require(Double(digits)), try #require(Float(digits)))
        #expect(try stored("type: Double, transformer: stringNumber, default: \(digits)") == ["'\(double)'"])
        #expect(try stored("type: Float, transformer: stringNumber, default: \(digits)") == ["'\(float)'"])
        #expect(try stored("type: '[Double]', default: [\(digits)]") == ["'\([double].jsonString())'"])
        #expect(try stored("type: '[Float]', default: [\(digits)]") == ["'\([float].jsonString())'"])
        #expect(try stored("type: Float, default: \(digits)").compactMap(Double.init) == [Double(float)])
        #expect(try stored("type: Double, default: \(digits)").compactMap(Double.init) == [double])
    }

    @Test("texts, and collections in the order of JSON")
    func others() throws {
        #expect(try stored("type: String, transformer: trimmed, fill: ' x y '") == ["'x y'"])
        #expect(try stored("type: String, transformer: lowercased, fill: ÄFoo") == ["'äfoo'"])
        let texts: Set = ["b", "a b", "a", "é", "B"]
        #expect(try stored("type: Set<String>, default: [b, a b, a, é, B]") == ["'\(texts.jsonString())'"])
        #expect(try stored("type: Set<Int>, default: [10, 9, -1]") == ["'[-1,9,10]'"])
        let numbers = [10: 1.0, 9: 2.5]
        #expect(try stored("type: '[Int: Double]', default: { 10: 1.0, 9: 2.50 }") == ["'\(numbers.jsonString())'"])
        #expect(try stored("type: JSON, default: { b: 1.50, a: 1, c: 2.0 }") == ["'{\"b\":1.5,\"a\":1,\"c\":2.0}'"])
        #expect(try stored("type: '[String: Int]', default: { b: 1, a: 2 }") == ["'{\"a\":2,\"b\":1}'"])
        #expect(try stored("type: JSON, default: null") == ["'null'"])
        #expect(try stored("type: JSON?, default: null") == [])
    }

    @Test("what a release wrote in another way can be kept")
    func pinned() throws {
        func files(_ standard: String, _ fill: String, _ more: String = "") -> [SourceFile] {
            let text = """
                database: { name: D, version: \(more.isEmpty ? 2 : 3) }
                models:
                  M:
                    primaryKey: id
                    fields: { id: Int64, a: { type: Decimal, default: \(standard) }, b: { type: Decimal, since: 2, fill: \(fill) } }
                    migrations: { \(more) }

                """
            return [SourceFile(path: "m.model.yaml", text: text)]
        }
        let standard = "{ swift: nil, sql: \"'1.50'\" }"
        let fill = "{ sql: \"'2.50'\" }"
        let pipeline = try Pipeline.plain()
        let lock = try pipeline.lock(files(standard, fill))
        let step = "change: { a: { from: { type: Decimal, default: \(standard) } } }"
        let told = pipeline.errors(files("1.50", fill), lock: lock, for: .checking).map(\.message)
        #expect(told.count == 1 && told[0].hasSuffix("`- \(step)`"), "\(told)")
        let next = pipeline.errors(files("1.50", "2.50", "3: [{ \(step) }]"), lock: lock, for: .checking).map(\.message)
        #expect(next.count == 1 && next[0].contains("was `'2.50'`, as in `fill: \(fill)`"), "\(next)")
        #expect(pipeline.errors(files("1.50", fill, "3: [{ \(step) }]"), lock: lock, for: .checking) == [])
    }

    @Test("digits of a Float that a release kept can be kept, and exact ones are")
    func pinnedFloats() throws {
        func files(_ standard: String, _ more: String = "") -> [SourceFile] {
            let text = """
                database: { name: D, version: \(more.isEmpty ? 1 : 2) }
                models:
                  M:
                    primaryKey: id
                    fields: { id: Int64, a: { type: Float, default: \(standard) } }
                    migrations: { \(more) }

                """
            return [SourceFile(path: "m.model.yaml", text: text)]
        }
        let pipeline = try Pipeline.plain()
        let standard = "{ swift: nil, sql: \"0.1\" }"
        let lock = try pipeline.lock(files(standard))
        let step = "change: { a: { from: { type: Float, default: \(standard) } } }"
        let told = pipeline.errors(files("0.1"), lock: lock, for: .checking).map(\.message)
        #expect(told.count == 1 && told[0].hasSuffix("`- \(step)`"), "\(told)")
        #expect(pipeline.errors(files("0.1", "2: [{ \(step) }]"), lock: lock, for: .checking) == [])
        for exact in ["2", "-1.50", "1e3"] {
            let lock = try pipeline.lock(files("{ swift: nil, sql: \"\(exact)\" }"))
            #expect(pipeline.errors(files(exact), lock: lock, for: .checking).map(\.message) == [])
        }
    }

    @Test("a row that a step inserts gets the default, and older ones the fill, whether the table is rebuilt or not")
    func fills() throws {
        for more in ["", ", { was: { checks: [id > 0] } }"] {
            let planned = try Pipeline.plain().database(
                """
                database: { name: D, version: 2 }
                models:
                  M:
                    primaryKey: id
                    fields: { id: Int64, a: { type: String, since: 2, default: x, fill: y } }
                    migrations: { 2: [{ sql: INSERT INTO m (id) VALUES (7) }\(more)] }

                """)
            let statements = planned.migrations.flatMap(\.steps).flatMap(\.statements)
            #expect(
                statements[0].hasPrefix("ALTER TABLE m ADD COLUMN a TEXT") && statements[0].hasSuffix(" DEFAULT 'x'"))
            #expect(statements[1] == "UPDATE m SET a = 'y'")
        }
    }
}
