import Testing

/// A project as it was when each of its versions was released, and what a row of the first version is in the last.
struct VersionFiles: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// The models of each version, the first one's first.
    var versions: [String]
    /// A row of the first version, or of the first version that has the table.
    var row: String
    /// The SQL that shows it in the last version, with the result.
    var query: (sql: String, result: [String])

    init(_ description: String, row: String, _ query: (String, [String]), _ versions: String...) {
        testDescription = description
        self.row = row
        self.query = query
        self.versions = versions.map { $0 + "\n" }
    }

    /// The models of a database with nothing but the table `m`.
    private static func model(_ version: Int, _ body: String) -> String {
        let lines = body.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
        return """
            database: { name: D, version: \(version) }
            models:
              N: { primaryKey: id, fields: { id: Int64 } }
              M:
            \(lines)
            """
    }

    private static func keys(_ present: String, _ steps: String) -> VersionFiles {
        VersionFiles(
            "a key that was never reused is none any more: \(present)", row: "INSERT INTO m (code) VALUES ('a')",
            ("SELECT id || code FROM m", ["1a"]),
            model(1, "primaryKey: id\nfields: { id: { type: Int64, autoincrement: true }, code: String }"),
            model(2, "\(present)\nmigrations: { 2: [\(steps)] }"))
    }

    static let all: [VersionFiles] = [
        VersionFiles(
            "a field that is younger than its table, which is younger than the database, gets another type",
            row: "INSERT INTO m (id) VALUES (7)", ("SELECT id || ' ' || typeof(size) || size FROM m", ["7 integer3"]),
            "database: { name: D }\nmodels: { N: { primaryKey: id, fields: { id: Int64 } } }",
            model(2, "since: 2\nprimaryKey: id\nfields: { id: Int64 }"),
            model(3, "since: 2\nprimaryKey: id\nfields: { id: Int64, size: { type: String, since: 3, fill: '3' } }"),
            model(
                4,
                """
                since: 2
                primaryKey: id
                fields: { id: Int64, size: { type: Int, since: 3 } }
                migrations: { 4: [{ change: { size: { from: { type: String, fill: '3' }, using: "CAST(size AS INTEGER)" } } }] }
                """)),
        VersionFiles(
            "the same, optional and read as it was", row: "INSERT INTO m (id) VALUES (7)",
            ("SELECT id || typeof(size) FROM m", ["7null"]),
            "database: { name: D }\nmodels: { N: { primaryKey: id, fields: { id: Int64 } } }",
            model(2, "since: 2\nprimaryKey: id\nfields: { id: Int64 }"),
            model(3, "since: 2\nprimaryKey: id\nfields: { id: Int64, size: { type: String?, since: 3 } }"),
            model(
                4,
                """
                since: 2
                primaryKey: id
                fields: { id: Int64, size: { type: UUID?, since: 3 } }
                migrations: { 4: [{ change: { size: { from: String?, restored: same } } }] }
                """)),
        VersionFiles(
            "a dropped field of a table that is younger than the database, with an index of its version",
            row: "INSERT INTO m (id) VALUES (7)", ("SELECT '' || id FROM m", ["7"]),
            "database: { name: D }\nmodels: { N: { primaryKey: id, fields: { id: Int64 } } }",
            model(2, "since: 2\nprimaryKey: id\nfields: { id: Int64 }"),
            model(
                3, "since: 2\nprimaryKey: id\nfields: { id: Int64, size: { type: String?, since: 3 } }\nindexes: [size]"
            ),
            model(
                4,
                """
                since: 2
                primaryKey: id
                fields: { id: Int64 }
                migrations: { 4: [{ drop: { size: { type: String?, since: 3 } } }, { was: { indexes: [size] } }] }
                """)),
        VersionFiles(
            "a fill of the type that the field had when it was added", row: "INSERT INTO m (id) VALUES (7)",
            ("SELECT id || ' ' || datetime(at, 'unixepoch') FROM m", ["7 2020-01-01 00:00:00"]),
            model(1, "primaryKey: id\nfields: { id: Int64 }"),
            model(2, "primaryKey: id\nfields: { id: Int64, at: { type: Int, since: 2, fill: 1577836800 } }"),
            model(
                3,
                """
                primaryKey: id
                fields: { id: Int64, at: { type: Date, since: 2 } }
                migrations: { 3: [{ change: { at: { from: { type: Int, fill: 1577836800 }, using: "at * 1.0" } } }] }
                """)),
        VersionFiles(
            "a fill that is the same number in both types is written once", row: "INSERT INTO m (id) VALUES (7)",
            ("SELECT id || ' ' || typeof(size) || size FROM m", ["7 real5.0"]),
            model(1, "primaryKey: id\nfields: { id: Int64 }"),
            model(2, "primaryKey: id\nfields: { id: Int64, size: { type: Int32, since: 2, fill: 5 } }"),
            model(
                3,
                """
                primaryKey: id
                fields: { id: Int64, size: { type: Double, since: 2, fill: 5 } }
                migrations: { 3: [{ change: { size: { from: Int32 } } }] }
                """)),
        VersionFiles(
            "the name of a dropped model is used again", row: "INSERT INTO log (id, text) VALUES (1, 'a')",
            ("SELECT id || at FROM log", []),
            """
            database: { name: D }
            models:
              N: { primaryKey: id, fields: { id: Int64 } }
              Log: { primaryKey: id, fields: { id: Int64, text: { type: String, index: true } } }
            """,
            """
            database:
              name: D
              version: 2
              migrations: { 2: [{ dropModel: { Log: { primaryKey: id, fields: { id: Int64, text: { type: String, index: true } } } } }] }
            models: { N: { primaryKey: id, fields: { id: Int64 } } }
            """,
            """
            database:
              name: D
              version: 3
              migrations: { 2: [{ dropModel: { Log: { primaryKey: id, fields: { id: Int64, text: { type: String, index: true } } } } }] }
            models:
              N: { primaryKey: id, fields: { id: Int64 } }
              Log: { since: 3, primaryKey: id, fields: { id: Int64, at: Date, text: { type: Int, index: true } } }
            """),
        VersionFiles(
            "the name of a unique field is used again", row: "INSERT INTO m (id, code) VALUES (1, 'a')",
            ("SELECT id || quote(code) FROM m", ["1NULL"]),
            model(1, "primaryKey: id\nfields: { id: Int64, code: { type: String, unique: true } }"),
            model(
                2,
                "primaryKey: id\nfields: { id: Int64, code: String }\nmigrations: { 2: [{ was: { unique: [code] } }] }"),
            model(
                3,
                """
                primaryKey: id
                fields: { id: Int64 }
                migrations: { 2: [{ was: { unique: [code] } }], 3: [{ drop: { code: String } }] }
                """),
            model(
                4,
                """
                primaryKey: id
                fields: { id: Int64, code: { type: Int?, since: 4 } }
                migrations: { 2: [{ was: { unique: [code] } }], 3: [{ drop: { code: String } }] }
                """)),
        VersionFiles(
            "a unique field is renamed, and another one gets its name",
            row: "INSERT INTO m (id, code) VALUES (1, 'a')", ("SELECT id || label || quote(code) FROM m", ["1aNULL"]),
            model(1, "primaryKey: id\nfields: { id: Int64, code: { type: String, unique: true } }"),
            model(
                2,
                "primaryKey: id\nfields: { id: Int64, code: String }\nmigrations: { 2: [{ was: { unique: [code] } }] }"),
            model(
                3,
                """
                primaryKey: id
                fields: { id: Int64, label: String, code: { type: Int?, since: 3 } }
                migrations: { 2: [{ was: { unique: [code] } }], 3: [{ rename: { code: label } }] }
                """)),
        keys("primaryKey: code\nfields: { id: Int64, code: String }", steps("primaryKey: [id]")),
        keys("primaryKey: [id, code]\nfields: { id: Int64, code: String }", steps("primaryKey: id")),
        keys(
            "primaryKey: id\nwithoutRowID: true\nfields: { id: Int64, code: String }", steps("withoutRowID: false")),
        VersionFiles(
            "the column of a changed field had another name", row: "INSERT INTO m (id, old_size) VALUES (1, '5')",
            ("SELECT '' || (id + size) FROM m", ["6"]),
            model(1, "primaryKey: id\nfields: { id: Int64, size: { type: String, column: old_size } }"),
            model(
                2,
                """
                primaryKey: id
                fields: { id: Int64, size: Int }
                migrations:
                  2:
                    - change: { size: { from: { type: String, column: old_size }, using: "CAST(size AS INTEGER)" } }
                    - rename: { column: { old_size: size } }
                """)),
        VersionFiles(
            "a renamed column in other letters, and what an earlier step says of it",
            row: "INSERT INTO m (id, a) VALUES (1, 'x')", ("SELECT id || title FROM m", ["1x"]),
            model(1, "primaryKey: id\nfields: { id: Int64, a: String? }"),
            model(
                2,
                """
                primaryKey: id
                fields: { id: Int64, a: String }
                migrations: { 2: [{ change: { a: { from: String?, using: "ifnull(a, '')" } } }] }
                """),
            model(
                3,
                """
                primaryKey: id
                fields: { id: Int64, name: { type: String, column: title } }
                migrations:
                  2: [{ change: { a: { from: String?, using: "ifnull(a, '')" } } }]
                  3: [{ rename: { a: name } }, { rename: { column: { a: TITLE } } }]
                """)),
        VersionFiles(
            "a field is dropped, and another one added under its name in the same version",
            row: "INSERT INTO m (id, size) VALUES (1, 5)", ("SELECT id || quote(size) FROM m", ["1NULL"]),
            model(1, "primaryKey: id\nfields: { id: Int64, size: Int }"),
            model(
                2,
                """
                primaryKey: id
                fields: { id: Int64, size: { type: String?, since: 2 } }
                migrations: { 2: [{ rename: { size: oldSize } }, { drop: { oldSize: Int } }] }
                """)),
        VersionFiles(
            "the name of an enum that is gone is used again", row: "INSERT INTO m (id, level) VALUES (1, 2)",
            ("SELECT id || quote(rank) FROM m", ["1NULL"]),
            "enums: { Level: { raw: Int, cases: { low: 1, high: 2 } } }\n"
                + model(1, "primaryKey: id\nfields: { id: Int64, level: { type: Level, default: high } }"),
            "formerly: { Level: Int }\n"
                + model(
                    2,
                    """
                    primaryKey: id
                    fields: { id: Int64 }
                    migrations: { 2: [{ drop: { level: { type: Level, default: 2 } } }] }
                    """),
            "formerly: { Level: Int }\nenums: { Level: [low, high] }\n"
                + model(
                    3,
                    """
                    primaryKey: id
                    fields: { id: Int64, rank: { type: Level?, since: 3 } }
                    migrations: { 2: [{ drop: { level: { type: Level, default: 2 } } }] }
                    """)),
    ]

    private static func steps(_ was: String) -> String {
        "{ was: { \(was) } }, { change: { id: { from: { type: Int64, autoincrement: true } } } }"
    }
}
