import Foundation
import ModelgenDatabase
import ModelgenDiagnostics
import ModelgenSchema
import Testing

@testable import ModelgenParsing

@Suite("Rules and their exact places")
struct RuleTests {
    @Test(
        "the default of a date can be read back: from the years 1 to 9999 in UTC",
        arguments: [
            ("0000-01-01T00:00:00Z", false), ("0000-12-31", false), ("0001-01-01T00:00:00Z", true),
            ("0001-01-01T00:00:00+00:01", false), ("9999-12-31T23:59:59Z", true), ("9999-12-31T23:59:59-00:01", false),
            ("9999-12-31T23:58:59-00:01", true),
        ])
    func dateDefaults(text: String, isRight: Bool) {
        let input = "models:\n  City:\n    fields: { at: { type: Date, default: \"\(text)\" } }\n"
        let (_, diagnostics) = parse([SourceFile(path: "a.model.yaml", text: input)], imports: [])
        #expect(diagnostics.map(\.rule) == (isRight ? [] : ["default-mismatch"]))
    }

    @Test(
        "a field that is not read from JSON needs a value, as does a key assigned by the database") func unreadable()
    {
        expect(
            """
            database: { name: Towns, version: 1 }
            models:
              City:
                table: cities
                primaryKey: id
                fields:
                  id: { type: Int64, ⟦1:json⟧: false, assigned: database }
                  seen: { type: Date?, json: false }
                  code: { type: String, ⟦2:writeOnly⟧: true }
                  kind: { type: Int, ⟦3:json⟧: { path: k, decode: false } }
              Town:
                table: towns
                primaryKey: id
                fields: { id: { type: Int64, json: false, default: 0, assigned: database }, name: String }
            """,
            [
                1:
                    "`id` has no value when JSON is read; make it optional, or give it a `default` [unreadable-field]",
                2:
                    "`code` has no value when JSON is read; make it optional, or give it a `default` [unreadable-field]",
                3:
                    "`kind` has no value when JSON is read; make it optional, or give it a `default` [unreadable-field]",
            ]
        )
    }

    @Test("every case of a union without a discriminator can be read, and is never null") func alternatives() {
        expect(
            """
            enums: { Open: { cases: [a], unknown: keep }, Closed: [a] }
            models:
              A: { oneOf: { text: String, id: ⟦1:UUID⟧, closed: ⟦2:Closed⟧, number: Int } }
              B: { oneOf: { closed: Closed, open: Open, list: [Int], again: ⟦3:[Int]⟧, a: A, name: ⟦4:String?⟧ } }
              C: { oneOf: { ⟦5:"9th"⟧: Int, any: "[String: JSON]", b: B } }
              D: { json: { discriminator: kind }, oneOf: { x: ⟦7:[Int]⟧ } }
              E: { oneOf: { own: ⟦8:E⟧ } }
            """,
            [
                1: "`id` is never read, because `text` accepts all its values; move it before `text` [one-of-alike]",
                2:
                    "`closed` is never read, because `text` accepts all its values; move it before `text` [one-of-alike]",
                3: "`again` is never read, because `list` accepts all its values; remove one of them [one-of-alike]",
                4: "a case of `oneOf` cannot be null; make the fields of type `B` optional [one-of-alike]",
                5:
                    "`9th` is not a valid Swift name for a case; use letters, digits and underscores [invalid-identifier]",
                7: "with a discriminator, each case must be a model; use a model [one-of-discriminator]",
                8: "`E` contains itself; use a list, or refer to it by its key [cyclic-value]",
            ]
        )
    }

    @Test("several mistakes are reported at once, sorted by place") func several() {
        expect(
            """
            models:
              City:
                fields:
                  ⟦1:zip-code⟧: String
                  name: ⟦2:Strng⟧
                  size: { type: Int, ⟦3:defualt⟧: 3 }
                  kind: { type: Bool, default: ⟦4:maybe⟧ }
                ⟦5:hoks⟧: [didDecode]
            """,
            [
                1:
                    "`zip-code` is not a valid Swift name for a field; use letters and digits, as in `zipCode` [invalid-identifier]",
                2: "unknown type `Strng`; did you mean `String`? [unknown-type]",
                3: "unknown key `defualt` of a field; did you mean `default`? [unknown-key]",
                4: "`maybe` is not a valid `Bool`; write `true` or `false` [default-mismatch]",
                5: "unknown key `hoks` of a model; did you mean `hooks`? [unknown-key]",
            ]
        )
    }

