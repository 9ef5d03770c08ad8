import ModelgenCore
import ModelgenDiagnostics
import Testing

/// Names that would be declared twice, or mean something else, in generated code.
@Suite("Names of generated types")
struct NameTakenTests {
    private func errors(_ text: String) throws -> [String] {
        try Pipeline.plain().generate([SourceFile(path: "m.model.yaml", text: text)]).diagnostics.map {
            [$0.message, $0.suggestion].compactMap(\.self).joined(separator: "; ")
        }
    }

    private func actions(_ actions: String) throws -> [String] {
        try errors(
            """
            api: { name: A, baseURL: "https://example.org" }
            models:
              Item:
                fields: { id: Int }
                rest: { operations: [list], actions: { \(actions) } }

            """)
    }

    @Test("responses of two operations whose names differ in the first letter's case have different types")
    func outcomes() throws {
        let results = "responses: { 200: Item, 201: String }"
        let failures = "responses: { 200: Item, 404: String }"
        #expect(
            try actions("doIt: { path: a, \(results) }, DoIt: { path: b, \(results) }") == [
                "the responses of `DoIt` would have the type `DoItResult`, which is that of the responses of `doIt`; "
                    + "choose a different name"
            ])
        #expect(
            try actions("default: { path: a, \(failures) }, Default: { path: b, \(failures) }") == [
                "the responses of `Default` would have the type `DefaultFailure`, which is that of the responses of "
                    + "`default`; choose a different name"
            ])
        #expect(try actions("doIt: { path: a, \(results) }, DoIt: { path: b, \(failures) }") == [])
        #expect(try actions("doIt: { path: a, \(results) }, DoIt: { path: b, returns: Item }") == [])
    }

    @Test("the rows of a query do not have the name of the database where the model's code names it")
    func database() throws {
        func query(_ repository: Bool) throws -> [String] {
            try errors(
                """
                api: { name: A, baseURL: "https://example.org", repository: \(repository) }
                database: { name: Blog }
                models:
                  Item:
                    table: items
                    primaryKey: id
                    fields: { id: Int64 }
                    queries: { blogDatabase: { sql: "SELECT id AS a FROM items", returns: [{ a: Int64 }] } }
                    rest: { operations: [get] }

                """)
        }
        #expect(
            try query(true) == [
                "the rows of this query would have the type `BlogDatabase`, which is the type of the database; choose a "
                    + "different name"
            ])
        #expect(try query(false) == [])
    }

    @Test("a module does not have the name of a keyword")
    func module() throws {
        for declaration in [
            "types: { T: { json: String, sqlite: TEXT, import: in } }",
            "transformers: { T: { from: Int, to: Int, import: in } }",
        ] {
            #expect(
                try errors(declaration + "\n") == ["no module can be named `in`, a keyword of Swift; correct the name"])
        }
    }

    @Test("the transformers of a query are not hidden by members, by types of its model, or by its parameters")
    func transformersOfQueries() throws {
        func query(_ transformer: String, queries: String, _ fields: String = "name: String") throws -> [String] {
            try errors(
                """
                database: { name: Blog }
                transformers: { \(transformer): { from: String, to: String } }
                models:
                  Item:
                    table: items
                    primaryKey: id
                    fields: { id: Int64, \(fields) }
                    queries: { \(queries) }

                """)
        }
        func find(_ transformer: String, by parameter: String = "a") -> String {
            "search: { sql: \"SELECT id FROM items WHERE name = :\(parameter)\", "
                + "params: { \(parameter): { type: String, transformer: \(transformer) } }, returns: [Int64] }"
        }
        func read(_ transformer: String) -> String {
            "names: { sql: \"SELECT trim(name) AS a FROM items\", "
                + "returns: [{ a: { type: String, transformer: \(transformer) } }] }"
        }
        let clear = "clear: { sql: \"DELETE FROM items WHERE name = :a\", params: { a: String } }"
        func taken(_ name: String, _ what: String) -> [String] {
            ["`\(name)` is a \(what), which uses the transformer of that name; choose a different name"]
        }
        #expect(try query("clear", queries: "\(find("clear")), \(clear)") == taken("clear", "member of `Item`"))
        #expect(try query("clear", queries: "\(read("clear")), \(clear)") == taken("clear", "member of `Item`"))
        #expect(try query("name", queries: find("name")) == taken("name", "member of `Item`"))
        #expect(try query("a", queries: find("a")) == taken("a", "parameter of the query `search`"))
        // A parameter of another query does not hide it, and neither does a column.
        #expect(try query("a", queries: "\(find("a", by: "b")), \(clear), \(read("a"))") == [])
        #expect(
            try query("Columns", queries: find("Columns")) == [
                "`Columns` is also the name of a type generated within `Item`; choose a different name"
            ])
    }

    @Test("the transformers of requests are not hidden by the parameters for pages")
    func transformersOfRequests() throws {
        func list(_ page: String) throws -> [String] {
            try errors(
                """
                api: { name: A, baseURL: "https://example.org", pagination: { page: { number: \(page), size: n } } }
                transformers: { cut: { from: String, to: String } }
                models:
                  Item:
                    fields: { id: Int64 }
                    rest: { list: { query: { word: { type: String, transformer: cut } } }, operations: [list] }

                """)
        }
        #expect(
            try list("cut") == [
                "`cut` is a name within the requests of `Item`, which uses the transformer of that name; choose a "
                    + "different name"
            ])
        #expect(try list("page") == [])
    }
}
