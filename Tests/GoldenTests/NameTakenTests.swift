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
}