    @Test("the place inside a quoted type is exact") func typePlaces() {
        let shape = "write `T`, `T?`, `[T]`, `[K: T]` or `Set<T>` [invalid-type]"
        expect(
            """
            models:
              City:
                fields:
                  a: "[String: ⟦1:Itn⟧]?"
                  b: [⟦2:Cty⟧]
                  c: [⟦3:Date⟧: Int]
                  d: Int?⟦4:?⟧
                  e: "[Int⟦5: ⟧"
                  f: ⟦6:[Int, Int]⟧
                  g: ⟦7:Array⟧<Int>
            """,
            [
                1: "unknown type `Itn`; did you mean `Int`? [unknown-type]",
                2: "unknown type `Cty`; did you mean `City`? [unknown-type]",
                3: "`Date` cannot be the key of a dictionary; use `String`, `Int` or an enum [dictionary-key-type]",
                4: "an optional of an optional is not a type; \(shape)",
                5: "missing `]`; \(shape)",
                6: "a list type has one element type, but this has 2; write `[T]` or `[K: T]` [invalid-type]",
                7:
                    "`Array<…>` is not a type; \(shape)",
            ]
        )
    }

    @Test("a Swift step names models that exist or were dropped") func swiftSteps() {
        expect(
            """
            database:
              name: Map
              version: 2
              migrations:
                2:
                  - swift: { name: move, models: [City, ⟦1:Ctiy⟧, Old] }
                  - dropModel: { Old: { primaryKey: id, fields: { id: Int64 } } }
            models:
              City:
                primaryKey: id
                fields: { id: Int64 }
                migrations: { 2: [{ swift: fill }, { swift: { name: more, models: [Old] } }] }
            """,
            [1: "unknown model `Ctiy`; did you mean `City`? [unknown-model]"]
        )
    }

    @Test("a field with an unknown type causes no other errors") func followUps() {
        expect(
            """
            database: { name: Map }
            models:
              City:
                primaryKey: id
                fields:
                  id: ⟦1:Itn64⟧
                  name: { type: ⟦2:Txet⟧, index: true, default: 3 }
                unique: [[name]]
                relations: { streets: { hasMany: Street, by: cityId } }
              Street:
                primaryKey: id
                fields:
                  id: Int64
                  cityId: { type: Int64, references: City.id }
            """,
            [
                1: "unknown type `Itn64`; did you mean `Int64`? [unknown-type]",
                2: "unknown type `Txet`; declare it under `models`, `enums` or `types` [unknown-type]",
            ]
        )
    }

