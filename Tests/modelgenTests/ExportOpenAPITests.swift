import Foundation
import ModelRuntime
import Testing

@Suite("modelgen export openapi")
struct ExportOpenAPITests {
    let command: Command

    init() throws { command = try Command() }

    /// The folders of all models that have a service: the example's, the five systems', and the golden cases'.
    static let services: [String] = {
        let roots = ["Schemas", "Tests/Golden"].map { Command.package.appending(path: $0) }
        return roots.flatMap { root -> [String] in
            let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
            return names.sorted().map { root.appending(path: $0).path }.filter { folder in
                let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
                let texts = files.filter { $0.hasSuffix(".model.yaml") }.compactMap {
                    try? String(contentsOfFile: folder + "/" + $0, encoding: .utf8)
                }
                // An XML service, or one that must be rejected, has no document.
                return !folder.contains("/Bad_") && texts.contains { $0.contains("\napi:") || $0.hasPrefix("api:") }
            }
        }
    }()

    @Test("every document is valid for openapi-spec-validator, as JSON and as YAML", arguments: services)
    func isValid(_ folder: String) throws {
        let script = Command.package.appending(path: "Tests/OpenAPI/validate").path
        // If there are several services, the message lists them.
        let first = try command.run("export", "openapi", folder)
        let list = first.errors.prefixMatch(of: /error: there are several services \(([^)]*)\)/)?.1
        let names = list.map { $0.split(separator: ", ").map(String.init) } ?? []
        var files: [String] = []
        for choice in names.isEmpty ? [[]] : names.map({ ["--api", $0] }) {
            let arguments = ["export", "openapi", folder] + choice
            let json = try command.run(arguments)
            #expect(json.code == 0, "\(json.errors)")
            #expect(dangling(try JSON(json: json.output)) == [])
            #expect(try command.run(arguments).output == json.output)
            let yaml = try command.run(arguments + ["--format", "yaml"], exits: 0)
            files += ["openapi\(files.count).json", "openapi\(files.count).yaml"]
            try command.write(json.output, to: files[files.count - 2])
            try command.write(yaml.output, to: files[files.count - 1])
        }
        let outcome = try command.run(tool: script, files)
        // Without a network there is no validator; the script says so, loudly.
        if outcome.code == 75 {
            print(outcome.errors)
            return
        }
        #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    }

