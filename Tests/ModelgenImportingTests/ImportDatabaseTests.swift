import ModelgenDatabase
import ModelgenDiagnostics
import ModelgenParsing
import ModelgenSchema
import ModelgenVerification
import SeededNumbers
import Testing

@Suite("Models from a SQLite database")
struct ImportDatabaseTests {
    @Test("many tables that refer to each other take no time for each pair", .timeLimit(.minutes(20)))
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
            ("spatial_ref_sys", "SpatialRefSys"),
        ])
    func singular(table: String, model: String) throws {
        let imported = try Imported(["CREATE TABLE \(table) (id INTEGER PRIMARY KEY)"])
        #expect(imported.models.hasPrefix("models:\n  \(model):\n"))
    }

    @Test("a file with another program's number and a version is recognized by the version, and not adopted")
    func numbered() throws {
        let statements = [
            "CREATE TABLE tags (id INTEGER PRIMARY KEY)",
            "CREATE TRIGGER stamp AFTER INSERT ON tags BEGIN SELECT 1; END",
        ]
        func comments(_ userVersion: Int, _ applicationID: Int) throws -> [String] {
            let imported = try Imported(statements, userVersion: userVersion, applicationID: applicationID)
            return imported.texts[0].text.split(separator: "\n").map(String.init).dropFirst().dropLast()
        }
        #expect(
            try comments(7, 42) == [
                "# Such files are recognized by their version alone: open them without `adopting:`."
            ])
        for (userVersion, applicationID) in [(0, 42), (7, 0)] {
            let told = try comments(userVersion, applicationID)
            #expect(
                told.count == 2 && told[0].hasSuffix(": open them with `adopting: \(max(1, userVersion))`."), "\(told)")
        }
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

    @Test("a foreign key to an index with a collation of its own is left out, not its table")
    func collatedKey() throws {
        let imported = try Imported([
            "CREATE TABLE a (x TEXT)", "CREATE UNIQUE INDEX i ON a (x COLLATE NOCASE)",
            "CREATE TABLE b (id INTEGER PRIMARY KEY, x TEXT REFERENCES a (x))",
        ])
        #expect(
            imported.diagnostics.map(\.message) == [
                "missing in `B`: the foreign key (`x`) to `a`: the other side is not unique"
            ])
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
                "missing in `KeyModel`: `name` can be NULL in the file",
                "missing in `Post`: `DEFERRABLE INITIALLY DEFERRED` of `user_id`",
                "missing in `Post`: the foreign key (`code`) to `users`: the other side is not unique",
                "missing in `Post`: the foreign key (`gone`) to `nowhere`: the table does not exist",
                "missing in `User`: `ON CONFLICT REPLACE` of `name`", "missing in `User`: the trigger `stamp`",
                "missing in the models: the table `bad\u{1}name`: it or one of its columns has a name that cannot be written",
                "missing in the models: the virtual table `words`",
            ])
        #expect(imported.diagnostics.allSatisfy { $0.severity == .warning })
        #expect(imported.texts[0].text.contains(": open them with `adopting: 1`.\n"))
        #expect(imported.texts[0].text.contains("# Missing here: the virtual table `words`.\n"))
        #expect(
            imported.texts[0].text.contains("keeps the tables, triggers that are missing here when it is opened with"))
        #expect(
            imported.texts[0].text.contains(
                " `adopting: .matching.tolerating(.tables, .triggers)`; a new one has none."))
        #expect(imported.models.contains("  # Missing here: the trigger `stamp`.\n"))
        #expect(
            imported.models.contains(
                "      # SQLite computes this default; write what Swift should use\n      token: { type: String, default: { swift: '\"\"', sql: \"hex(randomblob(4))\" } }\n"
            ))
    }

    @Test("a table that cannot be a model does not affect the others, nor a custom collation its table")
    func tablesThatCannotBe() throws {
        let imported = try Imported([
            "CREATE TABLE a (rowid TEXT, oid INTEGER, _rowid_ TEXT)", "CREATE TABLE b (id INTEGER PRIMARY KEY)",
        ])
        #expect(imported.models.contains("  B:") && !imported.models.contains("  A:"))
        #expect(
            imported.diagnostics.contains { $0.severity == .warning && $0.message.contains("`a`: a column `rowid`") })
        #expect(!imported.diagnostics.containsErrors)
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
        var random = SeededNumbers(seed: seed)
        func next(_ bound: Int) -> Int { random.below(bound) }
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
        let errors = imported.diagnostics.errors
        #expect(errors.isEmpty, "\(statements)\n\(DiagnosticRenderer().render(errors))")
        #expect(imported.schema() != nil, "\(statements)")
    }

    @Test(
        "a full-text index as modelgen creates it, `*` and a view's column names are imported",
        arguments: ["posts_fts", "Posts_FTS"])
    func fullText(name: String) throws {
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
            made.newest.createStatements.map { $0.replacing("posts_fts", with: name) } + [
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
        #expect(try imported.differences().filter { !$0.contains("foreign key ") } == [])
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
                "missing in the models: the table `odd`: it or one of its columns has a name that cannot be written",
                "missing in the models: the view `ids`: it reads `odd`, which has no model",
                "missing in the models: the view `more`: it reads `odd`, which has no model",
            ])
        let schema = try #require(imported.schema())
        let database = try #require(schema.plannedDatabase("Shop"))
        #expect(database.findings.isEmpty)
        #expect(verifyViews(database, schema: schema).isEmpty)
    }

    @Test("a foreign key to what cannot be a model says so") func keyToWhatIsLeftOut() throws {
        let imported = try Imported([
            "CREATE TABLE odd (id INTEGER PRIMARY KEY, \"x\ny\" TEXT)", "CREATE TABLE rowid (rowid, oid, _rowid_)",
            "CREATE VIRTUAL TABLE words USING fts5(text)",
            "CREATE TABLE a (b INT REFERENCES odd (id), c REFERENCES Rowid (oid), d REFERENCES words (text), e REFERENCES f)",
        ])
        let prefix = "missing in `A`: the foreign key ("
        #expect(
            imported.diagnostics.map(\.message).filter { $0.hasPrefix(prefix) }.map { $0.dropFirst(prefix.count) } == [
                "`b`) to `odd`: it has no model", "`c`) to `Rowid`: it has no model",
                "`d`) to `words`: it has no model",
                "`e`) to `f`: the table does not exist",
            ])
    }

    @Test("a file of another application is marked as such, and a file of these models needs no adopting")
    func application() throws {
        let table = "CREATE TABLE users (id INTEGER PRIMARY KEY)"
        let other = try Imported([table], userVersion: 4, applicationID: 7)
        #expect(other.diagnostics.isEmpty)
        #expect(
            other.texts[0].text.hasSuffix(
                "database: { name: Shop, version: 4, oldest: 4, applicationID: keep, adopt: [4] }\n"))
        let own = try #require(other.schema()?.plannedDatabase("Shop")?.applicationID)
        let ours = try Imported([table], userVersion: 4, applicationID: Int(own))
        // What files of earlier versions contain is unknown, so they are rejected.
        #expect(
            ours.texts[0].text == "# Imported from shop.sqlite.\ndatabase: { name: Shop, version: 4, oldest: 4 }\n")
        let unmarked = try Imported([table], userVersion: 4)
        #expect(unmarked.texts[0].text.hasSuffix("database: { name: Shop, version: 4, adopt: [4] }\n"))
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
