import Foundation
import Testing

@Suite("modelgen check")
struct CheckTests {
    private let command: Command

    init() throws { command = try Command() }

    @Test("without an output, it validates and writes nothing")
    func validates() throws {
        try command.write(city, to: "city.model.yaml")
        #expect(try command.run("check", ".", exits: 0).output == "1 file is valid\n")
        try command.write(city.replacing("String", with: "Strng"), to: "city.model.yaml")
        #expect(try command.run("check", ".").code == 1)
    }

    @Test("stale code gives a unified diff and exit code 3, and is not changed")
    func stale() throws {
        try command.write(city, to: "city.model.yaml")
        _ = try command.run("generate", ".", "--output", "Out")
        #expect(try command.run("check", ".", "--output", "Out").output == "1 file is up to date\n")

        let before = try command.text("Out/city.model.swift")
        try command.write(city.replacing("name", with: "title"), to: "city.model.yaml")
        let outcome = try command.run("check", ".", "--output", "Out", exits: 3)
        #expect(outcome.output.hasPrefix("--- city.model.swift\n+++ city.model.swift\n@@ -"))
        #expect(outcome.output.contains("\n-    var name: String\n+    var title: String\n"))
        #expect(
            outcome.errors == "error: generated code in Out is out of date; run: modelgen generate . --output Out\n")
        #expect(try command.text("Out/city.model.swift") == before)

        // What the command plugin adds after `--of-plugin` was not typed.
        let bundle = command.folder.appending(path: "modelgen.artifactbundle")
        try FileManager.default.createSymbolicLink(at: bundle, withDestinationURL: Command.products)
        for (tool, verb) in [(Command.executable, ""), (bundle.appending(path: "modelgen"), "prebuilt-")] {
            for (target, typed) in [("App", " --target App"), (".", "")] {
                let plugin = try command.run(
                    tool: tool.path, "check", "--query-plans", "--access", "public", "--of-plugin", target,
                    "city.model.yaml", "--output", "Out")
                #expect(
                    plugin.errors
                        == "error: generated code in Out is out of date; run: swift package \(verb)modelgen\(typed) --access public\n"
                )
            }
        }
    }

    @Test("code whose line endings were converted gives a sentence instead of a diff whose lines look the same")
    func lineEndings() throws {
        try command.write(city, to: "city.model.yaml")
        _ = try command.run("generate", ".", "--output", "Out")
        let generated = try command.text("Out/city.model.swift")
        try command.write(generated.replacing("\n", with: "\r\n"), to: "Out/city.model.swift")
        let outcome = try command.run("check", ".", "--output", "Out", exits: 3)
        #expect(
            outcome.output == """
                city.model.swift differs only in its line endings: they are CRLF, and generated ones are LF; if Git \
                converts them, write `city.model.swift text eol=lf` in .gitattributes

                """)
        #expect(outcome.errors.contains("run: modelgen generate . --output Out\n"))
    }

    @Test("the command that stale code asks for updates it, whatever the arguments were")
    func updates() throws {
        let folder = "Bob's models"
        for arguments in [
            ["--output", "Out", folder], [folder, "-o", "Out", "--access=public", "--query-plans"],
            ["--format", "github", "--output=Out", "--config", "other.yaml", folder],
            ["--format=github", "--config", "other.yaml"], [],
        ] {
            let command = try Command()
            defer { command.remove() }
            try command.write(city, to: "\(folder)/city.model.yaml")
            let configuration = "inputs: [\(folder)]\noutput: Out\n"
            try command.write(configuration, to: "modelgen.yaml")
            try command.write(configuration + "access: package\n", to: "other.yaml")
            let stale = try command.run(["check"] + arguments, exits: 3)
            let advice = try #require(stale.errors.split(separator: "run: modelgen ").last)
            _ = try command.run(tool: "sh", "-c", "'\(Command.executable.path)' \(advice)")
            #expect(try command.run(["check"] + arguments).code == 0, "\(advice)")
        }
    }

    @Test("with --query-plans it warns about queries that scan a whole table, at their SQL, otherwise never")
    func queryPlans() throws {
        try command.write(
            """
            database: { name: Map }
            models:
              City:
                table: cities
                primaryKey: id
                fields: { id: Int64, name: String, size: { type: Int, index: true } }
                queries:
                  named: { sql: "SELECT * FROM cities WHERE name = :name", params: { name: String }, returns: [City] }
                  large: { sql: "SELECT * FROM cities WHERE size > 9 ORDER BY name", returns: [City] }
                  sized: { sql: "SELECT * FROM cities WHERE size > 9 ORDER BY size", returns: [City] }

            """, to: "city.model.yaml")
        let silent = try command.run("check", ".")
        #expect(silent.code == 0 && silent.errors == "")
        let outcome = try command.run("check", ".", "--query-plans", exits: 0)
        let lines = outcome.errors.split(separator: "\n").filter { $0.contains(": warning: ") }
        #expect(
            lines == [
                "./city.model.yaml:8:16: warning: the query scans all rows of `cities`; add an index on the columns of its "
                    + "condition [query-scans-table]",
                "./city.model.yaml:9:16: warning: the query sorts its results from `cities`; add an index on the columns of its "
                    + "condition and its order [query-scans-table]",
            ])
    }

    @Test("a missing file and one without an input are stale, too")
    func missing() throws {
        try command.write(city, to: "city.model.yaml")
        #expect(try command.run("check", ".", "--output", "Out").code == 3)
        _ = try command.run("generate", ".", "--output", "Out")
        try FileManager.default.moveItem(
            at: command.folder.appending(path: "city.model.yaml"),
            to: command.folder.appending(path: "town.model.yaml"))
        let outcome = try command.run("check", ".", "--output", "Out", exits: 3)
        #expect(outcome.output.contains("Out/city.model.swift no longer has an input; delete it"))
        // The command of the message corrects it.
        let advice = try #require(outcome.errors.split(separator: "run: modelgen ").last)
        _ = try command.run(tool: "sh", "-c", "'\(Command.executable.path)' \(advice)", exits: 0)
        _ = try command.run("check", ".", "--output", "Out", exits: 0)
    }
}