    @Test("a name that is declared twice shows both places, across files") func duplicates() {
        let first = SourceFile(path: "a.model.yaml", text: "models:\n  City: { fields: { id: Int64 } }\n")
        let second = SourceFile(path: "b.model.yaml", text: "enums:\n  City: [small]\n")
        let (schema, diagnostics) = parse([first, second], imports: [])
        #expect(schema == nil)
        #expect(
            DiagnosticRenderer().render(diagnostics) == """
                b.model.yaml:2:3: error: the name `City` is declared twice; rename one of them [duplicate-name]
                  City: [small]
                  ^~~~
                a.model.yaml:2:3: note: the model `City` is declared here
                  City: { fields: { id: Int64 } }
                  ^~~~

                """
        )
    }

    @Test("equal file names are an error, even if they only differ in case") func fileNames() {
        let text = "models:\n  A: { fields: { id: Int64 } }\n"
        let (_, diagnostics) = parse(
            [
                SourceFile(path: "x/post.model.yaml", text: text),
                SourceFile(path: "y/Post.model.yaml", text: text.replacing("A", with: "B")),
            ],
            imports: []
        )
        #expect(diagnostics.map(\.rule) == ["duplicate-file-name"])
        #expect(diagnostics.first?.notes.first?.range.file.path == "x/post.model.yaml")
    }

    @Test(
        "keywords and names of Swift types are allowed as names",
        arguments: ["default", "class", "func", "is", "repeat", "protocol", "naïve", "字"]
    )
    func keywords(_ name: String) throws {
        _ = try schema("models:\n  Task:\n    fields:\n      \(name): String\n  Data: { fields: { task: Task } }\n")
    }

    @Test("a model with the name of a built-in type takes precedence") func shadowing() throws {
        let parsed = try schema(
            "models:\n  Data: { fields: { id: Int64 } }\n  A: { fields: { d: Data, e: \"[Data]?\" } }\n"
        )
        #expect(parsed.schema.models.last?.field("d")?.type == .model("Data"))
        #expect(parsed.schema.models.last?.field("e")?.type == .optional(.list(.model("Data"))))
    }

    @Test("a cycle is shown step by step, and lists break it") func cycles() {
        expect(
            "models:\n  A: { fields: { b: B } }\n  B: { fields: { c: { type: C? } } }\n  C: { fields: { a: ⟦1:A?⟧, l: [A] } }\n",
            [
                1:
                    "a value contains itself: `A` in `B` in `C` in `A`; use a list, or refer to it by its key [cyclic-value]"
            ]
        )
    }

    @Test(
        "values are checked against the ranges and forms of their types",
        arguments: [
            ("Int8", "128"), ("UInt", "-1"), ("Int64", "9223372036854775808"), ("Int", "1.0"), ("Int", "0x10"),
            ("Double", "nan"),
            ("Double", "1e999"), ("Double", ".5"), ("Bool", "yes"), ("UUID", "123"), ("URL", "\"a b\""),
            ("Data", "\"a\""),
            ("Date", "2021-02-29"), ("Date", "yesterday"),
            // A Date keeps microseconds, and its stored form what the transformer keeps.
            ("Date", "\"2021-02-28T01:02:03.1234567Z\""),
            ("Date, transformer: unixMilliseconds", "\"2021-02-28T01:02:03.1234Z\""),
            ("String", "null"), ("\"[Int]\"", "3"), ("\"[Int]\"", "[a]"),
            ("\"[String: Int]\"", "[1]"), ("\"[Int: Int]\"", "{ a: 1 }"), ("Gender", "femal"), ("Int?", "x"),
            ("Decimal", "\"1,5\""), ("Decimal", "1e200"), ("URL", "\"http://[\""), ("URL", "\"1a:b\""),
            ("URL", "http://h:x"),
            ("URL", "\"a%zz\""), ("URL", "\"a[b]\""), ("URL", "\"a#b#c\""), ("URL", "\"http://[::g]/\""),
            ("Set<Int>", "[x]"), ("Int", "{ swift: [a] }"),
        ]
    )
    func badDefaults(_ type: String, _ value: String) {
        let text =
            "enums: { Gender: [female, male] }\nmodels: { A: { fields: { x: { type: \(type), default: \(value) } } } }\n"
        let (_, diagnostics) = parse([SourceFile(path: "a.model.yaml", text: text)], imports: [])
        #expect(diagnostics.map(\.rule) == ["default-mismatch"])
    }

    @Test(
        "values of every type are read",
        arguments: [
            ("Int8", "-128"), ("UInt64", "18446744073709551615"), ("Double", "-1.5e3"), ("Double", "1"),
            ("Bool", "true"),
            ("String", "no"), ("String", "\"\""), ("String?", "null"), ("UUID", "123e4567-e89b-12d3-a456-426614174000"),
            ("URL", "https://example.com/a?b=c"), ("URL", "\"//u:p@[::1]:80/%20?a=b#c\""), ("URL", "\"mailto:a@b\""),
            ("URL", "\"a/b:c\""), ("URL", "\"?q\""), ("Data", "aGk="), ("Date", "2020-02-29T23:59:59.5+01:00"),
            ("Date", "\"2021-02-28T01:02:03.123456000Z\""),
            ("Date, transformer: unixMilliseconds", "\"2021-02-28T01:02:03.1230Z\""),
            ("Date", "0"),
            ("\"[Int]?\"", "[1, 2]"), ("\"[String: Int]\"", "{ swift: 1 }"), ("\"[Gender: Int]\"", "{ male: 1 }"),
            ("Gender?", "male"),
            ("JSON", "{ a: [1, null, x] }"), ("Set<String>", "[a]"), ("Decimal", "0.10"),
            ("CGPoint", "{ swift: .zero }"),
        ]
    )
    func goodDefaults(_ type: String, _ value: String) throws {
        let text =
            "enums: { Gender: [female, male] }\nmodels: { A: { fields: { x: { type: \(type), default: \(value) } } } }\n"
        #expect(try schema(text).schema.models.first?.fields.first?.defaultValue != nil)
    }

    @Test("a string accepted as a URL is one for Foundation, whatever it consists of") func urls() {
        var random = SystemRandomNumberGenerator()
        let parts = [
            "http", ":", "/", "//", "a", "1", "[", "]", "::1", "%", "20", "?", "#", "@", "=", "-", ".", "&", ";",
        ]
        var taken = 0
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 1...9, using: &random)).map { _ in parts.randomElement(using: &random) ?? ""
            }
            .joined()
            guard LiteralReader.isURL(text) else { continue }
            taken += 1
            #expect(URL(string: text) != nil, "\(text)")
        }
        #expect(taken > 1000)
    }

    @Test("steps are undone from the newest version backwards, so later renames count") func history() throws {
        let table = try #require(
            try schema(
                """
                database: { name: Map, version: 5 }
                models:
                  City:
                    primaryKey: id
                    fields: { id: Int64, title: String, extra: { type: Int?, since: 4 } }
                    migrations:
                      2:
                        - rename: { a: name }
                        - drop: { extra: String? }
                      3:
                        - rename: { name: label }
                        - change: { label: { from: String?, using: "coalesce(label, '')" } }
                      5: [{ rename: { label: title } }, { rename: { column: { ident: id } } }]
                """
            ).schema.models.first?.table
        )
        #expect(
            table.migrations[0].steps.first
                == .renameField(from: "a", to: "name", column: ColumnRename(from: "a", to: "name"))
        )
        #expect(
            table.migrations[2].steps.first
                == .renameField(from: "label", to: "title", column: ColumnRename(from: "label", to: "title"))
        )
    }

    @Test("two fields may be swapped in one version") func swap() throws {
        let table = try #require(
            try schema(
                """
                database: { name: Map, version: 3 }
                models:
                  City:
                    primaryKey: id
                    fields: { id: Int64, a: Int, b: Int }
                    migrations:
                      2: [{ rename: { c: a } }]
                      3: [{ rename: { a: b, b: a } }]
                """
            ).schema.models.first?.table
        )
        #expect(table.migrations.map(\.steps.count) == [1, 2])
    }

    @Test("a view has its own steps") func viewHistory() throws {
        let parsed = try schema(
            """
            database: { name: Map, version: 2 }
            models:
              City: { primaryKey: id, fields: { id: Int64, size: Int } }
              BigCity:
                view: SELECT id FROM city WHERE size > 9
                fields: { id: Int64 }
                migrations: { 2: [{ was: { view: "SELECT id FROM city" } }] }
            """
        )
        guard case .view(let view) = parsed.schema.models.last?.storage else {
            Issue.record("there is no view")
            return
        }
        #expect(view.name == "big_city")
        #expect(view.migrations.map(\.version) == [2])
    }

    @Test("a dropped model and steps of the database are read") func databaseSteps() throws {
        let database = try #require(
            try schema(
                """
                database:
                  name: Map
                  version: 3
                  migrations:
                    3:
                      - dropModel: { Old: { primaryKey: id, fields: { id: Int64, cityId: { type: Int64, references: City } } } }
                      - sql: "DELETE FROM city"
                models:
                  City: { primaryKey: id, fields: { id: Int64 } }
                """
            ).schema.databases.first
        )
        guard case .dropModel(let model) = database.migrations.first?.steps.first else {
            Issue.record("there is no dropped model")
            return
        }
        #expect(model.table?.name == "old")
        #expect(model.field("cityId")?.reference == Reference(model: "City", field: "id"))
        #expect(database.migrations.first?.steps.last == .sql("DELETE FROM city"))
    }

    @Test("each of several databases has its models") func severalDatabases() throws {
        let parsed = try schema(
            "database: [{ name: A }, { name: B }]\nmodels:\n  X: { database: B, primaryKey: id, fields: { id: Int64 } }\n",
            "database: { name: C }\nmodels:\n  Y: { primaryKey: id, fields: { id: Int64 } }\n"
        )
        #expect(parsed.schema.models.map { $0.table?.database } == ["B", "C"])
        expect(
            "database: [{ name: A }, { name: B }]\nmodels:\n  ⟦1:X⟧: { primaryKey: id, fields: { id: Int64 } }\n",
            [1: "`X` could belong to any of `A`, `B`; select one with `database: …` in the model [missing-database]"]
        )
    }

    @Test("relations of all kinds are resolved, also without `by`") func relations() throws {
        let parsed = try schema(
            """
            database: { name: Map }
            models:
              City:
                primaryKey: id
                fields: { id: Int64 }
                relations:
                  streets: { hasMany: Street }
                  mayor: { hasOne: Mayor, by: cityId }
                  tags: { manyToMany: Tag, through: CityTag }
              Street:
                primaryKey: id
                fields: { id: Int64, city: { type: Int64, references: City } }
                relations: { town: { belongsTo: City } }
              Mayor: { primaryKey: id, fields: { id: Int64, cityId: Int64 } }
              Tag: { primaryKey: name, fields: { name: String } }
              CityTag:
                primaryKey: [cityId, tag]
                fields: { cityId: { type: Int64, references: City }, tag: { type: String, references: Tag } }
            """
        )
        #expect(
            parsed.schema.models[0].relations.map(\.kind) == [
                .hasMany(by: "city"), .hasOne(by: "cityId"),
                .manyToMany(through: "CityTag", by: "cityId", other: "tag"),
            ]
        )
        #expect(parsed.schema.models[1].relations.map(\.kind) == [.belongsTo(by: "city")])
        #expect(parsed.schema.models[4].table?.primaryKey == ["cityId", "tag"])
    }

    @Test("who assigns a key depends on where the model is stored") func assigned() throws {
        let parsed = try schema(
            """
            database: { name: Map }
            api: { name: MapAPI }
            models:
              A: { primaryKey: id, fields: { id: Int64 } }
              B: { primaryKey: code, fields: { code: String } }
              C: { table: false, primaryKey: id, fields: { id: Int64 } }
              D: { fields: { id: UUID }, rest: { path: d } }
              E: { primaryKey: id, withoutRowID: true, fields: { id: Int64 } }
              F: { primaryKey: id, fields: { id: { type: Int, autoincrement: true } } }
            """
        )
        #expect(
            parsed.schema.models.map { $0.fields.first?.assigned } == [
                .database(autoincrement: .reusesKeys), .caller, .server, .server, .caller,
                .database(autoincrement: .neverReusesKeys),
            ]
        )
    }

    @Test("ten thousand equal mistakes are reported in reasonable time") func manyMistakes() {
        let models = (0..<2_000).map { "  M\($0): { fields: { a: Missing, b: Missing\($0) } }\n" }.joined()
        let (_, diagnostics) = parse([SourceFile(path: "a.model.yaml", text: "models:\n" + models)], imports: [])
        #expect(diagnostics.count == 4_000)
        #expect(DiagnosticRenderer().render(diagnostics).utf8.count > 100_000)
    }

    @Test("impossible steps are refused") func impossibleHistory() {
        expect(
            """
            database: { name: Map, version: 3 }
            models:
              City:
                primaryKey: id
                fields: { id: Int64, name: String, late: { type: Int?, since: 3 } }
                migrations:
                  2:
                    - rename: { old: ⟦1:gone⟧ }
                    - change: { ⟦2:late⟧: { from: String? } }
                    - drop: { ⟦3:name⟧: String }
                    - ⟦4:renam⟧: { a: b }
                  3:
                    - change: { ⟦5:late⟧: { from: String? } }
                  ⟦6:4⟧: [{ sql: "SELECT 1" }]
                  ⟦7:x⟧: []
            """,
            [
                1:
                    "`City` has no field `gone` that could have been renamed; use the field's name in version 2 [rename-of-nothing]",
                2:
                    "`City` has no field `late` that could have changed; use the field's name in version 2 [change-of-nothing]",
                3: "`City` still has the field `name`; remove it from `fields`, or the drop [drop-of-existing]",
                4: "unknown key `renam` of a migration step; did you mean `rename`? [unknown-key]",
                5:
                    "the field `late` was added in version 3, so it cannot have changed in version 3; remove the change, or the `since` [change-of-nothing]",
                6:
                    "version 4 is higher than the version of the database `Map`, 3; raise the version of the database [version-too-low]",
                7: "`x` is not a version that steps can lead to; write an integer of at least 2 [invalid-version]",
            ]
        )
    }

    @Test("names of other modules must be imported") func imports() {
        let core = SourceFile(
            path: "Sources/Core/user.model.yaml",
            text: "models:\n  User: { fields: { id: Int64 } }\n"
        )
        let with = SourceFile(
            path: "post.model.yaml",
            text: "imports: [Core]\nmodels:\n  Post: { fields: { user: User } }\n"
        )
        let without = SourceFile(path: "note.model.yaml", text: "models:\n  Note: { fields: { user: User } }\n")
        let (schema, none) = parse([with], imports: [core])
        #expect(none.isEmpty)
        #expect(schema?.schema.models.map(\.module) == [nil, "Core"])
        #expect(schema?.schema.files.map(\.module) == [nil, "Core"])
        let (_, diagnostics) = parse([with, without], imports: [core])
        #expect(
            DiagnosticRenderer().render(diagnostics) == """
                note.model.yaml:2:27: error: `User` belongs to the module `Core`; add `imports: [Core]` to this file [missing-import]
                  Note: { fields: { user: User } }
                                          ^~~~

                """
        )
    }

    @Test("a file with a syntax error does not make others look wrong") func syntaxAndNames() {
        let broken = SourceFile(path: "a.model.yaml", text: "models:\n  User: { fields: { id: Int64 }\n")
        let good = SourceFile(path: "b.model.yaml", text: "models:\n  Post: { fields: { user: User } }\n")
        let (_, diagnostics) = parse([broken, good], imports: [])
        #expect(diagnostics.map(\.rule) == ["yaml-syntax"])
    }

    @Test("missing quotes around an optional list are reported") func quotingHint() {
        expect(
            "models:\n  Post:\n    fields:\n      all: ⟦1:[Post]?⟧\n",
            [1: "an optional list or dictionary needs quotes; write `\"[Post]?\"` [unquoted-optional]"]
        )
    }

    @Test("aliases, merge keys and several documents work in a schema") func yamlFeatures() throws {
        let parsed = try schema(
            """
            models:
              Base: { fields: &base { id: Int64, at: { type: Date, json: created_at } } }
              City:
                fields: { <<: *base, name: String, id: String }
            ---
            models:
              Town: { fields: { city: City } }
            """
        )
        #expect(parsed.schema.models.map(\.name) == ["Base", "City", "Town"])
        #expect(parsed.schema.models[1].fields.map(\.name) == ["id", "at", "name"])
        #expect(parsed.schema.models[1].field("id")?.type == .scalar(.string))
    }

    @Test("a mistake in an anchored mapping is reported once") func aliasedMistake() {
        expect(
            "models:\n  A: { fields: &f { id: ⟦1:Itn⟧ } }\n  B: { fields: *f }\n",
            [1: "unknown type `Itn`; did you mean `Int`? [unknown-type]"]
        )
    }

    @Test("keys follow the naming strategy of the model") func naming() throws {
        let model = try #require(
            try schema(
                "models:\n  A:\n    json: { keys: snake_case }\n    fields: { avatarURL: URL, URLString: String }\n"
            ).schema.models.first
        )
        #expect(
            model.fields.map { $0.json?.paths } == [[JSONPath([.key("avatar_url")])], [JSONPath([.key("url_string")])]]
        )
    }

    @Test(
        "hostile names and paths are refused where they could do harm",
        arguments: [
            ("models: { \"../x\": { fields: { id: Int64 } } }", "invalid-identifier"),
            ("models: { A: { fields: { \"x: Int; func y() {}\": Int } } }", "invalid-identifier"),
            ("api: { name: A, basePath: ../.. }", "unsafe-path"),
            ("api: { name: A, baseURL: \"javascript:alert(1)\" }", "invalid-url"),
            ("api: { name: A, headers: { X: \"a\\r\\nSet-Cookie: b\" } }", "invalid-header"),
            ("imports: [\"Foundation; import Darwin\"]", "invalid-identifier"),
            ("types: { M: { json: String, sqlite: TEXT, import: \"a\\nb\" } }", "invalid-identifier"),
            ("enums: { E: [\"a = 1; case b\"] }", "invalid-identifier"),
            (
                "database: { name: D }\nmodels: { A: { table: sqlite_master, fields: { id: Int64 } } }",
                "invalid-sql-name"
            ),
        ]
    )
    func hostile(_ text: String, _ rule: String) {
        let (schema, diagnostics) = parse([SourceFile(path: "a.model.yaml", text: text)], imports: [])
        #expect(schema == nil)
        #expect(diagnostics.contains { $0.rule == rule })
    }

    @Test("the place of a parameter inside SQL is exact, and strings and comments contain none") func sql() {
        expect(
            """
            database: { name: Map }
            models:
              City:
                table: city
                fields: { name: String }
                queries:
                  q: { sql: "SELECT ':a', \\"b:c\\" -- :d", returns: [String] }
                  r: { sql: SELECT name FROM city WHERE name = ⟦1::nmae⟧, params: { name: String }, returns: [String] }
                  s: { sql: SELECT ⟦2:?⟧, params: { ⟦3:n⟧: Int }, returns: Int }
            """,
            [
                1: "the parameter `:nmae` has no type; did you mean `name`? [query-parameter]",
                2: "a parameter of a query requires a name; write `:name` [query-parameter]",
                3: "the SQL has no parameter `:n`; remove it, or use it in the SQL [query-parameter]",
            ]
        )
    }
}

