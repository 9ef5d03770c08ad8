import Testing

@testable import ModelgenParsing

@Suite("Rules of repositories")
struct RepositoryRuleTests {
    @Test(
        "objects that are stored separately belong to a model with rows in the same database",
        arguments: [
            (
                "String",
                "`author` does not hold a model with rows of its own; remove `store`, or change the type to a model or a list of models"
            ),
            (
                "\"[String: Person]\"",
                "`author` does not hold a model with rows of its own; remove `store`, or change the type to a model or a list of models"
            ),
            (
                "\"[[Person]]\"",
                "`author` does not hold a model with rows of its own; remove `store`, or change the type to a model or a list of models"
            ),
            ("Word", "`Word` has no table with a single-field key; give it `table` and `primaryKey`"),
            ("Pair", "`Pair` has no table with a single-field key; give it `table` and `primaryKey`"),
            ("Elsewhere", "`Elsewhere` is in a different database; store both models in one database"),
        ])
    func nested(_ type: String, _ message: String) {
        expect(
            """
            database: [{ name: Desk }, { name: Other }]
            models:
              Ticket:
                database: Desk
                primaryKey: id
                fields: { id: Int64, author: { type: \(type), column: false, ⟦1:store⟧: nested } }
              Person: { database: Desk, primaryKey: id, fields: { id: Int64 } }
              Word: { fields: { id: Int64 } }
              Pair: { database: Desk, primaryKey: [a, b], fields: { a: Int64, b: Int64 } }
              Elsewhere: { database: Other, primaryKey: id, fields: { id: Int64 } }

            """, [1: "\(message) [store-nested]"])
    }

    @Test(
        "a single object, an optional one, a list and an optional list can be stored",
        arguments: ["Person", "Person?", "[Person]", "[Person]?"])
    func allowed(_ type: String) throws {
        let parsed = try schema(
            """
            database: { name: Desk }
            models:
              Ticket: { primaryKey: id, fields: { id: Int64, author: { type: "\(type)", store: nested } } }
              Person: { primaryKey: id, fields: { id: Int64 } }

            """)
        #expect(parsed.schema.models[0].fields[1].isStoredNested)
    }

    @Test("without a table, nothing is stored")
    func withoutTable() {
        expect(
            """
            database: { name: Desk }
            models:
              Ticket: { fields: { id: Int64, author: { type: Person, ⟦1:store⟧: nested } } }
              Person: { primaryKey: id, fields: { id: Int64 } }

            """,
            [
                1:
                    "`Ticket` has no table, so it is not stored as rows; give it a `table`, or remove `store` [store-nested]"
            ])
    }

    @Test(
        "an option of lists is reported at another operation",
        arguments: ["keys: ids", "complete: true", "pagination: link", "pagination: none"], ["get", "create", "delete"])
    func optionsOfLists(_ option: String, _ kind: String) {
        let key = option.prefix { $0 != ":" }
        expect(
            """
            api: { name: DeskAPI }
            models:
              Ticket:
                fields: { id: Int64, title: String }
                rest: { operations: [list, \(kind)], \(kind): { ⟦1:\(key)⟧\(option.dropFirst(key.count)) } }
            """,
            [1: "`\(key)` applies to `list`, not to `\(kind)`; move it to `list` [option-of-list]"])
    }

    @Test(
        "`keys` names a parameter that takes a list of keys",
        arguments: [
            (
                "list: { ⟦1:keys⟧: id, query: { ids: \"[Int64]?\" } }",
                "`list` has no parameter `id`; add `id: \"[Int64]?\"` to its `query`"
            ),
            ("list: { ⟦1:keys⟧: ids }", "`list` has no parameter `ids`; add `ids: \"[Int64]?\"` to its `query`"),
            (
                "list: { ⟦1:keys⟧: ids, query: { ids: \"[String]\" } }",
                "`ids` does not accept a list of keys; give it the type `\"[Int64]?\"`"
            ),
            (
                "list: { ⟦1:keys⟧: ids, query: { ids: { const: 7 } } }",
                "`ids` does not accept a list of keys; give it the type `\"[Int64]?\"`"
            ),
        ])
    func keys(_ operation: String, _ message: String) {
        expect(
            """
            api: { name: DeskAPI }
            models:
              Ticket:
                fields: { id: Int64 }
                rest: { operations: [list, get], \(operation) }

            """, [1: "\(message) [keys-parameter]"])
    }
}
