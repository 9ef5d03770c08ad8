import Foundation
import Testing

@Suite("The Makefile in a folder with a space in its name")
struct MakefileTests {
    private let command: Command

    init() throws { command = try Command() }

    /// Runs a target without Swift, and without installing anything.
    private func make(_ arguments: String...) throws {
        try command.write(
            String(contentsOf: Command.package.appending(path: "Makefile"), encoding: .utf8), to: "My code/Makefile")
        let options = ["-C", "My code", "--assume-old=setup", "SWIFT=true"]
        let outcome = try command.run(tool: "make", options + arguments)
        #expect(outcome.code == 0, "\(outcome.errors)")
    }

    @Test("what the first word of the folder's name leads to is not deleted")
    func temporary() throws {
        try command.write("precious", to: "My/work.txt")
        try make("cancellations")
        #expect(try command.text("My/work.txt") == "precious")
        #expect(try command.files(in: "My code/.build") == ["temporary"])
    }

    @Test("the command is removed from a prefix with a space, and nothing else")
    func uninstalling() throws {
        try command.write("", to: "Our tools/bin/modelgen")
        try command.write("precious", to: "Our")
        try make("uninstall", "PREFIX=\(command.folder.path)/Our tools")
        #expect(try command.files(in: "Our tools/bin") == [])
        #expect(try command.text("Our") == "precious")
    }
}
