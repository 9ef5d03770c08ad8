import ArgumentParser

struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Exports SQL scripts, OpenAPI documents and JSON Schemas.",
        subcommands: [ExportSQL.self, ExportOpenAPI.self, ExportSchema.self])
}
