import ModelgenDiagnostics
import ModelgenSchema
import Testing

@testable import ModelgenParsing

@Suite("What clients cannot do is refused at its line")
struct ClientLimitTests {
    @Test("single objects are identified by one key") func compositeKey() {
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
                    "the operation `get` requires a single-field key, but the key of `Seat` has several fields; make it one of the `actions`, with `params` for its path [operation-needs-key]"
            ]
        )
    }

    @Test("an optional `id` is not a key, which matters only where one is needed") func optionalID() {
        expect(
            """
            api: { name: CinemaAPI }
            models:
              Seat:
                fields: { id: Int64?, row: Int64 }
                rest: { ⟦1:operations⟧: [list, get] }
              Ticket:
                fields: { id: Int64?, row: Int64 }
                rest:
                  operations: [list, create]
                  actions: { print: { path: "tickets/{ticket}", params: { ticket: Int64 } } }
            """,
            [1: "the operation `get` requires a key, but `id` is optional; remove the `?` [operation-needs-key]"]
        )
    }

    @Test(
        "a status and a timeout are what they look like",
        arguments: [
            ("responses: { 200: City, 4XX: Problem, 5XX: none, default: none }", []),
            ("responses: { 200: City, 4xx: Problem }", ["response-status"]),
            ("responses: { 200: City, 0404: Problem }", ["response-status"]),
            ("responses: { 200: City, \"+404\": Problem }", ["response-status"]),
            ("responses: { 200: City, ٤XX: Problem }", ["response-status"]),
            ("responses: { 200: City, 3XX: none }", ["response-status"]), ("responses: { 200: City, 304: none }", []),
            ("responses: { 200: City, 204: City }", ["response-status"]),
            ("responses: { 200: City, 304: Problem, 404: Problem }", ["response-status"]),
            ("responses: { 200: City?, 204: City? }", []), ("expect: [0200]", ["response-status"]),
            ("timeout: 604800", []), ("timeout: 0.5", []),
            ("timeout: 1e30", ["invalid-timeout"]), ("timeout: 1e19", ["invalid-timeout"]),
            ("timeout: 604801", ["invalid-timeout"]), ("timeout: -1e30", ["invalid-timeout"]),
            ("timeout: 0", ["invalid-timeout"]),
        ])
    func statuses(_ option: String, _ rules: [String]) {
        let text = """
            api: { name: MapAPI }
            models:
              City: { fields: { id: Int64 }, rest: { operations: [get], get: { \(option) } } }
              Problem: { fields: { text: String } }

            """
        #expect(parse([SourceFile(path: "a.model.yaml", text: text)], imports: []).1.map(\.rule) == rules)
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
                    "`City` has no field that a patch can change; remove the operation `patch` [patch-of-nothing]"
            ]
        )
    }

    @Test("what is named as a patch has something to change, too") func patches() {
        func nothing(_ advice: String) -> String {
            "`Tag` has no field that a patch can change; \(advice) [patch-of-nothing]"
        }
        let body = nothing("write `body: Tag`")
        expect(
            """
            api: { name: MapAPI }
            models:
              Tag:
                ⟦1:patch⟧: true
                fields: { id: Int64 }
              City:
                fields: { id: Int64, name: String }
                rest:
                  operations: [get, patch: { body: { patch: ⟦2:Tag⟧ } }]
                  nested: { marks: { method: PATCH, body: { patch: ⟦3:Tag⟧ }, returns: none } }
                  actions: { mark: { method: PATCH, path: marks, body: { patch: ⟦4:Tag⟧ } } }
            """,
            [1: nothing("remove `patch`"), 2: body, 3: body, 4: body])
    }

    @Test(
        "a model of another module has a patch or a draft if its module generates one", arguments: ["patch", "draft"])
    func formOfModule(_ form: String) {
        func messages(_ options: String) -> [String] {
            let own = """
                imports: [Core]
                api: { name: MapAPI }
                models:
                  City:
                    fields: { id: Int64, name: String }
                    rest: { operations: [get, patch: { body: { \(form): Change } }] }
                """
            let core =
                "models: { Change: { fields: { id: { type: Int, assigned: server }, name: String? }\(options) } }\n"
            return parse(
                [SourceFile(path: "map.model.yaml", text: own)],
                imports: [SourceFile(path: "Core/core.model.yaml", bytes: Array(core.utf8), module: "Core")]
            ).1.map(\.message)
        }
        #expect(messages("") == ["the model `Change` of the module `Core` has no \(form)"])
        #expect(messages(", \(form): true") == [])
    }

    @Test("the options of save belong to the operations that are not listed") func save() {
        expect(
            """
            api: { name: MapAPI }
            models:
              City:
                fields: { id: Int64, name: String }
                rest: { operations: [create, save], ⟦1:save⟧: { timeout: 5 } }
              Town:
                fields: { id: Int64, name: String }
                rest: { operations: [save: { path: "towns/⟦2:{id}⟧" }] }
              Village:
                fields: { id: Int64, name: String }
                rest: { ⟦3:operations⟧: [patch, save: { method: PATCH }] }
              Street:
                fields: { id: { type: String, assigned: caller }, name: String }
                rest: { operations: [create: { timeout: 5 }, save: { path: "streets/{id}/all" }] }
            """,
            [
                1:
                    "`save` uses `create`, which is listed separately; move the options there, or remove `create` from the list [save-options]",
                2:
                    "the path of `save` cannot contain `{id}`, because a new object has no key yet; remove it, or list `create` and `update`, each with its path [path-parameter]",
                3:
                    "`update` with PATCH and `patch` are the same request; remove one of them, or the method of `update` [update-and-patch]",
            ]
        )
    }

    @Test("list and save have no body, and GET sends none") func bodies() {
        expect(
            """
            api: { name: MapAPI }
            models:
              City:
                fields: { id: Int64, name: String }
                rest:
                  operations: [list, { create: { body: Town } }, { get: { ⟦1:body⟧: Town } }, update]
                  list: { ⟦2:body⟧: Town }
                  update: { body: Town }
                  nested:
                    streets: { returns: "[City]", body: Town }
                    houses: { returns: "[City]", ⟦3:body⟧: Town, method: GET }
                  actions: { found: { path: cities/found, body: City } }
              Town:
                fields: { id: Int64, name: String }
                rest: { operations: [save], save: { ⟦4:body⟧: City } }
              Village:
                fields: { id: Int64, name: String }
                rest: { operations: [save, update], update: { ⟦5:body⟧: City } }
            """,
            [
                1: "GET cannot send a body; use POST or PUT [transfer-conflict]",
                2: "`list` cannot have a body; make it one of the `actions`, or remove the body [body-of-operation]",
                3: "GET cannot send a body; use POST or PUT [transfer-conflict]",
                4: "`save` always sends the draft or the model; remove the body [body-of-operation]",
                5:
                    "with `save`, `update` sends the draft or the model; remove the body, or `save` [body-of-operation]",
            ]
        )
    }

    @Test("what an operation always sends needs a method that sends it, and HEAD returns nothing") func methods() {
        let get = "GET cannot send a body; use POST or PUT [transfer-conflict]"
        let head = "HEAD returns no body; use GET, or write `returns: none` [transfer-conflict]"
        expect(
            """
            api: { name: MapAPI, methods: { update: GET } }
            models:
              City:
                fields: { id: Int64, name: String }
                rest:
                  operations: [list, { get: { ⟦1:method⟧: HEAD } }, { create: { ⟦2:method⟧: GET } }, ⟦3:update⟧, patch]
                  patch: { ⟦4:method⟧: HEAD }
                  nested: { mayor: { returns: String, ⟦5:method⟧: HEAD }, flag: { returns: none, method: HEAD } }
                  actions:
                    map: { path: map, ⟦6:method⟧: HEAD, download: true }
                    count: { path: count, ⟦7:method⟧: HEAD, returns: Int }
                    exists: { path: "cities/{id}", method: HEAD }
              Town:
                fields: { id: Int64, name: String }
                rest: { operations: [save, { get: { method: HEAD, returns: none } }], save: { ⟦8:method⟧: GET } }
              Village:
                fields: { id: Int64, name: String }
                ⟦9:rest⟧: { path: villages }
            """,
            [1: head, 2: get, 3: get, 4: get.replacing("GET", with: "HEAD"), 5: head, 6: head, 7: head, 8: get, 9: get])
    }

    @Test("a status without a body means no success where the result is read from one") func emptySuccesses() {
        func message(_ status: Int) -> String {
            "a response with the status \(status) has no body, and the result is read from one; write `returns: none`, "
                + "or an optional type if other responses have a body [response-status]"
        }
        expect(
            """
            api: { name: MapAPI }
            models:
              City:
                fields: { id: Int64, name: String }
                rest:
                  operations: [{ list: { ⟦1:expect⟧: 204 } }, { get: { ⟦2:expect⟧: [200, 205] } }, create, update, patch, delete]
                  create: { ⟦3:expect⟧: [201, 204] }
                  update: { expect: [200, 204] }
                  patch: { expect: 204 }
                  delete: { expect: 204 }
                  nested: { mayor: { returns: String, ⟦4:expect⟧: 204 }, flag: { returns: none, expect: 204 } }
                  actions:
                    count: { path: count, returns: Int, ⟦5:expect⟧: 204 }
                    first: { path: first, returns: City?, expect: [200, 204] }
                    reset: { path: reset, method: POST, expect: 204 }
              Town:
                fields: { id: Int64, name: String }
                rest: { operations: [{ create: { returns: none, expect: 204 } }, { delete: { returns: Town, ⟦6:expect⟧: 204 } }] }
            """,
            [1: message(204), 2: message(205), 3: message(204), 4: message(204), 5: message(204), 6: message(204)])
    }

    @Test("a body whose type is wrong does not make an action a GET") func wrongBody() {
        expect(
            """
            api: { name: MapAPI }
            models:
              City:
                fields: { id: Int64, name: String }
                rest:
                  actions:
                    add: { path: cities, body: ⟦1:Twon⟧, returns: City }
            """,
            [1: "unknown type `Twon`; declare it under `models`, `enums` or `types` [unknown-type]"]
        )
    }

    @Test("the responses of a download are failures, since its success is a file") func download() {
        expect(
            """
            api: { name: MapAPI }
            models:
              City:
                fields: { id: Int64, name: String }
                rest:
                  operations: [list]
                  actions:
                    map:
                      path: "cities/{id}.png"
                      download: true
                      responses: { ⟦1:200⟧: City, 204: none, 404: City, default: City }
            """,
            [
                1:
                    "a download cannot have a type for `200`; remove it, and keep only failures in `responses` [transfer-conflict]"
            ]
        )
    }
}
