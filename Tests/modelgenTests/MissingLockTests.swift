import Foundation
import Testing

@Suite("A missing lock")
struct MissingLockTests {
    private let command: Command

    init() throws { command = try Command() }

    @Test("after a release, every command reports that the lock is missing", arguments: [1, 3])
    func lost(version: Int) throws {
        try command.write(
            version == 1 ? city.replacing("City:", with: "City:\n    table: cities\n    primaryKey: id") : notes,
            to: "Models/m.model.yaml")
        if version == 1 {
            try command.write(
                "database: { name: D }\n" + command.text("Models/m.model.yaml"), to: "Models/m.model.yaml")
        }
        let release = try command.run("release", "Models")
        #expect(release.code == 0, "\(release.errors)")
        #expect(release.output.hasSuffix("modelgen.yaml now declares the lock, so that a missing one is detected\n"))
        #expect(try command.text("modelgen.yaml") == "lock: modelgen.lock\n")
        #expect(try command.run("check", "Models").code == 0)
        #expect(try command.run("release", "Models").output.hasSuffix("modelgen.lock is up to date\n"))
        #expect(try command.text("modelgen.yaml") == "lock: modelgen.lock\n")

        try FileManager.default.removeItem(at: command.folder.appending(path: "modelgen.lock"))
        let commands = [["check", "Models"], ["generate", "Models", "--output", "Out"], ["diff", "Models"]]
        for arguments in commands {
            let outcome = try command.run(arguments)
            #expect(outcome.code == 1, "\(arguments)")
            #expect(
                outcome.errors == """
                    modelgen.yaml:1:7: error: the lock `modelgen.lock` is missing, so nothing records what was released; \
                    restore it from version control [missing-lock]
                    lock: modelgen.lock
                          ^~~~~~~~~~~~~

                    """, "\(arguments)")
        }
        #expect(!command.exists("Out"))
        // The tool of the build-tool plugin as well.
        let plugin = Command.products.appending(path: "modelgen-generate").path
        let outcome = try command.run(
            tool: plugin, "Models/m.model.yaml", "--output", "Out", "--project", ".", exits: 1)
        #expect(outcome.errors.contains("[missing-lock]"))
        // Without the key, there was no release.
        try command.write("", to: "modelgen.yaml")
        #expect(try command.run("check", "Models").code == 0)
    }

    @Test("a link that leads nowhere is not a missing file", arguments: ["modelgen.lock", "modelgen.yaml"])
    func brokenLink(_ name: String) throws {
        try command.write(notes, to: "Models/m.model.yaml")
        try FileManager.default.createSymbolicLink(
            atPath: command.folder.appending(path: name).path, withDestinationPath: "gone")
        let outcome = try command.run("check", "Models", exits: 1)
        #expect(outcome.errors == "error: \(name): cannot be read; it is a broken link, not a file\n")
    }

    @Test("a project without a release has no lock, and none is required")
    func new() throws {
        try command.write(notes, to: "Models/m.model.yaml")
        #expect(try command.run("check", "Models").code == 0)
        #expect(try command.run("generate", "Models", "--output", "Out", exits: 0).errors == "")
    }

    @Test("a release keeps the lock in the configuration, and only uses another if told to")
    func configuration() throws {
        try command.write(notes, to: "Models/m.model.yaml")
        try command.write("# Ours.\ninputs: [Models]  # all\nheader:\n  - A line", to: "modelgen.yaml")
        #expect(try command.run("release", "--dry-run").code == 0)
        #expect(try command.text("modelgen.yaml") == "# Ours.\ninputs: [Models]  # all\nheader:\n  - A line")
        #expect(try command.run("release", "--lock", "other.lock").code == 0)
        #expect(try command.text("modelgen.yaml") == "# Ours.\ninputs: [Models]  # all\nheader:\n  - A line")
        #expect(try command.run("release").code == 0)
        #expect(
            try command.text("modelgen.yaml")
                == "# Ours.\ninputs: [Models]  # all\nheader:\n  - A line\nlock: modelgen.lock\n")
        // The lines end as in the file.
        try command.write("inputs: [Models]\r\naccess: public\r\n", to: "modelgen.yaml")
        #expect(try command.run("release").code == 0)
        #expect(
            try command.text("modelgen.yaml") == "inputs: [Models]\r\naccess: public\r\nlock: modelgen.lock\r\n")
        // Where a line at the end would mean something else, the user is told to add it.
        for text in ["{ inputs: [Models] }\n", "inputs: [Models]\n...\n", "  inputs: [Models]\n"] {
            try command.write(text, to: "modelgen.yaml")
            #expect(
                try command.run("release", exits: 0).output.hasSuffix(
                    "add `lock: modelgen.lock` to modelgen.yaml, so that a missing lock is detected\n"))
            #expect(try command.text("modelgen.yaml") == text)
        }
        try command.write("inputs: [Models]\nlock: locks/all.lock\n", to: "modelgen.yaml")
        #expect(try command.run("check").code == 1)
    }
}
