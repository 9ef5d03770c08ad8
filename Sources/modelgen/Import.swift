import ArgumentParser
import Foundation
import ModelgenDiagnostics
import ModelgenFiles
import ModelgenImporting
import ModelgenParsing

struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Writes models for JSON samples, a SQLite database, or an OpenAPI document.",
        subcommands: [ImportJSON.self, ImportSQLite.self, ImportOpenAPI.self])
}

struct ImportJSON: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "json",
        abstract: "Infers models from JSON samples.",
        discussion: """
            A sample is an object, a list of objects, or one object per line (JSON Lines). The more samples there \
            are, the more reliable are optionals, enums, and keys that are data. Files of the same model are \
            examined together, and a model is named after its file: posts.json, posts-1.json and posts-2.json are \
            samples of Post.

                modelgen import json posts.json users.json > Models/blog.model.yaml
                modelgen import json answers/*.json --name Post --output Models

            Keys are matched by the naming strategies of modelgen.yaml, and written explicitly where those would \
            give a different name. Anything the samples leave open becomes `JSON`, with a comment and a warning.
            """)

    @Argument(help: ArgumentHelp("JSON files; - is standard input.", valueName: "files"))
    var files: [String]

    @Option(help: ArgumentHelp("The model that all files are samples of; by default named after the files."))
    var name: String?

    @OptionGroup var target: ImportArguments

    func run() throws {
        let options = try target.configuration().parsing
        let samples = try files.map { path in
            SampleFile(
                file: try Self.sample(path),
                model: name.map { .given($0) }
                    ?? .file(URL(filePath: path).deletingPathExtension().lastPathComponent))
        }
        let (imported, diagnostics) = importJSON(samples, options: options)
        try target.write([DiagnosticOutput.accept(imported, diagnostics)])
    }

    private static func sample(_ path: String) throws -> SourceFile {
        do {
            let data =
                path == "-"
                ? try FileHandle.standardInput.readToEnd() ?? Data() : try Data(contentsOf: URL(filePath: path))
            return SourceFile(path: path == "-" ? "sample.json" : path, bytes: Array(data))
        } catch {
            throw CommandFailure.input("\(path): cannot be read; \(error.reason)")
        }
    }
}

struct ImportSQLite: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sqlite",
        abstract: "Writes the models of a SQLite database.",
        discussion: """
            Writes one file for the database and one for each table and view: columns with types, defaults, checks \
            and collations, keys, indexes, foreign keys, views, full-text indexes. The version is the file's \
            user_version. All rows are examined to distinguish dates from other strings and Booleans from other \
            numbers. The file is opened read-only.

                modelgen import sqlite app.sqlite --output Models

            The models are verified: their tables are created in memory and compared with those of the file. \
            Anything they cannot express, such as a trigger, is reported as a warning and a comment.

            Importing again into a folder with models of this database adds the tables, views and columns that \
            the models lack, also those that you removed, and reports the other differences. Everything else in the \
            models stays as it is.
            """)

    @Argument(help: ArgumentHelp("The database.", valueName: "file"))
    var file: String

    @Option(
        help: ArgumentHelp("The name of the database in the models; by default that of the file.", valueName: "name"))
    var database: String?

    @OptionGroup var target: ImportArguments

    func run() throws {
        let options = try target.configuration().parsing
        var facts = try SQLiteFile(path: file).facts()
        if let database { facts.name = database }
        if let output = target.output, let existing = try Self.models(in: output, of: facts.name, options) {
            return try add(facts, to: existing, options)
        }
        let (texts, diagnostics) = importDatabase(facts, options: options)
        try target.write(DiagnosticOutput.accept(texts, diagnostics))
    }

    /// The models of the database in the folder, if there are any.
    private static func models(
        in folder: String, of database: String, _ options: ParsingOptions
    ) throws -> ExistingModels? {
        // A folder without models is not an error here.
        if PathItem(folder) == .nothing { return nil }
        let files = try InputDiscovery.filesIfAny(in: folder)
        if files.isEmpty { return nil }
        var diagnostics: [Diagnostic] = []
        let existing = ExistingModels(files, in: folder, of: database, options: options, &diagnostics)
        guard !diagnostics.containsErrors else {
            DiagnosticOutput.show(diagnostics)
            throw CommandFailure.input(
                "\(folder): its models have errors, so nothing was added; correct them, or choose another folder")
        }
        return existing
    }

    private func add(_ facts: DatabaseFacts, to existing: ExistingModels, _ options: ParsingOptions) throws {
        let (files, diagnostics) = importDatabase(facts, over: existing, options: options)
        DiagnosticOutput.show(diagnostics)
        guard !diagnostics.containsErrors else { throw CommandFailure.shown }
        try NewFiles(folder: ".").replace(files.map { ($0.path, $0.text) })
        for file in files { print(file.path) }
        if files.isEmpty, let output = target.output {
            print("\(output) already has all tables, views and columns of \(facts.file)")
        }
    }
}

/// Where imported models go.
struct ImportArguments: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The folder for the files; printed by default.", valueName: "dir"))
    var output: String?

    @Option(
        help: ArgumentHelp(
            "The configuration; by default modelgen.yaml in the current folder, if it exists.", valueName: "file")
    )
    var config: String?

    func configuration() throws -> ConfigurationFile { try ConfigurationFile.load(explicit: config) }

    func write(_ texts: [ImportedText]) throws {
        guard let output else {
            // Several documents in one file are one schema, too.
            print(texts.map(\.text).joined(separator: "---\n"), terminator: "")
            return
        }
        let files = texts.map { (name: $0.name + InputDiscovery.suffix, text: $0.text) }
        try NewFiles(folder: output).create(files)
        for file in files { print("\(output)/\(file.name)") }
    }
}
