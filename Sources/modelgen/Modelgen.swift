import ArgumentParser
import ModelgenDiagnostics
import ModelgenFiles

@main
struct Modelgen: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "modelgen",
        abstract: "Generates Swift models with JSON mapping, SQLite tables and REST clients from YAML.",
        discussion: """
            Describe a model in NAME.model.yaml:

                database: { name: Atlas }
                models:
                  City:
                    table: cities
                    primaryKey: id
                    fields:
                      id: Int64
                      name: String

            and generate NAME.model.swift from it:

                modelgen generate Models --output Sources/App/Generated

            In CI, `modelgen check` fails if the generated code is out of date.

            To start, `modelgen init` writes commented files, and `modelgen import` writes models from JSON samples, a \
            SQLite database or an OpenAPI document. In a Swift package, the build-tool plugin ModelgenBuild generates \
            the code on every build.

            Before a version of a database ships, run `modelgen release` to pin it in modelgen.lock. After that, \
            `modelgen diff` reports what has changed since. `modelgen squash` removes versions that no user has any more.

            For completion in a shell: modelgen --generate-completion-script bash (or zsh, fish).
            For completion in an editor: modelgen export schema.

            Exit codes: 0 success, 1 invalid input, 2 incorrect usage, 3 out of date (check), 4 differences that \
            are not allowed (diff), 5 a file matches no version of the database (verify), 70 a bug in modelgen.
            """,
        version: modelgenVersion,
        subcommands: [
            Initialize.self, Import.self, Generate.self, Check.self, Release.self, Diff.self, Squash.self, Verify.self,
            Export.self, DrawDiagram.self, Templates.self, Explain.self, RunPluginTool.self,
        ])

    /// ArgumentParser would call a misspelled command an unexpected argument.
    private static func requireCommand(_ arguments: some Sequence<String>) throws {
        var command: any ParsableCommand.Type = Modelgen.self
        for word in arguments where word != "help" {
            let known = command.configuration.subcommands
            if known.isEmpty || word.hasPrefix("-") { return }
            guard let next = known.first(where: { $0._commandName == word }) else {
                let names = known.filter { $0.configuration.shouldDisplay }.map { $0._commandName }
                let advice =
                    nearestName(to: word, among: names).map { "did you mean `\($0)`?" }
                    ?? "the commands are \(names.map { "`\($0)`" }.joined(separator: ", "))"
                throw CommandFailure.usage("unknown command `\(word)`; \(advice)")
            }
            command = next
        }
    }

    /// Help, the version and completion scripts are results too.
    private static func runOrHelp() throws {
        try requireCommand(CommandLine.arguments.dropFirst())
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch  where exitCode(for: error) == .success {
            print(fullMessage(for: error))
        }
    }

    /// Runs the command that the arguments name, with the exit codes that the help lists.
    static func main() {
        BugReport.install()
        do {
            try CommandLine.requireText()
            let outcome = Result { try runOrHelp() }
            // Whatever the exit code, the result is complete.
            try StandardOutput.finish()
            try outcome.get()
        } catch let code as ExitCode {
            exit(withError: code)
        } catch let refused as RefusedInput {
            exit(withError: ExitCode(refused.shown().code))
        } catch let failure as CommandFailure {
            failure.show()
            exit(withError: ExitCode(failure.code))
        } catch {
            // ArgumentParser's own code for wrong usage is 64; the help says 2.
            guard exitCode(for: error) == .validationFailure else { BugReport.end("\(error)") }
            let message = fullMessage(for: error)
            StandardError.write((message.hasPrefix("Error: ") ? "e" + message.dropFirst() : message) + "\n")
            exit(withError: ExitCode(2))
        }
    }
}
