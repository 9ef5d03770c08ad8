import ModelRuntime
import Testing

extension ExportOpenAPITests {
    func document(_ arguments: String...) throws -> JSON {
        let command = try Command()
        defer { command.remove() }
        let outcome = try command.run(["export", "openapi"] + arguments)
        #expect(outcome.code == 0, "\(outcome.errors)")
        let document = try JSON(json: outcome.output)
        #expect(dangling(document) == [])
        return document
    }

    /// The references that lead to no component.
    func dangling(_ document: JSON) -> [String] {
        let prefix = "#/components/schemas/"
        func references(_ value: JSON) -> [String] {
            if case .array(let elements) = value { return elements.flatMap(references) }
            guard case .object(let members) = value else { return [] }
            return members.flatMap { key, value -> [String] in
                if key == "$ref", case .string(let text) = value { return [text] }
                return references(value)
            }
        }
        return references(document).filter {
            self.value(document, "components", "schemas", String($0.dropFirst(prefix.count))) == nil
        }
    }

    /// The value at a path in a document.
    func value(_ document: JSON?, _ way: String...) -> JSON? {
        way.reduce(document) { value, key in
            if case .array = value, let index = Int(key) { return value?[index] }
            return value?[key]
        }
    }

    @Test("what only a path contains has a component, too")
    func typesInPaths() throws {
        try command.write(
            """
            api: { name: MapAPI }
            enums: { Kind: [day, night], Level: [low, high], Mode: [on, off] }
            models:
              Word: { oneOf: { kind: Kind, text: String } }
              Map:
                fields: { id: Int64 }
                rest: { path: "kinds/{kind}/{word}/maps", params: { kind: Kind, word: Word }, operations: [list] }
              Pin:
                primaryKey: id
                table: false
                fields: { id: Level, mode: Mode }
                rest: { operations: [], actions: { touch: { method: POST, path: "pins/{id}/touch" } } }

            """, to: "map.model.yaml")
        let schemas = value(try document(command.folder.path), "components", "schemas")
        for name in ["Kind", "Word", "Level"] { #expect(value(schemas, name) != JSON?.none, "\(name)") }
        #expect(value(schemas, "Mode") == JSON?.none)
    }

    @Test("names that OpenAPI does not allow are written in ASCII, and stay different")
    func otherLetters() throws {
        try command.write(
            """
            api: { name: MapAPI, auth: [{ name: schlüssel, header: X-Key }, { name: other, bearer: true }] }
            models:
              Maß: { fields: { a: Int } }
              Ma_DF: { fields: { b: Int } }
              Word: { json: { discriminator: kind }, oneOf: { maß: Maß, other: Ma_DF } }
              Map:
                primaryKey: id
                table: false
                fields: { id: Int64, first: Maß, second: Ma_DF, word: Word }
                rest: { path: maps, operations: [get, delete], delete: { auth: [schlüssel, other] } }

            """, to: "map.model.yaml")
        let map = try document(command.folder.path)
        let schemas = value(map, "components", "schemas")
        for (name, key) in [("first", "a"), ("second", "b")] {
            guard case .string(let text)? = value(schemas, "Map", "properties", name, "$ref") else {
                Issue.record("\(name)")
                continue
            }
            #expect(value(schemas, String(text.dropFirst(21)), "properties", key, "type") == "integer", "\(text)")
        }
        #expect(value(map, "components", "securitySchemes", "schl-FC-ssel", "name") == "X-Key")
        #expect(value(map, "security") == [["schl-FC-ssel": []]])
        #expect(value(map, "paths", "/maps/{id}", "delete", "security") == [["schl-FC-ssel": [], "other": []]])
    }

    @Test("an element may be null if nothing in it has to be written")
    func elements() throws {
        try command.write(
            """
            api: { name: MapAPI }
            models:
              Map:
                primaryKey: id
                table: false
                fields:
                  id: Int64
                  a: { type: Int?, json: "list[0].a" }
                  b: { type: Int, json: "list[1].b" }
                rest: { operations: [get] }

            """, to: "map.model.yaml")
        let map = value(try document(command.folder.path), "components", "schemas", "Map", "properties")
        #expect(value(map, "list", "prefixItems", "0", "type") == ["object", "null"])
        #expect(value(map, "list", "prefixItems", "1", "type") == "object")
    }

    @Test("the keys of a dictionary are described, also if a transformer converts its values")
    func keys() throws {
        try command.write(
            """
            api: { name: MapAPI }
            enums: { Kind: [day, night], Size: { raw: Int, cases: { small: 1, large: 2 } } }
            models:
              Map:
                primaryKey: id
                table: false
                fields:
                  id: Int64
                  numbers: "[Size: Int]"
                  years: { type: "[Int: Date]", transformer: unixSeconds }
                  kinds: { type: "[Kind: Date]", transformer: unixSeconds }
                rest: { operations: [get] }

            """, to: "map.model.yaml")
        let map = value(try document(command.folder.path), "components", "schemas", "Map", "properties")
        #expect(value(map, "years", "propertyNames", "pattern") == "^-?[0-9]+$")
        #expect(value(map, "kinds", "propertyNames", "$ref") == "#/components/schemas/Kind")
        #expect(value(map, "numbers", "propertyNames", "enum") == ["1", "2"])
        #expect(value(map, "kinds", "additionalProperties", "type") == "number")
    }

    @Test("a union that keeps unknown objects allows them, and another one does not")
    func openUnions() throws {
        func alternatives(_ unknown: String) throws -> JSON? {
            try command.write(
                """
                api: { name: MapAPI }
                models:
                  Circle: { fields: { radius: Double } }
                  Square: { fields: { side: Double } }
                  Shape: { json: { discriminator: kind, unknown: \(unknown) }, oneOf: { circle: Circle, square: Square } }
                  Map:
                    primaryKey: id
                    table: false
                    fields: { id: Int64, shape: Shape }
                    rest: { operations: [get] }

                """, to: "map.model.yaml")
            return value(try document(command.folder.path), "components", "schemas", "Shape", "oneOf")
        }
        let cases: [JSON] = ["Circle", "Square"].map { ["$ref": .string("#/components/schemas/Shape.\($0)")] }
        #expect(try alternatives("fail") == .array(cases))
        let other: JSON = [
            "type": "object", "properties": ["kind": ["type": "string", "not": ["enum": ["circle", "square"]]]],
            "required": ["kind"],
        ]
        #expect(try alternatives("keep") == .array(cases + [other]))
    }

    @Test("without `success`, only a failure has what describes one")
    func failuresByStatus() throws {
        try command.write(
            """
            api:
              name: MapAPI
              envelope: { object: data, list: data }
              failure: { code: error.code, message: error.message }
            models:
              Map:
                fields: { id: Int64 }
                rest:
                  path: maps
                  operations: [get, delete]
                  actions: { print: { path: "maps/{id}.pdf", download: true } }

            """, to: "map.model.yaml")
        let map = try document(command.folder.path)
        func content(_ path: String, _ method: String, _ status: String) -> JSON? {
            value(map, "paths", path, method, "responses", status, "content")
        }
        let answer = value(content("/maps/{id}", "get", "2XX"), "application/json", "schema")
        #expect(value(answer, "required") == ["data"])
        #expect(value(answer, "properties", "error") == JSON?.none)
        #expect(content("/maps/{id}", "delete", "2XX") == nil)
        #expect(value(content("/maps/{id}.pdf", "get", "2XX"), "application/json") == JSON?.none)
        let failure = value(content("/maps/{id}", "delete", "default"), "application/json", "schema")
        #expect(value(failure, "properties", "error", "properties", "code", "type") == ["string", "integer"])
        #expect(value(failure, "properties", "error", "properties", "message", "type") == ["string", "null"])
        #expect(value(failure, "required") == JSON?.none)
    }

    @Test("parts of an upload are described as the client sends them")
    func parts() throws {
        try command.write(
            """
            api: { name: MapAPI }
            models:
              Map:
                fields: { id: Int64 }
                rest:
                  operations: []
                  actions:
                    send:
                      method: POST
                      path: maps
                      upload:
                        sum: { type: Data, transformer: hex }
                        maps: "[Map]"
                        atlas: { type: "[Map]", style: json }
                        map: Map
                        page: { type: Data, headers: { X-Sum: a } }
                        word: String

            """, to: "map.model.yaml")
        let map = try document(command.folder.path)
        let content = value(map, "paths", "/maps", "post", "requestBody", "content", "multipart/form-data")
        let properties = value(content, "schema", "properties")
        #expect(value(properties, "sum", "contentMediaType") == JSON?.none)
        #expect(value(properties, "sum", "pattern") != JSON?.none)
        let encoding = value(content, "encoding")
        #expect(value(encoding, "atlas", "contentType") == "application/json")
        #expect(value(encoding, "page", "headers", "X-Sum", "schema", "const") == "a")
        for name in ["sum", "maps", "word"] { #expect(value(encoding, name) == JSON?.none, "\(name)") }
    }

    @Test(
        "a page has what a client reads to get the next one",
        arguments: [
            ("{ cursor: { next: links.next, url: true } }", ["links", "next"], JSON.array(["string", "null"])),
            ("{ page: { number: page, total: meta.count } }", ["meta", "count"], "integer"),
        ])
    func pages(_ pagination: String, _ path: [String], _ type: JSON) throws {
        try command.write(
            """
            api: { name: MapAPI, envelope: { list: data }, pagination: \(pagination) }
            models: { Map: { fields: { id: Int64 }, rest: { path: maps, operations: [list] } } }

            """, to: "map.model.yaml")
        let map = try document(command.folder.path)
        var schema = value(
            map, "paths", "/maps", "get", "responses", "2XX", "content", "application/json", "schema")
        #expect(value(schema, "required") == ["data"])
        for key in path { schema = value(schema, "properties", key) }
        #expect(value(schema, "type") == type)
    }
}
