import ModelgenDiagnostics
import ModelgenSchema
import Testing
@testable import ModelgenParsing

@Suite("Names of other modules")
struct ModuleNameTests {
    @Test(
        "a built-in type means the same in a file that does not import a module with that name",
        arguments: ["Date", "Data", "URL", "UUID", "Decimal", "JSON", "CGSize", "DatabaseValue"])
    func importedTypes(_ name: String) throws {
        let core = SourceFile(
            path: "Core/a.model.yaml", text: "models: { \(name): { fields: { a: Int } } }\n")
        let other = SourceFile(
            path: "Other/b.model.yaml", text: "models: { B: { fields: { x: \(name)? } } }\n")
        func types(_ imports: String, _ declared: String = "") throws -> [FieldType] {
            let text = "\(imports)\nmodels: { \(declared)C: { fields: { x: \(name)? } } }\n"
            let (parsed, diagnostics) = parse([SourceFile(path: "c.model.yaml", text: text)], imports: [core, other])
            #expect(diagnostics == [])
            let models = try #require(parsed).schema.models
            return ["B", "C"].compactMap { name in models.first { $0.name.text == name }?.fields.first?.type.unwrapped }
        }
        let builtIn = try types("imports: [Other]")
        for type in builtIn {
            if case .model = type { Issue.record("\(name) is a model in a file that does not import it") }
        }
        #expect(builtIn.count == 2)
        #expect(
            try types("imports: [Core]") == [builtIn[0], .model(SwiftName("Core.\(name)"))]
                || types("imports: [Core]") == [builtIn[0], .model(SwiftName(name))])
        // One of this module is no type of another module's file.
        let own = try types("imports: [Other]", "\(name): { fields: { b: Int } }, ")
        #expect(own == [builtIn[0], .model(SwiftName(name))])
    }

    @Test("a type that only its module tells from another needs a module whose name is not hidden by a type")
    func hiddenModules() {
        func messages(_ core: String, _ app: String) -> [String] {
            let own = SourceFile(path: "app.model.yaml", text: "imports: [Core]\nmodels: { \(app) }\n")
            let other = SourceFile(path: "Core/core.model.yaml", text: "models: { \(core) }\n")
            return parse([own], imports: [other]).1.map { [$0.message, $0.suggestion ?? ""].joined(separator: "; ") }
        }
        let message =
            "`Locale` cannot be written as `Core.Locale`, because `Core` is also the name of a type; rename one of the two types"
        let (core, locale) = ("Core: { fields: { a: Int } }", "Locale: { fields: { a: Int } }")
        let order = "Order: { fields: { l: Locale } }"
        #expect(messages("\(core), \(locale)", order) == [message])
        #expect(messages(locale, "\(core), \(order)") == [message])
        #expect(messages(locale, order) == [])
        #expect(messages("\(core), Money: { fields: { a: Int } }", "Order: { fields: { m: Money, c: Core } }") == [])
        // Its own type needs no module.
        #expect(messages("\(core), \(locale)", "\(locale), \(order)") == [])
    }

    @Test("modules may use the same names, which mean those of the file's own module or of the one that it imports")
    func namesOfModules() throws {
        func source(_ path: String, _ text: String, module: String? = nil) -> SourceFile {
            SourceFile(path: path, bytes: Array(text.utf8), module: module)
        }
        let own = [
            source(
                "app.model.yaml",
                """
                imports: [Core]
                database: { name: Shop }
                api: { name: ShopAPI }
                models:
                  User: { primaryKey: id, fields: { id: Int64, size: Size } }
                  Tag: { fields: { user: User, holder: Holder, order: Order, unit: Unit } }
                """),
            source("kit.model.yaml", "imports: [Kit]\nmodels: { Box: { fields: { size: Size } } }"),
        ]
        let imports = [
            source(
                "Core/core.model.yaml",
                """
                enums: { Size: [small, large] }
                database: { name: Shop }
                api: { name: ShopAPI }
                models:
                  User: { primaryKey: number, fields: { number: Int, name: String, friend: { type: Int?, references: User.number } } }
                  Holder: { fields: { users: [User] } }
                  Order: { fields: { number: Int } }
                types: { Unit: { json: String, sqlite: TEXT, import: UnitKit } }
                """,
                module: "Core"),
            source(
                "Kit/kit.model.yaml", "enums: { Size: [one] }\nmodels: { User: { fields: { a: Int } } }",
                module: "Kit"),
            source(
                "Far/far.model.yaml", "models: { Box: { fields: { id: Int64 } }, Size: { fields: { a: Int } } }",
                module: "Far"),
        ]
        let (parsed, diagnostics) = parse(own, imports: imports)
        let schema = try #require(parsed?.schema)
        #expect(diagnostics.map(\.message) == [])
        func type(_ model: SwiftName, _ field: SwiftName) throws -> FieldType {
            try #require(schema.models.first { $0.name == model }?.field(field)?.type)
        }
        #expect(try type("Tag", "user") == .model("User"))
        #expect(try type("User", "size") == .enumeration("Size"))
        #expect(schema.enumerations.first { $0.name == "Size" }?.module == "Core")
        #expect(try type("Box", "size") == .enumeration("Kit.Size"))
        #expect(try type("Holder", "users") == .list(.model("Core.User")))
        #expect(try type("Core.User", "name") == .scalar(.string))
        #expect(schema.databases.count == 1)
        #expect(try type("Tag", "order") == .model("Core.Order"))
        #expect(try type("Tag", "unit") == .external("UnitKit.Unit"))

        let (_, unclear) = parse(
            [source("app.model.yaml", "imports: [Core, Kit]\nmodels: { Box: { fields: { size: Size } } }")],
            imports: imports)
        #expect(
            unclear.map(\.message) == [
                "`Size` belongs to several modules that this file imports: `Core`, `Kit`"
            ])
    }

    @Test("a model belongs to a database and an API of its own module") func servicesOfModules() {
        let core = SourceFile(
            path: "Core/core.model.yaml", bytes: Array("database: { name: Shop }\napi: { name: ShopAPI }".utf8),
            module: "Core")
        let text = """
            imports: [Core]
            models:
              Item: { database: Shop, primaryKey: id, fields: { id: Int64 } }
              Order: { api: ShopAPI, fields: { id: Int64 }, rest: {} }
            """
        let (_, diagnostics) = parse([SourceFile(path: "shop.model.yaml", text: text)], imports: [core])
        #expect(
            diagnostics.map(\.message) == [
                "the database `Shop` belongs to the module `Core`",
                "the API `ShopAPI` belongs to the module `Core`",
            ])
    }

    @Test("the rows of a query may have the name of a type that the file cannot see") func rowTypes() {
        func messages(_ imports: String) -> [String] {
            let text = """
                imports: [\(imports)]
                database: { name: Shop }
                models:
                  User:
                    primaryKey: id
                    fields: { id: Int64 }
                    queries: { summary: { sql: SELECT id AS n FROM users, returns: [{ n: Int64 }] } }
                """
            let core = SourceFile(
                path: "Core/core.model.yaml", bytes: Array("models: { Summary: { fields: { a: Int } } }".utf8),
                module: "Core")
            let kit = SourceFile(path: "Kit/kit.model.yaml", bytes: Array("enums: { Kind: [a] }".utf8), module: "Kit")
            return parse([SourceFile(path: "shop.model.yaml", text: text)], imports: [core, kit]).1.map(\.message)
        }
        #expect(messages("Kit") == [])
        #expect(messages("Core") == ["the rows of this query would have the type `Summary`, which already exists"])
    }

    @Test("mistakes in a module that nothing imports are not those of this one") func unimported() throws {
        func file(_ module: String, _ text: String) -> SourceFile {
            SourceFile(path: "Sources/\(module)/a.model.yaml", bytes: Array(text.utf8), module: module)
        }
        let core = file("Core", "imports: [Base]\nmodels: { User: { fields: { key: Key } } }\n")
        let strangers = [
            file("Neural", "layers: [1, 2]\n"), file("Later", "models: { Later: { fields: { a: Unknown } } }\n"),
            file("Torn", "models: { A: [\n"),
        ]
        let post = SourceFile(
            path: "post.model.yaml", text: "imports: [Core]\nmodels: { Post: { fields: { user: User } } }\n")
        let base = file("Base", "models: { Key: { fields: { id: Int } } }\n")
        let (schema, none) = parse([post], imports: [core, base] + strangers)
        #expect(none == [])
        #expect(schema?.schema.models.map(\.name.text) == ["Post", "User", "Key"])
        // Those of a module that an imported one imports count.
        let wrong = file("Base", "models: { Key: { fields: { id: Unknown } } }\n")
        #expect(parse([post], imports: [core, wrong] + strangers).1.map(\.rule) == ["unknown-type"])
    }

    @Test("names of other modules must be imported") func imports() {
        let core = SourceFile(
            path: "Sources/Core/user.model.yaml",
            text: "models:\n  User: { fields: { id: Int64 } }\n"
        )
        let with = SourceFile(
            path: "post.model.yaml",
            text: "imports: [Core]\nmodels:\n  Post: { fields: { user: User } }\n"
        )
        let without = SourceFile(path: "note.model.yaml", text: "models:\n  Note: { fields: { user: User } }\n")
        let (schema, none) = parse([with], imports: [core])
        #expect(none.isEmpty)
        #expect(schema?.schema.models.map(\.module) == [nil, "Core"])
        #expect(schema?.schema.files.map(\.module) == [nil, "Core"])
        let (_, diagnostics) = parse([with, without], imports: [core])
        #expect(
            DiagnosticRenderer().render(diagnostics) == """
                note.model.yaml:2:27: error: `User` belongs to the module `Core`; add `imports: [Core]` to this file [missing-import]
                  Note: { fields: { user: User } }
                                          ^~~~

                """
        )
    }
}
