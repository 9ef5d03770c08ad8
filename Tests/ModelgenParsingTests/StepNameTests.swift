import ModelgenDatabase
import ModelgenDiagnostics
import ModelgenSchema
import Testing

@testable import ModelgenParsing

/// A name in a step means what it meant in its version, whatever has it now.
@Suite("Names in steps")
struct StepNameTests {
    @Test("a model or a type that a step alone knows is told from a mistake by `formerly`") func formerModels() {
        expect(
            """
            enums: { States: [low, high] }
            database: { name: Map, version: 2 }
            models:
              Person: { table: owners, primaryKey: id, fields: { id: Int64 } }
              City:
                primaryKey: id
                fields: { id: Int64 }
                migrations:
                  2:
                    - drop: { ownerId: { type: Int64, references: ⟦1:Holder⟧.id } }
                    - drop: { state: ⟦2:State⟧ }
            """,
            [
                1:
                    "unknown model `Holder`; if it has another name by now, write `formerly: { Holder: … }`; if it no longer "
                    + "exists, describe it with `dropModel` [unknown-model]",
                2:
                    "unknown type `State`; did you mean `States`? If that is its name now, write `formerly: { State: States }` "
                    + "[unknown-type]",
            ])
    }

    @Test("a field and a column have one earlier name in a version") func renamedTwice() {
        for steps in ["rename: { a: c, ⟦1:b⟧: c }", "rename: { a: c } }, { rename: { ⟦1:b⟧: c }"] {
            expect(
                """
                database: { name: Map, version: 2 }
                models:
                  City: { primaryKey: id, fields: { id: Int64, c: Int }, migrations: { 2: [{ \(steps) }] } }
                """,
                [
                    1:
                        "the field `c` was already renamed from `a`; remove the rename that does not apply, and `drop` that "
                        + "field if it existed [rename-of-nothing]"
                ])
        }
        for column in ["c", "C"] {
            expect(
                """
                database: { name: Map, version: 2 }
                models:
                  City:
                    primaryKey: id
                    fields: { id: Int64, c: Int }
                    migrations: { 2: [{ rename: { column: { a: c } } }, { rename: { column: { ⟦1:b⟧: \(column) } } }] }
                """,
                [
                    1:
                        "the column `\(column)` was already renamed from `a`; remove the rename that does not apply, and "
                        + "`drop` that field if it existed [rename-of-nothing]"
                ])
        }
    }

    @Test(
        "a dropped field whose name another one gets in the same version is renamed first",
        arguments: [
            ("size: { type: String?, since: 2 }", "{ drop: { ⟦1:size⟧: Int } }"),
            ("size: String", "{ rename: { b: size } }, { drop: { ⟦1:size⟧: Int } }"),
        ])
    func replaced(_ field: String, _ steps: String) {
        expect(
            """
            database: { name: Map, version: 2 }
            models:
              City: { primaryKey: id, fields: { id: Int64, \(field) }, migrations: { 2: [\(steps)] } }
            """,
            [
                1:
                    "another field has been called `size` since this version; rename the dropped one first: `rename: { size: oldSize "
                    + "}`, then `drop: { oldSize: … }`; or use `change` if it is the same one [drop-of-existing]"
            ])
    }

    @Test(
        "the `column` of an earlier definition is the one that the field has",
        arguments: [
            ("⟦1:old_size⟧", "", false), ("size", "", true), ("SIZE", "", true),
            ("old_size", ", { rename: { column: { old_size: size } } }", true),
            ("area", ", { rename: { area: size } }", true),
        ])
    func columns(_ column: String, _ more: String, _ isRight: Bool) {
        expect(
            """
            database: { name: Map, version: 2 }
            models:
              City:
                primaryKey: id
                fields: { id: Int64, size: Int }
                migrations: { 2: [{ change: { size: { from: { type: String, column: \(column) }, using: "1" } } }\(more)] }
            """,
            isRight
                ? [:]
                : [
                    1:
                        "the column of `size` is `size` in version 2; remove `column` here; if it was `old_size` before, add `- "
                        + "rename: { column: { old_size: size } }` [column-in-change]"
                ])
    }

    @Test("what one database dropped is still there in another, under its own name")
    func droppedElsewhere() throws {
        let schema = try schema(
            """
            database:
              - { name: A, version: 3, migrations: { 2: [{ dropModel: { Log: { primaryKey: id, fields: { id: Int64 } } } }] } }
              - { name: B, version: 3 }
            models:
              Note:
                database: A
                primaryKey: id
                fields: { id: Int64 }
                migrations: { 2: [{ drop: { log: { type: "Int64?", references: Log.id } } }] }
              Log: { database: B, primaryKey: id, fields: { id: Int64 } }
              Entry:
                database: B
                primaryKey: id
                fields: { id: Int64 }
                migrations: { 2: [{ drop: { log: { type: "Int64?", references: Log.id } } }, { swift: { name: fill, models: [Log] } }] }
            """
        ).schema
        for database in ["A", "B"] {
            let planned = try #require(schema.plannedDatabase(SwiftName(database)))
            #expect(planned.findings.map(\.message) == [])
            let first = planned.versions[0].shape
            #expect(first.tables.map(\.name.text).contains("log"))
            #expect(first.tables.flatMap(\.foreignKeys).map(\.table) == ["log"])
        }
        // It is not in the version that follows, since B has another one.
        #expect(schema.plannedDatabase("A")?.newest.tables.map(\.name.text) == ["note"])
    }

    @Test("what another module dropped is its own affair") func droppedInModule() {
        let core = SourceFile(
            path: "core.model.yaml",
            bytes: Array(
                """
                database:
                  name: CoreStore
                  version: 2
                  migrations: { 2: [{ dropModel: { User: { primaryKey: id, fields: { id: Int64 } } } }] }
                models: { Item: { primaryKey: id, fields: { id: Int64 }, migrations: { 2: [{ rename: { a: nothing } }] } } }

                """.utf8), module: "Core")
        let app = SourceFile(
            path: "app.model.yaml",
            text: """
                imports: [Core]
                database: { name: Store, version: 2 }
                models:
                  User: { primaryKey: id, fields: { id: Int64 } }
                  Post:
                    primaryKey: id
                    fields: { id: Int64 }
                    migrations: { 2: [{ drop: { editor: { type: "Int64?", references: User.id } } }] }

                """)
        let (schema, diagnostics) = parse([app], imports: [core])
        #expect(diagnostics.map(\.message) == [])
        let planned = schema?.schema.plannedDatabase("Store")
        #expect(planned?.findings.map(\.message) == [])
        #expect(planned?.versions[0].shape.tables.flatMap(\.foreignKeys).map(\.table) == ["user"])
    }

    @Test("a former name that is also the name of a dropped model stands for the type that has it now")
    func formerTypes() throws {
        let table = try #require(
            try schema(
                """
                formerly: { Mood: State }
                enums: { State: { raw: Int, cases: { low: 1 } } }
                database:
                  name: Map
                  version: 3
                  migrations: { 2: [{ dropModel: { State: { primaryKey: id, fields: { id: Int64 } } } }] }
                models:
                  City: { primaryKey: id, fields: { id: Int64 }, migrations: { 3: [{ drop: { mood: Mood? } }] } }
                """
            ).schema.models.first?.table)
        guard case .drop(let field, _)? = table.migrations.first?.steps.first else {
            Issue.record("no drop")
            return
        }
        #expect(field.type == .optional(.enumeration("State")))
    }
}