    @Test("the example: paths, parameters, drafts, pages, formats, open enums")
    func blog() throws {
        let blog = try document(Command.package.appending(path: "Schemas/Blog").path)
        #expect(value(blog, "openapi") == "3.1.0")
        #expect(value(blog, "servers", "0", "url") == "https://jsonplaceholder.typicode.com")
        let list = value(blog, "paths", "/posts", "get")
        for (index, name) in ["userId", "_start", "_limit"].enumerated() {
            #expect(value(list, "parameters", "\(index)", "name") == .string(name))
        }
        #expect(value(list, "parameters", "0", "schema", "minimum") == JSON?.none)
        #expect(value(list, "parameters", "1", "schema", "minimum") == 0)
        #expect(value(list, "x-pagination", "offset", "limit") == "_limit")
        #expect(value(blog, "paths", "/users/{id}/posts", "get", "x-pagination") == JSON?.none)
        #expect(value(list, "responses", "2XX", "content", "application/json", "schema", "type") == "array")
        #expect(
            value(blog, "paths", "/posts", "post", "requestBody", "content", "application/json", "schema", "$ref")
                == "#/components/schemas/Post.Draft")
        #expect(value(blog, "paths", "/posts/{id}/comments", "get", "operationId") == "posts.comments")
        let post = value(blog, "components", "schemas", "Post")
        #expect(value(post, "properties", "id", "format") == "int64")
        #expect(value(post, "required") == ["id", "userId", "title"])
        #expect(value(post, "properties", "body", "default") == "")
        #expect(value(post, "properties", "created_at", "type") == ["integer", "null"])
        #expect(value(post, "properties", "createdAt", "readOnly") == true)
        #expect(value(blog, "components", "schemas", "Post.Draft", "properties", "id") == JSON?.none)
        let visibility = value(blog, "components", "schemas", "Visibility")
        #expect(value(visibility, "anyOf", "0", "enum") == ["public", "followers", "private"])
        // The address is not a model: its parts are fields of the user.
        let geo = value(blog, "components", "schemas", "User", "properties", "address", "properties", "geo")
        #expect(value(geo, "properties", "lat", "type") == ["string", "null"])
    }

    @Test("envelopes, business codes, security, transfers, unions, patches")
    func everything() throws {
        try command.write(
            """
            api:
              name: ShopAPI
              basePath: /v1/
              headers: { X-Client: shop, Accept: application/json }
              envelope: { object: data, list: data.items, meta: meta }
              failure: { code: status.code, success: "0000", message: status.text }
              pagination: { cursor: { parameter: after, next: meta.next } }
              auth: { header: X-Api-Key }
            enums:
              Color: { raw: Int, cases: { red: { value: 1, doc: As blood. }, green: 2 } }
            models:
              Item:
                doc: Something for sale.
                deprecated: Use Ware.
                fields:
                  id: Int64
                  shape: Shape?
                  color: { type: Color, default: red }
                  tags: { type: Set<String>, default: [] }
                  secret: { type: String?, writeOnly: true }
                  seen: { type: Date?, readOnly: true }
                  ids: { type: "[UUID]", default: [] }
                  link: { type: URL?, json: "links[1].url" }
                  blob: Data?
                rest:
                  operations: [list, get, create, patch, update, delete]
                  list: { query: { colors: "[Color]?", since: Date } }
                  actions:
                    attach: { path: "items/{id}/files", upload: { file: Data, caption: String? }, returns: Item }
                    export: { path: "items/{id}.pdf", download: true, doc: As a page. }
                    count: { method: GET, path: items/count, returns: Int, root: n }
              Shape: { json: { discriminator: kind }, oneOf: { circle: Circle, square: Square } }
              Circle: { fields: { radius: Double } }
              Square: { fields: { side: Double } }
              Unused: { fields: { x: Int } }

            """, to: "shop.model.yaml")
        let outcome = try command.run("export", "openapi", ".", "--api-version", "2.1")
        #expect(outcome.code == 0, "\(outcome.errors)")
        let shop = try JSON(json: outcome.output)
        #expect(value(shop, "info", "version") == "2.1")
        #expect(value(shop, "servers", "0", "url") == "/v1")
        #expect(value(shop, "components", "securitySchemes", "key", "name") == "X-Api-Key")
        #expect(value(shop, "components", "schemas", "Unused") == JSON?.none)
        let list = value(shop, "paths", "/item", "get")
        #expect(value(list, "parameters", "0", "schema", "type") == "array")
        #expect(value(list, "parameters", "1", "required") == true)
        #expect(value(list, "parameters", "2", "name") == "after")
        #expect(value(list, "parameters", "3", "schema", "const") == "shop")
        #expect(value(list, "parameters", "4") == JSON?.none)
        let answer = value(list, "responses", "2XX", "content", "application/json", "schema")
        #expect(
            value(answer, "properties", "data", "properties", "items", "items", "$ref")
                == "#/components/schemas/Item")
        #expect(value(answer, "properties", "status", "required") == ["code"])
        #expect(value(answer, "properties", "meta", "properties", "next", "type") == ["string", "null"])
        #expect(value(list, "x-pagination", "cursor", "next") == "meta.next")
        #expect(value(list, "responses", "2XX", "x-envelope", "value") == "data.items")
        #expect(value(list, "responses", "2XX", "x-envelope", "success") == "0000")
        #expect(value(shop, "paths", "/item/{id}", "get", "parameters", "0", "x-property") == "id")
        #expect(value(list, "deprecated") == true)
        let attach = value(
            shop, "paths", "/items/{id}/files", "post", "requestBody", "content", "multipart/form-data", "schema")
        #expect(value(attach, "required") == ["file"])
        #expect(value(attach, "properties", "file", "contentMediaType") == "application/octet-stream")
        let export = value(shop, "paths", "/items/{id}.pdf", "get")
        #expect(value(export, "description") == "As a page.")
        #expect(value(export, "responses", "2XX", "content", "application/octet-stream") != JSON?.none)
        let count = value(
            shop, "paths", "/items/count", "get", "responses", "2XX", "content", "application/json", "schema")
        #expect(value(count, "properties", "n", "type") == "integer")
        #expect(value(count, "properties", "n", "format") == JSON?.none)
        let schemas = value(shop, "components", "schemas")
        #expect(
            value(schemas, "Shape", "discriminator", "mapping", "circle") == "#/components/schemas/Shape.Circle")
        #expect(value(schemas, "Shape.Circle", "allOf", "0", "properties", "kind", "const") == "circle")
        #expect(value(schemas, "Item.Patch", "required") == JSON?.none)
        let item = value(schemas, "Item", "properties")
        #expect(value(item, "links", "prefixItems", "1", "properties", "url", "format") == "uri")
        #expect(value(item, "secret", "writeOnly") == true)
        #expect(value(item, "seen", "readOnly") == true)
        #expect(value(item, "tags", "uniqueItems") == true)
        #expect(value(item, "color", "default") == 1)
        #expect(value(schemas, "Color", "oneOf", "1", "const") == 2)
    }

    @Test("what every request has is in the document, wherever it is sent")
    func sharedParts() throws {
        try command.write(
            """
            api:
              name: OldAPI
              parameters: { locale: de, v: 2, signature: { value: none, in: query } }
            models:
              Item:
                primaryKey: id
                table: false
                fields: { id: Int64, name: String }
                rest:
                  operations: [list, get, create]
                  list: { pagination: { page: { number: page, size: size, total: meta.count } }, root: items }
                  actions:
                    token:
                      method: POST
                      path: token
                      form: { grant: { const: password, key: grant_type }, scope: { type: String, default: all } }
                      returns: Item
                    send: { path: send, upload: { file: Data, kind: { const: photo }, size: { type: Int, default: 3 } } }
                    ping: { method: POST, path: ping }
                    words: { method: POST, path: words, body: "[String]" }
              Page:
                primaryKey: id
                table: false
                fields: { id: Int64 }
                rest: { operations: [list], list: { pagination: { cursor: { next: meta.next, url: true } }, root: items } }

            """, to: "old.model.yaml")
        let old = try document(command.folder.path)
        func names(_ path: String, _ method: String) -> [JSON?] {
            guard case .array(let parameters)? = value(old, "paths", path, method, "parameters") else { return [] }
            return parameters.filter { $0["in"] == "query" }.map { $0["name"] }
        }
        func body(_ path: String, _ type: String) -> JSON? {
            value(old, "paths", path, "post", "requestBody", "content", type, "schema")
        }
        #expect(names("/item", "get") == ["page", "size", "locale", "v", "signature"])
        #expect(names("/item", "post") == ["signature"])
        let create = body("/item", "application/json")
        #expect(value(create, "allOf", "1", "properties", "v", "const") == 2)
        #expect(value(create, "allOf", "1", "required") == ["locale", "v"])
        let token = body("/token", "application/x-www-form-urlencoded")
        #expect(value(token, "properties", "grant_type", "const") == "password")
        #expect(value(token, "properties", "v", "const") == "2")
        #expect(value(token, "required") == ["grant_type", "locale", "v"])
        let send = body("/send", "multipart/form-data")
        #expect(value(send, "properties", "kind", "const") == "photo")
        #expect(value(send, "required") == ["file", "kind"])
        #expect(names("/send", "post") == ["locale", "v", "signature"])
        #expect(value(body("/ping", "application/json"), "properties", "locale", "const") == "de")
        #expect(value(body("/words", "application/json"), "type") == "array")
        #expect(names("/words", "post") == ["locale", "v", "signature"])
    }

    @Test("every reference leads to a component, and every component is sent, whatever the transformers make of values")
    func transformed() throws {
        try command.write(
            """
            api: { name: MoneyAPI }
            transformers:
              Cents: { from: MoneyDTO, to: Int64 }
              Shown: { from: String, to: Price }
            models:
              MoneyDTO: { fields: { amount: Int, unit: Unit } }
              Price: { fields: { cents: Int } }
              Item:
                primaryKey: id
                table: false
                fields:
                  id: Int64
                  cents: { type: Int64, transformer: Cents }
                  price: { type: Price, transformer: Shown }
                rest: { operations: [get] }
            enums: { Unit: [euro] }

            """, to: "money.model.yaml")
        let money = try document(command.folder.path)
        let item = value(money, "components", "schemas", "Item", "properties")
        #expect(value(item, "cents", "$ref") == "#/components/schemas/MoneyDTO")
        #expect(value(money, "components", "schemas", "MoneyDTO", "type") == "object")
        #expect(value(money, "components", "schemas", "Unit") != JSON?.none)
        #expect(value(money, "components", "schemas", "Price") == JSON?.none)
    }

    @Test(
        "a field that is written determines the property, not one that only reads the same key",
        arguments: [true, false])
    func readOnlyTwins(isLast: Bool) throws {
        let written = ["status: Status", "name: { type: String, json: a.b }", "tags: { type: Tag, json: c }"]
        let read = [
            "rawStatus: { type: String, json: { path: status, encode: false } }",
            "first: { type: String?, json: { path: \"a[0]\", encode: false } }",
            "tag: { type: String?, json: { path: c.text, encode: false } }",
        ]
        let fields = (isLast ? written + read : read + written).map { "      \($0)\n" }.joined()
        try command.write(
            """
            api: { name: StatusAPI }
            enums: { Status: [on, off] }
            models:
              Tag: { fields: { text: String } }
              Item:
                primaryKey: id
                table: false
                fields:
                  id: Int64
            \(fields)    rest: { operations: [get] }

            """, to: "item.model.yaml")
        let item = value(try document(command.folder.path), "components", "schemas", "Item", "properties")
        #expect(value(item, "status", "$ref") == "#/components/schemas/Status")
        #expect(value(item, "status", "readOnly") == JSON?.none)
        #expect(value(item, "a", "properties", "b", "type") == "string")
        #expect(value(item, "c", "$ref") == "#/components/schemas/Tag")
    }

    @Test("no service, or several without a name, is reported")
    func usage() throws {
        try command.write(city, to: "city.model.yaml")
        let none = try command.run("export", "openapi", ".", exits: 1)
        #expect(none.errors == "error: these models have no service; add `api: { name: … }`\n")
        try command.write(
            "api: [{ name: A }, { name: B }]\nmodels: { C: { api: B, fields: { id: Int }, rest: {} } }\n",
            to: "a.model.yaml")
        #expect(try command.run("export", "openapi", ".").code == 2)
        #expect(
            try command.run("export", "openapi", ".", "--api", "D").errors
                == "error: unknown service `D`; the services are A, B\n")
        #expect(try command.run("export", "openapi", ".", "--api", "B").code == 0)
    }
}
