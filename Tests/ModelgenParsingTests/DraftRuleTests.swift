import ModelgenDiagnostics
import Testing

@testable import ModelgenParsing

@Suite("Drafts, cursors and unknown kinds")
struct DraftRuleTests {
    @Test("only the server assigns a field that is not a key, which a draft then lacks") func assignedElsewhere() throws
    {
        expect(
            """
            database: { name: Map }
            models:
              City:
                primaryKey: id
                fields:
                  id: { type: Int64, assigned: caller }
                  a: { type: Int, ⟦1:assigned⟧: caller }
                  b: { type: Int, assigned: server, ⟦2:autoincrement⟧: true }
                  c: { type: Int, assigned: server }
              Town:
                ⟦3:draft⟧: true
                fields: { id: Int64, name: String }
              Village:
                ⟦4:draft⟧: true
                fields: { id: { type: Int64, assigned: server } }
            """,
            [
                1:
                    "`a` is not a key, but `assigned: caller` is only for keys; add it to `primaryKey`, or remove `assigned` [assigned-without-key]",
                2:
                    "`b` is not a key, but `autoincrement` is only for keys; add it to `primaryKey`, or remove `autoincrement` [assigned-without-key]",
                3:
                    "`Town` has no assigned field that a draft would omit; write `assigned: server` in the fields that it omits, or remove `draft` [requested-extra]",
                4: "a draft of `Village` would have no fields; remove `draft` [requested-extra]",
            ])
        let model = try #require(
            schema(
                """
                database: { name: Map }
                models:
                  City:
                    primaryKey: id
                    fields: { id: Int64, name: String, size: { type: Int, assigned: server } }
                """
            ).schema.models.first)
        #expect(model.keyFields.map(\.name) == ["id"])
        #expect(model.draftFields.map(\.name) == ["name"])
        #expect(!model.insertsDrafts)
    }

    @Test("a body is a draft of a model that has one, and not a patch as well") func drafts() {
        expect(
            """
            api: { name: MapAPI }
            models:
              Tag:
                fields: { name: String }
              City:
                fields: { id: { type: Int64, assigned: server }, name: String }
                rest:
                  operations: [get, update: { body: { draft: City } }]
                  actions:
                    mark: { path: marks, body: { draft: ⟦1:Tag⟧ } }
                    move: { path: moves, body: { draft: ⟦2:"[City]"⟧ } }
                    copy: { path: copies, body: { draft: City, ⟦3:patch⟧: City } }
            """,
            [
                1: "`Tag` has no assigned field that a draft would omit; write `body: Tag` [patch-of-nothing]",
                2: "a draft has fields of a model; name a model, or write `body: TYPE` [patch-of-value]",
                3: "a body can have only one of `draft`, `patch`; remove the others [exactly-one-key]",
            ])
    }

    @Test("a cursor is in the response or in the last object, never both") func cursors() {
        expect(
            """
            api:
              - { name: AAPI, pagination: { cursor: { parameter: after, last: id, more: has_more } } }
              - { name: BAPI, pagination: { cursor: { parameter: after, last: id } } }
              - { name: CAPI, pagination: { cursor: { parameter: after, last: id, ⟦1:next⟧: paging.next } } }
              - { name: DAPI, pagination: { cursor: { parameter: after, next: paging.next, ⟦2:more⟧: has_more } } }
              - { name: EAPI, pagination: { cursor: { ⟦3:last⟧: id, url: true } } }
            """,
            [
                1:
                    "the options of pagination by cursor can have only one of `last`, `next`; remove the others [exactly-one-key]",
                2: "`more` requires `last`; remove `more`, since `next` is null at the end [cursor-parameter]",
                3: "the last object has no URL of the next page; write `next: id` [cursor-parameter]",
            ])
    }

    @Test("only a union with a discriminator has unknown values") func unknownKinds() {
        expect(
            """
            models:
              A: { json: { discriminator: kind, unknown: keep }, oneOf: { c: C, u: ⟦1:Unknown⟧ } }
              B: { json: { ⟦2:unknown⟧: keep }, oneOf: { c: C, text: String } }
              C: { json: { ⟦3:unknown⟧: fail }, fields: { a: Int } }
              D: { json: { discriminator: kind, unknown: fail }, oneOf: { u: Unknown } }
              Unknown: { fields: { a: Int } }
            """,
            [
                1: "`Unknown` would be the case for unknown values; rename the model [one-of-discriminator]",
                2:
                    "`unknown` requires a discriminator; remove it; among types without a discriminator, `JSON` is any other value [one-of-discriminator]",
                3:
                    "`unknown` requires a discriminator; remove it; among types without a discriminator, `JSON` is any other value [one-of-discriminator]",
            ])
    }

    @Test("with a discriminator, another type than a model is not called an unknown model") func otherTypes() {
        expect(
            """
            enums: { Color: [red] }
            models:
              A:
                json: { discriminator: kind }
                oneOf: { c: C, i: ⟦1:Int⟧, e: ⟦2:Color⟧, l: ⟦3:"[C]"⟧, o: ⟦4:C?⟧, u: ⟦5:Unknown⟧ }
              C: { fields: { a: Int } }
            """,
            [
                1: Self.notModel, 2: Self.notModel, 3: Self.notModel, 4: Self.notModel,
                5: "unknown model `Unknown`; declare it under `models` [unknown-model]",
            ])
    }

    private static let notModel =
        "with a discriminator, each case must be a model; use a model, or remove the discriminator [one-of-discriminator]"
}
