import ModelgenDiagnostics
import ModelgenSchema
import Testing
@testable import ModelgenParsing

@Suite("Rules about the steps of a history")
struct MigrationRuleTests {
    @Test(
        "a version has one spelling, so that its steps are written once", arguments: ["02", "+2", "1", "0", "x", "2.0"])
    func versions(_ version: String) {
        func text(_ version: String) -> String {
            """
            database: { name: Log, version: 3, migrations: { \(version): [{ sql: SELECT 1 }] } }
            models:
              Entry: { primaryKey: id, fields: { id: Int64 }, migrations: { 3: [], \(version): [{ sql: SELECT 1 }] } }

            """
        }
        func rules(_ version: String) -> [String] {
            parse([SourceFile(path: "a.model.yaml", text: text(version))], imports: []).1.map(\.rule)
        }
        #expect(rules(version) == ["invalid-version", "invalid-version"])
        #expect(rules("2") == [])
    }

    @Test("a Swift step names models that exist or were dropped") func swiftSteps() {
        expect(
            """
            database:
              name: Map
              version: 2
              migrations:
                2:
                  - swift: { name: move, models: [City, ⟦1:Ctiy⟧, Old] }
                  - dropModel: { Old: { primaryKey: id, fields: { id: Int64 } } }
            models:
              City:
                primaryKey: id
                fields: { id: Int64 }
                migrations: { 2: [{ swift: fill }, { swift: { name: more, models: [Old] } }] }
            """,
            [
                1:
                    "unknown model `Ctiy`; did you mean `City`? If it has another name by now, write `formerly: { Ctiy: City }` "
                    + "[unknown-model]"
            ]
        )
    }

    @Test("a dropped model had a table") func dropped() {
        expect(
            """
            database:
              name: Map
              version: 2
              migrations: { 2: [{ dropModel: { ⟦1:Old⟧: { fields: { id: Int64 } }, Gone: { table: gone, fields: { id: Int64 } } } }] }
            models:
              City: { primaryKey: id, fields: { id: Int64 } }
            """,
            [
                1:
                    "the dropped model `Old` had no table; add its `table` or `primaryKey` [table-key-without-table]"
            ])
    }

    @Test("a step that does nothing is an error") func emptySteps() {
        let what = ["rename", "column", "drop", "change", "was", "dropModel"]
        let advice = "cannot be empty; add an element, or remove the step [empty-list]"
        expect(
            """
            database: { name: Map, version: 2, migrations: { 2: [{ dropModel: ⟦6:{}⟧ }] } }
            models:
              City:
                primaryKey: id
                fields: { id: Int64 }
                migrations:
                  2:
                    - rename: ⟦1:{}⟧
                    - rename: { column: ⟦2:{}⟧ }
                    - drop: ⟦3:{}⟧
                    - change: ⟦4:{}⟧
                    - was: ⟦5:{}⟧
            """,
            Dictionary(uniqueKeysWithValues: what.enumerated().map { ($0 + 1, "`\($1)` \(advice)") }))
    }

    @Test("a former name stands for something that exists, even if no step uses it, and never for another former name")
    func formerNames() {
        expect(
            """
            formerly:
              A: ⟦1:B⟧
              B: ⟦2:A⟧
              L: "[⟦3:L⟧]"
              T: ⟦4:Strng⟧
              Mood: State
              All: "[State]?"
              At: iso8601
              Gone: Old
            enums: { State: [low, high] }
            database:
              name: Map
              version: 2
              migrations: { 2: [{ dropModel: { Old: { primaryKey: id, fields: { id: Int64 } } } }] }
            models:
              City:
                primaryKey: id
                fields: { id: Int64 }
                migrations: { 2: [{ drop: { a: A? } }, { drop: { b: "[L]?" } }, { drop: { c: All } }, { drop: { d: Mood? } }] }
            """,
            [
                1: "unknown type `B`; declare it under `models`, `enums` or `types` [unknown-type]",
                2: "unknown type `A`; declare it under `models`, `enums` or `types` [unknown-type]",
                3: "unknown type `L`; declare it under `models`, `enums` or `types` [unknown-type]",
                4: "unknown type `Strng`; did you mean `String`? [unknown-type]",
            ]
        )
    }

