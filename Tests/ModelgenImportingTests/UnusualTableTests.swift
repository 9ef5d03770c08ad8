import ModelgenParsing
import ModelgenVerification
import Testing

@Suite("Models from unusual tables of a SQLite database")
struct UnusualTableTests {
    @Test("names are other ones for SQLite if letters outside of ASCII differ in their case")
    func cases() throws {
        let imported = try Imported(
            [
                #"CREATE TABLE "État" (id INTEGER PRIMARY KEY, "É" TEXT NOT NULL, "é" TEXT)"#,
                #"CREATE TABLE "état" (id INTEGER PRIMARY KEY, "É" TEXT, "é" INTEGER REFERENCES "État" (id))"#,
            ],
            values: [
                "État": ["É": [.text("a")], "é": [.text("2024-01-02T03:04:05Z")]], "état": ["É": [.text("b")]],
            ])
        #expect(try imported.differences() == [])
        #expect(imported.schema()?.models.count == 2)
        #expect(imported.models.contains("Date?") && imported.models.contains("references: "))
        #expect(!imported.models.contains("Missing here"), "\(imported.models)")
    }

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
                  # Missing here: the primary key of `words`, which is `(word COLLATE nocase)` in the file.
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
                  # Missing here: the foreign key (`parent`) to `log`: it has no primary key.
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
                "missing in `Orphan`: the foreign key (`parent`) to `log`: it has no primary key",
                "missing in `Word`: the primary key of `words`, which is `(word COLLATE nocase)` in the file",
            ])
    }
    @Test("a column of an index is one with ASC and with the collation that it has anyway")
    func plainTerms() throws {
        let imported = try Imported([
            "CREATE TABLE books (id INTEGER PRIMARY KEY, isbn BLOB, name TEXT COLLATE NOCASE, pages INT, asc TEXT)",
            "CREATE UNIQUE INDEX books_isbn ON books (isbn COLLATE BINARY ASC)",
            "CREATE INDEX books_name ON books (`name` COLLATE nocase, [pages] ASC, asc DESC) WHERE pages > 1",
            "CREATE INDEX books_half ON books (pages / 2 ASC, name COLLATE BINARY)",
        ])
        #expect(imported.diagnostics.map(\.message) == [])
        #expect(try imported.differences() == [])
        for text in [
            "isbn: { type: Data?, unique: { name: books_isbn } }",
            "- { fields: [name, pages, asc desc], name: books_name, where: \"pages > 1\" }",
        ] { #expect(imported.models.contains(text), "\(imported.models)") }
    }

    @Test("a difference that is reported does not hide others of the same table")
    func severalDifferences() throws {
        let imported = try Imported([
            "CREATE TABLE words (word TEXT NOT NULL, n INTEGER, PRIMARY KEY (word COLLATE NOCASE))",
            "CREATE TRIGGER stamp AFTER UPDATE ON words BEGIN SELECT 1; END",
            "CREATE TABLE pairs (a TEXT, b INTEGER REFERENCES pairs (a), PRIMARY KEY (a COLLATE RTRIM, b)) WITHOUT ROWID",
        ])
        #expect(
            imported.diagnostics.filter { $0.rule == "import-difference" }.map(\.message) == [
                "missing in `Pair`: the foreign key (`b`) to `pairs`: the other side is not unique",
                "missing in `Pair`: the primary key of `pairs`, which is `(a COLLATE rtrim, b)` in the file",
                "missing in `Word`: the primary key of `words`, which is `(word COLLATE nocase)` in the file",
                "missing in `Word`: the trigger `stamp`",
            ])
    }

    @Test("a key that never is reused and refers to another table is assigned by the database")
    func autoincrementReference() throws {
        let imported = try Imported([
            "CREATE TABLE people (id INTEGER PRIMARY KEY)",
            "CREATE TABLE users (id INTEGER PRIMARY KEY AUTOINCREMENT REFERENCES people (id))",
            "CREATE TABLE guests (id INTEGER PRIMARY KEY REFERENCES people (id))",
        ])
        #expect(
            imported.models.contains(
                "id: { type: Int64, autoincrement: true, assigned: database, references: Person.id }"))
        #expect(imported.models.contains("id: { type: Int64, assigned: caller, references: Person.id }"))
        #expect(!imported.diagnostics.contains { $0.rule == "import-difference" }, "\(imported.diagnostics)")
    }

    @Test("a view that names its columns may read a table of any name", arguments: ["named", "\"Named\"", "'named'"])
    func namedColumns(_ table: String) throws {
        let imported = try Imported([
            "CREATE TABLE named (id INTEGER PRIMARY KEY)", "CREATE VIEW v (a) AS SELECT id FROM \(table)",
        ])
        #expect(imported.diagnostics.filter { $0.rule == "import-difference" }.map(\.message) == [])
        #expect(imported.models.contains("WITH named_2 (a) AS (SELECT id FROM \(table)) SELECT a FROM named_2"))
    }

    @Test("an index or a foreign key that cannot be written is left out, not its table")
    func columnTwice() throws {
        let imported = try Imported([
            "CREATE TABLE pairs (a INTEGER NOT NULL, b INTEGER NOT NULL, UNIQUE (a, b))",
            "CREATE TABLE x (a INTEGER, b INTEGER, FOREIGN KEY (a, A) REFERENCES pairs (a, b))",
            "CREATE TABLE y (a INTEGER, b INTEGER, UNIQUE (b, b))",
            "CREATE INDEX y_a ON y (a, a DESC)",
            "CREATE INDEX y_b ON y (b, b COLLATE NOCASE)",
            "CREATE VIEW z AS SELECT a FROM y",
            "CREATE TABLE v (a INTEGER REFERENCES z (a))",
        ])
        #expect(imported.schema()?.models.count == 5)
        #expect(imported.models.contains("y_b"))
        #expect(
            imported.diagnostics.filter { $0.rule == "import-difference" }.map(\.message) == [
                "missing in `V`: the foreign key (`a`) to `z`: it is a view",
                "missing in `X`: the foreign key (`a`, `a`) to `pairs`: it contains a column twice",
                "missing in `Y`: the index `y_a`: it contains a column twice",
                "missing in `Y`: the unique (`b, b`) of `y`, which is `UNIQUE` in the file",
            ])
    }

    @Test("a time of day is not taken for a date", arguments: ["TIME", "TIME DEFAULT '12:00:00'", "TIME(6)"])
    func timeOfDay(type: String) throws {
        for values: [SQLValue] in [[], [.text("12:00:00")]] {
            let imported = try Imported(
                ["CREATE TABLE a (id INTEGER PRIMARY KEY, at \(type), seen DATETIME, made TIMESTAMP)"],
                values: ["a": ["at": values]])
            #expect(imported.models.contains("      at: { type: String?"), "\(imported.models)")
            #expect(imported.models.contains("seen: { type: Date?") && imported.models.contains("made: { type: Date?"))
        }
    }
}
