import ModelgenDatabase
import ModelgenDiagnostics
import ModelgenSchema
import Testing

@testable import ModelgenParsing

@Suite("Rules and their exact places")
struct RuleTests {
    @Test("any number of question marks is one mistake")
    func manyQuestionMarks() {
        let rest = String(repeating: "?", count: 100_000)
        expect(
            "models: { City: { fields: { id: \"Int?⟦1:?⟧\(rest)\" } } }",
            [
                1:
                    "an optional of an optional is not a type; write `T`, `T?`, `[T]`, `[K: T]` or `Set<T>` [invalid-type]"
            ])
    }

    @Test("two normal forms of a key are two keys in JSON")
    func normalForms() {
        expect(
            """
            models:
              City:
                fields:
                  composed: { type: String, json: "caf\u{e9}" }
                  decomposed: { type: String, json: "cafe\u{301}" }
            """, [:])
    }

    @Test("a mapping that needs one of some keys has none, whatever else it has")
    func noneOfSomeKeys() {
        expect(
            """
            database: { name: D }
            api:
              - { name: A, auth: [⟦1:{ name: a }⟧] }
              - { name: B, pagination: ⟦2:{}⟧, auth: [{ name: b, header: X-Key, ⟦3:basic⟧: true }] }
            models:
              Author: { table: authors, primaryKey: id, fields: { id: Int64 } }
              Book:
                table: books
                primaryKey: id
                fields: { id: Int64, authorId: { type: Int64, references: Author.id } }
                relations:
                  author: ⟦4:{ by: authorId }⟧
                  writer: { ⟦5:belongs⟧: Author, by: authorId }
            """,
            [
                1:
                    "a credential must have one of the keys `header`, `query`, `bearer`, `basic`; add one [exactly-one-key]",
                2:
                    "the pagination options must have one of the keys `offset`, `page`, `cursor`; add one [exactly-one-key]",
                3: "a credential can have only one of `header`, `basic`; remove the others [exactly-one-key]",
                4:
                    "a relation must have one of the keys `hasMany`, `hasOne`, `belongsTo`, `manyToMany`; add one [exactly-one-key]",
                5: "unknown key `belongs` of a relation; did you mean `belongsTo`? [unknown-key]",
            ])
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
                  size: { type: Int, ⟦4:json⟧: false, generated: length(code) }
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
                4: "`size` has no value when JSON is read; make it optional [unreadable-field]",
            ]
        )
    }

    @Test("a union has no client, and only the options of JSON that are about its cases") func unionOptions() {
        expect(
            """
            api: { name: MapAPI }
            models:
              A: { fields: { id: Int64 } }
              B:
                json: { discriminator: kind, unknown: keep, ⟦1:lenient⟧: true, ⟦2:root⟧: data }
                oneOf: { a: A }
                ⟦3:patch⟧: true
                ⟦4:rest⟧: { path: b, operations: [list] }
                ⟦5:draft⟧: true
                ⟦6:repository⟧: true
                ⟦7:unique⟧: [id]
                ⟦8:queries⟧: { ids: { sql: SELECT 1, returns: Int } }
            """,
            [
                1: "a model with `oneOf` cannot have `lenient`; move it to its models [one-of-discriminator]",
                2: "a model with `oneOf` cannot have `root`; move it to its models [one-of-discriminator]",
                3: "a model with `oneOf` cannot have `patch`; move it to its models [one-of-discriminator]",
                4: "a model with `oneOf` cannot have `rest`; move it to its models [one-of-discriminator]",
                5: "a model with `oneOf` cannot have `draft`; move it to its models [one-of-discriminator]",
                6: "a model with `oneOf` cannot have `repository`; move it to its models [one-of-discriminator]",
                7: "a model with `oneOf` cannot have `unique`; move it to its models [one-of-discriminator]",
                8: "a model with `oneOf` cannot have `queries`; move it to its models [one-of-discriminator]",
            ]
        )
    }

    @Test("a field is read, written or both, or not in the JSON") func access() {
        expect(
            """
            models:
              A:
                fields:
                  a: { type: Int?, readOnly: true, ⟦1:writeOnly⟧: true }
                  b: { type: Int?, ⟦2:readOnly⟧: true, json: { path: x, decode: false } }
                  c: { type: Int?, json: { path: y, encode: false }, ⟦3:writeOnly⟧: true }
                  d: { type: Int?, readOnly: true, json: { path: z, encode: false } }
                  e: { type: Int?, writeOnly: true, json: { decode: false } }
            """,
            [
                1:
                    "`a` cannot be both `readOnly` and `writeOnly`; remove one of them, or write `json: false` if it is not in the JSON [access-conflict]",
                2:
                    "`b` cannot be both `readOnly` and `decode: false`; remove one of them, or write `json: false` if it is not in the JSON [access-conflict]",
                3:
                    "`c` cannot be both `writeOnly` and `encode: false`; remove one of them, or write `json: false` if it is not in the JSON [access-conflict]",
            ])
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
              F: { json: { discriminator: kind }, oneOf: { x: G, y: ⟦9:G⟧, z: ⟦10:{ type: A }⟧ } }
              G: { fields: { a: Int } }
              H: { oneOf: { first: { type: String, transformer: trimmed }, second: ⟦11:String⟧, third: ⟦12:Date⟧ } }
              I: { oneOf: { at: { type: Date, transformer: unixSeconds }, count: ⟦13:Int⟧, dates: "[Date]" } }
              J: { oneOf: { unique: Set<Int>, list: ⟦14:"[Int]"⟧ } }
              K: { oneOf: { any: "[JSON?]", list: ⟦15:"[Int]"⟧ } }
              L: { oneOf: { at: { type: "[Date]", transformer: unixSeconds }, list: "[Int]" } }
            """,
            [
                1: "`id` is never read, because `text` accepts all its values; move it before `text` [one-of-alike]",
                2:
                    "`closed` is never read, because `text` accepts all its values; move it before `text` [one-of-alike]",
                3: "`again` is never read, because `list` accepts all its values; remove one of them [one-of-alike]",
                4: "a case of `oneOf` cannot be null; make the fields of type `B` optional [one-of-alike]",
                5:
                    "`9th` is not a valid Swift name for a case; use letters, digits and underscores, and start with a letter [invalid-identifier]",
                7: "with a discriminator, each case must be a model; use a model [one-of-discriminator]",
                8: "`E` contains itself; use a list, or refer to it by its key [cyclic-value]",
                9: "`G` is already the case for `x`; use another model, with the same fields [one-of-discriminator]",
                10:
                    "with a discriminator, each case must be a model; write only the name of a model [one-of-discriminator]",
                11: "`second` is never read, because `first` accepts all its values; remove one of them [one-of-alike]",
                12:
                    "`third` is never read, because `first` accepts all its values; move it before `first` [one-of-alike]",
                13: "`count` is never read, because `at` accepts all its values; move it before `at` [one-of-alike]",
                14: "`list` is never read, because `unique` accepts all its values; remove one of them [one-of-alike]",
                15: "`list` is never read, because `any` accepts all its values; move it before `any` [one-of-alike]",
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

    @Test("a cycle is shown step by step, and optionals and lists break it") func cycles() {
        expect(
            "models:\n  A: { fields: { b: B } }\n  B: { fields: { c: { type: C } } }\n  C: { fields: { a: ⟦1:A⟧, l: [A], o: A? } }\n",
            [
                1:
                    "a value contains itself: `A` in `C` in `B` in `A`; make it optional, use a list, or refer to it by its key [cyclic-value]"
            ]
        )
    }

    @Test("what an external type converts to leads to a type with known JSON") func conversionCycles() {
        expect(
            """
            types:
              A: { json: ⟦1:A⟧, sqlite: TEXT }
              B: { json: "[C]", sqlite: TEXT }
              C: { json: ⟦2:"[String: B?]"⟧, sqlite: TEXT }
              D: { json: ⟦3:U⟧, sqlite: TEXT }
              E: { json: "V?", sqlite: TEXT }
              F: { json: "[W]", sqlite: TEXT }
              G: { json: A, sqlite: TEXT }
            models:
              M: { fields: { a: A, list: "[B]", f: F } }
              U: { oneOf: { d: D, i: Int } }
              V: { oneOf: { m: M, i: Int } }
              W: { oneOf: { f: F, i: Int } }
            """,
            [
                1: "`A` converts to itself; use the type that its JSON has, or `JSON` [cyclic-value]",
                2:
                    "a value contains itself: `B` in `C` in `B`; use the type that its JSON has, or `JSON` [cyclic-value]",
                3:
                    "a value contains itself: `U` in `D` in `U`; use the type that its JSON has, or `JSON` [cyclic-value]",
            ]
        )
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
                1: "the parameter `:nmae` has no type; did you mean `:name`? [query-parameter]",
                2: "a parameter of a query requires a name; write `:name` [query-parameter]",
                3: "the SQL has no parameter `:n`; remove it, or use it in the SQL [query-parameter]",
            ]
        )
    }
}
