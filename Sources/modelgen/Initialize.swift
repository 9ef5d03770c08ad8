import ArgumentParser
import Foundation
import ModelgenFiles

struct Initialize: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Writes commented files to start from: modelgen.yaml and Models/example.model.yaml.",
        discussion: """
            In a terminal, asks where the generated code should go; elsewhere, uses defaults. Nothing is overwritten: \
            if one of the files exists, none is written.
            """)

    @Argument(help: ArgumentHelp("The project's folder.", valueName: "dir"))
    var folder = "."

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The folder for the generated files, relative to the project.", valueName: "dir"))
    var output: String?

    func run() throws {
        if PathItem(folder) == .file {
            throw CommandFailure.input("\(folder): the project must be a folder, but this is a file")
        }
        let output = output ?? answer("Folder for the generated Swift files", otherwise: usualOutput)
        try NewFiles(folder: folder).create([
            ("modelgen.yaml", StartingPoint.configuration(output: output)),
            ("Models/example.model.yaml", StartingPoint.model),
        ])
        let change = folder == "." ? "" : "  \(ShellCommand(words: ["cd", folder]).text)\n"
        let products = StartingPoint.products.map { "  .product(name: \"\($0)\", package: \"modelgen\")," }
        print(
            """
            Wrote modelgen.yaml and Models/example.model.yaml. To generate the code, run

            \(change)  modelgen generate

            In Package.swift, add modelgen to the dependencies of the package, with the path or URL where you have it:

              .package(path: "../modelgen"),

            Add the products that the generated code imports to the dependencies of \(target(of: output)):

            \(products.joined(separator: "\n"))
            """)
    }

    /// The target that a folder belongs to, by SwiftPM's conventions.
    private func target(of output: String) -> String {
        let parts = output.split(separator: "/")
        return parts.count > 1 && parts[0] == "Sources" ? "the target \(parts[1])" : "your target"
    }

    /// Next to the sources if the package has one target; otherwise in the project's folder.
    private var usualOutput: String {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/Sources")) ?? []
        let targets = names.filter { !$0.hasPrefix(".") && PathItem("\(folder)/Sources/\($0)") == .folder }
        return targets.count == 1 ? "Sources/\(targets[0])/Generated" : "Generated"
    }

    private func answer(_ question: String, otherwise usual: String) -> String {
        guard isatty(STDIN_FILENO) == 1 else { return usual }
        StandardError.write("\(question) [\(usual)]: ")
        let line = readLine()?.trimmingCharacters(in: .whitespaces) ?? ""
        return line.isEmpty ? usual : line
    }
}
