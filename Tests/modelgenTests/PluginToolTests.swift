import Foundation
import Testing

@Suite("modelgen-generate, the tool of the build-tool plugin")
struct PluginToolTests {
    private static var tool: URL { Command.products.appending(path: "modelgen-generate") }

    /// What `modelgen generate` writes and says, and what this tool does, for the same arguments.
    private func both(_ command: Command, _ arguments: [String]) throws -> (
        command: Command.Outcome, tool: Command.Outcome
    ) {
        (
            try command.run(["generate"] + arguments + ["--output", "Command", "--prune"]),
            try command.run(tool: Self.tool.path, arguments + ["--output", "Tool"])
        )
    }

    @Test(
        "it writes the bytes of `modelgen generate`, with the configuration, the lock and the models of other modules")
    func sameBytes() throws {
        let command = try Command()
        defer { command.remove() }
        try command.write("enums:\n  Climate: { cases: [mild, cold] }\n", to: "Shared/place.model.yaml")
        try command.write(city + "      climate: Climate\nimports: [Shared]\n", to: "App/city.model.yaml")
        try command.write("access: public\nnaming: { json: snake_case }\nheader: [Ours]\n", to: "App/modelgen.yaml")
        let arguments = ["App/city.model.yaml", "--import", "Shared=Shared/place.model.yaml", "--project", "App"]
        let outcomes = try both(command, arguments)
        #expect(outcomes.command.errors == "" && outcomes.command.code == 0)
        #expect(outcomes.tool.errors == "" && outcomes.tool.code == 0 && outcomes.tool.output == "")
        #expect(try command.files(in: "Tool") == [".modelgen-record.json", "city.model.swift"])
        let text = try command.text("Tool/city.model.swift")
        #expect(try text == command.text("Command/city.model.swift"))
        #expect(text.contains("// Ours") && text.contains("public nonisolated struct City"))
    }

    @Test("it says what `modelgen generate` says of wrong models, with its exit code, and writes nothing")
    func sameErrors() throws {
        let command = try Command()
        defer { command.remove() }
        try command.write(city.replacing("String", with: "Strng"), to: "city.model.yaml")
        let outcomes = try both(command, ["city.model.yaml"])
        #expect(outcomes.tool.code == 1 && outcomes.command.code == 1)
        #expect(outcomes.tool.errors == outcomes.command.errors)
        #expect(outcomes.tool.errors.contains("[unknown-type]"))
        #expect(!command.exists("Tool"))
    }

    @Test("what was generated from a file that is gone is deleted")
    func prunes() throws {
        let command = try Command()
        defer { command.remove() }
        try command.write(city, to: "city.model.yaml")
        try command.write(city.replacing("City", with: "Town"), to: "town.model.yaml")
        _ = try both(command, ["city.model.yaml", "town.model.yaml"])
        try FileManager.default.removeItem(at: command.folder.appending(path: "city.model.yaml"))
        _ = try both(command, ["town.model.yaml"])
        #expect(try command.files(in: "Tool") == [".modelgen-record.json", "town.model.swift"])
        #expect(try command.files(in: "Command") == ["town.model.swift"])
    }

    @Test("what the models need and the target does not depend on is told as lines for its manifest")
    func missingProducts() throws {
        let command = try Command()
        defer { command.remove() }
        try command.write(
            "database: { name: D }\n" + city.replacing("City:\n", with: "City:\n    primaryKey: id\n"),
            to: "city.model.yaml")
        let arguments = ["city.model.yaml", "--output", "Tool"]
        let refused = try command.run(tool: Self.tool.path, arguments + ["--linked", "ModelRuntime"])
        #expect(refused.code == 1)
        #expect(
            refused.errors == """
                error: the target does not depend on what its models need; add to its dependencies in Package.swift:
                    .product(name: "ModelSQLite", package: "modelgen"),  // city.model.yaml

                """)
        #expect(!command.exists("Tool"))
        let linked = try command.run(
            tool: Self.tool.path, arguments + ["--linked", "ModelRuntime", "--linked", "ModelSQLite"])
        #expect(linked.code == 0 && linked.errors == "")
    }

    @Test("wrong arguments are errors", arguments: [["--watch"], ["--output"], ["a.model.yaml"], []])
    func usage(_ arguments: [String]) throws {
        let command = try Command()
        defer { command.remove() }
        let outcome = try command.run(tool: Self.tool.path, arguments)
        #expect(outcome.code == 2 && outcome.errors.hasPrefix("error: "))
    }
}
