import ArgumentParser

struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints or writes what other tools read: SQL, JSON Schemas.",
        subcommands: [ExportSQL.self, ExportSchema.self])
}
