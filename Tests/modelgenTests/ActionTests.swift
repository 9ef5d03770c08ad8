import Foundation
import Testing

@Suite("The script of the GitHub Action")
struct ActionTests {
    private let command: Command

    init() throws { command = try Command() }

    /// The step of action.yml that runs the tool, as a runner executes it in a folder of the checkout.
    private func action(_ inputs: [String: String], in folder: String = ".") throws -> Command.Outcome {
        let script = Command.package.appending(path: "Distribution/action/run").path
        let places = ["GITHUB_WORKSPACE=\(command.folder.path)", "PATH=\(Command.products.path):/usr/bin:/bin"]
        return try command.run(
            tool: "env",
            ["-C", folder] + places + inputs.map { "\($0)=\($1)" } + [script])
    }

    @Test(
        "all folders of models are checked, whether they are on one line or on several",
        arguments: [" ", "\n", " \n\t"])
    func folders(separator: String) throws {
        try command.write(city, to: "One/city.model.yaml")
        try command.write(
            city.replacing("City", with: "Town").replacing("String", with: "Strng"), to: "Two/town.model.yaml")
        let outcome = try action(["COMMAND": "check", "MODELS": "One\(separator)Two"])
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("Two/town.model.yaml:5:13: error: unknown type `Strng`"))
        #expect(try action(["COMMAND": "check", "MODELS": "One\(separator)"]).output == "1 file is valid\n")
    }

    @Test(
        "diff compares with the lock of the branch that a pull request is for, even if the pull request releases",
        arguments: ["origin/main", "a shallow clone"])
    func release(clone: String) throws {
        func git(_ folder: String, _ arguments: String...) throws {
            let outcome = try command.run(
                tool: "git", ["-C", folder, "-c", "user.name=a", "-c", "user.email=a@example.org"] + arguments)
            try #require(outcome.code == 0, "\(outcome.errors)")
        }
        try command.write(city, to: "origin/App/city.model.yaml")
        try command.write("inputs: [.]\n", to: "origin/App/modelgen.yaml")
        _ = try command.run(
            "release", "--config", "origin/App/modelgen.yaml", "--lock", "origin/App/modelgen.lock", exits: 0)
        try git("origin", "init", "-q", "-b", "main")
        try git("origin", "add", ".")
        try git("origin", "commit", "-q", "-m", "a")
        try git(".", "clone", "-q", "file://\(command.folder.path)/origin", "work")
        if clone != "origin/main" { try git("work", "update-ref", "-d", "refs/remotes/origin/main") }
        try command.write(city.replacing("name: String", with: "title: String"), to: "work/App/city.model.yaml")
        let released = try command.run(
            "release", "--config", "work/App/modelgen.yaml", "--lock", "work/App/modelgen.lock", exits: 0)
        #expect(released.errors == "")

        let own = try action(["COMMAND": "diff", "AGAINST": "modelgen.lock"], in: "work/App")
        #expect(own.code == 0, "\(own.errors)")
        let base = try action(["COMMAND": "diff", "GITHUB_BASE_REF": "main"], in: "work/App")
        #expect(base.code == 4, "\(base.errors)")
        #expect(base.output.contains("City.name"))
    }

    @Test(
        "a branch that cannot be fetched is a warning, and the models are compared with the lock of this one",
        arguments: ["modelgen.lock", "'modelgen.lock'  # ours", "\"modelgen.lock\""])
    func unreachable(lock: String) throws {
        try command.write(city, to: "Models/city.model.yaml")
        _ = try command.run("release", "Models", exits: 0)
        try command.write("inputs: [Models]\nlock: \(lock)\n", to: "modelgen.yaml")
        try command.write(city.replacing("name: String", with: "title: String"), to: "Models/city.model.yaml")
        _ = try command.run(tool: "git", "init", "-q", exits: 0)
        _ = try command.run(
            tool: "git", "remote", "add", "origin", "file://\(command.folder.path)/nowhere", exits: 0)
        let outcome = try action(["COMMAND": "diff", "GITHUB_BASE_REF": "main"])
        #expect(outcome.code == 4, "\(outcome.errors)")
        let warning =
            "::warning::main cannot be fetched, so the models are compared with the lock of this branch; "
            + "check it out with fetch-depth: 0\n"
        #expect(outcome.output.hasPrefix(warning))
        #expect(!outcome.output.contains("::notice::"))
        #expect(outcome.output.contains("City.name"))
    }

    @Test("a system for which there are no tools is an error") func otherSystem() throws {
        try command.write("#!/bin/sh\necho MINGW64_NT-10.0\n", to: "bin/uname")
        _ = try command.run(tool: "chmod", "755", "bin/uname", exits: 0)
        let script = Command.package.appending(path: "Distribution/action/install").path
        let places = ["RUNNER_TEMP=\(command.folder.path)", "REPOSITORY=file:///nowhere"]
        let outcome = try command.run(
            tool: "env", places + ["PATH=\(command.folder.path)/bin:/usr/bin:/bin", script])
        #expect(outcome.code == 1)
        #expect(outcome.output == "::error::modelgen runs on Linux and macOS, not on MINGW64_NT-10.0\n")
    }

    @Test("the pre-commit hooks notice a deleted model and a new file") func hooks() throws {
        let hooks = try String(contentsOf: Command.package.appending(path: ".pre-commit-hooks.yaml"), encoding: .utf8)
        let entries = hooks.matches(of: /entry: (.*)\n[^-]*always_run: true/).map { String($0.1) }
        try #require(entries.count == 2)
        func run(_ entry: String) throws -> Command.Outcome {
            try command.run(tool: "env", ["PATH=\(Command.products.path):/usr/bin:/bin", "sh", "-c", entry])
        }
        try command.write("inputs: [Models]\noutput: Out\n", to: "modelgen.yaml")
        try command.write(city, to: "Models/city.model.yaml")
        try command.write(city.replacing("City", with: "Town"), to: "Models/town.model.yaml")
        _ = try command.run(tool: "git", "init", "-q", exits: 0)
        let new = try run(entries[1])
        #expect(new.code != 0 && new.output.contains("Out/city.model.swift"))
        _ = try command.run(tool: "git", "add", ".", exits: 0)
        #expect(try run(entries[1]).code == 0)
        #expect(try run(entries[0]).code == 0)
        _ = try command.run(tool: "git", "rm", "-q", "-f", "Models/town.model.yaml", exits: 0)
        #expect(try run(entries[0]).code == 3)
    }

    @Test("errors, out-of-date code and differences are annotations of files below the root of the checkout")
    func annotations() throws {
        try command.write(city, to: "Apps/Map/Models/city.model.yaml")
        try command.write("inputs: [./Models]\noutput: Out\n", to: "Apps/Map/modelgen.yaml")
        let stale = try action(["COMMAND": "check"], in: "Apps/Map")
        #expect(stale.code == 3)
        #expect(stale.output.contains("\n::error file=Apps/Map/Out/city.model.swift,line=1,"))

        try command.write(city.replacing("String", with: "Strng"), to: "Apps/Map/Models/city.model.yaml")
        let wrong = try action(["COMMAND": "check"], in: "Apps/Map")
        #expect(wrong.code == 1)
        #expect(wrong.output.hasPrefix("::error file=Apps/Map/Models/city.model.yaml,line=5,col=13,"))

        try command.write(city.replacing("name: String", with: "title: String"), to: "Apps/Map/Models/city.model.yaml")
        try command.write(city, to: "Apps/Old/city.model.yaml")
        let changed = try action(["COMMAND": "diff", "AGAINST": "../Old"], in: "Apps/Map")
        #expect(changed.code == 4)
        #expect(changed.output.contains("::error file=Apps/Map/Models/city.model.yaml,line="))
    }
}
