import ModelgenSchema
import Testing

@testable import ModelgenParsing

@Suite("What transformers cannot do is refused at its line")
struct TransformerLimitTests {
    @Test("a choice of transformers chooses at least one") func emptyChoice() {
        expect(
            """
            models:
              City:
                fields:
                  a: { type: Date, transformer: ⟦1:{}⟧ }
                  b: { type: Date, transformer: { json: ⟦2:{}⟧ } }
            """,
            [
                1: "a choice of transformers cannot be empty; add an element, or leave it out [empty-list]",
                2: "a choice of transformers cannot be empty; add an element, or leave it out [empty-list]",
            ])
    }

    @Test("a transformer is for its type, or for a list or a dictionary of it") func transformers() {
        expect(
            """
            models:
              City:
                fields:
                  a: { type: "[Date]", transformer: unixSeconds }
                  b: { type: "[Date]?", transformer: unixMilliseconds }
                  c: { type: "[Int]", transformer: { json: stringNumber } }
                  d: { type: "[String]", transformer: commaSeparated }
                  e: { type: "Set<Date>", transformer: ⟦1:unixSeconds⟧ }
                  f: { type: "[String: Date]?", transformer: unixSeconds }
                  l: { type: "[String: [Date]]", transformer: ⟦2:unixSeconds⟧ }
                  g: { type: "[Date?]", transformer: ⟦3:unixSeconds⟧ }
                  h: { type: Bool, transformer: ⟦4:stringNumber⟧ }
                  i: { type: "[Int]", transformer: ⟦5:commaSeparated⟧ }
                  j: { type: "Set<String>", transformer: ⟦6:commaSeparated⟧ }
                  k: { type: "[[String]]", transformer: ⟦7:commaSeparated⟧ }
                  m: { type: Town, transformer: ⟦8:stringNumber⟧ }
              Town: { fields: { name: String } }
            """,
            [
                1:
                    "`unixSeconds` returns a `Date`, but the field is `Set<Date>`; change the type or the transformer [transformer-mismatch]",
                2:
                    "`unixSeconds` returns a `Date`, but the field is `[String: [Date]]`; change the type or the transformer [transformer-mismatch]",
                3:
                    "`unixSeconds` returns a `Date`, but the field is `[Date?]`; change the type or the transformer [transformer-mismatch]",
                4:
                    "`stringNumber` returns a number, but the field is `Bool`; change the type or the transformer [transformer-mismatch]",
                5:
                    "`commaSeparated` returns a `[String]`, but the field is `[Int]`; change the type or the transformer [transformer-mismatch]",
                6:
                    "`commaSeparated` returns a `[String]`, but the field is `Set<String>`; change the type or the transformer [transformer-mismatch]",
                7:
                    "`commaSeparated` returns a `[String]`, but the field is `[[String]]`; change the type or the transformer [transformer-mismatch]",
                8:
                    "`stringNumber` returns a number, but the field is `Town`; change the type or the transformer [transformer-mismatch]",
            ]
        )
    }

    @Test("a parameter whose style does not match its type has one message, whatever its transformer") func styles() {
        expect(
            """
            api: { name: MapAPI }
            models:
              City:
                fields: { id: Int64 }
                rest:
                  operations: [list]
                  list:
                    query:
                      a: { type: "[String: Date]?", style: json, ⟦1:transformer⟧: unixSeconds }
                      b: { type: "[String: Date]?", ⟦2:style⟧: form, transformer: unixSeconds }
            """,
            [
                1: "`json` writes the whole value; remove `transformer` [parameter-form]",
                2:
                    "`b` is `[String: Date]?`, but a style requires a list; remove it, or make it a list [parameter-form]",
            ])
    }

    @Test("null never reaches a transformer, so its types are not optional") func optionals() {
        expect(
            """
            transformers:
              Blank: { from: String, to: ⟦1:"String?"⟧ }
              Both: { from: ⟦2:JSON?⟧, to: ⟦3:"[Int]?"⟧ }
              Gaps: { from: "[String?]", to: "[Int?]" }
            models:
              Note:
                fields:
                  a: { type: "String?", transformer: Blank }
                  b: { type: String, transformer: Blank }
                  c: { type: "[Int]", transformer: Both }
                  d: { type: "[Int?]?", transformer: Gaps }
            """,
            [
                1: "null never reaches a transformer; write `String` [optional-transformer]",
                2: "null never reaches a transformer; write `JSON` [optional-transformer]",
                3: "null never reaches a transformer; write `[Int]` [optional-transformer]",
            ]
        )
    }

