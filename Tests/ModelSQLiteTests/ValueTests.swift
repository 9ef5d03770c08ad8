import Foundation
import ModelGeometrySQLite
import ModelLeniency
import ModelRuntime
import ModelSQLite
import ModelStoredValues
import SeededNumbers
import Testing

/// Values with a default.
private struct Cell: JSONModel {
    var plain: DatabaseValue
    var valid: DatabaseValue

    static let jsonFields = JSONFields(Cell.self, ["plain", "valid"])

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        plain = try source.field(or: .integer(1))
        valid = try source.validField(or: .integer(1))
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) {
        sink.field(plain)
        sink.field(valid)
    }
}

@Suite("Values")
struct ValueTests {
    let pool: DatabasePool

    init() throws { pool = try DatabasePool(.memory) }

    /// Binds a value, reads it back, and returns its storage class.
    func trip<Value: SQLiteValue & Equatable>(_ value: Value) throws -> (same: Bool, storage: String?) {
        try pool.read { (db: Database) throws in
            let back = try db.value(Value.self, "SELECT \(value)")
            let storage = try db.value(String.self, "SELECT upper(typeof(\(value)))")
            return (back == value, storage)
        }
    }

    @Test("integers at their limits", arguments: [Int64.min, -1, 0, 1, Int64.max])
    func integers(_ value: Int64) throws {
        #expect(try trip(value) == (true, "INTEGER"))
        #expect(try trip(Int(value)) == (true, "INTEGER"))
        #expect(try trip(Int8(truncatingIfNeeded: value)) == (true, "INTEGER"))
        #expect(try trip(UInt16(truncatingIfNeeded: value)) == (true, "INTEGER"))
        #expect(try trip(UInt32(truncatingIfNeeded: value)) == (true, "INTEGER"))
        #expect(try trip(UInt64(value.magnitude / 2)) == (true, "INTEGER"))
    }

    static let anyValues: [DatabaseValue] = [
        .null, .integer(.min), .integer(0), .integer(.max), .real(-0x1p63), .real(-1.5), .real(0x1p-1074), .real(3),
        .real(.infinity),
        .text(""), .text("a\0b"), .text("é"), .malformedText(Data([0x61, 0xFF, 0x80])), .blob(Data()),
        .blob(Data([0, 255])),
    ]

    @Test(
        "a value of any class survives a round trip through SQLite and, except for infinity, through JSON",
        arguments: anyValues)
    func anyClass(_ value: DatabaseValue) throws {
        let storage =
            switch value {
            case .null: "NULL"
            case .integer: "INTEGER"
            case .real: "REAL"
            case .text, .malformedText: "TEXT"
            case .blob: "BLOB"
            }
        #expect(try trip(value) == (true, storage))
        if value == .real(.infinity) {
            #expect(throws: JSONError.self) { try value.jsonForm }
        } else {
            #expect(try DatabaseValue(jsonForm: JSON(json: JSON(encoding: value).jsonData())) == value)
        }
    }

    @Test("a number in JSON that no class of SQLite can hold is an error, and never rounded")
    func numbersInJSON() throws {
        func value(_ json: String) throws -> DatabaseValue { try DatabaseValue(jsonForm: JSON(json: Data(json.utf8))) }
        for json in [
            "18446744073709551615", "9223372036854775809", "-9223372036854775809", "1e400", "12345678901234567891",
        ] {
            #expect(throws: JSONError.self, "\(json)") { try value(json) }
        }
        #expect(try value("9223372036854775807") == .integer(.max))
        #expect(try value("0.1") == .real(0.1) && value("1e3") == .real(1000) && value("1E22") == .real(1e22))
        #expect(try value("10000000000000000000000") == .real(1e22) && value("-0") == .real(-0.0))
    }

    @Test("texts that Swift considers equal are different for SQLite: as SQL, and as values")
    func exactTexts() throws {
        let (composed, decomposed) = ("é", "e\u{301}")
        #expect(composed == decomposed)
        #expect(DatabaseValue.text(composed) != .text(decomposed))
        #expect(Set([DatabaseValue.text(composed), .text(decomposed), .text(composed)]).count == 2)
        try pool.read { (db: Database) throws in
            for (text, length) in [(composed, 1), (decomposed, 2), (composed, 1)] {
                #expect(try db.value(Int.self, SQL(trusted: "SELECT length('\(text)')")) == length)
            }
        }
    }

