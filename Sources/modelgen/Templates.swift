import ArgumentParser
import ModelgenFiles
import ModelgenRendering

struct Templates: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Exports the built-in templates, and checks custom ones.",
        discussion: """
            Generated code is rendered by Mustache templates, one for each kind of part. With `generate --templates \
            DIR`, the templates in a folder replace built-in ones of the same name:

                modelgen templates export Templates    (change some, delete the others)
                modelgen templates lint Templates
                modelgen generate Models --output Generated --templates Templates

            """,
        subcommands: [ExportTemplates.self, LintTemplates.self])
}

struct ExportTemplates: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Writes the built-in templates to a folder, as a starting point. Overwrites nothing.")

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
        abstract: "Checks the templates in a folder: unknown names, unclosed tags.")

    @Argument(help: ArgumentHelp("The folder with the templates.", valueName: "dir"))
    var folder: String

    func run() throws {
        _ = try TemplateFolder.library(folder)
        let count = try TemplateFolder.files(in: folder).count
        print(count == 1 ? "1 template is valid" : "\(count) templates are valid")
    }
}