    @Test("elements cannot be skipped if a transformer makes the whole collection") func wholes() {
        expect(
            """
            transformers:
              Seal: { from: String, to: String }
              List: { from: String, to: "[Int]" }
              Bag: { from: String, to: "Set<Int>" }
            models:
              City:
                fields:
                  a: { type: "[String]", transformer: Seal, onInvalid: skipElement }
                  b: { type: "[Date]?", transformer: unixSeconds, onInvalid: skipElement }
                  c: { type: "[String]", transformer: { sqlite: commaSeparated }, onInvalid: skipElement }
                  d: { type: "[String]", transformer: commaSeparated, onInvalid: ⟦1:skipElement⟧ }
                  e: { type: "[Int]?", transformer: { json: List }, onInvalid: ⟦2:skipElement⟧ }
                  f: { type: "Set<Int>", transformer: Bag, onInvalid: ⟦3:skipElement⟧ }
                  g: { type: "[String: Date]", transformer: unixSeconds, onInvalid: ⟦4:skipElement⟧ }
            """,
            [
                1:
                    "`commaSeparated` converts the whole `[String]`, not its elements; use `fail` or `default` [invalid-policy]",
                2: "`List` converts the whole `[Int]`, not its elements; use `fail` or `default` [invalid-policy]",
                3: "`Bag` converts the whole `Set<Int>`, not its elements; use `fail` or `default` [invalid-policy]",
                4:
                    "invalid values of a dictionary with a transformer cannot be skipped; use `fail` or `default` [invalid-policy]",
            ]
        )
    }

    @Test("transformers by kind are one for numbers and one for strings") func kinds() {
        expect(
            """
            enums: { Color: [red], Size: { raw: Int, cases: { small: 1 } } }
            types: { Code: { json: String, sqlite: TEXT } }
            transformers:
              Colored: { from: Color, to: Int }
              Sized: { from: Size, to: Int }
              Coded: { from: Code, to: Int }
              Flexible: { from: JSON, to: Int }
              Both: { from: Union, to: Int }
            models:
              Union: { oneOf: { number: Int, text: String } }
              City:
                fields:
                  a: { type: Date, transformer: { json: { number: unixSeconds, string: rfc3339 } } }
                  g: { type: Int, transformer: { json: { number: Sized, string: Colored } } }
                  h: { type: Int, transformer: { json: { number: ⟦6:Coded⟧, string: Coded } } }
                  i: { type: Int, transformer: { json: { string: ⟦7:Sized⟧, number: Flexible } } }
                  j: { type: Int, transformer: { json: { string: Both, number: Both } } }
                  b: { type: Date, transformer: { json: ⟦1:{ number: unixSeconds }⟧ } }
                  c: { type: Date, transformer: { json: { string: iso8601, number: unixSeconds } } }
                  d: { type: Date, transformer: { json: { number: ⟦3:iso8601⟧, string: rfc3339 } } }
                  e: { type: Date, transformer: { json: { number: unixSeconds, ⟦4:object⟧: rfc3339 } } }
                  f: { type: "[Date]", transformer: { json: ⟦5:{ number: unixSeconds, string: rfc3339 }⟧ } }
            """,
            [
                1:
                    "transformers by kind require both kinds; write `number` and `string`, or one transformer without a kind [kind-transformers]",
                3: "`iso8601` does not accept a number; use a transformer that does [kind-transformers]",
                6: "`Coded` does not accept a number; use a transformer that does [kind-transformers]",
                7: "`Sized` does not accept a string; use a transformer that does [kind-transformers]",
                4:
                    "unknown kind `object`; use `number` and `string`, or write a custom transformer that takes `JSON` [kind-transformers]",
                5:
                    "a value of type `[Date]` is neither a number nor a string in JSON; use a single transformer, which is applied to each element [kind-transformers]",
            ]
        )
    }
}
