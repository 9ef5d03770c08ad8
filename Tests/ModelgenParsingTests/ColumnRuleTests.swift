import ModelgenDiagnostics
import ModelgenSchema
import Testing

@testable import ModelgenParsing

/// Declarations that SQLite accepts when the table is created, but for which it rejects or changes inserted rows.
@Suite("Rules of what a column stores")
struct ColumnRuleTests {
    private func rules(_ fields: String, _ rest: String = "", table: String = "primaryKey: id") -> [String] {
        let text = """
            database: { name: Map, sqlite: "3.40" }
            transformers:
              Sealed: { from: String, to: String, deterministic: false }
              Bits: { from: Int64, to: "[Int]" }
            models:
              City:
                table: cities
                \(table)
                fields: { \(fields) }
                \(rest)
              Owner: { table: owners, primaryKey: id, fields: { id: { type: Date, assigned: caller } } }
              Town: { fields: { name: String } }
              Either: { oneOf: { n: Int, s: String } }

            """
        return parse([SourceFile(path: "map.model.yaml", text: text)], imports: []).1.map(\.rule)
    }

    @Test(
        "a column type that is invalid, or would change what is stored, is refused",
        arguments: [
            "Int, columnType: \"INT, x INT\"", "Int, columnType: \"INTEGER PRIMARY KEY\"",
            "Int, columnType: \"INT -- x\"",
            "Int, columnType: \"INT(1\"", "Int, columnType: \"INT(1,2,3)\"", "Int, columnType: \"INT(,1)\"",
            "Int, columnType: \"INT)\"", "Int, columnType: \"(1)\"", "Int, columnType: \"INT CHECK(1)\"",
            "Int, columnType: TEXT", "Int, columnType: REAL", "Double, columnType: TEXT", "String, columnType: NUMERIC",
            "Date, columnType: VARCHAR(9)", "Date, columnType: DATETIME, transformer: 'dateFormat(\"yyyyMMdd\")'",
            "Date, columnType: DATE, transformer: 'dateFormat(\"yyyy.MM\")'",
            // SQLite skips blanks around a number, and reads its sign.
            "Date, columnType: DATE, transformer: 'dateFormat(\"yyyy \")'",
            "Date, columnType: DATE, transformer: 'dateFormat(\"-yyyy\")'",
            "Date, columnType: DATE, transformer: 'dateFormat(\"'' ''yyyy\")'",
            "URL, columnType: DATETIME", "Either, columnType: NUMERIC",
        ])
    func wrongTypes(_ definition: String) {
        #expect(rules("id: Int64, x: { type: \(definition) }") == ["column-affinity"])
    }

    @Test(
        "a column type that preserves what is stored is allowed",
        arguments: [
            "Int, columnType: BIGINT", "Int, columnType: \"UNSIGNED BIG INT\"", "Bool, columnType: BOOLEAN",
            "Double, columnType: \"DOUBLE PRECISION\"", "Double, columnType: NUMERIC", "Date, columnType: DATETIME",
            "String, columnType: \"VARCHAR(255)\"", "String, columnType: BLOB", "Data, columnType: TEXT",
            "Decimal, columnType: \"DECIMAL(10,2)\"", "\"[Int]\", columnType: CLOB",
            // No number contains a dash between digits, a slash, or a bracket.
            "UUID, columnType: INTEGER", "Town, columnType: NUMERIC", "\"[Int]\", columnType: JSON",
            "Date, columnType: DATETIME, transformer: rfc3339",
            "Date, columnType: DATE, transformer: 'dateFormat(\"yyyy-MM-dd\")'",
            "Int, columnType: \"\"",
            "Date, columnType: INTEGER, transformer: unixMilliseconds", "Date, columnType: TEXT, transformer: rfc3339",
        ])
    func rightTypes(_ definition: String) {
        #expect(rules("id: Int64, x: { type: \(definition) }") == [])
    }

    @Test("a transformer for a whole list stores its result, for the rule and for the table") func wholeList() {
        let field = { (type: String) in "id: Int64, x: { type: \"[Int]\", transformer: Bits, columnType: \(type) }" }
        #expect(rules(field("VARCHAR(9)")) == ["column-affinity"])
        #expect(rules(field("BIGINT")) == [])
    }

