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

    @Test("a lock next to the models that another folder's takes the place of is a warning")
    func unread() throws {
        try command.write(notes, to: "Sources/App/m.model.yaml")
        _ = try command.run("release", "Sources/App", "--project", "Sources/App", exits: 0)
        let warnings = ["yaml", "lock"].map {
            "warning: Sources/App/modelgen.\($0): is not read; pass --project Sources/App\n"
        }.joined()
        for (line, code) in [("diff", 1), ("check", 0), ("squash --before 2 --dry-run", 0), ("release", 0)] {
            let outcome = try command.run(line.split(separator: " ").map(String.init) + ["Sources/App"])
            #expect(outcome.errors.hasPrefix(warnings) && outcome.code == code, "\(line): \(outcome.errors)")
        }
        #expect(try command.run("check", "Sources/App", "--project", "Sources/App").errors == "")
        let named = ["--config", "Sources/App/modelgen.yaml", "--lock", "Sources/App/modelgen.lock"]
        #expect(try command.run(["check", "./Sources/App/"] + named).errors == "")
    }

    @Test("a release does not write a lock again that is lost: an edited step would be taken for the released one")
    func lostBeforeRelease() throws {
        try command.write(notes, to: "Models/m.model.yaml")
        _ = try command.run("release", "Models", exits: 0)
        let lock = try command.text("modelgen.lock")
        let file = command.folder.appending(path: "modelgen.lock")
        try FileManager.default.removeItem(at: file)
        try command.write(notes.replacing("title: String", with: "title: String?"), to: "Models/m.model.yaml")
        let commands = [
            ["release", "Models"], ["release", "Models", "--dry-run"], ["squash", "Models", "--before", "2"],
        ]
        for arguments in commands {
            let outcome = try command.run(arguments, exits: 1)
            #expect(outcome.errors.hasPrefix("modelgen.yaml:1:7: error: the lock `modelgen.lock` is missing"))
            #expect(!command.exists("modelgen.lock"))
        }
        let advice = "restore it from version control, or pass `--lock modelgen.lock` before the first release"
        #expect(try command.run("release", "Models").errors.contains("\(advice) [missing-lock]"))
        // Whoever declares the lock before there is one says so, and sees what that means.
        try command.write(notes, to: "Models/m.model.yaml")
        let named = try command.run("release", "Models", "--lock", "modelgen.lock", exits: 0)
        #expect(
            named.errors == """
                warning: modelgen.lock is new, so all versions of `NotesStore` are pinned as they are now; if one was released \
                before, restore the lock from version control instead

                """)
        #expect(try command.text("modelgen.lock") == lock)
    }

    @Test("a target with settings of its own still needs the lock that the package's configuration declares")
    func declaredByPackage() throws {
        try command.write(notes, to: "Sources/App/m.model.yaml")
        try command.write("access: public\n", to: "Sources/App/modelgen.yaml")
        try command.write("lock: modelgen.lock\n", to: "modelgen.yaml")
        let arguments = ["Sources/App/m.model.yaml", "--project", "Sources/App", "--project", "."]
        let generator = Command.products.appending(path: "modelgen-generate").path
        for outcome in [
            try command.run(["check"] + arguments, exits: 1),
            try command.run(["generate"] + arguments + ["--output", "Out"], exits: 1),
            try command.run(["release"] + arguments, exits: 1),
            try command.run(tool: generator, arguments + ["--output", "Out"]),
        ] {
            #expect(outcome.errors.hasPrefix("./modelgen.yaml:1:7: error: the lock `./modelgen.lock` is missing"))
        }
        // Its own lock precedes that of the package.
        _ = try command.run(["release"] + arguments + ["--lock", "Sources/App/modelgen.lock"], exits: 0)
        #expect(try command.run(["check"] + arguments, exits: 0).output == "1 file is valid\n")
    }

    @Test("what is named must be there: a configuration, also with the usual name, and the folder of a project")
    func named() throws {
        try command.write(notes, to: "Models/m.model.yaml")
        for name in ["modelgen.yaml", "./modelgen.yaml", "other.yaml"] {
            for verb in ["check", "release"] {
                let outcome = try command.run(verb, "Models", "--config", name, exits: 1)
                #expect(outcome.errors == "error: \(name): no such file\n")
            }
        }
        let outcome = try command.run("check", "Models", "--project", "Typo", exits: 1)
        #expect(outcome.errors == "error: Typo: no such folder\n")
        #expect(try command.files(in: ".").filter { !$0.hasPrefix(".") } == ["Models"])
    }

    @Test("a project without a lock has none: the lock of the current folder is another project's")
    func otherProject() throws {
        try command.write(notes, to: "App/m.model.yaml")
        _ = try command.run("release", "App", exits: 0)
        let files = [try command.text("modelgen.lock"), try command.text("modelgen.yaml")]
        // A database that would be taken for the one that was released, and renamed.
        try command.write(
            notes.replacing("title: String", with: "title: String?").replacing("NotesStore", with: "KitStore"),
            to: "Kit/Sources/Kit/m.model.yaml")
        let arguments = ["Kit/Sources/Kit/m.model.yaml", "--project", "Kit/Sources/Kit", "--project", "Kit"]
        let generator = Command.products.appending(path: "modelgen-generate").path
        #expect(try command.run(tool: generator, arguments + ["--output", "Out"]).errors == "")
        _ = try command.run(["release"] + arguments, exits: 0)
        // Each target has its own.
        #expect(try command.files(in: "Kit/Sources/Kit") == ["m.model.yaml", "modelgen.lock", "modelgen.yaml"])
        #expect(try command.text("Kit/Sources/Kit/modelgen.yaml") == "lock: modelgen.lock\n")
        #expect(try [command.text("modelgen.lock"), command.text("modelgen.yaml")] == files)
        _ = try command.run(["check"] + arguments, exits: 0)
    }

    @Test("the lock of a package belongs to the target that was released: others ignore it, and do not release into it")
    func otherTarget() throws {
        func write(_ target: String, _ field: String) throws {
            try command.write(
                """
                database: { name: \(target)Store }
                models: { Setting\(target): { table: settings, primaryKey: id, fields: { id: Int64, \(field): String } } }

                """, to: "Sources/\(target)/\(target).model.yaml")
        }
        func arguments(_ target: String) -> [String] {
            ["Sources/\(target)/\(target).model.yaml", "--project", "Sources/\(target)", "--project", "."]
        }
        try command.write("access: public\n", to: "modelgen.yaml")
        for target in ["App", "Lib"] { try write(target, "name") }
        _ = try command.run(["release"] + arguments("App"), exits: 0)
        let lock = try command.text("modelgen.lock")
        #expect(lock.hasPrefix("modelgen.lock 2\ntarget App\nAppStore 1 "))
        let generator = Command.products.appending(path: "modelgen-generate").path
        #expect(try command.run(["check"] + arguments("Lib"), exits: 0).errors == "")
        #expect(try command.run(tool: generator, arguments("Lib") + ["--output", "Out"]).errors == "")
        for verb in [["release"], ["diff"], ["squash", "--before", "2"]] {
            #expect(
                try command.run(verb + arguments("Lib"), exits: 1).errors == """
                    error: ./modelgen.lock: is the lock of the target App; give Lib its own: run `modelgen release` with \
                    `--lock` and the path of modelgen.lock in the folder of Lib

                    """)
        }
        #expect(try command.text("modelgen.lock") == lock)
        _ = try command.run(["release"] + arguments("Lib") + ["--lock", "Sources/Lib/modelgen.lock"], exits: 0)
        // From then on, each is compared with its own.
        for target in ["App", "Lib"] {
            _ = try command.run(["diff"] + arguments(target), exits: 0)
            try write(target, "title")
            #expect(
                try command.run(["check"] + arguments(target), exits: 1).errors.contains("[released-version-changed]"))
        }
    }

    @Test(
        "a target that was renamed or moved keeps its lock in the folder of its package",
        arguments: ["Sources/Core", "Sources/Apps/App", "Sources/Apps/Core"])
    func renamedTarget(_ folder: String) throws {
        func arguments(_ folder: String) -> [String] {
            ["\(folder)/m.model.yaml", "--project", folder, "--project", "."]
        }
        try command.write("access: public\n", to: "modelgen.yaml")
        try command.write(notes, to: "Sources/App/m.model.yaml")
        _ = try command.run(["release"] + arguments("Sources/App"), exits: 0)
        let manager = FileManager.default
        try manager.createDirectory(
            at: command.folder.appending(path: folder).deletingLastPathComponent(), withIntermediateDirectories: true)
        try manager.moveItem(
            at: command.folder.appending(path: "Sources/App"), to: command.folder.appending(path: folder))
        #expect(try command.run(["diff"] + arguments(folder), exits: 0).errors == "")
        // It is still compared with what was released.
        try command.write(notes.replacing("title: String", with: "title: String?"), to: "\(folder)/m.model.yaml")
        #expect(try command.run(["check"] + arguments(folder), exits: 1).errors.contains("[released-version-changed]"))
        try command.write(notes, to: "\(folder)/m.model.yaml")
        _ = try command.run(["release"] + arguments(folder), exits: 0)
        let name = (folder as NSString).lastPathComponent
        #expect(try command.text("modelgen.lock").hasPrefix("modelgen.lock 2\ntarget \(name)\n"))
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
