import Testing

@testable import ModelgenParsing

@Suite("One mistake gives one error")
struct OneMistakeTests {
    @Test("a missing colon in braces") func missingColon() {
        expect(
            """
            database: { name: Map }
            enums:
              Size: { raw: Int, cases: { ⟦1:small 0⟧, large: 1 } }
            models:
              City:
                table: cities
                primaryKey: id
                fields: { ⟦2:id Int64⟧, name: String }
                checks: ["length(name) > 0"]
              Road:
                fields: { size: Size, length: { type: Double, ⟦3:default 1.0⟧ } }
            """,
            [
                1: "missing `:` after `small`; write `small: 0` [yaml-syntax]",
                2: "missing `:` after `id`; write `id: Int64` [yaml-syntax]",
                3:
                    "missing `:` after `default`; write `default: 1.0`, or put the text with the comma before it in quotes [yaml-syntax]",
            ]
        )
    }

    @Test("a text with a comma in braces") func comma() {
        expect(
            """
            models:
              City: { doc: A city, ⟦1:or a town⟧, fields: { id: Int64 } }
            """,
            [
                1:
                    "missing `:` after `or`; write `or: a town`, or put the text with the comma before it in quotes [yaml-syntax]"
            ]
        )
    }

    @Test("a key with spaces, or without a value but with a colon, is not one without a colon") func colon() {
        expect(
            """
            models:
              City: { fields: { ⟦2:big id⟧ : ⟦3:⟧} }
            """,
            [
                2:
                    "`big id` is not a valid Swift name for a field; use letters and digits, as in `bigId` [invalid-identifier]",
                3:
                    "`big id` must be a mapping (a field), or a type, but this is nothing; write it as `{ type: … }` [wrong-kind]",
            ]
        )
    }

    @Test("a key of a model that is not indented enough") func misplacedKeys() {
        expect(
            """
            api: { name: MapAPI, baseURL: "https://example.org" }
            models:
              City:
                fields: { id: Int64 }
              ⟦1:rest⟧:
                path: cities
                operations: [list]
              Road:
              ⟦2:fields⟧: { id: Int64 }
              ⟦3:checks⟧: [id > 0]
            """,
            [
                1:
                    "`rest` is a key of a model, not the name of one; indent it more than `City`, to which it belongs [unknown-key]",
                2:
                    "`fields` is a key of a model, not the name of one; indent it more than `Road`, to which it belongs [unknown-key]",
                3:
                    "`checks` is a key of a model, not the name of one; indent it more than `Road`, to which it belongs [unknown-key]",
            ]
        )
    }

    @Test("a misspelled word of `assigned`") func assigned() {
        expect(
            """
            models:
              City:
                fields: { id: Int64, code: { type: Int, assigned: ⟦1:servver⟧ } }
            """,
            [1: "`assigned` cannot be `servver`; did you mean `server`? [unknown-word]"]
        )
    }

    @Test("a union without its cases") func cases() {
        expect(
            """
            models:
              Shape:
                json: { ⟦1:discriminator⟧: kind }
            """,
            [1: "a discriminator requires `oneOf`; add `oneOf: { … }` [one-of-discriminator]"]
        )
    }

    @Test("a misspelled model in a reference that a relation uses") func reference() {
        expect(
            """
            database: { name: Map }
            models:
              City:
                primaryKey: id
                fields: { id: Int64 }
                relations: { roads: { hasMany: Road } }
              Road:
                primaryKey: id
                fields: { id: Int64, city: { type: Int64, references: ⟦1:Citty⟧ } }
            """,
            [1: "unknown model `Citty`; did you mean `City`? [unknown-model]"]
        )
    }

    @Test("a misspelled key of fields that changed") func changedFields() {
        expect(
            """
            database: { name: Map, version: 2 }
            models:
              City:
                table: cities
                ⟦1:feilds⟧: { id: Int64, size: Int }
                migrations:
                  2:
                    - change: { size: { from: Int8 } }
            """,
            [1: "unknown key `feilds` of a model; did you mean `fields`? [unknown-key]"]
        )
    }

    @Test("no database and no API for several models") func services() {
        expect(
            """
            models:
              ⟦1:City⟧:
                primaryKey: id
                fields: { id: Int64 }
                ⟦2:rest⟧: { path: cities }
              Road:
                primaryKey: id
                fields: { id: Int64 }
                rest: { path: roads }
            """,
            [
                1:
                    "`City` has a table, but no database is declared; add `database: { name: … }` to the file, or `table: false` to the model [missing-database]",
                2: "`City` has a client, but no API is declared; add `api: { name: … }` to the file [missing-api]",
            ]
        )
    }
}
