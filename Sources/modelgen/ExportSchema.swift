import ArgumentParser
import Foundation
import ModelgenDatabase
import ModelgenExporting
import ModelgenParsing
import ModelgenPlanning

struct ExportSchema: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Writes JSON Schemas of the model language, of modelgen.yaml and of modelgen.lock.",
        discussion: """
            Editors with the YAML language server read them where a file begins with

              # yaml-language-server: $schema=modelgen.schema.json

            They are made of the same tables that modelgen reads files by. That of the lock describes the list of its \
            lines.
            """)

    @Argument(help: ArgumentHelp("The folder to write them to.", valueName: "dir"))
    var folder = "."

    func run() throws {
        let schemas = [
            "modelgen.schema.json": editorSchema(FileKey.keyTable),
            "modelgen-config.schema.json": editorSchema(ConfigurationKey.keyTable),
            "modelgen-lock.schema.json": lockSchema,
        ].sorted { $0.key < $1.key }
        for (name, text) in schemas {
            try NewFiles(folder: folder).replace(name, with: text)
            print("\(folder)/\(name)")
        }
    }
}
