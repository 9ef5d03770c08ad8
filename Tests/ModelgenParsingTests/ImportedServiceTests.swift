import ModelgenDiagnostics
import ModelgenSchema
import Testing

@testable import ModelgenParsing

@Suite("Databases, clients and columns of imported modules")
struct ImportedServiceTests {
    private let own = SourceFile(
        path: "app.model.yaml",
        text: """
            imports: [Core]
            database: { name: Map }
            api: { name: MapAPI }
            models:
              City: { primaryKey: id, fields: { id: Int64, userId: Int64 }, rest: {} }
            """)

    /// How the app sees the models of Core.
    private func models(_ core: String, _ options: ParsingOptions = ParsingOptions()) throws -> [Model] {
        let core = SourceFile(path: "Core/core.model.yaml", bytes: Array(core.utf8), module: "Core")
        let (parsed, diagnostics) = parse([own], imports: [core], options: options)
        #expect(DiagnosticRenderer().render(diagnostics) == "")
        return try #require(parsed).schema.models.filter { $0.module == "Core" }
    }

    /// Names of Swift, of the libraries that generated code imports, and of this module.
    @Test(
        "a model of another module has its table and its client, whatever these are called",
        arguments: ["Calendar", "Notification", "Host", "Date", "Data", "URL", "Process", "Map", "MapAPI", "Other"])
    func names(_ name: String) throws {
        for explicit in [false, true] {
            let user = explicit ? "database: \(name), api: \(name), " : ""
            let model = try #require(
                try models(
                    """
                    database: { name: \(name), version: 2 }
                    api: { name: \(name) }
                    models:
                      User: { \(user)primaryKey: id, fields: { id: Int64, age: { type: Int, since: 2, fill: 1 } }, rest: {} }
                    """
                ).first)
            #expect(model.table?.database.unqualified == name)
            #expect(model.client?.api.unqualified == name)
        }
    }

    @Test(
        "columns and tables are named as in the module that generates them", arguments: NamingStrategy.allCases,
        NamingStrategy.allCases)
    func naming(_ columns: NamingStrategy, _ tables: NamingStrategy) throws {
        var options = ParsingOptions(columns: columns)
        options.tables = tables
        var ofApp = ParsingOptions()
        ofApp.ofImports = ["Core/core.model.yaml": options]
        let model = try #require(
            try models(
                """
                database: { name: Core, version: 2 }
                api: { name: CoreAPI }
                models:
                  HomeTown:
                    primaryKey: id
                    fields: { id: Int64, zipCode: String, townName: { type: String, doc: long } }
                    indexes: [[zipCode, townName]]
                    rest: {}
                    migrations: { 2: [{ rename: { column: { zip: \(columns.name(for: "zipCode")) } } }] }
                """, ofApp
            ).first)
        func name(_ text: SwiftName) -> SQLName { SQLName(columns.name(for: text)) }
        #expect(model.table?.name == SQLName(tables.name(for: "HomeTown")))
        #expect(model.fields.compactMap(\.column?.name) == [name("id"), name("zipCode"), name("townName")])
        #expect(model.client?.path == tables.name(for: "HomeTown"))
        let index = Index.derivedName(
            table: SQLName(tables.name(for: "HomeTown")), columns: [name("zipCode"), name("townName")],
            uniqueness: .plain)
        #expect(model.table?.indexes.map(\.name) == [index])
    }

    @Test("tables whose names only collide under the names of this module are two") func collisions() throws {
        var options = ParsingOptions(columns: .identity)
        options.tables = .identity
        var ofApp = ParsingOptions()
        ofApp.ofImports = ["Core/core.model.yaml": options]
        let found = try models(
            """
            database: { name: Core }
            models:
              HomeTown: { primaryKey: id, fields: { id: Int64 } }
              Home_Town: { primaryKey: id, fields: { id: Int64 } }
            """, ofApp)
        #expect(found.compactMap(\.table?.name) == ["HomeTown", "Home_Town"])
    }

    @Test("steps of another module are not checked here, where what they mean may be missing") func steps() throws {
        let found = try models(
            """
            database:
              name: Core
              version: 2
              migrations: { 2: [{ dropModel: { City: { primaryKey: id, fields: { id: Int64 } } } }] }
            models:
              User:
                primaryKey: id
                fields: { id: Int64 }
                migrations: { 2: [{ drop: { townId: { type: Int64?, references: Town.id } } }] }
            """)
        #expect(found.map(\.name) == ["User"])
    }
}
