import Foundation
import PackagePlugin

/// Runs the tool for a command plugin: in the project's folder as it is, or for the targets that are named.
///
///     swift package modelgen                          what modelgen.yaml in the package's folder says
///     swift package modelgen --target App             the models of a target, into Sources/App/Generated
///     swift package modelgen release --target App     any other command for the models of a target
///     swift package modelgen explain unknown-type     any other command
struct ToolRun {
    /// The tool's command, if one was given, and its options.
    private let arguments: [String]
    private let targets: [String]

    /// - Parameter verb: The command of the tool, if the user does not choose it.
    init(_ arguments: [String], verb: String? = nil) {
        var extractor = ArgumentExtractor(arguments)
        targets = extractor.extractOption(named: "target")
        let rest = extractor.remainingArguments
        if let verb {
            self.arguments = [verb] + rest
        } else {
            // `swift package modelgen --dry-run` generates; `--version` and `--help` are the tool's own.
            let own = ["--help", "-h", "--version", "--generate-completion-script"]
            let isCommand = rest.first.map { !$0.hasPrefix("-") || own.contains($0) } ?? false
            self.arguments = isCommand ? rest : ["generate"] + rest
        }
    }

    func run(in project: Project) throws {
        guard !targets.isEmpty else {
            try explainWhereNothingIsNamed(project)
            return try exitUnlessZero(run(arguments + origin("."), in: project))
        }
        guard readsModels else {
            throw Problem("`\(arguments[0])` does not read the models of a target; omit --target")
        }
        var first: Int32 = 0
        for name in targets {
            guard let target = project.targets.first(where: { $0.name == name }) else {
                throw Problem("no target `\(name)` with sources")
            }
            let models = target.models()
            guard !models.inputs.isEmpty else { throw Problem("no *.model.yaml in target `\(name)`") }
            let ofTarget = models.inputs.map(\.path) + models.options + output(for: target)
            let code = try run(arguments + origin(name) + ofTarget, in: project)
            if first == 0 { first = code }
        }
        exitUnlessZero(first)
    }

    /// Whether the command takes models, and so those of a target.
    private var readsModels: Bool { !["explain", "import", "init", "templates"].contains(arguments.first) }

    /// Tells a check that the remaining arguments were not typed, because it prints a command to run instead.
    private func origin(_ target: String) -> [String] {
        arguments.first == "check" ? ["--of-plugin", target] : []
    }

    /// Where the checked-in sources of a target are, unless the arguments say so.
    private func output(for target: Project.Target) -> [String] {
        guard ["generate", "check"].contains(arguments.first), !isGiven("--output"), !isGiven("-o") else { return [] }
        return ["--output", target.folder.appending(path: "Generated").path]
    }

    private func isGiven(_ option: String) -> Bool {
        arguments.contains { $0 == option || $0.hasPrefix(option + "=") }
    }

    /// For a project without a configuration and without a named target: lists the targets.
    private func explainWhereNothingIsNamed(_ project: Project) throws {
        let configuration = project.folder.appending(path: "modelgen.yaml")
        guard let verb = arguments.first, ["generate", "check"].contains(verb),
            arguments.dropFirst().allSatisfy({ $0.hasPrefix("-") }),
            !isGiven("--help"), !isGiven("-h"), !isGiven("--version"), !isGiven("--config"),
            !FileManager.default.fileExists(atPath: configuration.path)
        else { return }
        let names = project.targets.filter { !$0.models().inputs.isEmpty }.map(\.name)
        throw Problem(
            names.isEmpty
                ? "no modelgen.yaml in the package's folder, and no *.model.yaml in a target"
                : "no modelgen.yaml in the package's folder; select a target: "
                    + names.sorted().map { "--target \($0)" }.joined(separator: " "))
    }

    /// The tool has said why. A script in CI looks at its exit code: 3 means stale code.
    private func exitUnlessZero(_ code: Int32) {
        if code != 0 { exit(code) }
    }

    /// - Returns: The exit code of the tool.
    private func run(_ arguments: [String], in project: Project) throws -> Int32 {
        let process = Process()
        process.executableURL = project.tool
        process.arguments = arguments
        process.currentDirectoryURL = project.folder
        try process.run()
        process.waitUntilExit()
        guard process.terminationReason == .exit else { throw Problem("modelgen was terminated by a signal") }
        return process.terminationStatus
    }
}

/// Why a plugin ends early.
struct Problem: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
