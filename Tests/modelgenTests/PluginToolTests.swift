import Foundation
import Testing

@Suite("The tool of the build-tool plugin, from source and in the bundle")
struct PluginToolTests {
    private let command: Command

    init() throws { command = try Command() }

    /// The ways to run the tool.
    enum Form: CaseIterable {
        case source
        case bundle

        func run(_ command: Command, _ arguments: [String]) throws -> Command.Outcome {
            switch self {
            case .source:
                try command.run(tool: Command.products.appending(path: "modelgen-generate").path, arguments)
            case .bundle: try command.run(["plugin-tool"] + arguments)
            }
        }
    }

    /// What `modelgen generate` and this tool write and print for the same arguments.
    private func both(_ form: Form, _ arguments: [String]) throws -> (
        command: Command.Outcome, tool: Command.Outcome
    ) {
        (
            try command.run(["generate"] + arguments + ["--output", "Command", "--prune"]),
            try form.run(command, arguments + ["--output", "Tool"])
        )
    }

    @Test("the bundle's script passes all arguments to the hidden command")
    func script() throws {
        let text = try String(
            contentsOf: Command.package.appending(path: "Distribution/build-tools"), encoding: .utf8)
        #expect(text.contains("exec \"$(dirname \"$0\")/modelgen\" plugin-tool \"$@\"\n"))
    }

    @Test(
        "it writes the same bytes as `modelgen generate`, with configuration, lock and models of other modules",
        arguments: Form.allCases)
    func sameBytes(_ form: Form) throws {
        try command.write("enums:\n  Climate: { cases: [mild, cold] }\n", to: "Shared/place.model.yaml")
        try command.write("access: public\n", to: "Shared/modelgen.yaml")
        try command.write(city + "      climate: Climate\nimports: [Shared]\n", to: "App/city.model.yaml")
        try command.write("access: public\nnaming: { json: snake_case }\nheader: [Ours]\n", to: "App/modelgen.yaml")
        let arguments = ["App/city.model.yaml", "--import", "Shared=Shared/place.model.yaml", "--project", "App"]
        let outcomes = try both(form, arguments)
        #expect(outcomes.command.errors == "" && outcomes.command.code == 0)
        #expect(outcomes.tool.errors == "" && outcomes.tool.code == 0 && outcomes.tool.output == "")
        #expect(try command.files(in: "Tool") == [".modelgen-record.json", "city.model.swift"])
        let text = try command.text("Tool/city.model.swift")
        #expect(try text == command.text("Command/city.model.swift"))
        #expect(text.contains("// Ours") && text.contains("public nonisolated struct City"))
    }

    @Test(
        "the models of another module have the keys that its own configuration says", arguments: Form.allCases)
    func keysOfImports(_ form: Form) throws {
        try command.write("// swift-tools-version: 6.1", to: "Package.swift")
        try command.write(
            "models:\n  Guest: { fields: { fullName: String } }\n  Team: { fields: { teamName: String } }\n",
            to: "Core/guest.model.yaml")
        try command.write(
            "imports: [Core]\nmodels:\n  Visitor: { oneOf: { guest: Guest, team: Team } }\n",
            to: "App/visitor.model.yaml")
        let arguments = ["App/visitor.model.yaml", "--import", "Core=Core/guest.model.yaml", "--project", "App"]
        func expect(_ key: String, _ comment: Comment) throws {
            let outcomes = try both(form, arguments)
            #expect(outcomes.command.code == 0 && outcomes.tool.code == 0, comment)
            for folder in ["Command", "Tool"] {
                #expect(try command.text("\(folder)/visitor.model.swift").contains("hasKeys(\"\(key)\")"), comment)
            }
        }
        try command.write("naming: { json: snake_case }", to: "App/modelgen.yaml")
        try expect("fullName", "the configuration of this module is not that of the other")
        try command.write("naming: { json: snake_case }", to: "modelgen.yaml")
        try expect("full_name", "that of the package is, if the module has none")
        try command.write("naming: { json: identity }", to: "Core/modelgen.yaml")
        try expect("fullName", "the module's own precedes it")
    }