    @Test("a string in a numeric column is a warning, but not in the columns of another program's file") func adopted()
    {
        expect(
            """
            database: { name: Map, version: 2, adopt: [1] }
            models:
              City:
                primaryKey: id
                fields:
                  id: Int64
                  wakes: { type: String, columnType: time }
                  sleeps: { type: String?, columnType: ⟦1:time⟧, since: 2 }
            """,
            [
                1: "`sleeps` is stored as TEXT, but a column of type time converts it to a number if possible; use a "
                    + "type such as TEXT [column-affinity]"
            ])
    }

    @Test("the key that the database assigns is INTEGER") func key() {
        #expect(rules("id: { type: Int64, columnType: INT }") == ["column-affinity"])
        #expect(rules("id: { type: Int64, columnType: integer }") == [])
        #expect(rules("id: { type: Int64, columnType: INT, assigned: caller }") == [])
    }

    @Test(
        "SQLite assigns a key only if it stores an integer as it is",
        arguments: [
            ("Int64", true), ("Int64, transformer: stringNumber", false), ("Int64, transformer: Sequence", false),
            ("Int64, transformer: Shifted", true), ("Int64, transformer: { json: stringNumber }", true),
            ("Int64, transformer: { sqlite: stringNumber }", false), ("UInt8", true), ("Bool", false),
        ])
    func assignedKeys(_ definition: String, isAssigned: Bool) throws {
        func parsed(_ more: String) -> (ParsedSchema?, [Diagnostic]) {
            let text = """
                database: { name: Map }
                transformers: { Sequence: { from: String, to: Int64 }, Shifted: { from: Int64, to: Int64 } }
                models:
                  City: { primaryKey: id, fields: { id: { type: \(definition)\(more) }, name: String } }

                """
            return parse([SourceFile(path: "map.model.yaml", text: text)], imports: [])
        }
        let model = try #require(parsed("").0?.schema.models.first)
        #expect(model.fields[0].isAssigned == isAssigned)
        #expect(model.hasDraft == isAssigned)
        #expect(parsed(", assigned: database").1.map(\.rule) == (isAssigned ? [] : ["autoincrement-key"]))
    }

    @Test(
        "a check, a generated column and an index that depend on the present time are refused",
        arguments: [
            ("x: { type: String, check: \"x < date('now')\" }", ""),
            ("x: { type: String, generated: \"strftime('%s', 'NOW')\" }", ""),
            ("x: { type: String, generated: { sql: \"julianday()\", kind: stored } }", ""),
            ("x: { type: String, index: { where: \"x > date('now')\" } }", ""),
            ("x: { type: String, unique: { where: \"x > date('now')\" } }", ""),
            ("x: String", "checks: [\"x < datetime ( 'now', '+1 day')\"]"),
            ("x: String", "checks: [\"datetime(x, 'LocalTime') > '2020'\"]"),
            ("x: { type: String, generated: \"time(id, 'unixepoch', 'utc')\" }", ""),
            ("x: String", "indexes: [{ fields: [x], where: \"x > time('now')\" }]"),
            ("x: String", "indexes: [{ fields: [{ expression: \"date('now')\" }], name: i }]"),
        ])
    func clock(_ fields: String, _ rest: String) {
        #expect(rules("id: Int64, \(fields)", rest) == ["clock-in-schema"])
    }

    @Test("a function of a given time is allowed, and so is a string that contains the word now") func noClock() {
        let fields =
            "id: Int64, x: Int, current_date: String, y: { type: String, default: { swift: now(), sql: \"date('now')\" } }"
        #expect(rules(fields, "indexes: [[current_date, x desc], { fields: [current_date desc] }]") == [])
        #expect(rules("id: Int64, x: { type: String, check: \"date(x) < '2030-01-01' AND x <> 'now'\" }") == [])
        #expect(rules("id: Int64, date: { type: String, check: \"date > ''\" }") == [])
    }

