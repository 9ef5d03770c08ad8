import Foundation
import ModelgenCore
import ModelgenDiagnostics
import ModelgenPlanning
import ModelgenRendering
import ModelgenSchema
import Testing

/// Every module that generated code needs is imported, and exactly as visibly as needed, wherever a type or a
/// transformer stands.
@Suite("Visibility of imports")
struct ImportVisibilityTests {
    /// Schemas of several files, which are one module.
    enum Case: String, CaseIterable {
        case typesOfAnotherModule, modelsOfAnotherModule, typesOfLibraries, onlyJSON

        var files: [String: String] {
            switch self {
            case .typesOfAnotherModule:
                [
                    "declarations": """
                    api: { name: ShopAPI, baseURL: "https://shop.example.com" }
                    database: { name: Shop }
                    types: { Currency: { json: String, sqlite: TEXT, import: Kit } }
                    transformers: { Day: { from: String, to: Date, import: Kit } }
                    """,
                    "returned": action("returned", "{ path: rate, returns: Currency }"),
                    "sent": action("sent", "{ path: rate, body: Currency }"),
                    "part": action("part", "{ path: rate, upload: { file: Data, currency: Currency } }"),
                    "failure": """
                    models: { Failing: { fields: { id: Int64 }, rest: { operations: [get], get: { responses: { 200: Failing, 404: Currency } } } } }
                    """,
                    "day": """
                    models: { Visit: { primaryKey: id, fields: { id: Int64, day: { type: Date, transformer: Day } } } }
                    """,
                    "read": query("Read", "SELECT day FROM visit", "[Date]"),
                    "bound": query(
                        "Bound", "SELECT id FROM visit WHERE day = :day", "[Int64]",
                        "day: { type: Date, transformer: Day }"),
                    "computed": query(
                        "Computed", "SELECT id, 'a' AS day FROM visit",
                        "[{ id: Int64, day: { type: Date, transformer: Day } }]"),
                ]
            case .modelsOfAnotherModule:
                [
                    "api": #"api: { name: ShopAPI, baseURL: "https://shop.example.com" }"#,
                    "database": #"database: { name: Shop, sqlite: "3.38" }"#,
                    "place": """
                    imports: [Core]
                    models: { Item: { fields: { id: Int64 }, rest: { path: "{color}/items", params: { color: Color }, operations: [get] } } }
                    """,
                    "parameter": """
                    imports: [Core]
                    models: { Box: { fields: { id: Int64 }, rest: { operations: [list], list: { query: { code: Code?, color: Color? } } } } }
                    """,
                    "bound": "imports: [Core]\n"
                        + query(
                            "Bound", "SELECT count(*) FROM bound WHERE id = :color OR id = :money", "Int",
                            "color: Color, money: Money"),
                    "among": "imports: [Core]\n"
                        + query("Among", "SELECT id FROM among WHERE id IN :shades", "[Int64]", "shades: [Shade]"),
                    "keys": "imports: [Core]\nmodels: { Palette: { fields: { names: \"[Color: String]\" } } }",
                    "returned": "imports: [Core]\n" + action("returned", "{ path: rate, returns: Currency }"),
                    "day": """
                    imports: [Core]
                    models: { Visit: { primaryKey: id, fields: { id: Int64, day: { type: Date, transformer: Day } } } }
                    """,
                    "read": query("Read", "SELECT day FROM visit", "[Date]"),
                    "pallet": """
                    imports: [Core]
                    models: { Pallet: { primaryKey: id, fields: { id: Int64, crate: Crate, box: Box?, money: Money } } }
                    """,
                    "nothing": "imports: [Core]\nmodels: { Plain: { fields: { id: Int64 } } }",
                    "cached": """
                    models: { Pin: { primaryKey: id, fields: { id: Int64 }, rest: { operations: [get] }, repository: true } }
                    """,
                    "libraries": """
                    imports: [Core]
                    models:
                      Parcel:
                        primaryKey: id
                        fields: { id: Int64, order: Order, places: "[Locale]", unit: Unit?, sizes: "[Unit: Int]", bytes: Data }
                        rest:
                          operations: [list]
                          list: { query: { unit: Unit? } }
                          nested: { pages: "[Page]" }
                          actions: { change: { path: change, body: { patch: Order }, returns: Operation } }
                      Sending: { json: { discriminator: kind }, oneOf: { order: Order, page: Page } }
                    """,
                ]
            case .typesOfLibraries:
                [
                    "api": #"api: { name: ShopAPI, baseURL: "https://shop.example.com" }"#,
                    "database": "database: { name: Shop }",
                    "place": """
                    models: { Item: { fields: { id: Int64 }, rest: { path: "{day}/items", params: { day: Date }, operations: [get] } } }
                    """,
                    "vector": "models: { Arrow: { fields: { id: Int64, direction: CGVector } } }",
                    "zero":
                        "models: { Rest: { fields: { direction: { type: CGVector, default: { swift: \"CGVector(dx: 0, dy: 1)\" } } } } }",
                    "range": "models: { Part: { fields: { range: NSRange } } }",
                    "offset": action("offset", "{ path: offset, body: CGVector }"),
                    "download": action("download", "{ path: file, download: true }"),
                    "value": "models: { Cell: { fields: { value: DatabaseValue? } } }",
                    "kinds": "enums: { Kind: [a, b], Number: { raw: Int, cases: { one: 1 }, unknown: keep } }",
                    "text": "models: { Code: { oneOf: { text: String, number: Int } } }",
                    "user": """
                    models: { User: { primaryKey: id, fields: { id: Int64, kind: Kind, number: Number, code: Code }, rest: { operations: [list], list: { query: { kind: Kind?, number: Number?, code: Code? } } } } }
                    """,
                ]
            case .onlyJSON:
                [
                    "api": #"api: { name: ShopAPI, baseURL: "https://shop.example.com" }"#,
                    "database": "database: { name: Shop }",
                    "day": action("day", "{ path: day, returns: Date }"),
                    "offset": action("offset", "{ path: offset, returns: CGVector }"),
                    "bound": query("Bound", "SELECT count(*) FROM bound WHERE id = :day", "Int", "day: Date"),
                ]
            }
        }

