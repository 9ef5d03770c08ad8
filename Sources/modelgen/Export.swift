import ArgumentParser

struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints or writes what other tools read: SQL, OpenAPI, JSON Schemas.",
        subcommands: [ExportSQL.self, ExportOpenAPI.self, ExportSchema.self])
}