    @Test("steps are undone from the newest version backwards, so later renames count") func history() throws {
        let table = try #require(
            try schema(
                """
                database: { name: Map, version: 5 }
                models:
                  City:
                    primaryKey: id
                    fields: { id: Int64, title: String, extra: { type: Int?, since: 4 } }
                    migrations:
                      2:
                        - rename: { a: name }
                        - drop: { extra: String? }
                      3:
                        - rename: { name: label }
                        - change: { label: { from: String?, using: "coalesce(label, '')" } }
                      5: [{ rename: { label: title } }, { rename: { column: { ident: id } } }]
                """
            ).schema.models.first?.table
        )
        #expect(
            table.migrations[0].steps.first
                == .renameField(from: "a", to: "name", column: ColumnRename(from: "a", to: "name"))
        )
        #expect(
            table.migrations[2].steps.first
                == .renameField(from: "label", to: "title", column: ColumnRename(from: "label", to: "title"))
        )
    }

    @Test("two fields may be swapped in one version") func swap() throws {
        let table = try #require(
            try schema(
                """
                database: { name: Map, version: 3 }
                models:
                  City:
                    primaryKey: id
                    fields: { id: Int64, a: Int, b: Int }
                    migrations:
                      2: [{ rename: { c: a } }]
                      3: [{ rename: { a: b, b: a } }]
                """
            ).schema.models.first?.table
        )
        #expect(table.migrations.map(\.steps.count) == [1, 2])
    }

    @Test("a view has its own steps") func viewHistory() throws {
        let parsed = try schema(
            """
            database: { name: Map, version: 2 }
            models:
              City: { primaryKey: id, fields: { id: Int64, size: Int } }
              BigCity:
                view: SELECT id FROM city WHERE size > 9
                fields: { id: Int64 }
                migrations: { 2: [{ was: { view: "SELECT id FROM city" } }] }
            """
        )
        guard case .view(let view) = parsed.schema.models.last?.storage else {
            Issue.record("there is no view")
            return
        }
        #expect(view.name == "big_city")
        #expect(view.migrations.map(\.version) == [2])
    }

    @Test("a dropped model and steps of the database are read") func databaseSteps() throws {
        let database = try #require(
            try schema(
                """
                database:
                  name: Map
                  version: 3
                  migrations:
                    3:
                      - dropModel: { Old: { primaryKey: id, fields: { id: Int64, cityId: { type: Int64, references: City } } } }
                      - sql: "DELETE FROM city"
                models:
                  City: { primaryKey: id, fields: { id: Int64 } }
                """
            ).schema.databases.first
        )
        guard case .dropModel(let model) = database.migrations.first?.steps.first else {
            Issue.record("there is no dropped model")
            return
        }
        #expect(model.table?.name == "old")
        #expect(model.field("cityId")?.reference == Reference(model: "City", field: "id"))
        #expect(database.migrations.first?.steps.last == .sql("DELETE FROM city"))
    }

    @Test("impossible steps are refused") func impossibleHistory() {
        expect(
            """
            database: { name: Map, version: 3 }
            models:
              City:
                primaryKey: id
                fields: { id: Int64, name: String, late: { type: Int?, since: 3 } }
                migrations:
                  2:
                    - rename: { old: ⟦1:gone⟧ }
                    - change: { ⟦2:late⟧: { from: String? } }
                    - drop: { ⟦3:name⟧: String }
                    - ⟦4:renam⟧: { a: b }
                  3:
                    - change: { ⟦5:late⟧: { from: String? } }
                  ⟦6:4⟧: [{ sql: "SELECT 1" }]
                  ⟦7:x⟧: []
            """,
            [
                1:
                    "`City` has no field `gone` that could have been renamed; use the field's name in version 2, or add the `rename` or `drop` of it in a later one [rename-of-nothing]",
                2:
                    "`City` has no field `late` that could have changed; use the field's name in version 2, or add the `rename` or `drop` of it in a later one [change-of-nothing]",
                3: "`City` still has the field `name`; remove it from `fields`, or the drop [drop-of-existing]",
                4: "unknown key `renam` of a migration step; did you mean `rename`? [unknown-key]",
                5:
                    "the field `late` was added in version 3, so it cannot have changed in version 3; remove the change, or the `since` [change-of-nothing]",
                6:
                    "version 4 is higher than the version of the database `Map`, 3; raise the version of the database [version-too-low]",
                7: "`x` is not a version that steps can lead to; write an integer of at least 2 [invalid-version]",
            ]
        )
    }
}