        /// The module whose types or models it uses.
        var module: (name: String, files: [String: String], schema: String?)? {
            switch self {
            case .typesOfAnotherModule: ("Kit", ["Kit.swift": ImportVisibilityTests.kit], nil)
            case .modelsOfAnotherModule:
                (
                    "Core", ["Kit.swift": ImportVisibilityTests.kit],
                    """
                    types: { Currency: { json: String, sqlite: TEXT } }
                    transformers: { Day: { from: String, to: Date } }
                    enums: { Color: [red, green], Shade: [dark, light], Unit: [kg, m] }
                    models:
                      Money: { fields: { amount: Int64 } }
                      Code: { oneOf: { text: String, number: Int } }
                      Crate: { fields: { box: Box } }
                      Box: { fields: { amount: Int64, at: CGPoint? } }
                      Order: { patch: true, fields: { number: Int } }
                      Locale: { fields: { name: String } }
                      Page: { fields: { number: Int } }
                      Data: { fields: { count: Int } }
                      Operation: { oneOf: { order: Order, name: String } }
                    """
                )
            case .typesOfLibraries, .onlyJSON: nil
            }
        }

        private func action(_ name: String, _ action: String) -> String {
            "models: { Of\(name.capitalized): { fields: { id: Int64 }, rest: { operations: [get], actions: { \(name): \(action) } } } }"
        }

        private func query(_ model: String, _ sql: String, _ returns: String, _ parameters: String = "") -> String {
            """
            models:
              \(model):
                primaryKey: id
                fields: { id: Int64 }
                queries:
                  run:
                    sql: \(sql)
                    params: { \(parameters) }
                    returns: \(returns)
            """
        }
    }

