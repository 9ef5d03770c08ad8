import Foundation
import Testing

@Suite("Two branches that release the same version")
struct MergeTests {
    private let command: Command

    init() throws { command = try Command() }

    /// The notes one version later, with another field.
    private func fourth(_ field: String, version: Int = 4) -> String {
        notes.replacing("version: 3", with: "version: \(max(4, version))")
            .replacing("    checks:", with: "      \(field): { type: String?, since: \(version) }\n    checks:")
    }

    @Test(
        "git leaves one conflict, modelgen reports it with a remedy, and the remedy works",
        .enabled(if: Command.has("git")))
    func merge() throws {
        func git(_ arguments: String...) throws -> Command.Outcome {
            let names = ["-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false"]
            return try command.run(tool: "git", names + arguments)
        }
        func release(_ text: String) throws -> Command.Outcome {
            try command.write(text, to: "note.model.yaml")
            return try command.run("release", ".")
        }
        #expect(try git("init", "-q", "-b", "main").code == 0)
        #expect(try release(notes).code == 0)
        #expect(try git("add", "note.model.yaml", "modelgen.lock").code == 0)
        #expect(try git("commit", "-q", "-m", "one").code == 0)
        for (branch, field) in [("ours", "body"), ("theirs", "subtitle")] {
            #expect(try git("checkout", "-q", "-b", branch, "main").code == 0)
            #expect(try release(fourth(field)).output.hasPrefix("NotesStore: pinned version 4\n"))
            #expect(try git("commit", "-q", "-a", "-m", branch).code == 0)
        }
        #expect(try git("checkout", "-q", "ours").code == 0)
        let ours = try command.text("modelgen.lock")
        #expect(try git("merge", "theirs").code == 1)
        let lock = try command.text("modelgen.lock")
        let lines = lock.split(separator: "\n").map(String.init)
        let conflicts = lines.indices.filter { lines[$0].hasPrefix("<<<<<<<") }
        #expect(conflicts.count == 1)
        let line = try #require(conflicts.first) + 1

        // The models have a conflict, too, which is resolved first.
        try command.write(fourth("body"), to: "note.model.yaml")
        for arguments in [["generate", ".", "--output", "Out"], ["check", "."], ["release", "."]] {
            let outcome = try command.run(arguments, exits: 1)
            #expect(
                outcome.errors.hasPrefix(
                    "modelgen.lock:\(line):1: error: both branches released version 4 of `NotesStore`: keep the lock of the "
                        + "branch that shipped first, write the other's steps and `since` under version 5, and run "
                        + "`modelgen release`"))
        }

        // What it advises: our lock, and their field in version 5.
        try command.write(ours, to: "modelgen.lock")
        let both = fourth("body").replacing("version: 4", with: "version: 5")
            .replacing("    checks:", with: "      subtitle: { type: String?, since: 5 }\n    checks:")
        #expect(try release(both).output.hasPrefix("NotesStore: pinned version 5\n"))
        #expect(try command.run("check", ".").code == 0)
    }

    @Test("the scripts for old files are the present output of `export sql`, and sqlite3 runs them")
    func oldFiles() throws {
        let folder = Command.package.appending(path: "Tests/Golden/SQLite_OldFiles")
        for version in 1...3 {
            let script = try String(contentsOf: folder.appending(path: "version\(version).txt"), encoding: .utf8)
            let exported = try command.run(
                "export", "sql", folder.path, "--database", "Wallet", "--version", "\(version)", exits: 0)
            // The generated program has no shell.
            let statements = exported.output.replacing(".bail on\n", with: "")
            #expect(script.hasPrefix(statements), "version \(version)")
            guard Command.has("sqlite3") else { continue }
            // Made by sqlite3 and migrated by it, with what is exported.
            let way = try command.run("export", "sql", folder.path, "--database", "Wallet", "--from", "\(version)")
            // The steps in Swift change nothing here.
            let migration = way.output.replacing(/-- Write SQL in place of .*\n.*\n.*\n.*\n/, with: "")
            try command.write(script + migration, to: "all.sql")
            #expect(try command.run(tool: "sqlite3", ["wallet\(version).sqlite", ".read all.sql"]).errors == "")
            let found = try command.run(
                tool: "sqlite3",
                [
                    "wallet\(version).sqlite",
                    "SELECT key_id, amount, name, size FROM entries; PRAGMA user_version; PRAGMA integrity_check;",
                ])
            let rows =
                version == 1
                ? "1|100.0||12\n2|100.0||0\n9|100.0||-7\n" : "1|2.5|Lunch|12\n2|6.0||0\n9|-1.0|ü|-7\n"
            #expect(found.output == rows + "5\nok\n")
        }
    }
}
