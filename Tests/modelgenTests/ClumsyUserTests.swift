import Foundation
import Testing

@Suite("A clumsy user")
struct ClumsyUserTests {
    private let command: Command

    init() throws { command = try Command() }

    @Test("without arguments, the command describes itself")
    func noArguments() throws {
        #expect(try command.run([], exits: 0).output.contains("modelgen generate Models --output"))
        let misspelt = try command.run("generat", exits: 2)
        #expect(misspelt.errors == "error: unknown command `generat`; did you mean `generate`?\n")
        #expect(
            try command.run("import", "jso", exits: 2).errors == "error: unknown command `jso`; did you mean `json`?\n")
        #expect(
            try command.run("export", "zip", exits: 2).errors
                == "error: unknown command `zip`; the commands are `sql`, `openapi`, `schema`\n")
        #expect(try command.run("help", "generate").output.contains("USAGE: modelgen generate"))
    }

    @Test("Windows line endings and a byte order mark change nothing, and errors are where editors show them")
    func windows() throws {
        let text = city.replacing("name: String", with: "name: { type: String, default: \"a\\nb\" }")
        try command.write(text, to: "Unix/city.model.yaml")
        try command.write("\u{FEFF}" + text.replacing("\n", with: "\r\n"), to: "Windows/city.model.yaml")
        #expect(try command.run("generate", "Unix", "--output", "A").code == 0)
        #expect(try command.run("generate", "Windows", "--output", "B").errors == "")
        #expect(try command.text("A/city.model.swift") == command.text("B/city.model.swift"))
        try command.write(
            "\u{FEFF}" + city.replacing("String", with: "Strng").replacing("\n", with: "\r\n"),
            to: "Windows/city.model.yaml")
        let outcome = try command.run("generate", "Windows", "--output", "B")
        #expect(outcome.errors.hasPrefix("Windows/city.model.yaml:5:13: error: "))
        try command.write("\u{FEFF}models: 1\r\n", to: "Windows/city.model.yaml")
        #expect(try command.run("check", "Windows").errors.hasPrefix("Windows/city.model.yaml:1:9: error: "))
        try command.write("\u{FEFF}inputs: [Unix]\r\naccess: public\r\noutput: C\r\n", to: "modelgen.yaml")
        #expect(try command.run("generate").errors == "")
        #expect(try command.text("C/city.model.swift").contains("public nonisolated struct City"))
    }

    @Test("files that end with yml are not read, which is a warning")
    func otherEndings() throws {
        try command.write(city, to: "Models/city.model.yaml")
        try command.write(notes, to: "Models/note.model.yml")
        try command.write("access: public\n", to: "modelgen.yml")
        let outcome = try command.run("generate", "Models", "--output", "Out", exits: 0)
        #expect(
            outcome.errors == """
                warning: Models/note.model.yml: is not read; its name must end with .model.yaml
                warning: modelgen.yml: is not read; rename it to modelgen.yaml

                """)
        #expect(try command.code(in: "Out") == ["city.model.swift"])
    }

    @Test("a folder named like a file is read as a folder, and reported if it has no models")
    func folderLikeFile() throws {
        try command.write("", to: "Models/city.model.yaml/readme.txt")
        let outcome = try command.run("generate", "Models", "--output", "Out", exits: 1)
        #expect(outcome.errors == "error: Models/city.model.yaml: cannot be read; Is a directory\n")
    }

    @Test("a read-only folder is reported in the system's words")
    func unwritable() throws {
        try command.write(city, to: "city.model.yaml")
        // Nobody can create a folder there, not even root.
        let unwritable = try command.run("generate", "city.model.yaml", "--output", "/proc/modelgen", exits: 1)
        #expect(unwritable.errors.hasPrefix("error: /proc/modelgen: cannot be written; "))
    }

    @Test(
        "an unreadable file is reported in the system's words",
        .enabled(if: getuid() != 0, "root may read and write everything"))
    func unreadable() throws {
        try command.write(city, to: "city.model.yaml")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0], ofItemAtPath: command.folder.appending(path: "city.model.yaml").path)
        let unreadable = try command.run("generate", "city.model.yaml", "--output", "Out", exits: 1)
        #expect(unreadable.errors == "error: city.model.yaml: cannot be read; Permission denied\n")
        #expect(!command.exists("Out"))
    }

    @Test("if the disk is full, no output is touched, and nothing is left behind")
    func diskFull() throws {
        try command.write(city, to: "a.model.yaml")
        let fields = (0..<200).map { "      field\($0): String\n" }.joined()
        try command.write("models:\n  Large:\n    fields:\n" + fields, to: "b.model.yaml")
        #expect(try command.run("generate", ".", "--output", "Out").code == 0)
        let before = try (command.text("Out/a.model.swift"), command.text("Out/b.model.swift"))
        try command.write(city.replacing("name", with: "title"), to: "a.model.yaml")
        try command.write("models:\n  Large:\n    fields:\n      id: Int\n" + fields, to: "b.model.yaml")

        // Files are limited to 8 kB: the first output fits, the second does not (man 2 setrlimit).
        let outcome = try command.run(
            tool: "bash", "-c", "ulimit -f 8; exec \"$0\" generate . --output Out",
            Command.executable.path, exits: 1)
        #expect(outcome.errors == "error: Out/b.model.swift: cannot be written; File too large\n")
        #expect(try command.text("Out/a.model.swift") == before.0)
        #expect(try command.text("Out/b.model.swift") == before.1)
        #expect(try command.code(in: "Out") == ["a.model.swift", "b.model.swift"])
    }

    @Test("an output folder may be a link; an output that leads to handwritten files is refused")
    func links() throws {
        try command.write(city, to: "city.model.yaml")
        try command.write("", to: "Elsewhere/keep.txt")
        try command.write("precious", to: "precious.swift")
        func link(_ name: String, to destination: String) throws {
            try FileManager.default.createSymbolicLink(
                atPath: command.folder.appending(path: name).path, withDestinationPath: destination)
        }
        try link("Out", to: "Elsewhere")
        try link("Elsewhere/city.model.swift", to: "../precious.swift")
        let taken = try command.run("generate", "city.model.yaml", "--output", "Out")
        #expect(taken.code == 1 && taken.errors.hasPrefix("error: Out/city.model.swift: was not generated by modelgen"))
        #expect(try command.text("precious.swift") == "precious")
        try FileManager.default.removeItem(at: command.folder.appending(path: "Elsewhere/city.model.swift"))
        #expect(try command.run("generate", "city.model.yaml", "--output", "Out").code == 0)
        #expect(try command.text("Elsewhere/city.model.swift").contains("struct City"))

        try link("Lost", to: "nowhere")
        let lost = try command.run("generate", "city.model.yaml", "--output", "Lost", exits: 1)
        #expect(lost.errors == "error: Lost: the output is a broken link\n")
        try command.write("", to: "Folder/city.model.swift/keep.txt")
        let folder = try command.run("generate", "city.model.yaml", "--output", "Folder", exits: 1)
        #expect(folder.errors == "error: Folder/city.model.swift: cannot be read; Is a directory\n")
    }

    @Test("an empty name, as from an unset variable in a script, is wrong usage")
    func emptyNames() throws {
        try command.write(city, to: "city.model.yaml")
        // None of them may write to the root of the file system, which the path `/modelgen.yaml` would lead to.
        for arguments in [
            ["generate", "city.model.yaml", "--output", ""], ["generate", "", "--output", "Out"],
            ["generate", ".", "--output", "Out", "--config", ""], ["check", ".", "--project", ""],
            ["release", ".", "--lock", ""], ["init", ""], ["init", "--output", ""], ["templates", "export", ""],
            ["templates", "lint", ""], ["export", "schema", ""], ["import", "json", ""],
            ["import", "json", "city.model.yaml", "--output", ""], ["diff", ".", "--against", ""],
            ["verify", "", "."], ["diagram", ".", "--output", ""],
        ] {
            let outcome = try command.run(arguments, exits: 2)
            let word = arguments.firstIndex(of: "").map { arguments[$0 - 1] }
            #expect(outcome.errors == "error: the argument after `\(try #require(word))` is empty; pass a value\n")
        }
        let attached = try command.run("generate", ".", "--output=", exits: 2)
        #expect(attached.errors == "error: `--output=` has no value; write one after it\n")
        #expect(try command.files(in: ".").filter { !$0.hasPrefix(".") } == ["city.model.yaml"])
    }

    @Test("a negative version is named in the error, and is not a missing value")
    func negativeVersions() throws {
        try command.write(
            "database: { name: Map }\n"
                + city.replacing("fields", with: "table: cities\n    primaryKey: id\n    fields"), to: "city.model.yaml"
        )
        for arguments in [
            ["squash", ".", "--before", "-1"], ["export", "sql", ".", "--version", "-1"],
            ["export", "sql", ".", "--from", "-1"], ["export", "sql", ".", "--from", "1", "--to", "-1"],
            ["verify", "city.sqlite", ".", "--version", "-1"],
        ] {
            let outcome = try command.run(arguments)
            #expect([1, 2].contains(outcome.code))
            #expect(!outcome.errors.contains("Missing value"), "\(arguments): \(outcome.errors)")
        }
    }

    @Test("two files of one name are an error that names both")
    func twins() throws {
        try command.write(city, to: "A/city.model.yaml")
        try command.write(city.replacing("City", with: "Town"), to: "B/city.model.yaml")
        let outcome = try command.run("generate", ".", "--output", "Out", exits: 1)
        #expect(outcome.errors.contains("[duplicate-file-name]"))
        #expect(outcome.errors.contains("A/city.model.yaml") && outcome.errors.contains("B/city.model.yaml"))
        #expect(!command.exists("Out"))
    }

    #if os(Linux)
        @Test("two normal forms of a name, which only Linux distinguishes, are two files of one name")
        func normalForms() throws {
            try command.write(city, to: "Models/\u{e9}.model.yaml")
            try command.write(city.replacing("City", with: "Town"), to: "Models/e\u{301}.model.yaml")
            for inputs in [["Models"], ["Models/\u{e9}.model.yaml", "Models/e\u{301}.model.yaml"]] {
                let outcome = try command.run(["generate"] + inputs + ["--output", "Out"])
                #expect(outcome.code == 1)
                #expect(outcome.errors.contains("[duplicate-file-name]"))
            }
        }
    #endif

    @Test("a file whose name is not UTF-8 is reported, and its neighbours are not generated without it")
    func nonUTF8Name() throws {
        try command.write(city, to: "Models/city.model.yaml")
        let made = try command.run(
            tool: "bash", "-c", "printf 'models: {}' > $'Models/caf\\xe9.model.yaml'")
        // Apple's file systems do not accept such a name.
        guard made.code == 0 else { return }
        #expect(try command.run("generate", "Models", "--output", "Out", exits: 1).errors.contains("error: Models/caf"))
        #expect(!command.exists("Out"))
        let named = try command.run(
            tool: "bash", "-c", "exec \"$0\" generate $'Models/caf\\xe9.model.yaml' --output Out",
            Command.executable.path, exits: 2)
        #expect(named.errors.contains("is not valid UTF-8"))
    }

    @Test("names with spaces, quotes and letters of any script are allowed")
    func strangeNames() throws {
        for (index, name) in ["it's 1", "Größe", "都市", "-x", "a=b"].enumerated() {
            try command.write(city.replacing("City", with: "City\(index)"), to: "M \(index)/\(name).model.yaml")
            #expect(try command.run("generate", "M \(index)", "--output", "Out \(index)").errors == "")
            #expect(try command.code(in: "Out \(index)") == ["\(name).model.swift"])
        }
    }

    @Test("2,000 models in one file, and 1,000 files, are generated")
    func huge() throws {
        let models = (0..<2_000).map { "  Model\($0):\n    fields: { id: Int64, name: String }\n" }.joined()
        try command.write("models:\n" + models, to: "One/all.model.yaml")
        #expect(try command.run("generate", "One", "--output", "Out").output == "1 file, 1 written\n")
        for number in 0..<1_000 {
            try command.write(city.replacing("City", with: "City\(number)"), to: "Many/c\(number).model.yaml")
        }
        #expect(try command.run("generate", "Many", "--output", "Many").output == "1000 files, 1000 written\n")
    }

    /// A large input, the command that reads it, and its exit code.
    struct Large: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var text: String
        var arguments: String
        var code: Int32

        init(_ description: String, _ arguments: String, _ text: String, code: Int32 = 0) {
            (testDescription, self.text, self.arguments, self.code) = (description, text, arguments, code)
        }
    }

    private static func lines(_ count: Int, _ line: (Int) -> String) -> String { (0..<count).map(line).joined() }

    private static let large: [Large] = [
        Large(
            "an enum of 30,000 cases", "generate . -o Out",
            "enums:\n  Large: [" + lines(30_000) { "c\($0), " } + "last]\n"),
        Large(
            "6,000 mistakes", "check . --format sarif",
            "models:\n" + lines(6_000) { "  M\($0): { fields: { id: Int64, ü: Strng } }\n" }, code: 1),
        Large(
            "a picture of a model of 12,000 fields", "diagram . --layout own",
            "models:\n  Large:\n    fields:\n" + lines(12_000) { "      f\($0): Int\n" }),
        Large(
            "a picture of 2,000 models that refer to each other", "diagram . --layout own",
            "models:\n" + lines(2_000) { "  M\($0): { fields: { next: \"[M\($0 / 2)]\" } }\n" }),
        Large(
            "12,000 parameters", "check .",
            "api: { name: MapAPI }\nmodels:\n  M:\n    fields: { id: Int64 }\n    rest:\n      operations: [list]\n      "
                + "list:\n        query:\n" + lines(12_000) { "          p\($0): String?\n" }),
    ]

    @Test("the time grows with the size of the input, not with its square", arguments: large)
    func growth(_ large: Large) throws {
        let command = try Command()
        defer { command.remove() }
        try command.write(large.text, to: "large.model.yaml")
        // Seconds of the processor, which other programs do not use up. A loop within a loop takes more than twice that.
        let outcome = try command.run(
            tool: "bash", "-c", "ulimit -t 5; exec \"$0\" \(large.arguments)", Command.executable.path)
        #expect(outcome.code == large.code)
    }

    @Test("output cut off by a closed pipe is not reported as a bug")
    func closedPipe() throws {
        let outcome = try command.run(
            tool: "bash", "-c", "\"$0\" explain | head -n 1; exit ${PIPESTATUS[1]}", Command.executable.path, exits: 0)
        #expect(outcome.errors == "")
    }
}
