import ModelgenDiagnostics
import ModelgenImporting
import ModelgenParsing
import ModelgenDatabase
import ModelgenPlanning
import ModelgenSchema
import ModelgenVerification
import Testing

/// A database created by statements, and its import.
struct Imported {
    var texts: [ImportedText]
    var diagnostics: [Diagnostic]
    var database: MemoryDatabase

    init(
        _ statements: [String], values: [String: [String: [DatabaseFacts.Value]]] = [:], userVersion: Int = 1,
        applicationID: Int = 0
    ) throws {
        database = try MemoryDatabase()
        for statement in statements { try database.run(statement) }
        let entries = try database.rows(
            "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema ORDER BY rowid"
        )
        .map { DatabaseFacts.Entry(type: $0[0].text, name: $0[1].text, table: $0[2].text, sql: $0[3].text) }
        let facts = DatabaseFacts(
            name: "shop", file: "shop.sqlite", userVersion: userVersion, applicationID: applicationID, entries: entries,
            values: values)
        (texts, diagnostics) = importDatabase(facts, options: ParsingOptions())
    }

    /// Everything except the file for the database.
    var models: String { texts.dropFirst().map(\.text).joined() }

    /// The differences between the database and that of the imported models, according to SQLite.
    func differences() throws -> [String] {
        guard let copy = try copy() else { return ["it does not parse"] }
        return try ObservedSchema(copy).differences(from: ObservedSchema(database)).map(\.message)
    }

    /// The database of the imported models, empty; nil if they are invalid.
    func copy() throws -> MemoryDatabase? {
        let files = texts.map { SourceFile(path: $0.name + ".model.yaml", text: $0.text) }
        let (parsed, problems) = parse(files, imports: [])
        guard let schema = parsed?.schema, let planned = schema.plannedDatabase("Shop") else {
            Issue.record("\(DiagnosticRenderer().render(problems))")
            return nil
        }
        let copy = try MemoryDatabase()
        for step in planned.newest.createSteps { for sql in step.statements { try copy.run(sql) } }
        return copy
    }
}

