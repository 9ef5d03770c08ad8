import Foundation
import Testing

@Suite("modelgen generate --watch", .serialized)
struct WatchTests {
    private let command: Command

    init() throws { command = try Command() }

    @Test("an edit, a mistake, a new folder, a renamed file and a new configuration are each noticed")
    func follows() throws {
        try command.write(city, to: "Models/city.model.yaml")
        let watch = try command.start("generate", "Models", "--output", "Models/Generated", "--watch", "--prune")
        defer { watch.kill(SIGKILL) }
        try watch.waits(for: "1 file, 1 written\n")

        try command.write(city.replacing("String", with: "Strng"), to: "Models/city.model.yaml")
        try watch.waits(for: "Models/city.model.yaml:5:13: error: ")
        #expect(try command.text("Models/Generated/city.model.swift").contains("var name: String"))

        try command.write(city.replacing("name", with: "title"), to: "Models/city.model.yaml")
        try watch.waits { try command.text("Models/Generated/city.model.swift").contains("var title: String") }

        try command.write(city.replacing("City", with: "Town"), to: "Models/New/Deep/town.model.yaml")
        try watch.waits { command.exists("Models/Generated/town.model.swift") }

        try FileManager.default.moveItem(
            at: command.folder.appending(path: "Models/New/Deep/town.model.yaml"),
            to: command.folder.appending(path: "Models/New/place.model.yaml"))
        try watch.waits {
            command.exists("Models/Generated/place.model.swift") && !command.exists("Models/Generated/town.model.swift")
        }

        try command.write("header: [Ours]\n", to: "modelgen.yaml")
        try watch.waits { try command.text("Models/Generated/place.model.swift").hasPrefix("// Ours\n") }

        watch.kill(SIGINT)
        #expect(watch.code() == 0)
    }

    @Test("the configuration of an imported module is noticed, in its folder or above it, also a new one")
    func importedConfiguration() throws {
        try command.write(
            "imports: [Core]\n" + city.replacing("fields:", with: "fields:\n      coin: Coin"),
            to: "Models/city.model.yaml")
        let coin = "models: { Coin: { fields: { usDollars: Int } } }\n"
        try command.write(coin, to: "Modules/Core/Money/coin.model.yaml")
        try command.write("// swift-tools-version: 6.1\n", to: "Modules/Package.swift")
        let watch = try command.start(
            "generate", "Models", "--import", "Core=Modules/Core", "--output", "Out", "--watch")
        defer { watch.kill(SIGKILL) }
        try watch.waits(for: "1 file, 1 written\n")
        for (index, folder) in ["Modules", "Modules/Core", "Modules/Core/Money"].enumerated() {
            try command.write("naming: { json: snake_case }\n", to: folder + "/modelgen.yaml")
            try watch.waits(for: "1 file, nothing changed\n", times: index + 1)
        }
        watch.kill(SIGINT)
        #expect(watch.code() == 0)
    }

    @Test("an edit of what a link leads to is noticed, and so is a link that leads elsewhere")
    func links() throws {
        func text(_ name: String) -> String { city.replacing("name", with: name) }
        try command.write(text("first"), to: "Shared/city.model.yaml")
        try command.write(text("third"), to: "Other/town.model.yaml")
        try command.write("", to: "Models/empty.txt")
        try command.write("", to: "Place/empty.txt")
        func link(_ path: String, to target: String) throws {
            _ = try command.run(tool: "ln", "-sfn", target, path, exits: 0)
        }
        try link("Models/city.model.yaml", to: "../Shared/city.model.yaml")
        try link("Place/Linked", to: "../Models")
        let watch = try command.start("generate", "Place/Linked", "--output", "Out", "--watch")
        defer { watch.kill(SIGKILL) }
        func waits(for name: String, in file: String = "city") throws {
            try watch.waits { try command.text("Out/\(file).model.swift").contains("var \(name): String") }
        }
        try waits(for: "first")
        try command.write(text("second"), to: "Shared/city.model.yaml")
        try waits(for: "second")
        try link("Place/Linked", to: "../Other")
        try waits(for: "third", in: "town")
        watch.kill(SIGINT)
        #expect(watch.code() == 0)
    }

    @Test("a configuration that appears in the folder of a project is noticed")
    func newConfiguration() throws {
        try command.write(city, to: "App/city.model.yaml")
        let watch = try command.start("generate", "App", "--project", "App", "--output", "Out", "--watch")
        defer { watch.kill(SIGKILL) }
        try watch.waits(for: "1 file, 1 written\n")
        try command.write("header: [Ours]\n", to: "App/modelgen.yaml")
        try watch.waits { try command.text("Out/city.model.swift").hasPrefix("// Ours\n") }
        watch.kill(SIGINT)
        #expect(watch.code() == 0)
    }

