import ModelgenImporting
import ModelgenVerification
import Testing

@Suite("What an import recognizes from the values in a SQLite database")
struct ImportedValueTests {
    @Test(
        "a foreign key only has the type of what it refers to if its values do",
        arguments: [
            ("INTEGER", "BIT", [SQLValue.blob([])], "Data"), ("INTEGER", "STRING", [.real(1.5)], "Double"),
            ("INTEGER", "TEXT", [.text("x")], "String"), ("INTEGER", "", [.integer(1)], "Int64"),
            ("JSON", "TEXT", [.text("{")], "String"), ("BOOLEAN", "INTEGER", [.integer(2)], "Int64"),
        ])
    func adoptedTypes(parent: String, child: String, values: [SQLValue], type: String) throws {
        let imported = try Imported(
            [
                "CREATE TABLE parents (code \(parent) UNIQUE)",
                "CREATE TABLE children (id INTEGER PRIMARY KEY, code \(child) REFERENCES parents (code))",
            ], values: ["children": ["code": values]])
        let line = imported.texts.last?.text.split(separator: "\n").last { $0.contains("code:") } ?? ""
        #expect(line.contains(" \(type)?"), "\(line)")
    }

    @Test(
        "a JSON column holds JSON if all of its strings do",
        arguments: [
            (["{}", "[1]", "null"], "JSON"), (["{}", "{bad"], "String"), (["{\"a\": 1, \"a\": 2}"], "String"),
            (["", "{}"], "String"),
        ])
    func jsonColumns(texts: [String], type: String) throws {
        let imported = try Imported(
            ["CREATE TABLE a (x JSON)"], values: ["a": ["x": texts.map { .text($0) }]])
        #expect(imported.models.contains("x: { type: \(type)?,"), "\(imported.models)")
    }

    @Test("a key in which rows have NULL is a unique index, so that all rows can be read")
    func nullKeys() throws {
        let imported = try Imported(
            ["CREATE TABLE a (x TEXT, y INT, PRIMARY KEY (x, y))", "CREATE TABLE b (x TEXT PRIMARY KEY)"],
            values: ["a": ["x": [.null], "y": [.integer(1)]], "b": ["x": [.text("x")]]])
        #expect(
            imported.models.contains("x: String?\n      y: { type: Int64?, columnType: \"INT\" }\n    unique: [[x, y]]")
        )
        #expect(imported.models.contains("primaryKey: x\n    fields:\n      x: String\n"))
        #expect(
            imported.diagnostics.map(\.message) == [
                "missing in `A`: the primary key, in which rows have NULL: it is only unique here",
                "missing in `B`: `x` can be NULL in the file",
            ])
    }

    @Test("a table may have the name of the type of its columns")
    func databaseValue() throws {
        let imported = try Imported(
            ["CREATE TABLE DatabaseValue (x)"], values: ["DatabaseValue": ["x": [.integer(1), .text("x")]]])
        #expect(
            imported.models.contains("  DatabaseValueModel:") && imported.models.contains("x: { type: DatabaseValue?,"))
        #expect(try imported.differences() == [])
    }

    @Test("values of several storage classes, dates with fractions, and a row after the first thousand that differs")
    func allRows() throws {
        let many = [SQLValue](repeating: .text("2020-01-02 03:04:05"), count: 1000)
        let imported = try Imported(
            [
                "CREATE TABLE t (k TEXT PRIMARY KEY NOT NULL, v, d DATETIME, e DATETIME, f DATETIME, w BLOB NOT NULL DEFAULT 5, n NUMERIC)"
            ],
            values: [
                "t": [
                    "k": [.text("a")], "v": [.integer(1), .text("x"), .blob([])],
                    "d": [.text("2020-01-02 03:04:05"), .text("2020-01-02 03:04:05.120000")],
                    "e": [.text("2020-01-02T03:04:05.123Z")], "f": many + [.text("soon")],
                    "w": [.integer(1), .real(2)], "n": [.integer(1), .real(2.5)],
                ]
            ])
        let fields = imported.models.split(separator: "\n").map { $0.drop { $0 == " " } }
        func field(_ name: String) -> String { fields.first { $0.hasPrefix(name + ": ") }.map(String.init) ?? "" }
        #expect(field("v").hasPrefix("v: { type: DatabaseValue?, columnType: \"\" }"))
        #expect(field("d").contains("dateFormat(\"yyyy-MM-dd HH:mm:ss[.SSSSSS]\")"))
        #expect(field("e").contains("dateFormat(\"yyyy-MM-dd'\\''T'\\''HH") || field("e").contains("HH:mm:ss.SSS"))
        #expect(field("f").contains("type: String?"))
        #expect(field("w").contains("type: DatabaseValue") && field("w").contains(".integer(5)"))
        #expect(field("n").contains("type: Double?"))
        #expect(try imported.differences() == [])
    }

    @Test("dates, Booleans and columns without a type are recognized by their values")
    func values() throws {
        let imported = try Imported(
            [
                "CREATE TABLE logs (at INTEGER, created_at TEXT, seen DATETIME DEFAULT CURRENT_TIMESTAMP, day DATE, is_on INTEGER, free, wrong INTEGER)"
            ],
            values: [
                "logs": [
                    "at": [.integer(3)], "created_at": [.text("2011-01-21T09:35:06Z"), .null],
                    "seen": [.text("2011-01-21 09:35:06")], "day": [.text("2011-01-21")],
                    "is_on": [.integer(1), .integer(0)],
                    "free": [.real(1.5), .integer(2)], "wrong": [.text("a")],
                ]
            ])
        #expect(try imported.differences() == [])
        #expect(
            imported.models == """
                models:
                  Log:
                    table: logs
                    fields:
                      at: Int64?
                      createdAt: { type: Date?, transformer: rfc3339 }
                      seen:
                        type: Date?
                        columnType: "DATETIME"
                        default: { swift: "Date()", sql: "CURRENT_TIMESTAMP" }
                        transformer: 'dateFormat("yyyy-MM-dd HH:mm:ss")'
                      day: { type: Date?, columnType: "DATE", transformer: 'dateFormat("yyyy-MM-dd")' }
                      isOn: Bool?
                      free: { type: DatabaseValue?, columnType: "" }  # has no type; holds integers and numbers
                      # declared as INTEGER, and holds texts; a string that looks like a number becomes one here, and cannot be read
                      wrong: { type: String?, columnType: "INTEGER" }

                """)
    }
}