@Suite("What is accepted")
struct AcceptanceTests {
    @Test(
        "a path may contain parameters, colons and escapes",
        arguments: ["/a/b/", "a/{id}:publish", "a%20b", "{id}", "v1.0/a_b-c~d"])
    func paths(_ path: String) throws {
        _ = try schema(
            "api: { name: A }\nmodels: { M: { fields: { id: Int64 }, rest: { operations: [{ get: { path: \"\(path)\" } }] } } }\n"
        )
    }

    @Test(
        "transformers are read in every form",
        arguments: [
            ("Date", "iso8601"), ("Date?", "dateFormat(\"yyyy-MM-dd\")"), ("Data", "{ json: base64, sqlite: hex }"),
            ("Date", "{ json: { number: unixSeconds, string: iso8601 } }"), ("\"[String]\"", "commaSeparated"),
            ("String", "Own"), ("Int", "{ json: stringNumber }"), ("Bool", "intBool"), ("String?", "trimmed"),
        ])
    func transformers(_ type: String, _ transformer: String) throws {
        let parsed = try schema(
            """
            transformers: { Own: { from: Data, to: String, keepsOrder: true } }
            models: { M: { fields: { x: { type: \(type), transformer: \(transformer) } } } }
            """
        )
        #expect(parsed.schema.models.first?.fields.first?.transformer != nil)
    }