    @Test("it keeps watching if its streams are closed")
    func closedStreams() throws {
        try command.write(city, to: "Models/city.model.yaml")
        let script = "exec '\(Command.executable.path)' generate Models --output Out --watch <&- >&- 2>&-"
        let watch = try RunningCommand(URL(filePath: "/bin/sh"), ["-c", script], in: command.folder)
        defer { watch.kill(SIGKILL) }
        try watch.waits { command.exists("Out/city.model.swift") }
        try command.write(city.replacing("name", with: "title"), to: "Models/city.model.yaml")
        try watch.waits { try command.text("Out/city.model.swift").contains("var title: String") }
        #expect(watch.isRunning)
        watch.kill(SIGINT)
        _ = watch.code()
    }

    @Test("a folder that vanishes is reported, and watched again when it is back; nothing is lost")
    func vanishes() throws {
        try command.write(city, to: "Models/city.model.yaml")
        let watch = try command.start("generate", "Models", "--output", "Out", "--watch")
        defer { watch.kill(SIGKILL) }
        try watch.waits(for: "1 file, 1 written\n")
        let models = command.folder.appending(path: "Models")
        let aside = command.folder.appending(path: "Aside")
        try FileManager.default.moveItem(at: models, to: aside)
        try watch.waits(for: "error: Models: no such file or folder\n")
        #expect(command.exists("Out/city.model.swift"))
        try command.write(city.replacing("name", with: "title"), to: "Aside/city.model.yaml")
        try FileManager.default.moveItem(at: aside, to: models)
        try watch.waits { try command.text("Out/city.model.swift").contains("var title: String") }

        // Deleted and created again: another folder with the same name.
        try FileManager.default.removeItem(at: models)
        try watch.waits(for: "error: Models: no such file or folder\n", times: 2)
        #expect(command.exists("Out/city.model.swift"))
        try command.write(city.replacing("name", with: "label"), to: "Models/city.model.yaml")
        try watch.waits { try command.text("Out/city.model.swift").contains("var label: String") }
        try command.write(city.replacing("name", with: "last"), to: "Models/city.model.yaml")
        try watch.waits { try command.text("Out/city.model.swift").contains("var last: String") }
        watch.kill(SIGTERM)
        #expect(watch.code() == 0)
    }

    @Test("mistakes outside of the models are shown with their place and advice")
    func otherMistakes() throws {
        try command.write(city, to: "Models/city.model.yaml")
        let watch = try command.start("generate", "Models", "--output", "Out", "--watch")
        defer { watch.kill(SIGKILL) }
        try watch.waits(for: "1 file, 1 written\n")
        try command.write("acces: public\n", to: "modelgen.yaml")
        try watch.waits(for: "modelgen.yaml:1:1: error: unknown key `acces`")
        try command.write("lock: modelgen.lock\n", to: "modelgen.yaml")
        try watch.waits(for: "restore it from version control [missing-lock]")
        try command.write("templates: T\n", to: "modelgen.yaml")
        try command.write("{{#missing}}", to: "T/structur.mustache")
        try watch.waits(for: "T/structur.mustache")
        #expect(try watch.errors().contains("The operation could") == false)
        watch.kill(SIGINT)
        #expect(watch.code() == 0)
    }

    @Test("several edits at once cause one run, and its own output causes none")
    func debounced() throws {
        for number in 0..<20 {
            try command.write(city.replacing("City", with: "City\(number)"), to: "Models/c\(number).model.yaml")
        }
        // The output is in the watched folder.
        let watch = try command.start("generate", "Models", "--output", "Models", "--watch")
        defer { watch.kill(SIGKILL) }
        try watch.waits(for: "20 files, 20 written\n")
        for number in 0..<20 {
            let model = city.replacing("City", with: "City\(number)").replacing("name", with: "title")
            try command.write(model, to: "Models/c\(number).model.yaml")
        }
        try watch.waits(for: "20 files, 20 written\n", times: 2)
        watch.kill(SIGINT)
        #expect(watch.code() == 0)
        #expect(try watch.output().components(separatedBy: "\n").count == 3)
    }

    @Test("a trap in our code is reported as a bug, with exit code 70")
    func bug() throws {
        try command.write(city, to: "Models/city.model.yaml")
        let watch = try command.start("generate", "Models", "--output", "Out", "--watch")
        defer { watch.kill(SIGKILL) }
        try watch.waits(for: "1 file, 1 written\n")
        watch.kill(SIGTRAP)
        #expect(watch.code() == 70)
        #expect(try watch.errors().hasSuffix("error: this is a bug in modelgen; please report it with its input\n"))
    }

    @Test("--watch and --dry-run exclude each other")
    func usage() throws {
        #expect(try command.run("generate", ".", "--output", "Out", "--watch", "--dry-run").code == 2)
    }
}
