import ArgumentParser
import Foundation
import ModelgenParsing

struct ExportSchema: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Writes JSON Schemas of the model language and of modelgen.yaml, for completion in editors.",
        discussion: """
            Editors with the YAML language server read them where a file begins with

              # yaml-language-server: $schema=modelgen.schema.json

            They are made of the same tables that modelgen reads files by.
            """)

    @Argument(help: ArgumentHelp("The folder to write them to.", valueName: "dir"))
    var folder = "."

    func run() throws {
        let schemas = [
            "modelgen.schema.json": editorSchema(FileKey.keyTable),
            "modelgen-config.schema.json": editorSchema(ConfigurationKey.keyTable),
        ].sorted { $0.key < $1.key }
        for (name, text) in schemas {
            try NewFiles(folder: folder).replace(name, with: text)
            print("\(folder)/\(name)")
        }
    }
}
