import Foundation
import Testing

@Suite("Standard streams that cannot be used")
struct StreamTests {
    private let command: Command

    init() throws { command = try Command() }

    private func shell(_ script: String) throws -> Command.Outcome {
        try command.run(tool: "sh", "-c", script.replacing("modelgen", with: "'\(Command.executable.path)'"))
    }

    @Test(
        "a result that cannot be written is an error: nobody takes a part of it for the whole",
        .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
        arguments: [
            "explain", "export sql .", "diagram .", "check . --format sarif", "generate . -o Out", "--help",
            "--version", "help check",
            "--generate-completion-script bash",
        ])
    func fullDisk(_ arguments: String) throws {
        try command.write(notes, to: "note.model.yaml")
        #expect(try shell("modelgen \(arguments)").code == 0)
        let outcome = try shell("modelgen \(arguments) >/dev/full")
        #expect(outcome.code == 1)
        #expect(outcome.errors == "error: the output cannot be written; No space left on device\n")
    }

    @Test(
        "that is so whatever the exit code is", .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
        arguments: [
            ("check . --output Out", 3), ("diff . --against lock --fail-on additive --format sarif", 4),
            ("check broken --format sarif", 1),
        ])
    func fullDiskWithDifferences(_ arguments: String, _ code: Int32) throws {
        try command.write(notes, to: "note.model.yaml")
        _ = try command.run("release", ".", "--lock", "lock", exits: 0)
        try command.write(notes.replacing("title:", with: "other: String?\n      title:"), to: "note.model.yaml")
        try command.write(city.replacing("String", with: "Strng"), to: "broken/city.model.yaml")
        let arguments = arguments.replacing(" . ", with: " note.model.yaml ")
        #expect(try shell("modelgen \(arguments)").code == code)
        let outcome = try shell("modelgen \(arguments) >/dev/full")
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("error: the output cannot be written; "))
    }

    @Test("without the stream for errors, the exit code is the same")
    func closedErrors() throws {
        try command.write(notes, to: "note.model.yaml")
        for (arguments, code) in [("check Nowhere", 1), ("check .", 0), ("nothing", 2), ("check . -o Out", 3)] {
            #expect(try shell("modelgen \(arguments) 2>&-").code == Int32(code), "\(arguments)")
        }
    }

    @Test("samples are read from pipes, named or not")
    func pipes() throws {
        try command.write(#"{ "id": 1 }"#, to: "sample")
        let pipes = [
            "cat sample | modelgen import json -", "cat sample | modelgen import json /dev/stdin",
            "mkfifo fifo; cat sample > fifo & modelgen import json fifo",
        ]
        for script in pipes {
            let outcome = try shell("\(script) --name Post")
            #expect(outcome.code == 0 && outcome.errors == "", "\(script)")
            #expect(outcome.output.hasSuffix("models:\n  Post:\n    fields:\n      id: Int64\n"), "\(outcome.output)")
        }
    }

    @Test("an argument or a file that is not UTF-8 is an error: its text would name a different one")
    func otherEncodings() throws {
        try command.write(notes, to: "note.model.yaml")
        for arguments in [
            "modelgen generate note.model.yaml -o $O", "modelgen release . --lock $O", "modelgen check $O",
            "modelgen-generate note.model.yaml --output $O",
        ] {
            let outcome = try shell("O=$(printf 'o\\377'); \(arguments)")
            #expect(outcome.code == 2, "\(arguments)")
            #expect(outcome.errors == "error: `o\u{FFFD}` is not valid UTF-8; rename the file or folder\n")
            #expect(try command.files(in: ".").filter { $0.hasPrefix("o") } == [])
        }
        for name in ["\\377.model.yaml", "\\377/note.model.yaml"] {
            let outcome = try shell(
                """
                N=In/$(printf '\(name)'); mkdir -p "$(dirname "$N")"; cp note.model.yaml "$N"
                modelgen check In; rm -r In
                """)
            #expect(outcome.errors.hasSuffix(": the name is not valid UTF-8; rename it\n"), "\(outcome.errors)")
        }
        // What cannot be an input does not matter: any file with another suffix.
        let outcome = try shell(
            "mkdir In; cp note.model.yaml In; touch In/$(printf 'a\\377.txt') In/$(printf '\\377.yaml~'); modelgen check In; rm -r In"
        )
        #expect(outcome.errors == "")
    }
}
