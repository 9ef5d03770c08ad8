import ModelgenDatabase
import ModelgenSchema
import Testing

@testable import ModelgenParsing

/// The names of columns in every version, according to the steps.
@Suite("The columns of renamed fields")
struct RenameHistoryTests {
    /// The columns of the table in each version, expecting no diagnostics.
    private func columns(
        version: Int, fields: String, _ migrations: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> [[String]] {
        let parsed = try schema(
            """
            database: { name: Map, version: \(version) }
            models:
              City:
                table: city
                primaryKey: id
                fields: { id: Int64\(fields.isEmpty ? "" : ", ")\(fields) }
                migrations: \(migrations)
            """,
            sourceLocation: sourceLocation
        )
        let history = try #require(parsed.schema.history(of: "Map"), sourceLocation: sourceLocation)
        #expect(history.findings == [], sourceLocation: sourceLocation)
        return history.states.map { state in
            state.tables.flatMap { $0.fields.compactMap { $0.column?.name.text } }.filter { $0 != "id" }
        }
    }

    @Test("a field that is dropped later was renamed with its column") func renamedThenDropped() throws {
        #expect(
            try columns(
                version: 3, fields: "", "{ 2: [{ rename: { name: code } }], 3: [{ drop: { code: String? } }] }")
                == [["name"], ["code"], []])
    }

    @Test("a field that is dropped later kept the column that its definition names") func keptThenDropped() throws {
        #expect(
            try columns(
                version: 3, fields: "",
                "{ 2: [{ rename: { name: code } }], 3: [{ drop: { code: { type: String?, column: label } } }] }")
                == [["label"], ["label"], []])
    }

    @Test("renames follow each other") func chain() throws {
        #expect(
            try columns(
                version: 3, fields: "cityCode: String",
                "{ 2: [{ rename: { a: firstCode } }], 3: [{ rename: { firstCode: cityCode } }] }")
                == [["a"], ["first_code"], ["city_code"]])
        #expect(
            try columns(
                version: 4, fields: "",
                "{ 2: [{ rename: { a: b } }], 3: [{ rename: { b: c } }], 4: [{ drop: { c: String? } }] }")
                == [["a"], ["b"], ["c"], []])
    }

    @Test("a newer field with the same name is another field") func nameTakenAgain() throws {
        #expect(
            try columns(
                version: 4, fields: "code: { type: Int?, column: number, since: 4 }",
                "{ 2: [{ rename: { name: code } }], 3: [{ drop: { code: String? } }] }")
                == [["name"], ["code"], [], ["number"]])
    }

    @Test("one version can rename a field out of the way of another, and drop it") func renamedAndDropped() throws {
        let columns = try columns(
            version: 2, fields: "code: Int",
            "{ 2: [{ rename: { code: oldCode, number: code } }, { drop: { oldCode: String? } }] }")
        #expect(columns.map { $0.sorted() } == [["code", "number"], ["code"]])
    }

    @Test("a column that got its own name later followed the field before that") func columnRenamedLater() throws {
        #expect(
            try columns(
                version: 3, fields: "title: { type: String, column: headline }",
                "{ 2: [{ rename: { name: title } }], 3: [{ rename: { column: { title: headline } } }] }")
                == [["name"], ["title"], ["headline"]])
    }

    @Test("field and column are renamed in one version, each as written") func bothRenamed() throws {
        #expect(
            try columns(
                version: 2, fields: "code: String", "{ 2: [{ rename: { a: code, column: { alpha: code } } }] }")
                == [["alpha"], ["code"]])
    }

    /// The history of a database of version 3 without `Town`, which had this step.
    private func history(dropIn version: Int, renameIn step: Int) throws -> DatabaseHistory {
        let parsed = try schema(
            """
            database:
              name: Map
              version: 3
              migrations:
                \(version):
                  - dropModel:
                      Town:
                        primaryKey: id
                        fields: { id: Int64, name: String }
                        migrations: { \(step): [{ rename: { title: name } }] }
            models:
              City: { primaryKey: id, fields: { id: Int64 } }
            """
        )
        return try #require(parsed.schema.history(of: "Map"))
    }

    @Test("a dropped model has its own history") func droppedModel() throws {
        let history = try history(dropIn: 3, renameIn: 2)
        #expect(history.findings == [])
        let towns = history.states.map { state in state.tables.first { $0.origin.model == "Town" } }
        #expect(
            towns.map { $0?.fields.compactMap { $0.column?.name.text } ?? [] } == [
                ["id", "title"], ["id", "name"], [],
            ])
    }

    @Test("a dropped model has no steps after it was dropped") func stepAfterDrop() throws {
        #expect(try history(dropIn: 2, renameIn: 3).findings.map(\.rule) == ["step-after-drop"])
    }
}

extension DatabaseHistory {
    /// The states at every version that changes something, and at the first and the newest.
    fileprivate var states: [DatabaseState] { [oldest] + transitions.map(\.after) }
}
