import ArgumentParser

struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Exports to formats of other tools: SQL, OpenAPI, JSON Schemas.",
        subcommands: [ExportSQL.self, ExportOpenAPI.self, ExportSchema.self])
}
