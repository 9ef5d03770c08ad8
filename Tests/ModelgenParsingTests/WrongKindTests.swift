import Testing

@testable import ModelgenParsing

@Suite("Values of the wrong kind")
struct WrongKindTests {
    @Test("the advice is about what was written") func advice() {
        expect(
            """
            database: { name: Map }
            models:
              City:
                table: ⟦1:[cities]⟧
                primaryKey: id
                strict: ⟦2:maybe⟧
                withoutRowID: ⟦3:"true"⟧
                fields: { id: Int64, road: { type: String, unique: ⟦4:often⟧ } }
            """,
            [
                1: "`table` must be `true` or `false`, or a table's name, but this is a list [wrong-kind]",
                2:
                    "`strict` must be `true` or `false`, but this is `maybe`; write `true` or `false` [wrong-kind]",
                3:
                    "`withoutRowID` must be `true` or `false`, but this is `true`; write it without quotes [wrong-kind]",
                4:
                    "`unique` must be `true` or `false`, or a mapping (a field's index), but this is `often` [wrong-kind]",
            ]
        )
    }

    @Test("where `false` has a meaning, `true` is not a name") func meaningless() {
        expect(
            """
            database: { name: Map }
            models:
              City:
                primaryKey: id
                fields:
                  id: { type: Int64, column: ⟦1:true⟧ }
                  name: { type: String, json: ⟦2:true⟧ }
                  seen: { type: Bool, column: "true", json: "true" }
            """,
            [
                1:
                    "`column` must be `false`, or a column's name, but this is `true`; remove it, or write it in quotes if it is meant as a string [wrong-kind]",
                2:
                    "`json` must be `false`, or a mapping (a field's JSON), or a list (each a key path), or a key path, but this is `true`; remove it, or write it in quotes if it is meant as a string [wrong-kind]",
            ]
        )
    }

    @Test("where `none` has a meaning, null is not written") func nothing() {
        expect(
            """
            database: { name: Map }
            api: { name: MapAPI }
            models:
              City:
                primaryKey: id
                fields: { id: Int64 }
                rest:
                  operations: [get, list, create, delete]
                  get: { responses: { 200: City, 204: ⟦1:null⟧, 404: ⟦2:~⟧ } }
                  list: { returns: ⟦3:null⟧, pagination: ⟦4:null⟧ }
                  create: { root: ⟦5:null⟧, bodyRoot: ⟦6:~⟧, body: City }
                  delete: { auth: ⟦7:null⟧, returns: none }
            """,
            [
                1: "`204` must be a type, or `none`, but this is `null`; write `none` [wrong-kind]",
                2: "`404` must be a type, or `none`, but this is `~`; write `none` [wrong-kind]",
                3: "`returns` must be a type, or `none`, but this is `null`; write `none` [wrong-kind]",
                4:
                    "`pagination` must be a mapping (the pagination options), or one of `link`, `none`, but this is `null`; write `none` [wrong-kind]",
                5: "`root` must be a key path, or `none`, but this is `null`; write `none` [wrong-kind]",
                6: "`bodyRoot` must be a key path, or `none`, but this is `~`; write `none` [wrong-kind]",
                7:
                    "`auth` must be a list (each a credential's name), or a credential's name, or `none`, but this is `null`; write `none` [wrong-kind]",
            ]
        )
    }

    @Test("a word where a list is expected is its element") func onlyElement() {
        expect(
            """
            models:
              City:
                fields: { id: Int64, name: String }
                hooks: ⟦1:willDecode⟧
            """,
            [1: "`hooks` must be a list, but this is `willDecode`; write it as `[willDecode]` [wrong-kind]"]
        )
    }

    @Test("the elements of a list are in its advice") func elements() {
        expect(
            """
            database: { name: Map, adopt: ⟦1:first⟧ }
            types: { Money: { json: String, sqlite: TEXT } }
            models:
              City:
                fields: { id: Int64, fees: { type: "[Money]", default: ⟦2:none⟧ }, names: { type: "[String]", default: ⟦3:none⟧ } }
            """,
            [
                1: "`adopt` must be a list, but this is `first`; write it as `[1]` [wrong-kind]",
                2: "a string is not a valid `[Money]`; write `{ swift: …, sql: … }` [default-mismatch]",
                3: "a string is not a valid `[String]`; write it as `[a, b]` [default-mismatch]",
            ]
        )
    }

    @Test("a list of names contains each once, and `none` is not one of several credentials") func elementsTwice() {
        expect(
            """
            api: { name: MapAPI, auth: [{ name: user, bearer: true }, { name: key, header: X-Key }] }
            database: { name: Map, version: 2, migrations: { 2: [{ swift: { name: f, models: [City, ⟦1:City⟧] } }] } }
            models:
              City:
                primaryKey: id
                fields: { id: Int64 }
                hooks: [didDecode, willDecode, ⟦2:didDecode⟧]
                rest:
                  operations: [list, get, create, delete]
                  list: { auth: [user, ⟦3:user⟧], expect: [200, 201, ⟦4:200⟧] }
                  get: { auth: [⟦5:none⟧, user] }
                  create: { auth: [⟦6:none⟧] }
                  delete: { auth: ⟦7:[]⟧ }
            """,
            [
                1: "`models` contains `City` twice; remove one of them [element-twice]",
                2: "`hooks` contains `didDecode` twice; remove one of them [element-twice]",
                3: "`auth` contains `user` twice; remove one of them [element-twice]",
                4: "`expect` contains `200` twice; remove one of them [element-twice]",
                5:
                    "`none` means no credential, so it cannot be in a list; write `auth: none`, or remove it [credential-name]",
                6: "`none` means no credential, so it cannot be in a list; write `auth: none` [credential-name]",
                7: "a list of credentials cannot be empty; add an element, or leave it out [empty-list]",
            ])
    }

    @Test("fields without `fields` are recognized") func forgottenFields() {
        expect(
            """
            models:
              City:
                ⟦1:id⟧: Int64
                ⟦2:nmae⟧: String
            """,
            [
                1: "unknown key `id` of a model; if it is a field, put it under `fields` [unknown-key]",
                2: "unknown key `nmae` of a model; if it is a field, put it under `fields` [unknown-key]",
            ]
        )
    }

    @Test("a key with an invalid type is one mistake") func invalidKey() {
        expect(
            """
            api: { name: MapAPI }
            models:
              City:
                fields: { id: ⟦1:Int6⟧, name: String }
                rest: { operations: [get] }
            """,
            [1: "unknown type `Int6`; did you mean `Int`? [unknown-type]"]
        )
    }

    @Test("a quoted `false` is a name") func quotedFalse() throws {
        let city = try #require(
            try schema(
                """
                database: { name: Map }
                models:
                  City:
                    table: "false"
                    primaryKey: id
                    fields: { id: Int64, other: { type: Int?, column: "false" } }
                """
            ).schema.models.first)
        #expect(city.table?.name.text == "false")
        #expect(city.fields.last?.column?.name.text == "false")
    }
}
