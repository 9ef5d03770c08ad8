import Foundation
import ModelgenFiles
import Testing

/// What was read minutes ago is not written over what was saved since.
@Suite("Files that change while a command runs")
struct ReplacedFileTests {
    private let command: Command

    init() throws { command = try Command() }

    private func path(_ name: String) -> String { command.folder.appending(path: name).path }

    @Test("none is replaced unless all are as they were read", arguments: ["edited", "deleted", "created", "linked"])
    func formers(_ change: String) throws {
        try command.write("one", to: "one")
        try command.write("two", to: "two")
        let replacement = FileReplacement(
            of: .person,
            [
                FileReplacement.File(path("one"), "new", over: .contents(Array("one".utf8))),
                FileReplacement.File(path("three"), "new", over: .nothing),
                FileReplacement.File(path("two"), "new", over: .contents(Array("two".utf8))),
            ])
        var expected = ["one": "one", "two": "two"]
        switch change {
        case "edited": expected["two"] = "edited"
        case "deleted": expected["two"] = nil
        case "created": expected["three"] = "created"
        default: break
        }
        for name in ["one", "two", "three"] {
            try? FileManager.default.removeItem(atPath: path(name))
            if let text = expected[name] { try command.write(text, to: name) }
        }
        if change == "linked" {
            try FileManager.default.createSymbolicLink(atPath: path("three"), withDestinationPath: path("two"))
        }
        #expect(throws: CommandFailure.self) { try replacement.run() }
        for name in ["one", "two", "three"] where change != "linked" || name != "three" {
            #expect(command.exists(name) ? try command.text(name) == expected[name] : expected[name] == nil)
        }
        #expect(try command.files(in: ".").allSatisfy { !$0.hasPrefix(".modelgen") })
    }

    @Test("if the last one cannot be replaced, all are as before")
    func impossible() throws {
        try command.write("one", to: "one")
        try command.write("three", to: "three")
        try command.write("", to: "folder/file")
        let files = [("one", "new"), ("two", "new"), ("three", nil), ("folder", "new")]
        #expect(throws: CommandFailure.self) {
            try FileReplacement(of: .person, files.map { FileReplacement.File(path($0.0), $0.1) }).run()
        }
        #expect(try command.files(in: ".") == ["folder", "one", "three"])
        #expect(try command.text("one") == "one" && command.text("three") == "three")
    }

    @Test("a model that is saved while `squash` or `release` verifies is not lost", arguments: ["squash", "release"])
    func savedMeanwhile(_ verb: String) throws {
        let tables = (1...25).map { number in
            """
              M\(number):
                table: t\(number)
                primaryKey: id
                fields:
                  id: Int64
                  name: String
                  second: { type: String?, since: 2 }
                  third: { type: String?, since: 3 }
                  fourth: { type: String?, since: 4 }

            """
        }
        let text = "database: { name: Many, version: 4 }\nmodels:\n" + tables.joined()
        try command.write(text, to: "Models/many.model.yaml")
        _ = try command.run("release", "Models", exits: 0)
        let edited = verb == "squash" ? "Models/many.model.yaml" : "modelgen.lock"
        let arguments = verb == "squash" ? ["squash", "Models", "--before", "4"] : ["release", "Models"]
        if verb == "release" {
            try command.write(
                text.replacing("version: 4", with: "version: 5").replacing(
                    "      name: String\n", with: "      name: String\n      fifth: { type: String?, since: 5 }\n"),
                to: "Models/many.model.yaml")
        }
        let before = try command.text(edited)
        let running = try RunningCommand(Command.executable, arguments, in: command.folder)
        var saved = before
        var count = 0
        while running.isRunning {
            count += 1
            saved = before + (verb == "squash" ? "# \(count)\n" : "\n")
            if verb == "release" { saved = before + String(repeating: "\n", count: count) }
            try command.write(saved, to: edited)
            usleep(50_000)
        }
        #expect(running.code() == 1)
        let reason = "was changed by another program in the meantime, so nothing was written; run it again"
        #expect(try running.errors() == "error: \(edited): \(reason)\n")
        #expect(try command.text(edited) == saved)
    }
}