@Suite("Models from a SQLite database")
struct ImportDatabaseTests {
    @Test("a table is imported whatever its columns are called and whatever their types and constraints say")
    func unusualTables() throws {
        let imported = try Imported(
            [
                "CREATE TABLE log (rowid, line TEXT)",
                "CREATE TABLE more (rowid INTEGER, oid TEXT, x INTEGER)",
                """
                CREATE TABLE pets (
                    id INTEGER PRIMARY KEY, kind "ENUM('cat','dog')" NOT NULL, note [TEXT, or so], age "ENUM(1)",
                    weight DECIMAL(10,2) DEFAULT '0.5', born timestamp with time zone
                )
                """,
                "CREATE TABLE codes (code \"INTEGER, of 'x'\" PRIMARY KEY NOT NULL)",
                "CREATE TABLE loose (a, b DEFAULT 'it''s \"\n')",
                """
                CREATE TABLE pairs (
                    a TEXT COLLATE NOCASE, b TEXT, UNIQUE (a, b), UNIQUE (a COLLATE BINARY, b COLLATE NOCASE),
                    UNIQUE (b COLLATE RTRIM)
                )
                """,
                "CREATE TABLE words (word TEXT NOT NULL, PRIMARY KEY (word COLLATE NOCASE))",
                "CREATE TABLE docs (doc JSON PRIMARY KEY NOT NULL, other JSON)",
                "CREATE TABLE orphans (parent INTEGER REFERENCES log)",
                "CREATE VIEW counts (n, \"a b\") AS SELECT count(*), /* x */ line FROM log GROUP BY line -- end",
            ],
            values: [
                "pets": ["kind": [.text("cat")], "born": [.text("2024-01-02 03:04:05")]],
                "docs": ["doc": [.text("{}")], "other": [.text("{}")]],
            ])
        #expect(
            imported.models == #"""
                models:
                  Log:
                    table: log
                    fields:
                      rowid: { type: DatabaseValue?, columnType: "" }  # has no type, and no values yet
                      line: String?
                models:
                  More:
                    table: more
                    fields:
                      rowid: Int64?
                      oid: String?
                      x: Int64?
                models:
                  Pet:
                    table: pets
                    primaryKey: id
                    fields:
                      id: Int64
                      # has a type that SQLite does not know; holds texts; a string that looks like a number becomes one here, and cannot be read
                      kind: { type: String, columnType: '"ENUM(''cat'',''dog'')"' }
                      note: { type: String?, columnType: '"TEXT, or so"' }
                      age: { type: DatabaseValue?, columnType: "ENUM(1)" }  # has a type that SQLite does not know, and no values yet
                      weight: { type: Double?, columnType: "DECIMAL(10,2)", default: { swift: "0.5", sql: "'0.5'" } }
                      born: { type: Date?, columnType: '"timestamp with time zone"', transformer: 'dateFormat("yyyy-MM-dd HH:mm:ss")' }
                models:
                  Code:
                    table: codes
                    primaryKey: code
                    fields:
                      code: { type: Int64, columnType: '"INTEGER, of ''x''"', assigned: caller }
                models:
                  Loose:
                    table: loose
                    fields:
                      a: { type: DatabaseValue?, columnType: "" }  # has no type, and no values yet
                      # has no type, and no values yet
                      b: { type: DatabaseValue?, columnType: "", default: { swift: '.text("it''s \"\n")', sql: "'it''s \"\n'" } }
                models:
                  Pair:
                    table: pairs
                    fields:
                      a: { type: String?, collate: NOCASE }
                      b: String?
                    unique:
                      - [a, b]
                      - fields: [{ expression: "a COLLATE BINARY" }, { expression: "b COLLATE NOCASE" }]
                        name: pairs_unique_a_b_collated
                      - { fields: [{ expression: "b COLLATE RTRIM" }], name: pairs_unique_b_collated }
                models:
                  # Missing here: the primary key of words, which is `(word COLLATE nocase)` in the file.
                  Word:
                    table: words
                    primaryKey: word
                    fields:
                      word: String
                models:
                  Doc:
                    table: docs
                    primaryKey: doc
                    fields:
                      # a string that looks like a number becomes one here, and cannot be read
                      doc: { type: String, columnType: "JSON" }
                      # a string that looks like a number becomes one here, and cannot be read
                      other: { type: JSON?, columnType: "JSON" }
                models:
                  # Missing here: the foreign key (parent) to log: it has no primary key.
                  Orphan:
                    table: orphans
                    fields:
                      parent: Int64?
                models:
                  Count:
                    table: counts
                    view: 'WITH named (n, "a b") AS (SELECT count(*),   line FROM log GROUP BY line) SELECT n, "a b" FROM named'
                    fields:
                      n: DatabaseValue?  # computed, and no values to look at
                      aB: { type: String?, column: a b }

                """#)
        #expect(
            imported.diagnostics.filter { $0.rule == "import-difference" }.map(\.message) == [
                "missing in `Orphan`: the foreign key (parent) to log: it has no primary key",
                "missing in `Word`: the primary key of words, which is `(word COLLATE nocase)` in the file",
            ])
    }

    @Test("many tables that refer to each other take no time for each pair", .timeLimit(.minutes(1)))
    func manyTables() throws {
        let tables = (0..<800).map { number in
            "CREATE TABLE t\(number) (id INTEGER PRIMARY KEY, other INTEGER REFERENCES t\(max(0, number - 1)))"
        }
        #expect(try Imported(tables).texts.count == 801)
    }

    @Test(
        "a model is named in the singular",
        arguments: [
            ("caches", "Cache"), ("matches", "Match"), ("shelves", "Shelf"), ("archives", "Archive"),
            ("heroes", "Hero"),
            ("shoes", "Shoe"), ("matrices", "Matrix"), ("prices", "Price"), ("analyses", "Analysis"), ("bases", "Base"),
            ("order_lines", "OrderLine"), ("categories", "Category"), ("file_caches", "FileCache"),
        ])
    func singular(table: String, model: String) throws {
        let imported = try Imported(["CREATE TABLE \(table) (id INTEGER PRIMARY KEY)"])
        #expect(imported.models.hasPrefix("models:\n  \(model):\n"))
    }

    @Test("tables of all kinds, in the short forms that people would choose")
    func tables() throws {
        let imported = try Imported([
            "CREATE TABLE users (id INTEGER PRIMARY KEY AUTOINCREMENT, email TEXT NOT NULL COLLATE NOCASE, is_admin BOOLEAN NOT NULL DEFAULT 0, name VARCHAR(80), avatarURL TEXT)",
            "CREATE UNIQUE INDEX users_unique_email ON users (email)",
            "CREATE TABLE blog_posts (id INTEGER PRIMARY KEY, author_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE, title TEXT NOT NULL DEFAULT '' CHECK (length(title) < 100), score REAL NOT NULL DEFAULT 1.5, lower_title TEXT GENERATED ALWAYS AS (lower(title)) STORED, CONSTRAINT titled CHECK (title <> 'x'))",
            "CREATE INDEX blog_posts_on_title_author_id ON blog_posts (title DESC, author_id)",
            "CREATE INDEX recent ON blog_posts (score) WHERE score > 1",
            "CREATE INDEX folded ON blog_posts (lower(title), author_id)",
            "CREATE TABLE tags (name TEXT NOT NULL, post_id INTEGER NOT NULL REFERENCES blog_posts (id), PRIMARY KEY (name, post_id)) WITHOUT ROWID",
            "CREATE TABLE pairs (tag_name TEXT, tag_post INTEGER, FOREIGN KEY (tag_name, tag_post) REFERENCES tags (name, post_id) ON UPDATE CASCADE)",
            "CREATE VIEW titles AS SELECT id, title FROM blog_posts",
        ])
        #expect(imported.diagnostics.map(\.message) == [])
        #expect(try imported.differences() == [])
        #expect(imported.texts.map(\.name) == ["shop", "user", "blog-post", "tag", "pair", "title"])
        #expect(
            imported.texts[0].text == """
                # Imported from shop.sqlite.
                # Such files are not marked as belonging to these models yet: open them with `adopting: 1`.
                database: { name: Shop, adopt: [1] }

                """)
        #expect(
            imported.models == """
                models:
                  User:
                    table: users
                    primaryKey: id
                    fields:
                      id: { type: Int64, autoincrement: true }
                      email: { type: String, collate: NOCASE, unique: true }
                      isAdmin: { type: Bool, columnType: "BOOLEAN", default: false }
                      name: { type: String?, columnType: "VARCHAR(80)" }
                      avatarURL: { type: String?, column: avatarURL }
                models:
                  BlogPost:
                    table: blog_posts
                    primaryKey: id
                    fields:
                      id: Int64
                      authorId: { type: Int64, references: User.id, onDelete: cascade }
                      title: { type: String, default: "", check: "length(title) < 100" }
                      score: { type: Double, default: 1.5, index: { name: recent, where: "score > 1" } }
                      lowerTitle: { type: String?, generated: { sql: "lower(title)", kind: stored } }
                    indexes:
                      - [title desc, authorId]
                      - { fields: [{ expression: "lower(title)" }, authorId], name: folded }
                    checks: [{ sql: "title <> 'x'", name: titled }]
                models:
                  Tag:
                    table: tags
                    primaryKey: [name, postId]
                    withoutRowID: true
                    fields:
                      name: String
                      postId: { type: Int64, references: BlogPost.id }
                models:
                  Pair:
                    table: pairs
                    fields:
                      tagName: { type: String?, references: Tag.name, onUpdate: cascade }
                      tagPost: { type: Int64?, references: Tag.postId, onUpdate: cascade }
                models:
                  Title:
                    table: titles
                    view: "SELECT id, title FROM blog_posts"
                    fields:
                      id: Int64?
                      title: String?

                """)
    }

    @Test(
        "a foreign key only has the type of what it refers to if its values do",
        arguments: [
            ("INTEGER", "BIT", [DatabaseFacts.Value.blob], "Data"), ("INTEGER", "STRING", [.real(1.5)], "Double"),
            ("INTEGER", "TEXT", [.text("x")], "String"), ("INTEGER", "", [.integer(1)], "Int64"),
            ("JSON", "TEXT", [.text("{")], "String"), ("BOOLEAN", "INTEGER", [.integer(2)], "Int64"),
        ])
    func adoptedTypes(parent: String, child: String, values: [DatabaseFacts.Value], type: String) throws {
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
                "missing in `B`: x can be NULL in the file",
            ])
    }

    @Test("a foreign key to an index with a collation of its own is left out, not its table")
    func collatedKey() throws {
        let imported = try Imported([
            "CREATE TABLE a (x TEXT)", "CREATE UNIQUE INDEX i ON a (x COLLATE NOCASE)",
            "CREATE TABLE b (id INTEGER PRIMARY KEY, x TEXT REFERENCES a (x))",
        ])
        #expect(
            imported.diagnostics.map(\.message) == [
                "missing in `B`: the foreign key (x) to a: the other side is not unique"
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

    @Test("a comment in a view separates words", arguments: ["/**/", "/* a */", "-- a\n"])
    func comments(comment: String) throws {
        let imported = try Imported([
            "CREATE TABLE a (x TEXT)", "CREATE VIEW v AS SELECT\(comment)x\(comment)FROM\(comment)a",
        ])
        #expect(try imported.differences() == [])
        #expect(imported.diagnostics.map(\.message).filter { $0.contains("missing") } == [])
    }

    @Test("equivalent definitions are not a difference")
    func sameMeaning() throws {
        let imported = try Imported([
            "CREATE TABLE users (id INTEGER PRIMARY KEY NOT NULL, flag_ BOOLEAN DEFAULT TRUE, n INT DEFAULT (+5), t TEXT DEFAULT NULL, d TEXT DEFAULT \"x\", code TEXT UNIQUE, a TEXT, b TEXT, UNIQUE (a, b))",
            "CREATE TABLE posts (id INTEGER PRIMARY KEY, user_id REFERENCES users)",
        ])
        #expect(imported.diagnostics.map(\.message) == [])
        #expect(
            imported.models.contains(
                "      flag: { type: Bool?, column: flag_, columnType: \"BOOLEAN\", default: true }\n")
        )
        #expect(imported.models.contains("      n: { type: Int64?, columnType: \"INT\", default: 5 }\n"))
        #expect(imported.models.contains("      d: { type: String?, default: x }\n"))
        #expect(imported.models.contains("      code: { type: String?, unique: true }\n"))
        #expect(imported.models.contains("    unique: [[a, b]]\n"))
    }

    @Test(
        "a name as a default is the string that SQLite takes it for, whatever the type of the column",
        arguments: ["\"a b\"", "[a b]", "`a b`", "ab", "\"it's\"", "\"null\"", "\"CURRENT_DATE\""],
        ["TEXT", "INTEGER", "REAL", "BLOB", "", "DATETIME"])
    func names(value: String, type: String) throws {
        let table = "CREATE TABLE things (id INTEGER PRIMARY KEY, kind \(type) DEFAULT \(value))"
        let imported = try Imported([table])
        #expect(!imported.diagnostics.contains { $0.rule == "import-difference" }, "\(imported.diagnostics)")
        func kind(in database: MemoryDatabase?) throws -> String? {
            try database?.run("INSERT INTO things (id) VALUES (1)")
            return try database?.rows("SELECT quote(kind) FROM things").first?.first?.text
        }
        #expect(try kind(in: imported.copy()) == kind(in: imported.database), "\(imported.models)")
    }

    @Test("anything models cannot express is a warning and a comment, each time")
    func untold() throws {
        let imported = try Imported(
            [
                "CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT UNIQUE ON CONFLICT REPLACE, code TEXT)",
                "CREATE TRIGGER stamp AFTER INSERT ON users BEGIN UPDATE users SET name = 'x'; END",
                "CREATE TABLE posts (id INTEGER PRIMARY KEY, user_id INTEGER REFERENCES users DEFERRABLE INITIALLY DEFERRED, code TEXT REFERENCES users (code), gone INTEGER REFERENCES nowhere)",
                "CREATE TABLE keys (name TEXT PRIMARY KEY, value)",
                "CREATE VIRTUAL TABLE words USING fts5(text)",
                "CREATE TABLE made (id INTEGER PRIMARY KEY, token TEXT NOT NULL DEFAULT (hex(randomblob(4))))",
                "CREATE TABLE \"bad\u{1}name\" (id INTEGER)",
            ], userVersion: 0)
        #expect(
            imported.diagnostics.map(\.message).sorted() == [
                "`KeyModel`: `value` has no type, and no values yet",
                "`Made`: `token` has the default `hex(randomblob(4))`, which Swift cannot compute",
                "missing in `KeyModel`: name can be NULL in the file",
                "missing in `Post`: DEFERRABLE INITIALLY DEFERRED of user_id",
                "missing in `Post`: the foreign key (code) to users: the other side is not unique",
                "missing in `Post`: the foreign key (gone) to nowhere: the table does not exist",
                "missing in `User`: ON CONFLICT REPLACE of name", "missing in `User`: the trigger stamp",
                "missing in the models: the table bad\u{1}name: it or one of its columns has a name that cannot be written",
                "missing in the models: the virtual table words",
            ])
        #expect(imported.diagnostics.allSatisfy { $0.severity == .warning })
        #expect(imported.texts[0].text.contains(": open them with `adopting: 1`.\n"))
        #expect(imported.texts[0].text.contains("# Missing here: the virtual table words.\n"))
        #expect(
            imported.texts[0].text.contains("keeps the tables, triggers that are missing here when it is opened with"))
        #expect(
            imported.texts[0].text.contains(
                " `adopting: .matching.tolerating(.tables, .triggers)`; a new one has none."))
        #expect(imported.models.contains("  # Missing here: the trigger stamp.\n"))
        #expect(
            imported.models.contains(
                "      # SQLite computes this default; write what Swift should use\n      token: { type: String, default: { swift: '\"\"', sql: \"hex(randomblob(4))\" } }\n"
            ))
    }

    @Test("values of several storage classes, dates with fractions, and a row after the first thousand that differs")
    func allRows() throws {
        let many = [DatabaseFacts.Value](repeating: .text("2020-01-02 03:04:05"), count: 1000)
        let imported = try Imported(
            [
                "CREATE TABLE t (k TEXT PRIMARY KEY NOT NULL, v, d DATETIME, e DATETIME, f DATETIME, w BLOB NOT NULL DEFAULT 5, n NUMERIC)"
            ],
            values: [
                "t": [
                    "k": [.text("a")], "v": [.integer(1), .text("x"), .blob],
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

    @Test("a table that cannot be a model does not affect the others, nor a custom collation its table")
    func tablesThatCannotBe() throws {
        let imported = try Imported([
            "CREATE TABLE a (rowid TEXT, oid INTEGER, _rowid_ TEXT)", "CREATE TABLE b (id INTEGER PRIMARY KEY)",
        ])
        #expect(imported.models.contains("  B:") && !imported.models.contains("  A:"))
        #expect(imported.diagnostics.contains { $0.severity == .warning && $0.message.contains("a: a column `rowid`") })
        #expect(!imported.diagnostics.contains { $0.severity == .error })
    }

    @Test("imported models pass the check, whatever the names of tables and columns", arguments: 0..<60)
    func hostileNames(seed: UInt64) throws {
        let names = [
            "id", "self", "Type", "rowid", "a\"b", "a b", "select", "Table", "Key", "init", "hashValue", "1", "", "ä",
            "日",
            "😀", "name", "Name", "NAME ", "a.b", "a'b", "-", "#", "null", "true", "Int", "String", "DatabaseValue",
            "Date",
            "URL", "all", "first", "find", "count", "columns", "table", "primaryKey", "insert", "delete", "row", "db",
            "x\u{200B}y",
            "a\nb", "description", "_", "__", "order", "Optional", "Any", "protocol", "models", "fields", "{", "? ",
            "key",
        ]
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        func next(_ bound: Int) -> Int {
            state ^= state >> 12
            state ^= state << 25
            state ^= state >> 27
            return Int((state &* 0x2545_F491_4F6C_DD1D) >> 33) % bound
        }
        let types = ["INTEGER", "TEXT", "REAL", "BLOB", "", "BOOLEAN", "DATETIME", "DECIMAL(10,2)", "weird type"]
        var tables: Set<String> = []
        var statements: [String] = []
        for _ in 0..<(1 + next(5)) {
            let table = names[next(names.count)]
            guard tables.insert(table.lowercased()).inserted else { continue }
            var columns: Set<String> = []
            var definitions: [String] = []
            for _ in 0..<(1 + next(6)) {
                let column = names[next(names.count)]
                guard columns.insert(column.lowercased()).inserted else { continue }
                let key = definitions.isEmpty && next(2) == 0 ? " PRIMARY KEY" : next(5) == 0 ? " UNIQUE" : ""
                definitions.append("\(SQLName(column).quoted) \(types[next(types.count)])\(key)")
            }
            statements.append("CREATE TABLE \(SQLName(table).quoted) (\(definitions.joined(separator: ", ")))")
        }
        let imported = try Imported(statements)
        let errors = imported.diagnostics.filter { $0.severity == .error }
        #expect(errors.isEmpty, "\(statements)\n\(DiagnosticRenderer().render(errors))")
        let files = imported.texts.map { SourceFile(path: $0.name + ".model.yaml", text: $0.text) }
        let (parsed, problems) = parse(files, imports: [])
        #expect(parsed != nil, "\(statements)\n\(DiagnosticRenderer().render(problems))")
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

    @Test("a full-text index as modelgen creates it, `*` and a view's column names are imported")
    func fullText() throws {
        let made = try #require(
            parse(
                [
                    SourceFile(
                        path: "a.model.yaml",
                        text: """
                            database: { name: Shop }
                            models:
                              Post: { table: posts, primaryKey: id, fullText: [title, body], fields: { id: Int64, title: String, body: String } }

                            """)
                ], imports: []
            ).0?.schema.plannedDatabase("Shop"))
        let imported = try Imported(
            made.newest.createStatements + [
                "CREATE VIEW everything AS SELECT * FROM posts",
                "CREATE VIEW named (a, \"b c\") AS SELECT id, /* the name */ title -- of it\nFROM posts -- all",
            ])
        #expect(imported.diagnostics.map(\.message) == [])
        #expect(imported.models.contains("    fullText: [title, body]\n"))
        #expect(imported.models.contains("view: \"SELECT * FROM posts\"\n"))
        #expect(imported.models.contains("      bC: { type: String?, column: b c }\n"))
        #expect(try imported.differences().allSatisfy { $0.hasPrefix("view ") })
    }

    @Test("hostile names in a database become Swift names, and stay unchanged in SQL")
    func hostile() throws {
        let imported = try Imported([
            ##"CREATE TABLE "select" ("from" INTEGER PRIMARY KEY, "a""b" TEXT, "self" TEXT, "init" TEXT, "1st" TEXT, "ü b" TEXT, "#x" TEXT DEFAULT '#: ''"', "{a: b}" TEXT, "- c" TEXT, "null" TEXT)"##,
            #"CREATE TABLE strings ("String" TEXT, "😀" TEXT)"#, #"CREATE TABLE "URL" (x TEXT)"#,
            #"CREATE TABLE "a/b" ("x" TEXT)"#, #"CREATE TABLE "a.b" ("x" TEXT)"#,
            #"CREATE INDEX "in dex" ON "select" ("a""b", "ü b" DESC)"#,
            #"CREATE TABLE "../../etc" ("id" INTEGER PRIMARY KEY, "s" TEXT REFERENCES "select" ("from"))"#,
        ])
        #expect(try imported.differences().filter { !$0.contains("foreign keys") } == [])
        #expect(imported.texts.allSatisfy { !$0.name.contains("/") && !$0.name.contains(".") })
        #expect(Set(imported.texts.map(\.name)).count == imported.texts.count)
    }

    @Test("a view over a table that cannot be imported is left out with it, and so is a view over that view")
    func viewOfWhatIsLeftOut() throws {
        let imported = try Imported([
            #"CREATE TABLE odd (id INTEGER PRIMARY KEY, "" TEXT)"#, "CREATE TABLE users (id INTEGER PRIMARY KEY)",
            "CREATE VIEW ids AS SELECT id FROM odd", "CREATE VIEW more AS SELECT id FROM ids",
            "CREATE VIEW others AS SELECT id FROM users",
        ])
        #expect(imported.texts.map(\.name) == ["shop", "user", "other"])
        #expect(
            imported.diagnostics.map(\.message) == [
                "missing in the models: ids: SQLite rejects the view in version 1: "
                    + "no such table: main.odd",
                "missing in the models: more: SQLite rejects the view in version 1: "
                    + "no such table: main.odd",
                "missing in the models: the table odd: it or one of its columns has a name that cannot be written",
            ])
        let files = imported.texts.map { SourceFile(path: $0.name + ".model.yaml", text: $0.text) }
        let schema = try #require(parse(files, imports: []).0?.schema)
        let database = try #require(schema.plannedDatabase("Shop"))
        #expect(database.findings.isEmpty)
        #expect(verifyViews(database, schema: schema).isEmpty)
    }

    @Test("a file of another application is marked as such, and a file of these models needs no adopting")
    func application() throws {
        let table = "CREATE TABLE users (id INTEGER PRIMARY KEY)"
        let other = try Imported([table], userVersion: 4, applicationID: 7)
        #expect(other.diagnostics.isEmpty)
        #expect(
            other.texts[0].text.hasSuffix("database: { name: Shop, version: 4, applicationID: keep, adopt: [4] }\n"))
        let schema = try #require(
            parse(other.texts.map { SourceFile(path: $0.name + ".model.yaml", text: $0.text) }, imports: []).0?.schema)
        let own = try #require(schema.plannedDatabase("Shop")?.applicationID)
        let ours = try Imported([table], userVersion: 4, applicationID: Int(own))
        #expect(ours.texts[0].text == "# Imported from shop.sqlite.\ndatabase: { name: Shop, version: 4 }\n")
        #expect(ours.diagnostics.isEmpty)
    }

    @Test("a file without tables gives a database without models")
    func empty() throws {
        let imported = try Imported([])
        #expect(imported.texts.map(\.text) == ["# Imported from shop.sqlite.\ndatabase: { name: Shop }\n"])
        #expect(
            imported.diagnostics.map { "\($0.severity) \($0.message) [\($0.rule)]" }
                == ["warning shop.sqlite has no tables that could become models [no-tables]"])
    }
}
