import ModelgenSchema
import Testing

@testable import ModelgenParsing

@Suite("What clients cannot do is refused at its line")
struct ClientLimitTests {
    @Test("single objects are addressed by one key") func compositeKey() {
        expect(
            """
            api: { name: CinemaAPI }
            database: { name: Cinema }
            models:
              Seat:
                primaryKey: [row, number]
                fields: { row: Int64, number: Int64, isTaken: Bool }
                rest: { ⟦1:operations⟧: [list, get] }
              Ticket:
                primaryKey: [row, number]
                fields: { row: Int64, number: Int64 }
                rest:
                  operations: [list, create]
                  actions: { print: { path: "tickets/{row}/{number}", params: { row: Int64, number: Int64 } } }
            """,
            [
                1:
                    "the operation `get` needs a single key, and that of `Seat` has several fields; make it one of the `actions`, with `params` for its path [operation-needs-key]"
            ]
        )
    }

    @Test("a patch has something to change") func patch() {
        expect(
            """
            api: { name: MapAPI }
            models:
              City:
                fields: { id: Int64, name: { type: String, readOnly: true }, size: { type: Int?, json: { encode: false } } }
                rest: { operations: [get, ⟦1:patch⟧] }
            """,
            [
                1:
                    "`City` has no field that a patch could change; remove the operation `patch` [patch-of-nothing]"
            ]
        )
    }

    @Test("only actions have a body of their own") func bodies() {
        expect(
            """
            api: { name: MapAPI }
            models:
              City:
                fields: { id: Int64, name: String }
                rest:
                  operations: [list, { create: { ⟦1:body⟧: City } }, update]
                  update: { ⟦2:body⟧: City }
                  nested: { streets: { returns: "[City]", ⟦3:body⟧: City } }
                  actions: { found: { path: cities/found, body: City } }
            """,
            [
                1:
                    "an operation has no body of its own; make it one of the `actions`, or remove the body [body-of-operation]",
                2:
                    "an operation has no body of its own; make it one of the `actions`, or remove the body [body-of-operation]",
                3:
                    "a nested resource has no body of its own; make it one of the `actions`, or remove the body [body-of-operation]",
            ]
        )
    }
}
