import Foundation
import Testing

@Suite("The script of the GitHub Action")
struct ActionTests {
    private let command: Command

    init() throws { command = try Command() }

    /// The step of action.yml that runs the tool, as a runner executes it in a folder of the checkout.
    private func action(_ inputs: [String: String], in folder: String = ".") throws -> Command.Outcome {
        let script = Command.package.appending(path: "Distribution/action/run").path
        let places = ["GITHUB_WORKSPACE=\(command.folder.path)", "PATH=\(Command.products.path):/usr/bin:/bin"]
        return try command.run(
            tool: "env",
            ["-C", folder] + places + inputs.map { "\($0)=\($1)" } + [script])
    }

    @Test(
        "all folders of models are checked, whether they are on one line or on several",
        arguments: [" ", "\n", " \n\t"])
    func folders(separator: String) throws {
        try command.write(city, to: "One/city.model.yaml")
        try command.write(
            city.replacing("City", with: "Town").replacing("String", with: "Strng"), to: "Two/town.model.yaml")
        let outcome = try action(["COMMAND": "check", "MODELS": "One\(separator)Two"])
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("Two/town.model.yaml:5:13: error: unknown type `Strng`"))
        #expect(try action(["COMMAND": "check", "MODELS": "One\(separator)"]).output == "1 file is valid\n")
    }

    @Test("errors, out-of-date code and differences are annotations of files below the root of the checkout")
    func annotations() throws {
        try command.write(city, to: "Apps/Map/Models/city.model.yaml")
        try command.write("inputs: [./Models]\noutput: Out\n", to: "Apps/Map/modelgen.yaml")
        let stale = try action(["COMMAND": "check"], in: "Apps/Map")
        #expect(stale.code == 3)
        #expect(stale.output.contains("\n::error file=Apps/Map/Out/city.model.swift,line=1,"))

        try command.write(city.replacing("String", with: "Strng"), to: "Apps/Map/Models/city.model.yaml")
        let wrong = try action(["COMMAND": "check"], in: "Apps/Map")
        #expect(wrong.code == 1)
        #expect(wrong.output.hasPrefix("::error file=Apps/Map/Models/city.model.yaml,line=5,col=13,"))

        try command.write(city.replacing("name: String", with: "title: String"), to: "Apps/Map/Models/city.model.yaml")
        try command.write(city, to: "Apps/Old/city.model.yaml")
        let changed = try action(["COMMAND": "diff", "AGAINST": "../Old"], in: "Apps/Map")
        #expect(changed.code == 4)
        #expect(changed.output.contains("::error file=Apps/Map/Models/city.model.yaml,line="))
    }
}
