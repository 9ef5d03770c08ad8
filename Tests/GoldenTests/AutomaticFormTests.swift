import Foundation
import ModelAutoMigration
import ModelMigrations
import ModelSQLite
import ModelgenCore
import ModelgenDatabase
import ModelgenPlanning
import ModelgenRendering
import Testing

/// A field whose type changes in a database that migrates automatically, and a value that the earlier program wrote.
struct TypeChange: Sendable, CustomTestStringConvertible {
    var old: String
    var new: String
    /// As a literal of SQL.
    var value: String
    var testDescription: String { "\(value): \(old) to \(new)" }

    init(_ old: String, _ new: String, _ value: String) { (self.old, self.new, self.value) = (old, new, value) }

    static let readable = [
        TypeChange("Int32", "Int64", "7"), TypeChange("Int64", "Int64?", "7"), TypeChange("Bool", "Int", "1"),
        TypeChange("Int64", "Int8", "127"), TypeChange("Int64", "Bool", "1"), TypeChange("Int", "String", "7"),
        TypeChange("String", "Int", "'7'"), TypeChange("String", "Double", "'3'"), TypeChange("Double", "Int", "3.0"),
        TypeChange("Int", "UInt", "7"), TypeChange("Int64", "UInt64", "9223372036854775807"),
        TypeChange("UInt", "Int", "9223372036854775807"), TypeChange("UInt64", "Int64", "7"),
        TypeChange("Double", "UInt", "3.0"), TypeChange("String", "UInt64", "'7'"), TypeChange("UInt", "String", "7"),
        TypeChange("UInt64", "UInt8", "255"), TypeChange("Bool", "UInt", "1"), TypeChange("UInt", "Bool", "1"),
        TypeChange("UUID", "String", "'DEADBEEF-0000-4000-8000-000000000000'"),
        TypeChange("Few", "More", "'b'"), TypeChange("More", "Few", "'b'"), TypeChange("String", "Few", "'b'"),
        TypeChange("Number", "Few", "NULL"), TypeChange("Int64?", "Date?", "NULL"),
        TypeChange("Place", "Town", #"'{"name":"a"}'"#), TypeChange("Odd", "Odd", "'*/ ''|:% '"),
        TypeChange("{ type: Data, transformer: hex }", "{ type: Data, transformer: hex }", "'00ff'"),
    ]

    static let unreadable = [
        TypeChange("Int64", "Date", "7"), TypeChange("Int64", "{ type: Date, transformer: unixSeconds }", "7"),
        TypeChange("Int64", "Bool", "7"), TypeChange("Int64", "Int8", "128"), TypeChange("Int", "UInt32", "-1"),
        TypeChange("Int", "UInt", "-1"), TypeChange("Int64", "UInt64", "-9223372036854775808"),
        TypeChange("Double", "UInt", "-3.0"), TypeChange("UInt64", "UInt8", "256"),
        TypeChange("String", "Int", "'seven'"), TypeChange("String", "Int8", "'300'"),
        TypeChange("Double", "Int", "3.5"), TypeChange("Int64", "Double", "9007199254740993"),
        // The next larger Double, of which SQLite makes the same integer.
        TypeChange("Int64", "Double", "9223372036854775807"), TypeChange("Double", "Int", "9223372036854775808.0"),
        TypeChange("{ type: Data, transformer: hex }", "{ type: Data, transformer: base64 }", "'00ff'"),
        TypeChange("{ type: Date, transformer: unixSeconds }", "{ type: Date, transformer: unixMilliseconds }", "7"),
        TypeChange(
            "{ type: Date, transformer: 'dateFormat(\"dd/MM/yyyy\")' }",
            "{ type: Date, transformer: 'dateFormat(\"MM/dd/yyyy\")' }", "'01/02/2026'"),
        TypeChange("More", "Few", "'c'"), TypeChange("Few", "Other", "'a'"), TypeChange("String", "Few", "'x'"),
        TypeChange("Few", "Number", "'a'"), TypeChange("Number", "Int8", "1000"),
        TypeChange("Place", "Street", #"'{"name":"a"}'"#), TypeChange("[String]", "[Int]", "'[]'"),
        TypeChange("Odd", "Few", "'*/ ''|:% '"), TypeChange("Date", "String", "'2026-01-02T03:04:05Z'"),
        // Other texts that the column's collation, or Swift, takes for the same.
        TypeChange("{ type: Upper, collate: NOCASE }", "{ type: Lower, collate: NOCASE }", "'OPEN'"),
        TypeChange("{ type: Padded, collate: RTRIM }", "{ type: Lower, collate: RTRIM }", "'open '"),
        TypeChange("Composed", "Decomposed", "'\u{E9}'"), TypeChange("Decomposed", "Composed", "'e\u{301}'"),
    ]
}

@Suite("A type that changes in a database that migrates automatically")
struct AutomaticFormTests {
    private func schema(_ type: String, mode: String = "auto") throws -> DatabaseSchema {
        let yaml = """
            database: { name: D, migration: \(mode) }
            enums:
              Few: [a, b]
              More: [a, b, c]
              Other: [x, y]
              Odd: { cases: { odd: "*/ '|:% ", more: "\\u0007" } }
              Number: { raw: Int, cases: { one: 1, thousand: 1000 } }
              Upper: { cases: { open: OPEN } }
              Lower: { cases: { open: open } }
              Padded: { cases: { open: "open " } }
              Composed: { cases: { e: "\u{E9}" } }
              Decomposed: { cases: { e: "e\u{301}" } }
            models:
              Place: { fields: { name: String } }
              Town: { fields: { name: String, size: Int? } }
              Label: { fields: { name: { type: String, json: label } } }
              Both: { fields: { name: { type: String, json: [label, name] } } }
              Street: { fields: { name: String, number: Int } }
              M: { primaryKey: id, fields: { id: Int64, v: \(type.hasPrefix("{") ? type : "\"\(type)\"") } }

            """
        let planned = try Pipeline.plain().database(yaml)
        return DatabaseSchema(
            "D", version: 1, applicationID: 7, mode: mode == "auto" ? .auto : .recreate,
            create: planned.newest.createStatements)
    }

    private func written(_ change: TypeChange, mode: String = "auto") throws -> DatabasePool {
        let pool = try DatabasePool(.memory)
        try pool.migrate(schema(change.old, mode: mode))
        try pool.write { db in
            if change.value == "NULL" {
                try db.run("CREATE TABLE other (x)")
            } else {
                try db.run(SQL(trusted: "INSERT INTO m VALUES (1, \(change.value))"))
            }
        }
        return pool
    }

    private func values(_ pool: DatabasePool) throws -> [String] {
        try pool.read { db in try db.rows("SELECT CAST(v AS TEXT) FROM m") { try $0.read(String.self, 0) } }
    }

    @Test("is accepted if the old values can be read, and they remain", arguments: TypeChange.readable)
    func readable(_ change: TypeChange) throws {
        let pool = try written(change)
        let before = try values(pool)
        try pool.migrate(schema(change.new))
        #expect(
            try values(pool).map { Double($0).map { "\($0)" } ?? $0 } == before.map { Double($0).map { "\($0)" } ?? $0 }
        )
    }

    @Test("is an error that names the column if they would be read wrongly", arguments: TypeChange.unreadable)
    func unreadable(_ change: TypeChange) throws {
        let pool = try written(change)
        let before = try values(pool)
        let error = #expect(throws: SQLiteError.self) { try pool.migrate(schema(change.new)) }
        #expect(error?.kind == .migration(.unreadable(table: "m", column: "v")))
        #expect(error?.message.contains("values of v that D would read wrongly") == true)
        #expect(try values(pool) == before)
        // Without the row, nothing prevents it.
        try pool.migrate(schema(change.old))
        try pool.write { (db: Database) throws in try db.run("DELETE FROM m") }
        try pool.migrate(schema(change.new))
    }

    @Test("the advice works: values converted in willMigrate are accepted, and another column is filled in didMigrate")
    func advice() throws {
        struct Converting: DatabaseMigrating {
            func willMigrate(_ db: Database, from: Int, to: Int) throws {
                try db.run("UPDATE m SET v = 'b' WHERE v = 'c'")
            }
        }
        let pool = try written(TypeChange("More", "Few", "'c'"))
        let error = #expect(throws: SQLiteError.self) { try pool.migrate(schema("Few")) }
        #expect(error?.message.contains("convert them in `willMigrate`") == true)
        try pool.migrate(schema("Few"), migrating: Converting())
        #expect(try values(pool) == ["b"])
        struct Filling: DatabaseMigrating {
            func didMigrate(_ db: Database, from: Int, to: Int) throws { try db.run("UPDATE m SET w = v * 1000") }
        }
        let seconds = try written(TypeChange("Int64", "", "7"))
        let other = #expect(throws: SQLiteError.self) { try seconds.migrate(schema("Date?")) }
        #expect(other?.message.contains("another `column`, which `didMigrate` can fill") == true)
        try seconds.migrate(
            schema("{ type: Date?, column: w, transformer: unixMilliseconds }"), migrating: Filling())
        #expect(try seconds.read { db in try db.value(Int.self, "SELECT w FROM m") } == 7000)
    }

    @Test("a field that was away keeps the form of its values")
    func away() throws {
        let pool = try written(TypeChange("Int64?", "", "7"))
        try pool.migrate(schema("{ type: String?, column: w }"))
        #expect(throws: SQLiteError.self) { try pool.migrate(schema("Date?")) }
        try pool.migrate(schema("Int64?"))
        #expect(try values(pool) == ["7"])
    }

    @Test("rows are read as they were written, however often the schema has changed since")
    func severalChanges() throws {
        let pool = try written(TypeChange("Place", "", #"'{"name":"a"}'"#))
        try pool.migrate(schema("Both"))
        #expect(throws: SQLiteError.self) { try pool.migrate(schema("Label")) }
        try pool.migrate(schema("Both"))
        let converted = try written(TypeChange("More", "", "'b'"))
        try converted.migrate(schema("Few"))
        try converted.migrate(schema("More"))
        try converted.migrate(schema("Few"))
    }

    @Test("a cache is emptied, whatever the change is", arguments: TypeChange.unreadable)
    func recreated(_ change: TypeChange) throws {
        let pool = try written(change, mode: "recreate")
        try pool.migrate(schema(change.new, mode: "recreate"))
        #expect(try values(pool) == [])
    }
}
