import Foundation
import Testing

@Suite("Problems with the files themselves")
struct BadInputTests {
    private let command: Command

    init() throws { command = try Command() }

    private func failure(
        _ prepare: (Command) throws -> Void, _ arguments: String..., location: SourceLocation = #_sourceLocation
    ) throws -> Command.Outcome {
        let command = try Command()
        defer { command.remove() }
        try prepare(command)
        let (input, output) = (arguments.first ?? ".", arguments.dropFirst().first ?? "Out")
        return try command.run("generate", input, "--output", output, exits: 1, location: location)
    }

    @Test("a folder without models, a missing place, a dangling link and a file with another extension are reported")
    func places() throws {
        let empty = try failure { try $0.write("", to: "Models/readme.txt") }
        #expect(empty.errors == "error: .: no *.model.yaml files in this folder\n")

        #expect(try failure({ _ in }, "Models").errors == "error: Models: no such file or folder\n")

        let link = try failure { command in
            try FileManager.default.createSymbolicLink(
                atPath: command.folder.appending(path: "city.model.yaml").path, withDestinationPath: "nowhere")
        }
        #expect(link.errors == "error: ./city.model.yaml: broken link\n")

        let other = try failure({ try $0.write(city, to: "city.yaml") }, "city.yaml")
        #expect(other.errors == "error: city.yaml: the name of a model file must end with .model.yaml\n")
    }

    @Test("what is not a regular file is named, and not waited for")
    func otherThanFiles() throws {
        let pipe = try failure { mkfifo($0.folder.appending(path: "city.model.yaml").path, 0o644) }
        #expect(pipe.errors == "error: ./city.model.yaml: cannot be read; it is a named pipe, not a file\n")

        let device = try failure { command in
            try FileManager.default.createSymbolicLink(
                atPath: command.folder.appending(path: "city.model.yaml").path, withDestinationPath: "/dev/zero")
        }
        #expect(device.errors == "error: ./city.model.yaml: cannot be read; it is a device, not a file\n")

        for name in ["modelgen.yaml", "modelgen.lock", "Out/city.model.swift"] {
            let other = try failure { command in
                try command.write(city, to: "city.model.yaml")
                if name.hasPrefix("Out/") { try command.write("", to: "Out/other") }
                mkfifo(command.folder.appending(path: name).path, 0o644)
            }
            #expect(other.errors == "error: \(name): cannot be read; it is a named pipe, not a file\n")
        }
    }

    @Test("an output that is a file is not replaced")
    func outputIsFile() throws {
        let outcome = try failure { command in
            try command.write(city, to: "city.model.yaml")
            try command.write("precious", to: "Out")
        }
        #expect(outcome.errors == "error: Out: the output must be a folder, but this is a file\n")
    }

    @Test("an empty file and bytes that are not UTF-8 are errors at their place")
    func contents() throws {
        let empty = try failure { try $0.write("", to: "city.model.yaml") }
        #expect(empty.errors.hasPrefix("./city.model.yaml:1:1: error: "))
        let bytes = try failure { command in
            try Data([0x6D, 0x3A, 0x20, 0xFF, 0x0A]).write(to: command.folder.appending(path: "city.model.yaml"))
        }
        #expect(bytes.errors.hasPrefix("./city.model.yaml:1:4: error: "))
    }

    @Test("a file of 10 MB is read like any other")
    func large() throws {
        let padding = String(repeating: "# " + String(repeating: "x", count: 97) + "\n", count: 100_000)
        try command.write(padding + city, to: "city.model.yaml")
        #expect(try command.run("generate", ".", "--output", "Out").code == 0)
        try command.write(padding + city.replacing("String", with: "Strng"), to: "city.model.yaml")
        let outcome = try command.run("generate", ".", "--output", "Out", exits: 1)
        #expect(outcome.errors.hasPrefix("./city.model.yaml:100005:13: error: "))
    }

    @Test("wrong usage ends with 2, help and version with 0")
    func usage() throws {
        try command.write(city, to: "city.model.yaml")
        #expect(try command.run("generate", ".").code == 2)
        #expect(try command.run("generate", ".", "--output", "Out", "--no-such-option").code == 2)
        #expect(try command.run("generate", "--output", "Out").code == 2)
        #expect(try command.run("nonsense").code == 2)
        #expect(try command.run("--help").code == 0)
        #expect(try command.run("--help").output.contains("modelgen generate Models --output"))
        #expect(try command.run("generate", "--help").code == 0)
        let file = Command.package.appending(path: "Sources/ModelgenFiles/Version.swift")
        let version = try String(contentsOf: file, encoding: .utf8).firstMatch(of: /modelgenVersion = "(.+)"/)
        #expect(try command.run("--version").output == "\(try #require(version).1)\n")
    }

    @Test("completion scripts for each shell are printed, and bash accepts its own")
    func completions() throws {
        for (shell, check) in [("bash", "-n"), ("zsh", "-n"), ("fish", "--no-execute")] {
            let outcome = try command.run("--generate-completion-script", shell, exits: 0)
            #expect(outcome.output.contains("unknown-type"), "the rules that explain knows")
            #expect(outcome.output.contains("dry-run"))
            try command.write(outcome.output, to: "modelgen.\(shell)")
            guard Command.has(shell) else { continue }
            let checked = try command.run(tool: shell, check, "modelgen.\(shell)")
            #expect(checked.code == 0 && checked.errors == "", "\(shell)")
        }
        let candidates = try command.run(
            tool: "bash", "-c",
            """
            source modelgen.bash
            COMP_WORDS=(modelgen ex); COMP_CWORD=1; COMP_LINE="modelgen ex"; COMP_POINT=11
            _modelgen modelgen ex modelgen; printf '%s\n' "${COMPREPLY[@]}"
            """)
        #expect(candidates.output.contains("explain") && candidates.output.contains("export"))
        #expect(try command.run("--generate-completion-script", "tcsh").code == 2)
    }

    @Test("diagnostics only have colours on a terminal")
    func colours() throws {
        let outcome = try failure { try $0.write(city.replacing("String", with: "Strng"), to: "city.model.yaml") }
        #expect(!outcome.errors.contains("\u{1B}"))
    }

    @Test("explain describes each rule, lists them all, and suggests a similar one")
    func explain() throws {
        let list = try command.run("explain", exits: 0)
        let rules = list.output.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
        #expect(rules.count > 50)
        #expect(Set(rules).count == rules.count)
        #expect(rules.contains("unknown-type"))
        #expect(try command.run("explain", "unknown-type").output.hasPrefix("unknown-type: "))
        let unknown = try command.run("explain", "unknown-typ", exits: 2)
        #expect(unknown.errors == "error: unknown rule `unknown-typ`; did you mean `unknown-type`?\n")
    }
}
