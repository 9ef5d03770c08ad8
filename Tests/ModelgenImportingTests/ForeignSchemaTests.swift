import ModelSchemas
import ModelgenDiagnostics
import ModelgenImporting
import ModelgenParsing
import SeededNumbers
import Testing

/// An entry of a file whose program accepts more than we do.
private func entry(_ type: String, _ name: String, of table: String? = nil, _ sql: String) -> DatabaseFacts.Entry {
    DatabaseFacts.Entry(type: type, name: name, table: table ?? name, sql: sql)
}

@Suite("Models from schemas as other programs write them")
struct ForeignSchemaTests {
    @Test("a table named like a keyword can be referred to without quotes") func keywordParent() throws {
        let imported = try Imported([
            "CREATE TABLE conflict (id INTEGER PRIMARY KEY)",
            "CREATE TABLE a (id INTEGER PRIMARY KEY, conflict_id INTEGER REFERENCES conflict (id))",
            "CREATE TABLE b (id INTEGER PRIMARY KEY, conflict_id INTEGER REFERENCES conflict ON DELETE CASCADE)",
        ])
        #expect(imported.diagnostics.map(\.message) == [])
        #expect(try imported.differences() == [])
    }

    @Test(
        "a database needs the version of SQLite whose features its tables and views use",
        arguments: [
            (["CREATE TABLE a (id INTEGER PRIMARY KEY, at INTEGER NOT NULL DEFAULT (unixepoch()))"], "3.38"),
            (["CREATE TABLE a (id INTEGER PRIMARY KEY, j TEXT, k TEXT GENERATED ALWAYS AS (j ->> 'k'))"], "3.38"),
            (["CREATE TABLE a (id INTEGER PRIMARY KEY, t TEXT CHECK (format('%d', 1) <> t)) STRICT"], "3.38"),
            (["CREATE TABLE a (id INTEGER PRIMARY KEY) STRICT"], "3.37"),
            (
                [
                    "CREATE TABLE a (id INTEGER PRIMARY KEY)",
                    "CREATE VIEW v AS SELECT a.id FROM a FULL JOIN a AS b ON a.id = b.id",
                ], "3.39"
            ),
            (["CREATE TABLE a (id INTEGER PRIMARY KEY)"], nil),
            // The name of a table is not a function.
            (["CREATE TABLE format (id INTEGER PRIMARY KEY)"], nil),
        ] as [([String], String?)])
    func versions(statements: [String], version: String?) throws {
        let imported = try Imported(statements)
        #expect(imported.texts.count == statements.count + 1, "\(imported.diagnostics)")
        #expect(!imported.diagnostics.contains { $0.rule == "import-difference" }, "\(imported.diagnostics)")
        #expect(imported.schema() != nil)
        let database = imported.texts[0].text
        let told = version.map { "sqlite: \"\($0)\"" } ?? "sqlite:"
        #expect(database.contains(told) == (version != nil), "\(database)")
    }

    @Test(
        "a column, an index and a view may use the word TEMP",
        arguments: ["temp", "TEMP", "temporary", "\"temp\""])
    func temporary(word: String) throws {
        let imported = try Imported([
            "CREATE TABLE weather (id INTEGER PRIMARY KEY, \(word) REAL)",
            "CREATE INDEX i ON weather (\(word))", "CREATE VIEW v AS SELECT \(word) FROM weather",
        ])
        #expect(imported.texts.map(\.name) == ["shop", "weather", "v"])
        #expect(!imported.diagnostics.contains { $0.rule == "import-difference" }, "\(imported.diagnostics)")
    }

