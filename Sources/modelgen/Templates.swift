import ArgumentParser
import ModelgenFiles
import ModelgenRendering

struct Templates: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Helps to write templates of your own.",
        discussion: """
            Generated code is printed by Mustache templates, one for each kind of part. `generate --templates DIR` takes \
            those of a folder in the place of ours, by name:

              modelgen templates export Templates    (then change some, and delete the others)
              modelgen templates lint Templates
              modelgen generate Models --output Generated --templates Templates
            """,
        subcommands: [ExportTemplates.self, LintTemplates.self])
}

struct ExportTemplates: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Writes our templates into a folder, as a start. Overwrites nothing.")

    @Argument(help: ArgumentHelp("The folder to write them to.", valueName: "dir"))
    var folder: String

    func run() throws {
        let files = TemplateLibrary.embedded.map { (name: $0.name + ".mustache", text: $0.text) }
        try NewFiles(folder: folder).create(files)
        print("\(files.count) templates in \(folder)")
    }
}

struct LintTemplates: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Finds what is wrong with the templates of a folder: names that no plan gives, tags left open.")

    @Argument(help: ArgumentHelp("The folder with the templates.", valueName: "dir"))
    var folder: String

    func run() throws {
        let count = try TemplateFolder.texts(in: folder).count
        guard count > 0 else {
            throw CommandFailure.input("\(folder): there are no *.mustache files in this folder")
        }
        _ = try TemplateFolder.library(folder)
        print(count == 1 ? "1 template is fine" : "\(count) templates are fine")
    }
}