    @Test("a configuration and a lock in a folder that is not searched are warnings", arguments: Form.allCases)
    func unreadFiles(_ form: Form) throws {
        try command.write(city, to: "App/Models/Cities/city.model.yaml")
        try command.write("naming: { json: snake_case }", to: "App/Models/modelgen.yaml")
        try command.write("", to: "App/Models/Cities/modelgen.lock")
        let arguments = ["App/Models/Cities/city.model.yaml", "--project", "App", "--project", "."]
        let warnings = """
            warning: App/Models/modelgen.yaml: is not read; move it to App
            warning: App/Models/Cities/modelgen.lock: is not read; move it to App

            """
        let outcomes = try both(form, arguments)
        #expect(outcomes.command.errors == warnings && outcomes.command.code == 0)
        #expect(outcomes.tool.errors == warnings && outcomes.tool.code == 0)

        try command.write("lock: Models/Cities/modelgen.lock", to: "App/modelgen.yaml")
        try FileManager.default.removeItem(at: command.folder.appending(path: "App/Models/modelgen.yaml"))
        let declared = try both(form, arguments)
        #expect(!declared.command.errors.contains("is not read") && !declared.tool.errors.contains("is not read"))
    }

    @Test("the tables of another module are named as its own configuration says", arguments: Form.allCases)
    func tablesOfImports(_ form: Form) throws {
        try command.write("// swift-tools-version: 6.1", to: "Package.swift")
        let table = "primaryKey: id, fields: { id: Int64 }"
        try command.write(
            "database: { name: Core }\nmodels:\n  HomeTown: { \(table) }\n  Home_Town: { \(table) }\n",
            to: "Core/town.model.yaml")
        try command.write(
            "imports: [Core]\nmodels:\n  Visitor: { fields: { town: HomeTown } }\n", to: "App/visitor.model.yaml")
        let arguments = ["App/visitor.model.yaml", "--import", "Core=Core/town.model.yaml", "--project", "App"]
        // The configuration of this module has no say, and each change of the other one is noticed.
        try command.write("naming: { tables: snake_case }", to: "App/modelgen.yaml")
        for (naming, rules) in [("identity", 0), ("snake_case", 1), ("identity", 0)] {
            try command.write("naming: { tables: \(naming) }", to: "Core/modelgen.yaml")
            let outcomes = try both(form, arguments)
            for outcome in [outcomes.command, outcomes.tool] {
                #expect(outcome.errors.ranges(of: "[table-twice]").count == rules, "\(naming): \(outcome.errors)")
                #expect(outcome.code == rules, "\(naming)")
            }
        }
    }

