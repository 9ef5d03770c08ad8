import ArgumentParser
import Foundation
import ModelgenFiles

struct Initialize: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Writes a start with comments: modelgen.yaml and Models/example.model.yaml.",
        discussion: """
            On a terminal it asks where the generated code goes; elsewhere it asks nothing. Nothing is overwritten: \
            where one of the files is there already, it writes none.
            """)

    @Argument(help: ArgumentHelp("The folder of the project.", valueName: "dir"))
    var folder = "."

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The folder for the generated files, seen from the project.", valueName: "dir"))
    var output: String?

    func run() throws {
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), !isFolder.boolValue {
            throw CommandFailure.input("\(folder): the project must be a folder, and this is a file")
        }
        let output = output ?? answer("Folder for the generated Swift files", otherwise: usualOutput)
        try NewFiles(folder: folder).create([
            ("modelgen.yaml", StartingPoint.configuration(output: output)),
            ("Models/example.model.yaml", StartingPoint.model),
        ])
        let change = folder == "." ? "" : "  cd \(folder)\n"
        print("Written: modelgen.yaml, Models/example.model.yaml. Next:\n\n\(change)  modelgen generate")
    }

    /// Beside the sources of a package that has one target; else in the project's folder.
    private var usualOutput: String {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/Sources")) ?? []
        let targets = names.filter { name in
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: "\(folder)/Sources/\(name)", isDirectory: &isFolder)
            return isFolder.boolValue && !name.hasPrefix(".")
        }
        return targets.count == 1 ? "Sources/\(targets[0])/Generated" : "Generated"
    }

    private func answer(_ question: String, otherwise usual: String) -> String {
        guard isatty(STDIN_FILENO) == 1 else { return usual }
        StandardError.write("\(question) [\(usual)]: ")
        let line = readLine()?.trimmingCharacters(in: .whitespaces) ?? ""
        return line.isEmpty ? usual : line
    }
}