    @Test(
        "an entry whose SQL makes something else is left out",
        arguments: ["CREATE TEMP TABLE t (a)", "CREATE TEMPORARY TABLE t (a)", "CREATE TABLE u (a)", "DROP TABLE t"])
    func tampered(sql: String) throws {
        let imported = try Imported([
            entry("table", "t", sql), entry("table", "a", "CREATE TABLE a (id INTEGER PRIMARY KEY)"),
        ])
        #expect(imported.texts.map(\.name) == ["shop", "a"])
        #expect(
            imported.diagnostics.first?.message
                == "missing in the models: the table `t`, which SQLite refuses here: its SQL does not create it")
    }

    @Test("a name in double quotes that names no column is a string in a check, an index, a column and a view")
    func quotedStrings() throws {
        let imported = try Imported([
            entry(
                "table", "t",
                """
                CREATE TABLE t (id INTEGER PRIMARY KEY, "kind" TEXT CHECK ("kind" IN ("a", "it's")),
                    u TEXT GENERATED ALWAYS AS ("kind" || "x"))
                """),
            entry("index", "i", of: "t", #"CREATE INDEX i ON t (kind) WHERE "kind" <> "a""#),
            entry("view", "v", #"CREATE VIEW v AS SELECT id FROM t WHERE "kind" = "b""#),
        ])
        #expect(imported.diagnostics.map(\.message) == [])
        #expect(imported.models.contains(#"check: '"kind" IN (''a'', ''it''''s'')'"#), "\(imported.models)")
        #expect(imported.models.contains(#"generated: '"kind" || ''x'''"#), "\(imported.models)")
        #expect(imported.models.contains(#"where: '"kind" <> ''a'''"#), "\(imported.models)")
        #expect(imported.models.contains(#"view: 'SELECT id FROM t WHERE "kind" = ''b'''"#), "\(imported.models)")
    }

    @Test("a default that only SQLite can compute is reported, whether the column can be NULL or not")
    func defaults() throws {
        let columns = ["token TEXT DEFAULT (lower(hex(randomblob(16))))", "x DEFAULT (abs(-1))"]
        for suffix in ["", " NOT NULL"] {
            for column in columns {
                let imported = try Imported(["CREATE TABLE a (id INTEGER PRIMARY KEY, \(column)\(suffix))"])
                let told = imported.diagnostics.filter { $0.message.contains("which Swift cannot compute") }
                #expect(told.map(\.rule) == ["import-guess"], "\(column)\(suffix): \(imported.diagnostics)")
            }
        }
    }

    @Test(
        "a constant has in Swift the value that the column stores",
        arguments: [
            ("code TEXT DEFAULT 0", #"default: { swift: '"0"', sql: "0" }"#),
            ("code VARCHAR(9) DEFAULT -7", #"default: { swift: '"-7"', sql: "-7" }"#),
            ("n INTEGER DEFAULT 0x1F", #"default: { swift: "31", sql: "0x1F" }"#),
            ("n INTEGER DEFAULT 1.0", #"default: { swift: "1", sql: "1.0" }"#),
            ("n INTEGER DEFAULT '7'", #"default: { swift: "7", sql: "'7'" }"#),
            ("ratio REAL DEFAULT .5", #"default: { swift: "0.5", sql: ".5" }"#),
            ("ratio REAL DEFAULT 1e400", #"default: { swift: "Double.infinity", sql: "1e400" }"#),
            ("flag BOOLEAN DEFAULT '1'", #"default: { swift: "true", sql: "'1'" }"#),
            ("options JSON DEFAULT '{}'", "default: {}"), ("options JSON DEFAULT '[]'", "default: []"),
            (#"options JSON DEFAULT '{"a": [1]}'"#, "default: "),
            ("bytes BLOB DEFAULT x'0aff'", #"default: { swift: "Data([0x0A, 0xFF])", sql: "x'0aff'" }"#),
            (
                "day DATE DEFAULT '2020-01-01'",
                #"default: { swift: "Date(timeIntervalSince1970: 1577836800.0)", sql: "'2020-01-01'" }"#
            ),
            ("at DATETIME DEFAULT '2020-01-01 00:00:01'", #"{ swift: "Date(timeIntervalSince1970: 1577836801.0)", "#),
            ("x DEFAULT (1 + 1)", #"default: { swift: ".integer(2)", sql: "1 + 1" }"#),
            ("x DEFAULT x'00'", #"default: { swift: ".blob(Data([0x00]))", sql: "x'00'" }"#),
        ])
    func converted(column: String, wanted: String) throws {
        let imported = try Imported(["CREATE TABLE a (id INTEGER PRIMARY KEY, \(column))"])
        #expect(imported.models.contains(wanted), "\(imported.models)")
        #expect(!imported.diagnostics.contains { $0.message.contains("default") }, "\(imported.diagnostics)")
        #expect(try imported.differences() == [])
    }

    @Test("a flag of 0 and 1 with a default in quotes is that flag in Swift")
    func quotedFlag() throws {
        let imported = try Imported(
            ["CREATE TABLE a (id INTEGER PRIMARY KEY, is_active TINYINT(1) NOT NULL DEFAULT '1')"],
            values: ["a": ["is_active": [.integer(0), .integer(1)]]])
        #expect(imported.models.contains(#"default: { swift: "true", sql: "'1'" }"#), "\(imported.models)")
        #expect(imported.diagnostics.map(\.message) == [])
    }

    @Test(
        "a constant that is not a value of the field is reported as one",
        arguments: ["flag BOOLEAN DEFAULT 'no'", "n INTEGER NOT NULL DEFAULT 'none'", "day DATE DEFAULT 'never'"])
    func unusable(column: String) throws {
        let imported = try Imported(["CREATE TABLE a (id INTEGER PRIMARY KEY, \(column))"])
        let told = imported.diagnostics.filter { $0.message.contains("which is not a value of the field") }
        #expect(told.map(\.rule) == ["import-guess"], "\(imported.diagnostics)")
        #expect(!imported.models.contains("computes"), "\(imported.models)")
    }

    @Test(
        "a date that SQLite computes must have the form of the column's dates",
        arguments: [
            ("TEXT DEFAULT CURRENT_TIMESTAMP", "2024-05-06T07:08:09.123Z", false),
            ("TEXT DEFAULT CURRENT_TIMESTAMP", "2024-05-06 07:08:09", true),
            ("TEXT DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))", "2024-05-06T07:08:09.123Z", true),
            ("DATE DEFAULT CURRENT_DATE", "2024-05-06", true),
            ("DATE DEFAULT CURRENT_TIMESTAMP", "2024-05-06", false),
        ])
    func computedDates(column: String, value: String, fits: Bool) throws {
        let imported = try Imported(
            ["CREATE TABLE a (id INTEGER PRIMARY KEY, created \(column))"], values: ["a": ["created": [.text(value)]]])
        #expect(imported.models.contains(#"default: { swift: "Date()", sql: ""#), "\(imported.models)")
        #expect(imported.diagnostics.map(\.rule) == (fits ? [] : ["import-guess"]), "\(imported.diagnostics)")
    }

    @Test(
        "what is SQLite's default is not missing",
        arguments: ["UNIQUE ON CONFLICT ABORT", "REFERENCES a NOT DEFERRABLE INITIALLY DEFERRED"])
    func usualClauses(clause: String) throws {
        let imported = try Imported(["CREATE TABLE a (id INTEGER PRIMARY KEY, n INTEGER \(clause))"])
        #expect(imported.diagnostics.map(\.message) == [])
    }

    @Test("the tables of a full-text table that SQLite refuses here do not become models")
    func shadowTables() throws {
        let imported = try Imported([
            entry("table", "a", "CREATE TABLE a (id INTEGER PRIMARY KEY)"),
            entry("table", "msgs", "CREATE VIRTUAL TABLE msgs USING fts3(body, tokenize=mozporter)"),
            entry("table", "msgs_content", "CREATE TABLE 'msgs_content' (docid INTEGER PRIMARY KEY, 'c0body')"),
            entry("table", "msgs_segments", "CREATE TABLE 'msgs_segments' (blockid INTEGER PRIMARY KEY, block BLOB)"),
        ])
        #expect(imported.texts.map(\.name) == ["shop", "a"])
    }

    @Test("a column of a view has the type of the table's column, whatever the view shows at present")
    func views() throws {
        let imported = try Imported(
            [
                "CREATE TABLE tasks (id INTEGER PRIMARY KEY, due DATETIME, is_done INTEGER)",
                """
                CREATE VIEW overdue AS SELECT id, due AS since, is_done, count(*) AS n FROM tasks
                WHERE due < datetime('now')
                """,
                "CREATE VIEW both AS SELECT due FROM tasks UNION SELECT id FROM tasks",
            ],
            values: [
                "tasks": ["due": [.text("2024-05-06T07:08:09.123Z")], "is_done": [.integer(0), .integer(1)]],
                "both": ["due": [.integer(1)]],
            ])
        let date = #"{ type: Date?, transformer: 'dateFormat("yyyy-MM-dd''T''HH:mm:ss.SSS''Z''")' }"#
        #expect(imported.models.contains("      since: \(date)\n"), "\(imported.models)")
        #expect(
            imported.models.contains("      isDone: { type: Bool?, column: is_done }\n")
                || imported.models.contains("      isDone: Bool?\n"), "\(imported.models)")
        #expect(imported.models.contains("      due: Int64?"), "\(imported.models)")
        #expect(imported.diagnostics.filter { $0.message.contains("since") }.map(\.message) == [])
    }

    @Test("the largest and the smallest value of a column have its type in a view, also one that names its columns")
    func extremes() throws {
        let imported = try Imported(
            [
                "CREATE TABLE tasks (id INTEGER PRIMARY KEY, expires INTEGER, title TEXT)",
                "CREATE VIEW range (kind, oldest, newest) AS SELECT title, min(expires), max(tasks.expires) FROM tasks",
            ],
            values: ["tasks": ["expires": [.integer(1_700_000_000)]], "range": ["oldest": [.integer(1_700_000_000)]]])
        let date = "{ type: Date?, transformer: unixSeconds }"
        #expect(imported.models.contains("      oldest: \(date)\n      newest: \(date)\n"), "\(imported.models)")
        #expect(imported.diagnostics.map(\.message) == [])
    }

    @Test("what SQLite refuses here is among what a file may have in addition")
    func additions() throws {
        let table = entry("table", "a", "CREATE TABLE a (id INTEGER PRIMARY KEY)")
        for (foreign, kind) in [
            (entry("table", "b", "CREATE VIRTUAL TABLE b USING other_module(x)"), "tables"),
            (entry("view", "b", "CREATE VIEW b AS SELECT other_function(id) FROM a"), "views"),
            (entry("index", "b", of: "a", "CREATE INDEX b ON a (other_function(id))"), "indexes"),
        ] {
            let imported = try Imported([table, foreign])
            #expect(imported.texts.map(\.name) == ["shop", "a"])
            let text = imported.texts[0].text
            #expect(text.contains("`adopting: .matching.tolerating(.\(kind))`"), "\(text)")
        }
    }

    @Test(
        "the texts in a view keep their blanks and line breaks",
        arguments: ["\r\n", " \n", "\u{B}", "\u{85}", "\u{2028}"])
    func texts(line: String) throws {
        let imported = try Imported([
            "CREATE TABLE a (id INTEGER PRIMARY KEY)", "CREATE VIEW v AS SELECT id  \n, 'x\(line)y' AS t FROM a",
        ])
        let copy = try #require(try imported.copy())
        for database in [copy, imported.database] { try database.run("INSERT INTO a VALUES (1)") }
        let rows = try imported.database.rows("SELECT t FROM v")
        #expect(try copy.rows("SELECT t FROM v") == rows)
        #expect(imported.diagnostics.filter { $0.rule == "import-difference" }.map(\.message) == [])
    }

    @Test("a table that would be the type of the database is another model")
    func nameOfDatabase() throws {
        let imported = try Imported(["CREATE TABLE shop_database (id INTEGER PRIMARY KEY)"])
        #expect(imported.models.hasPrefix("models:\n  ShopDatabaseModel:\n"))
        #expect(imported.schema() != nil)
    }

    @Test("the name of a file is never too long", arguments: ["n", "ü", "語", "🙂"])
    func longNames(letter: String) throws {
        let name = String(repeating: letter, count: 260)
        let imported = try Imported(["\(name)a", "\(name)b"].map { "CREATE TABLE \"\($0)\" (id INTEGER PRIMARY KEY)" })
        #expect(imported.texts.count == 3)
        #expect(imported.texts.allSatisfy { $0.name.utf8.count < 230 })
        #expect(Set(imported.texts.map(\.name)).count == 3)
    }

    @Test("a collation in quotes is one", arguments: ["'NOCASE'", "\"nocase\"", "[NOCASE]", "NOCASE"])
    func collation(name: String) throws {
        let imported = try Imported(["CREATE TABLE a (id INTEGER PRIMARY KEY, t TEXT COLLATE \(name))"])
        #expect(imported.models.lowercased().contains("collate: nocase"), "\(imported.models)")
        #expect(imported.diagnostics.map(\.message) == [])
    }

    @Test("whatever the order and the digits of dates, a column has the type that all of them have")
    func dates() throws {
        var dice = SeededNumbers(seed: 7)
        let forms = [
            "2024-03-20 07:08:09+00:00", "2024-03-20T07:08:09.123456+00:00", "2024-03-20 07:08:09.120000",
            "2024-03-20T07:08:09Z", "2024-03-20", "2024-03-20 07:08:09.123Z", "30.03.2024", "2024-03-20T07:08:09",
        ]
        var whole: [FoldedName: ColumnFacts] = [:]
        var bytes: [FoldedName: ColumnFacts] = [:]
        for number in 0..<400 {
            var (slow, fast) = (ColumnFacts(), ColumnFacts())
            var text = Array(forms[dice.below(forms.count)].utf8)
            for _ in 0..<4 {
                let value = String(decoding: text, as: UTF8.self)
                slow.note(value)
                text.withUnsafeBufferPointer { fast.note($0) }
                let digits = text.indices.filter { (48...57).contains(text[$0]) }
                text[digits[dice.below(digits.count)]] = UInt8(48 + dice.below(10))
            }
            whole[FoldedName("c\(number)")] = slow
            bytes[FoldedName("c\(number)")] = fast
        }
        let columns = whole.keys.sorted().map { "\($0) TEXT" }.joined(separator: ", ")
        let models = try [whole, bytes].map { facts in
            try Imported(["CREATE TABLE t (\(columns))"], columns: ["t": facts]).models.split(separator: "\n")
        }
        #expect(models[0].contains { $0.contains("Date") } && models[0].contains { $0.hasSuffix(": String?") })
        for (slow, fast) in zip(models[0], models[1]) { #expect(slow == fast) }
    }
}