    @Test(
        "models of another module that are internal are a warning where they are used, until its configuration says otherwise",
        arguments: Form.allCases)
    func internalImports(_ form: Form) throws {
        try command.write("// swift-tools-version: 6.1", to: "Package.swift")
        try command.write(city, to: "Core/city.model.yaml")
        try command.write(
            "imports: [Core]\nmodels:\n  Trip: { fields: { to: City } }\n", to: "App/trip.model.yaml")
        let arguments = ["App/trip.model.yaml", "--import", "Core=Core/city.model.yaml", "--project", "App"]
        let warning = "App/trip.model.yaml:3:25: warning: the models of `Core` are internal"
        for (access, isWarning) in [(nil, true), ("internal", true), ("package", false), ("public", false)] {
            if let access { try command.write("access: \(access)", to: "Core/modelgen.yaml") }
            let outcomes = try both(form, arguments)
            for outcome in [outcomes.command, outcomes.tool] {
                #expect(outcome.code == 0)
                #expect(isWarning ? outcome.errors.contains(warning) : outcome.errors.isEmpty, "\(outcome.errors)")
            }
        }
        // The Swift code of a transformer is written by hand, with an access level of its own.
        try command.write(
            city + "transformers: { Cents: { from: Double, to: Int } }\n", to: "Core/city.model.yaml")
        try command.write(
            "imports: [Core]\nmodels: { Trip: { fields: { fare: { type: Int, transformer: Cents } } } }\n",
            to: "App/trip.model.yaml")
        try command.write("access: internal", to: "Core/modelgen.yaml")
        let outcome = try both(form, arguments).tool
        #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    }

    @Test(
        "it reports wrong models like `modelgen generate`, with the same exit code, and writes nothing",
        arguments: Form.allCases)
    func sameErrors(_ form: Form) throws {
        try command.write(city.replacing("String", with: "Strng"), to: "city.model.yaml")
        let outcomes = try both(form, ["city.model.yaml"])
        #expect(outcomes.tool.code == 1 && outcomes.command.code == 1)
        #expect(outcomes.tool.errors == outcomes.command.errors)
        #expect(outcomes.tool.errors.contains("[unknown-type]"))
        #expect(!command.exists("Tool"))
    }

    @Test("files generated from a missing file are deleted", arguments: Form.allCases)
    func prunes(_ form: Form) throws {
        try command.write(city, to: "city.model.yaml")
        try command.write(city.replacing("City", with: "Town"), to: "town.model.yaml")
        _ = try both(form, ["city.model.yaml", "town.model.yaml"])
        try FileManager.default.removeItem(at: command.folder.appending(path: "city.model.yaml"))
        _ = try both(form, ["town.model.yaml"])
        #expect(try command.files(in: "Tool") == [".modelgen-record.json", "town.model.swift"])
        #expect(try command.code(in: "Command") == ["town.model.swift"])
    }

    @Test(
        "missing dependencies of the target are reported as lines for its manifest",
        arguments: Form.allCases)
    func missingProducts(_ form: Form) throws {
        try command.write(
            "database: { name: D }\n" + city.replacing("City:\n", with: "City:\n    primaryKey: id\n"),
            to: "city.model.yaml")
        let arguments = ["city.model.yaml", "--output", "Tool"]
        let refused = try form.run(command, arguments + ["--linked", "ModelRuntime"])
        #expect(refused.code == 1)
        #expect(
            refused.errors == """
                error: the target is missing dependencies that its models need; add to its dependencies in Package.swift:
                    .product(name: "ModelSQLite", package: "modelgen"),  // city.model.yaml

                """)
        #expect(!command.exists("Tool"))
        // A target without dependencies links only its own module.
        let alone = try form.run(command, arguments + ["--linked", "App"])
        #expect(alone.code == 1 && alone.errors.contains("(name: \"ModelRuntime\", package: \"modelgen\"),"))
        let linked = try form.run(
            command, arguments + ["--linked", "ModelRuntime", "--linked", "ModelSQLite"])
        #expect(linked.code == 0 && linked.errors == "")
    }

    @Test("text that looks like an import needs no product", arguments: Form.allCases)
    func importsInText(_ form: Form) throws {
        try command.write("header: [import ModelSQLite]\n", to: "modelgen.yaml")
        try command.write(
            city.replacing("City:\n", with: "City:\n    doc: To send it, import ModelREST\n"), to: "city.model.yaml")
        let outcome = try form.run(
            command, ["city.model.yaml", "--output", "Tool", "--project", ".", "--linked", "ModelRuntime"])
        #expect(outcome.code == 0 && outcome.errors == "")
        #expect(try command.text("Tool/city.model.swift").contains("import ModelREST\n"))
    }

    @Test(
        "every run changes the folder to touch, also with wrong models, and leaves nothing there",
        arguments: Form.allCases)
    func touches(_ form: Form) throws {
        try command.write("", to: "Touched/kept")
        func date() throws -> Date? {
            let folder = command.folder.appending(path: "Touched").path
            return try FileManager.default.attributesOfItem(atPath: folder)[.modificationDate] as? Date
        }
        var earlier = try date()
        for text in [city, city, city.replacing("String", with: "Strng")] {
            try command.write(text, to: "city.model.yaml")
            _ = try form.run(command, ["city.model.yaml", "--output", "Tool", "--touch", "Touched"])
            let later = try date()
            #expect(later != earlier)
            earlier = later
        }
        #expect(try command.files(in: "Touched") == ["kept"])
    }

    @Test("a folder that cannot be touched is a warning that says what the next build misses", arguments: Form.allCases)
    func cannotTouch(_ form: Form) throws {
        try command.write(city, to: "city.model.yaml")
        let outcome = try form.run(command, ["city.model.yaml", "--output", "Tool", "--touch", "Nowhere"])
        #expect(outcome.code == 0)
        #expect(
            outcome.errors == """
                warning: Nowhere: cannot be written, so the next build only notices changes in the target's folder; \
                make it writable

                """)
    }

    @Test("wrong arguments are errors", arguments: Form.allCases, [["--watch"], ["--output"], ["a.model.yaml"], []])
    func usage(_ form: Form, _ arguments: [String]) throws {
        let outcome = try form.run(command, arguments)
        #expect(outcome.code == 2 && outcome.errors.hasPrefix("error: "))
    }
}
