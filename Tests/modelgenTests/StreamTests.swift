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
        arguments: ["explain", "export sql .", "diagram .", "check . --format sarif", "generate . -o Out"])
    func fullDisk(_ arguments: String) throws {
        try command.write(notes, to: "note.model.yaml")
        #expect(try shell("modelgen \(arguments)").code == 0)
        let outcome = try shell("modelgen \(arguments) >/dev/full")
        #expect(outcome.code == 1)
        #expect(outcome.errors == "error: the output cannot be written; No space left on device\n")
    }

    @Test("without the stream for errors, the exit code is the same")
    func closedErrors() throws {
        try command.write(notes, to: "note.model.yaml")
        for (arguments, code) in [("check Nowhere", 1), ("check .", 0), ("nothing", 2), ("check . -o Out", 3)] {
            #expect(try shell("modelgen \(arguments) 2>&-").code == Int32(code), "\(arguments)")
        }
    }
}