    private static let kit = """
        public import Foundation
        public import ModelRuntime
        public import ModelSQLite

        public struct Day: Transformer {
            public init() {}
            public func decode(_ source: String) throws -> Date { Date(timeIntervalSince1970: Double(source) ?? 0) }
            public func encode(_ value: Date) throws -> String { String(value.timeIntervalSince1970) }
        }

        public struct Currency: Hashable, Sendable, JSONRepresentable, SQLiteRepresentable {
            public var code: String
            public init(jsonForm code: String) { self.code = code }
            public var jsonForm: String { code }
            public init(stored code: String) { self.code = code }
            public var stored: String { code }
        }
        """

    private static let strict = [
        "-enable-upcoming-feature", "ExistentialAny", "-enable-upcoming-feature", "InternalImportsByDefault",
        "-enable-upcoming-feature", "MemberImportVisibility",
    ]

    @Test(
        "no import is missing, and none is more or less visible than needed", arguments: Case.allCases,
        [AccessLevel.package, .public])
    func imports(of example: Case, access: AccessLevel) throws {
        var options = GenerationOptions()
        options.access = access
        if example == .onlyJSON { options.emits = [.json] }
        let pipeline = Pipeline(options: options, templates: try TemplateLibrary())
        let compiler = try Compiler()
        defer { compiler.remove() }

        var imported: [SourceFile] = []
        if let (name, files, schema) = example.module {
            var sources: [String: String] = files
            if let schema {
                // This module has a file of the same name.
                imported = [SourceFile(path: "Core/database.model.yaml", bytes: Array(schema.utf8), module: name)]
                sources.merge(
                    try generated(pipeline.generate([SourceFile(path: "core.model.yaml", text: schema)]))
                ) { $1 }
            }
            let built = try compiler.withFiles(sources) { place, names in
                try compiler.run(
                    ["-emit-module", "-module-name", name, "-o", compiler.folder.path + "/\(name).swiftmodule"]
                        + Compiler.options + Self.strict + names, in: place)
            }
            #expect(built.succeeded, "\(built.messages)")
        }
        let inputs = example.files.sorted { $0.key < $1.key }.map {
            SourceFile(path: "\($0.key).model.yaml", text: $0.value)
        }
        let files = try generated(pipeline.generate(inputs, imports: imported))
        let outcome = try compiler.check(files, Self.strict + ["-I", compiler.folder.path])
        #expect(outcome.succeeded, "\(outcome.messages)")
    }

    @Test(
        "handwritten files import the same modules as they like", arguments: [AccessLevel.internal, .package, .public],
        [[], ImportVisibilityTests.strict])
    func handwrittenImports(access: AccessLevel, features: [String]) throws {
        var options = GenerationOptions()
        options.access = access
        let compiler = try Compiler()
        defer { compiler.remove() }
        let text = """
            database: { name: Shop }
            models: { Item: { primaryKey: id, fields: { id: Int64, at: Date, turn: CGVector } } }
            """
        var files = try generated(
            Pipeline(options: options, templates: try TemplateLibrary())
                .generate([SourceFile(path: "shop.model.yaml", text: text)]))
        files["Item.swift"] = """
            import Foundation
            import ModelGeometry
            import ModelRuntime
            import ModelSQLite

            extension Item {
                static let first = Item(id: 1, at: Date(), turn: CGVector(dx: 0, dy: 1))
                func save(in shop: ShopDatabase) throws { try shop.write { db in try self.save(db) } }
            }
            """
        let outcome = try compiler.check(files, features)
        #expect(outcome.succeeded, "\(outcome.messages)")
    }

    private func generated(_ result: GenerationResult) throws -> [String: String] {
        try #require(!result.files.isEmpty, "\(result.diagnostics.map(\.message))")
        return Dictionary(uniqueKeysWithValues: result.files.map { ($0.name, $0.text) })
    }
}
