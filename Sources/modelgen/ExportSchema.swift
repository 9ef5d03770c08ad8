import ArgumentParser
import Foundation
import ModelgenDatabase
import ModelgenExporting
import ModelgenFiles
import ModelgenParsing
import ModelgenPlanning

struct ExportSchema: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Writes JSON Schemas for the model language, modelgen.yaml and modelgen.lock.",
        discussion: """
            Editors with the YAML language server use them if a file starts with

                # yaml-language-server: $schema=modelgen.schema.json

            The schemas are generated from the tables that modelgen itself uses to read these files. The one for the \
            lock describes the list of its lines.
            """)

    @Argument(help: ArgumentHelp("The folder for the schemas.", valueName: "dir"))
    var folder = "."

    func run() throws {
        let schemas = [
            "modelgen.schema.json": editorSchema(FileKey.keyTable),
            "modelgen-config.schema.json": editorSchema(ConfigurationKey.keyTable),
            "modelgen-lock.schema.json": lockSchema,
        ].sorted { $0.key < $1.key }
        try NewFiles(folder: folder).replace(schemas.map { FileReplacement.File($0.key, $0.value) })
        for (name, _) in schemas { print("\(folder)/\(name)") }
    }
}
