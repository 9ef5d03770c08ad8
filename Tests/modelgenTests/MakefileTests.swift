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

    @Test("targets that build packages which refer to this one through a link make the link first")
    func link() throws {
        let package = Command.package
        let readers = try command.run(
            tool: "env", "-C", package.path, "grep", "-rl", "MODELGEN_PACKAGE", "Tests", exits: 0)
        let folders = Set(readers.output.matches(of: /(Tests\/[^\/\n]+)\/.+/).map { String($0.1) })
        let makefile = try String(contentsOf: package.appending(path: "Makefile"), encoding: .utf8)
        var targets: [String] = []
        for rule in makefile.matches(of: /\n([a-z-]+):([^#\n]*).*((?:\n\t.*)+)/)
        where folders.contains(where: { rule.3.contains("\($0)/") || rule.3.contains("\($0) ") }) {
            targets.append(String(rule.1))
            #expect(rule.2.split(separator: " ").contains("link"), "\(rule.1)")
        }
        #expect(targets.count > 8)
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