    @Test("null is a DatabaseValue, which a default does not replace")
    func nullWithDefault() throws {
        let decoder = JSONDecoder()
        for (text, value) in [("{}", DatabaseValue.integer(1)), (#"{"plain":null,"valid":null}"#, .null)] {
            for cell in [try Cell(json: text), try decoder.decode(Cell.self, from: Data(text.utf8))] {
                #expect(cell.plain == value && cell.valid == value, "\(text)")
                #expect(try Cell(json: cell.jsonData()).plain == value)
            }
        }
        #expect(try Cell(json: #"{"plain":null,"valid":true}"#).valid == .integer(1))
    }

    @Test("a decimal is read from text only if the whole text is a number that a Decimal can represent")
    func decimalTexts() throws {
        let numbers = ["0", "-1.50", "1e5", "1E+5", "12345678901234567890123456789012345678"]
        let others = [
            "", " 1", "1 ", "12abc", "1,5", "1_000", "0x1F", "1.2.3", "--1", "-", "NaN", "inf", "1e400", "1e-400",
            "92345678901234567890123456789012345678.5",
        ]
        try pool.read { (db: Database) throws in
            for text in numbers {
                #expect(try db.value(Decimal.self, "SELECT \(text)") == Decimal(string: text), "\(text)")
            }
            for text in others {
                let error = #expect(throws: SQLiteError.self, "\(text)") {
                    try db.value(Decimal.self, "SELECT \(text)")
                }
                guard case .decoding = error?.kind else { return #expect(error == nil) }
            }
        }
    }

    @Test("a decimal that a computation gave 39 digits is read as it was stored")
    func computedDecimals() throws {
        for n in 1..<50 { #expect(try trip(Decimal(n) / 7 * (Decimal(n) / 11)) == (true, "TEXT")) }
    }

    @Test("a decimal is read from a REAL with the digits that mean it, or throws")
    func decimalReals() throws {
        try pool.read { (db: Database) throws in
            for (real, text) in [(0.1, "0.1"), (123456789.12345679, "123456789.12345679"), (-0.0, "0"), (1e22, "1e22")]
            {
                #expect(try db.value(Decimal.self, "SELECT \(real)") == Decimal(string: text))
            }
            for real in [
                Double.infinity, -.infinity, 1e300, 1e-300, Double.leastNonzeroMagnitude, .greatestFiniteMagnitude,
            ] {
                #expect(throws: SQLiteError.self) { try db.value(Decimal.self, "SELECT \(real)") }
            }
        }
    }

    @Test("an unsigned integer that is too large for SQLite is an error")
    func unsigned() throws {
        let error = #expect(throws: SQLiteError.self) { try trip(UInt64.max) }
        guard case .encoding(let failure)? = error?.kind else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(failure.type == "UInt64" && failure.reason == .outOfRange)
        #expect(throws: SQLiteError.self) { try trip(UInt.max) }
    }

    @Test(
        "doubles, bit by bit",
        arguments: [
            0, -0.0, 0.1, -1 / 3, .pi, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .leastNormalMagnitude,
            .infinity,
            -.infinity, 1e300, 9_007_199_254_740_992,
        ]
    )
    func doubles(_ value: Double) throws {
        #expect(try trip(value) == (true, "REAL"))
        #expect(try trip(Float(value)).same)
    }

    @Test("NaN is an error, since SQLite would store NULL")
    func notANumber() throws {
        #expect(throws: SQLiteError.self) { try trip(Double.nan) }
        #expect(throws: SQLiteError.self) { try trip(Float.nan) }
        #expect(throws: SQLiteError.self) { try trip(Decimal.nan) }
    }

    @Test(
        "decimal numbers keep every digit",
        arguments: [
            "0", "-0.1", "12345678901234567890.123456789", "0.00000000000000000001",
            "99999999999999999999999999999999999999",
        ]
    )
    func decimals(_ text: String) throws {
        let value = try #require(Decimal(string: text))
        #expect(try trip(value) == (true, "TEXT"))
    }

    @Test(
        "strings of every kind",
        arguments: [
            "", "a", "\0", "a\0b", "'; DROP TABLE x; --", "ß", "😀👨‍👩‍👧", "e\u{301}", "\u{FEFF}", "\u{10FFFF}",
            String(repeating: "ü", count: 5000),
        ]
    )
    func texts(_ value: String) throws {
        #expect(try trip(value) == (true, "TEXT"))
        let scalars = try pool.read { db in try db.value(String.self, "SELECT \(value)") }.map {
            Array($0.unicodeScalars)
        }
        #expect(scalars == Array(value.unicodeScalars))
    }

    @Test("random values of every class survive a round trip")
    func random() throws {
        var generator = SeededNumbers(seed: 42)
        for _ in 0..<500 {
            #expect(try trip(Int64.random(in: .min ... .max, using: &generator)).same)
            let double = Double(bitPattern: generator.next())
            if !double.isNaN { #expect(try trip(double).same) }
            let bytes = Data(
                (0..<Int.random(in: 0..<40, using: &generator)).map { _ in UInt8.random(in: 0...255, using: &generator)
                }
            )
            #expect(try trip(bytes).same)
            let text = String(
                String.UnicodeScalarView(
                    (0..<20).compactMap { _ in Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &generator)) }
                )
            )
            #expect(try trip(text).same)
            #expect(try trip([text, "b"]).same)
        }
    }

    @Test("data, including empty, identifiers, addresses, dates and Booleans")
    func others() throws {
        #expect(try trip(Data()) == (true, "BLOB"))
        #expect(try trip(Data([0, 255, 1])) == (true, "BLOB"))
        let uuid = UUID()
        #expect(try trip(uuid) == (true, "TEXT"))
        #expect(try pool.read { db in try db.value(String.self, "SELECT \(uuid)") } == uuid.uuidString)
        #expect(try pool.read { db in try db.value(UUID.self, "SELECT lower(\(uuid))") } == uuid)
        let url = try #require(URL(string: "https://example.org/ä?x=1#y"))
        #expect(try trip(url) == (true, "TEXT"))
        #expect(try trip(Date(timeIntervalSince1970: 1_234_567.5)) == (true, "REAL"))
        #expect(try trip(true) == (true, "INTEGER"))
        #expect(try trip(Optional<Int>.none) == (true, "NULL"))
        #expect(try trip(Optional(5)) == (true, "INTEGER"))
        #expect(try trip(["a": [1, 2]]) == (true, "TEXT"))
        #expect(try trip(Set(["b", "a"])) == (true, "TEXT"))
        #expect(try trip([Data([1, 2])]) == (true, "TEXT"))
        #expect(try trip(JSON.object(["a": .array([.integer(1), .null])])).same)
        #expect(try trip(CGRect(x: 1, y: 2.5, width: 3, height: 4)) == (true, "TEXT"))
        #expect(try trip(NSRange(location: 3, length: 4)) == (true, "TEXT"))
    }

    @Test("text in a file with UTF-16 is read like text in one with UTF-8", arguments: ["UTF-16le", "UTF-16be"])
    func encodings(_ encoding: String) throws {
        var configuration = DatabaseConfiguration()
        configuration.prepare = { try $0.run("PRAGMA encoding = '\(encoding)'") }
        let pool = try DatabasePool(.memory, configuration)
        #expect(try pool.read { try $0.value(String.self, "PRAGMA encoding") } == encoding)
        let list = ["ä", "b😀", String(repeating: "long", count: 100)]
        let rows = try pool.write { db in
            try db.run("CREATE TABLE t (plain TEXT, list TEXT, any BLOB)")
            try db.run("INSERT INTO t VALUES (\("ß"), \(list), \("x€"))")
            return try db.rows("SELECT plain, list, any FROM t") { row in
                (try row.read(String.self, 0), try row.read([String].self, 1), try row.read(DatabaseValue.self, 2))
            }
        }
        #expect(rows.map(\.0) == ["ß"] && rows.map(\.1) == [list] && rows.map(\.2) == [.text("x€")])
    }

    @Test("a column of another class is a typed error with its name but not its value")
    func mismatches() throws {
        func failure<Value: SQLiteValue>(_ type: Value.Type, _ sql: SQL) throws -> DecodingFailure? {
            do { _ = try pool.read { db in try db.value(type, sql) } } catch let error as SQLiteError {
                #expect(!error.message.contains("secret"))
                if case .decoding(let failure) = error.kind { return failure }
            }
            return nil
        }
        #expect(try failure(Int.self, "SELECT 'secret' AS age")?.column == "age")
        #expect(try failure(Int.self, "SELECT '12'")?.found == .text)
        #expect(try failure(Int8.self, "SELECT 128")?.expected == "Int8")
        #expect(try failure(Int.self, "SELECT NULL")?.found == .null)
        #expect(try failure(Int.self, "SELECT 1.5")?.found == .real)
        #expect(try failure(String.self, "SELECT 1")?.found == .integer)
        #expect(try failure(String.self, "SELECT CAST(x'ff61' AS TEXT)")?.found == .text)
        #expect(try failure(Bool.self, "SELECT 2") != nil)
        #expect(try failure(UUID.self, "SELECT 'secret' AS c") != nil)
        #expect(try failure(UUID.self, "SELECT \(UUID()) || char(0, 120)") != nil)
        #expect(try failure(Double.self, "SELECT 9007199254740993") != nil)
        #expect(try failure([Int].self, "SELECT '[\"secret\"]' AS c") != nil)
        #expect(try failure(Data.self, "SELECT 'secret' AS c") != nil)
    }
}