    @Test(
        "key paths are read with their escapes",
        arguments: [
            ("a\\.b", [JSONPathComponent.key("a.b")]), ("a.b[0].c", [.key("a"), .key("b"), .index(0), .key("c")]),
            ("a[1][2]", [.key("a"), .index(1), .index(2)]), ("$ref", [.key("$ref")]),
            ("[0].a", [.index(0), .key("a")]),
            ("a\\[0\\]", [.key("a[0]")]), ("ä ö", [.key("ä ö")]),
        ])
    func keyPaths(_ text: String, _ components: [JSONPathComponent]) {
        #expect(parseKeyPath(text) == .success(JSONPath(components)))
    }

    @Test(
        "invalid key paths are refused",
        arguments: ["", ".", "a.", ".a", "a..b", "a[", "a[x]", "a[-1]", "a[0]b", "a]", "a\\x", "a\\"])
    func badKeyPaths(_ text: String) {
        guard case .failure = parseKeyPath(text) else {
            Issue.record("\(text) was read")
            return
        }
    }

    @Test("a union of models is read with its discriminator") func oneOf() throws {
        let model = try #require(
            try schema(
                """
                models:
                  Shape: { json: { discriminator: kind }, oneOf: { circle: Circle, square: Square } }
                  Circle: { fields: { radius: Double } }
                  Square: { fields: { side: Double, inner: "[Shape]" } }
                """
            ).schema.models.first
        )
        #expect(model.json.discriminator == "kind")
        #expect(
            model.oneOf == [OneOfCase(value: "circle", model: "Circle"), OneOfCase(value: "square", model: "Square")])
    }

    @Test("a union of types is read with its names, types and transformers") func alternatives() throws {
        let model = try #require(
            try schema(
                """
                models:
                  When: { oneOf: { at: { type: Date, transformer: unixSeconds }, days: [Int], text: String } }
                """
            ).schema.models.first
        )
        #expect(model.json.discriminator == nil)
        #expect(
            model.oneOf == [
                OneOfCase(.name("at"), .scalar(.date), .builtIn(.unixSeconds)),
                OneOfCase(.name("days"), .list(.scalar(.int))), OneOfCase(.name("text"), .scalar(.string)),
            ])
    }

    @Test("enums are read in every form") func enums() throws {
        let enums = try schema(
            """
            enums:
              A: [x, y]
              B: { cases: [x, default], unknown: fail }
              C: { raw: Int64, cases: { x: { value: -1, doc: The first. }, y: 2 }, unknown: x }
              D: { cases: { NO: "no", yes: "yes" }, unknown: keep }
            """
        ).schema.enumerations
        #expect(enums[0].cases.map(\.rawValue) == [.string("x"), .string("y")])
        #expect(enums[2].cases.map(\.rawValue) == [.integer("-1"), .integer("2")])
        #expect(enums[2].cases.first?.documentation == "The first.")
        #expect(enums.map(\.unknown) == [.fail, .fail, .fallback("x"), .keep])
    }

    @Test("indexes are read in every form") func indexes() throws {
        let table = try #require(
            try schema(
                """
                database: { name: Map, version: 2 }
                models:
                  City:
                    table: city
                    fields:
                      name: { type: String, unique: { name: own, where: "size > 0" } }
                      size: { type: Int?, since: 2, index: true }
                    indexes: [name, [size desc, name], [{ expression: "lower(name)" }], { fields: size, name: other, since: 2 }]
                    checks: ["size > 0", { sql: "length(name) > 0", name: named, since: 2 }]
                """
            ).schema.models.first?.table
        )
        #expect(
            table.indexes.map(\.name.text) == [
                "own", "city_on_size", "city_on_name", "city_on_size_name", "city_on_expression", "other",
            ])
        #expect(table.indexes.map(\.since) == [1, 2, 1, 2, 1, 2])
        #expect(table.indexes[3].terms == [.field("size", .descending), .field("name", .ascending)])
        #expect(table.indexes[4].terms == [.expression("lower(name)")])
        #expect(table.checks.map(\.since) == [1, 2])
        #expect(table.primaryKey == [])
    }
}
