import Foundation
import Testing

@Suite("Paths in the configuration")
struct ConfiguredPathTests {
    private let command: Command

    init() throws { command = try Command() }

    @Test(
        "a path that cannot be used is reported where it is written",
        arguments: [
            ("inputs: [Models, Nowhere]", 18, "Nowhere: no such file or folder"),
            ("inputs: [Models, Link]", 18, "Link: broken link"),
            ("inputs: [Models, Empty]", 18, "Empty: no *.model.yaml files in this folder"),
            (
                "inputs: [Models, modelgen.yaml]", 18,
                "modelgen.yaml: the name of a model file must end with .model.yaml"
            ),
            (
                "inputs: [Models]\noutput: modelgen.yaml", 9,
                "modelgen.yaml: the output must be a folder, but this is a file"
            ),
            ("inputs: [Models]\noutput: Link", 9, "Link: the output is a broken link"),
            (
                "inputs: [Models]\noutput: Out\ntemplates: Nowhere", 12,
                "Nowhere: cannot be read as a folder of templates; No such file or directory"
            ),
        ])
    func places(_ configuration: String, _ column: Int, _ message: String) throws {
        try command.write(city, to: "Models/city.model.yaml")
        try command.write("", to: "Empty/readme.txt")
        try FileManager.default.createSymbolicLink(
            atPath: command.folder.appending(path: "Link").path, withDestinationPath: "gone")
        try command.write(configuration, to: "modelgen.yaml")
        let line = configuration.split(separator: "\n").count
        for arguments in [["check"], ["generate"] + (configuration.contains("output") ? [] : ["--output", "Out"])] {
            let outcome = try command.run(arguments, exits: 1)
            #expect(outcome.errors.hasPrefix("modelgen.yaml:\(line):\(column): error: \(message) [unusable-path]\n"))
        }
        let report = try command.run("check", "--format", "github").output
        #expect(report.contains("::error file=modelgen.yaml,line=\(line),"))
    }

    @Test(
        "a path from the home folder is an error, since nothing expands it",
        arguments: [
            "inputs: [~/Models]", "output: ~/Out", "templates: ~/Templates", "lock: ~/modelgen.lock", "output: '~'",
        ])
    func homeFolder(_ line: String) throws {
        try command.write(city, to: "Models/city.model.yaml")
        try command.write(line, to: "modelgen.yaml")
        let message =
            "error: `~` is not replaced by the home folder here; write a path from the folder of this file, or `./~` for a "
            + "folder of that name [unusable-path]\n"
        for arguments in [["check", "Models"], ["generate", "Models", "--output", "Out"]] {
            #expect(try command.run(arguments, exits: 1).errors.contains(message))
        }
        #expect(!command.exists("~"))
    }

    @Test("the same path as an argument is reported by itself")
    func arguments() throws {
        try command.write("inputs: [Models]", to: "modelgen.yaml")
        #expect(try command.run("check", "Nowhere").errors == "error: Nowhere: no such file or folder\n")
    }

    @Test("all paths that cannot be used are reported in one run, as arguments and in the configuration")
    func severalPaths() throws {
        try command.write("", to: "Empty/readme.txt")
        try command.write(city, to: "Models/city.model.yaml")
        let arguments = try command.run("check", "Nowhere", "Models", "Empty", "--format", "github", exits: 1)
        let messages = ["Nowhere: no such file or folder", "Empty: no *.model.yaml files in this folder"]
        #expect(arguments.errors == messages.map { "error: \($0)\n" }.joined())
        #expect(arguments.output == messages.map { "::error title=unusable-input::\($0)\n" }.joined())
        let imports = try command.run("check", "Models", "--import", "Gone", "--import", "Core=Lost", exits: 1)
        #expect(imports.errors == "error: Gone: no such file or folder\nerror: Lost: no such file or folder\n")
        try command.write("inputs: [Nowhere, Models, Empty]", to: "modelgen.yaml")
        let configured = try command.run("check", exits: 1).errors
        #expect(configured.contains("modelgen.yaml:1:10: error: \(messages[0]) [unusable-path]"))
        #expect(configured.contains("modelgen.yaml:1:27: error: \(messages[1]) [unusable-path]"))
    }

    @Test("a configuration, a lock and folders may have names of one character")
    func shortNames() throws {
        try command.write(notes, to: "m/note.model.yaml")
        try command.write("inputs: [m]\noutput: o\nlock: l\n", to: "c")
        _ = try command.run("release", "--config", "c", "--lock", "l", exits: 0)
        _ = try command.run("generate", "--config", "c", exits: 0)
        _ = try command.run("check", "--config", "c", exits: 0)
        _ = try command.run("diff", "--config", "c", exits: 0)
        #expect(try command.code(in: "o") == ["note.model.swift"])
    }
}