    @Test("keys, uniques and references need values with a stable stored form") func unstable() {
        let sealed = "{ type: String, transformer: Sealed"
        #expect(rules("id: \(sealed), assigned: caller }") == ["unstable-key"])
        #expect(rules("id: Int64, x: \(sealed), unique: true }") == ["unstable-key"])
        #expect(rules("id: Int64, x: \(sealed), index: true }") == [])
        #expect(
            rules("id: Int64, x: { type: Date, transformer: unixSeconds, references: Owner.id }") == ["unstable-key"])
        #expect(rules("id: Int64, x: { type: Date, references: Owner.id }") == [])
        let relation = "relations: { owner: { belongsTo: Owner, by: x } }"
        #expect(rules("id: Int64, x: { type: Date, transformer: unixMilliseconds }", relation) == ["unstable-key"])
        #expect(rules("id: Int64, x: Date", relation) == [])
    }

    @Test("a field of the primary key has an action other than `setNull`") func setNull() {
        func input(_ key: String) -> String {
            """
            database: { name: Map }
            models:
              Seat:
                primaryKey: \(key)
                fields:
                  id: Int64
                  ownerId: { type: Int64, references: Owner.id, onDelete: ⟦1:setNull⟧ }
              Owner: { primaryKey: id, fields: { id: Int64 } }
            """
        }
        for key in ["ownerId", "[id, ownerId]"] {
            expect(
                input(key),
                [
                    1:
                        "`ownerId` is part of the primary key, which cannot be NULL; write another action, such as `cascade` [set-null-on-required]"
                ])
        }
        expect(input("id"), [1: "`ownerId` cannot be NULL; make it optional [set-null-on-required]"])
    }

    @Test("the name of a model is only compared with those of models, also after a type of that name")
    func suggestions() {
        expect(
            """
            database: { name: Map }
            models:
              City: { primaryKey: id, fields: { id: Int64, a: ⟦1:Dat⟧, b: { type: Int64, references: ⟦2:Dat⟧.id } } }
              Town: { primaryKey: id, fields: { id: Int64, a: ⟦3:Tow⟧, b: { type: Int64, references: ⟦4:Tow⟧.id } } }
            """,
            [
                1: "unknown type `Dat`; did you mean `Date`? [unknown-type]",
                2: "unknown model `Dat`; declare it under `models` [unknown-model]",
                3: "unknown type `Tow`; did you mean `Town`? [unknown-type]",
                4: "unknown model `Tow`; did you mean `Town`? [unknown-model]",
            ])
    }

    @Test("a column called rowid only hides the key where it is needed") func rowID() {
        #expect(rules("x: { type: String, column: ROWID }", table: "") == [])
        let names = "x: { type: String, column: ROWID }, y: { type: Int, column: oid }"
        #expect(rules(names, table: "") == [])
        #expect(rules(names + ", z: { type: Int, column: _rowid_ }", table: "") == ["hidden-row-id"])
        #expect(rules("id: String, x: { type: String, column: rowid }", "fullText: [id]") == ["hidden-row-id"])
        #expect(rules("id: String, x: { type: String, column: rowid }") == [])
        for type in ["Int64", "Int", "Int32", "UInt8"] {
            #expect(rules("id: { type: \(type), column: rowid }, x: String", "fullText: [x]") == [])
        }
        let assigned = "id: { type: Int64, column: rowid, assigned: caller }, x: String"
        #expect(rules(assigned, "fullText: [x]") == ["hidden-row-id"])
    }

    @Test("SQL that is newer than the oldest supported SQLite is reported at its place") func features() {
        expect(
            """
            database: { name: Map, sqlite: "3.31" }
            models:
              City:
                ⟦6:primaryKey⟧: id
                fields:
                  id: Int64
                  name: { type: String, check: ⟦1:"iif(name > '', 1, 0)"⟧ }
                  slug: { type: String, ⟦2:generated⟧: lower(name) }
                checks: [⟦3:name -> '$' IS NULL⟧, "name <> '->'"]
                queries:
                  a: { sql: ⟦4:SELECT a.name FROM city a RIGHT JOIN city b⟧, returns: ["String?"] }
                  b: { sql: ⟦5:DELETE FROM city RETURNING name⟧, returns: [String] }
                  c: { sql: SELECT name FROM city ORDER BY name NULLS LAST, returns: [String] }
            """,
            [
                1: tooNew("`iif()`", 32), 2: tooNew("RETURNING, used to read back a generated column,", 35),
                6: tooNew(
                    "RETURNING, used to read back the key that the database assigns,", 35,
                    or: "`assigned: caller` in the field"),
                3: tooNew("`->`", 38), 4: tooNew("RIGHT JOIN", 39), 5: tooNew("RETURNING", 35),
            ])
    }

    @Test("SQL that is too new is found wherever SQL is written") func everywhere() {
        expect(
            """
            database:
              name: Map
              version: 3
              sqlite: "3.31"
              migrations:
                2:
                  - sql: ⟦1:UPDATE city SET a = unixepoch()⟧
                  - dropModel: { Old: { primaryKey: id, fields: { id: { type: Int64, assigned: caller } }, checks: [⟦2:unhex('00') IS NULL⟧] } }
            models:
              City:
                primaryKey: id
                fields:
                  id: { type: Int64, assigned: caller }
                  a: { type: Int64, index: { where: ⟦3:"octet_length(a) > 0"⟧ } }
                  b: { type: Int64, unique: { where: ⟦4:"a -> '$' > 0"⟧ } }
                  c: { type: Int64, default: { swift: "0", sql: ⟦5:unixepoch()⟧ } }
                  m: { type: "[String: String]", default: { sql: unixepoch() } }
                  d: { type: Int64, since: 2, fill: { sql: ⟦6:"iif(1, 2, 3)"⟧ } }
                indexes: [{ fields: [{ expression: ⟦7:"format('%d', a)"⟧ }], name: i }]
                unique: [{ fields: [a, b], where: ⟦8:"concat(a, b) <> ''"⟧ }]
                migrations:
                  2: [{ sql: ⟦9:UPDATE city SET a = 1 RETURNING id⟧ }]
                  3:
                    - change: { a: { from: String, using: ⟦10:"if(a, 1)"⟧ } }
                    - was: { checks: [{ sql: ⟦11:json_pretty(a) IS NOT NULL⟧ }], indexes: [[iif]] }
              Town:
                view: ⟦12:SELECT group_concat(a ORDER BY b) AS n FROM city⟧
                fields: { n: String }
            """,
            [
                1: tooNew("`unixepoch()`", 38), 2: tooNew("`unhex()`", 41), 3: tooNew("`octet_length()`", 43),
                4: tooNew("`->`", 38), 5: tooNew("`unixepoch()`", 38), 6: tooNew("`iif()`", 32),
                7: tooNew("`format()`", 38), 8: tooNew("`concat()`", 44), 9: tooNew("RETURNING", 35),
                10: tooNew("`if()`", 48), 11: tooNew("`json_pretty()`", 46),
                12: tooNew("ORDER BY in `group_concat()`", 44),
            ])
    }

    @Test(
        "functions of JSON in bytes are known, and an ORDER BY that every version has",
        arguments: [
            ("SELECT jsonb('1')", ["`jsonb()`"]), ("SELECT jsonb_group_array(a) FROM t", ["`jsonb_group_array()`"]),
            ("SELECT unistr('a')", ["`unistr()`"]), ("ALTER TABLE t DROP COLUMN a", ["DROP COLUMN"]),
            ("SELECT max(a) OVER (ORDER BY b) FROM t", []), ("SELECT abs((SELECT a FROM t ORDER BY b LIMIT 1))", []),
            ("SELECT a IN (SELECT a FROM t ORDER BY b) FROM t", []), ("WITH x AS (SELECT 1 ORDER BY 1) SELECT 1", []),
            ("SELECT 1 WHERE (SELECT a FROM t, u ORDER BY b)", []), ("SELECT abs((SELECT a FROM t, u ORDER BY b))", []),
            ("SELECT total(a ORDER BY b) FROM t", ["ORDER BY in `total()`"]), ("CREATE TABLE IF NOT EXISTS t (a)", []),
        ])
    func featureNames(_ sql: String, _ names: [String]) { #expect(SQLFeature.all(in: sql).map(\.name) == names) }

    private func tooNew(_ what: String, _ minor: Int, or other: String = "remove it") -> String {
        "\(what) requires SQLite 3.\(minor), but `Map` must support 3.31; write `sqlite: \"3.\(minor)\"` in the database, "
            + "or \(other) [feature-too-new]"
    }

    @Test("a foreign key that is set to its default needs one, unless it may be NULL")
    func setDefault() {
        func owner(_ type: String, _ more: String = "") -> [String] {
            rules("id: Int64, owner: { type: \(type), references: Owner, onDelete: setDefault\(more) }")
        }
        #expect(owner("Date") == ["set-null-on-required"])
        #expect(owner("Date", ", default: \"2020-01-01T00:00:00Z\"") == [])
        #expect(owner("Date?") == [])
    }

    @Test(
        "a reference is a model, or a model and a field", arguments: ["Owner.id.x", ".id", "Owner.", ".", "Owner..id"])
    func malformed(_ reference: String) {
        #expect(rules("id: Int64, owner: { type: Date, references: \(reference) }") == ["unknown-reference"])
    }
}
