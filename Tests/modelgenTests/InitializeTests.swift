import Foundation
import Testing

@Suite("modelgen init")
struct InitializeTests {
    private let command: Command

    init() throws { command = try Command() }

    @Test("its output generates, checks, releases and compiles without a warning")
    func compiles() throws {
        let outcome = try command.run("init", exits: 0)
        #expect(
            outcome.output == """
                Wrote modelgen.yaml and Models/example.model.yaml. To generate the code, run

                  modelgen generate

                In Package.swift, add modelgen to the dependencies of the package, with the path or URL where you have it:

                  .package(path: "../modelgen"),

                Add the products that the generated code imports to the dependencies of your target:

                  .product(name: "ModelRuntime", package: "modelgen"),
                  .product(name: "ModelSQLite", package: "modelgen"),
                  .product(name: "ModelREST", package: "modelgen"),

                """)
        #expect(outcome.errors == "")
        let generated = try command.run("generate")
        #expect(generated.output == "1 file, 1 written\n")
        #expect(generated.errors == "")
        let code = try command.text("Generated/example.model.swift")
        let imports = code.matches(of: /\nimport (Model\w+)/).map { String($0.1) }
        let products = outcome.output.matches(of: /name: "(\w+)"/).map { String($0.1) }
        // The product ModelRuntime includes ModelTransformers.
        #expect(Set(products) == Set(imports).subtracting(["ModelTransformers"]))
        let checked = try command.run("check", "--query-plans")
        #expect(checked.code == 0 && checked.errors == "")
        #expect(try command.run("release").code == 0)

        // The indexed date sorts, and the service has a list.
        try command.write(
            """
            import Foundation
            import ModelSQLite

            func newest(of api: ExampleAPI, before date: Date) async throws {
                _ = try await api.notes.list(.init(search: "tea"))
                _ = Note.where { $0.createdAt < date }.order { [$0.createdAt.desc] }
            }
            """, to: "Use.swift")
        try command.compile(["Generated/example.model.swift", "Use.swift"])
    }

    @Test("nothing is overwritten, and if one file exists, none is written")
    func overwritesNothing() throws {
        try command.write("precious", to: "App/Models/example.model.yaml")
        let outcome = try command.run("init", "App", exits: 1)
        #expect(
            outcome.errors
                == "error: App/Models/example.model.yaml: already exists, so nothing was written; move it away, or choose another folder\n"
        )
        #expect(try command.text("App/Models/example.model.yaml") == "precious")
        #expect(!command.exists("App/modelgen.yaml"))

        _ = try command.run("init", "Other")
        let twice = try command.run("init", "Other", exits: 1)
        #expect(
            twice.errors
                == "error: Other/modelgen.yaml: already exists, and so does 1 more, so nothing was written; move them away, or choose another folder\n"
        )
        let file = try command.run("init", "App/Models/example.model.yaml", exits: 1)
        #expect(file.errors.hasSuffix("the project must be a folder, but this is a file\n"))
    }

    @Test("code goes to the only target of a package, or where --output says, whatever its name")
    func output() throws {
        try command.write("", to: "App/Sources/Notes/main.swift")
        let outcome = try command.run("init", "App")
        #expect(outcome.output.contains("\n  cd App\n  modelgen generate\n"))
        #expect(try command.run("generate", "--config", "App/modelgen.yaml").code == 0)
        #expect(command.exists("App/Sources/Notes/Generated/example.model.swift"))
        #expect(outcome.output.contains("to the dependencies of the target Notes:"))

        let spaced = try command.run("init", "Bob's app")
        #expect(spaced.output.contains("\n  cd 'Bob'\\''s app'\n  modelgen generate\n"))

        for (folder, name) in [("B", "it's: [here] #1"), ("C", "true"), ("D", "-x"), ("E", "Ä ö")] {
            #expect(try command.run("init", folder, "--output=\(name)").code == 0)
            #expect(try command.run("generate", "--config", "\(folder)/modelgen.yaml").errors == "")
            #expect(command.exists("\(folder)/\(name)/example.model.swift"))
        }
    }
}
