import ArgumentParser
import Foundation
import ModelgenDiagnostics
import ModelgenFiles
import ModelgenImporting
import ModelgenParsing
import ModelgenSchema

struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Writes models from JSON samples, a SQLite database or an OpenAPI document.",
        subcommands: [ImportJSON.self, ImportSQLite.self, ImportOpenAPI.self])
}

struct ImportJSON: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "json",
        abstract: "Infers models from JSON samples.",
        discussion: """
            A sample file contains an object, a list of objects, or one object per line (JSON Lines). A model is named \
            after its files: posts.json, posts-1.json and posts-2.json are samples of Post, and are examined together. \
            The more samples there are, the better the guesses about optionals, enums and dictionaries.

                modelgen import json posts.json users.json > Models/blog.model.yaml
                modelgen import json answers/*.json --name Post --output Models

            Names follow the naming strategies of modelgen.yaml; a key is written explicitly where its strategy would \
            give a different name. Anything that the samples leave open becomes `JSON`, with a comment and a warning.
            """)

    @Argument(help: ArgumentHelp("JSON files; - is standard input.", valueName: "files"))
    var files: [String]

    @Option(
        help: ArgumentHelp("The model that all files are samples of; by default, models are named after the files."))
    var name: String?

    @OptionGroup var target: ImportArguments

    func run() throws {
        let options = try target.configuration().parsing
        let samples = try RefusedInput.collecting(files) { path in
            [
                SampleFile(
                    file: try Self.sample(path),
                    model: name.map { .given($0) }
                        ?? .file(URL(filePath: path).deletingPathExtension().lastPathComponent))
            ]
        }
        let (imported, diagnostics) = importJSON(samples, options: options)
        try target.write([DiagnosticOutput.accept(imported, diagnostics)])
    }

    private static func sample(_ path: String) throws -> SourceFile {
        do {
            // `Data(contentsOf:)` does not read pipes, such as the shell's `<(curl …)`.
            let file = path == "-" ? .standardInput : try FileHandle(forReadingFrom: URL(filePath: path))
            return SourceFile(
                path: path == "-" ? "<stdin>" : path, bytes: Array(try file.readToEnd() ?? Data()))
        } catch {
            throw CommandFailure.input("\(path): cannot be read; \(error.reason)")
        }
    }
}

struct ImportSQLite: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sqlite",
        abstract: "Writes models for the tables of a SQLite database.",
        discussion: """
            Writes one file for the database and one for each table and view, with types, defaults, checks, \
            collations, keys, indexes, foreign keys and full-text indexes. The version is the file's user_version. All \
            rows are examined to distinguish dates from other strings and Booleans from other numbers. The database \
            file is opened read-only.

                modelgen import sqlite app.sqlite --output Models

            To verify the models, their tables are created in memory and compared with those of the file. Anything \
            that models cannot express, such as a trigger, is reported as a warning and a comment.

            Importing again into a folder with models of this database adds the tables, views and columns that the \
            models lack, including those that you removed, and reports the other differences. Everything else in the \
            models stays as it is, including the SELECT of a view.
            """)

    @Argument(help: ArgumentHelp("The database file.", valueName: "file"))
    var file: String

    @Option(
        help: ArgumentHelp("The name of the database in the models; by default that of the file.", valueName: "name"))
    var database: String?

    @Option(
        name: .customLong("import"),
        help: ArgumentHelp("The folder of another module whose models are used, as for `generate`.", valueName: "dir"),
        completion: .directory)
    var imports: [String] = []

    @OptionGroup var target: ImportArguments

    func run() throws {
        var facts = try SQLiteFile(path: file).facts()
        if let database { facts.name = database }
        if let existing = try existingModels(of: facts.name) { return try add(facts, to: existing) }
        let (texts, diagnostics) = importDatabase(facts, options: try target.configuration().parsing)
        try target.write(DiagnosticOutput.accept(texts, diagnostics))
    }

    /// The models of the database in the folder, if there are any.
    private func existingModels(of database: String) throws -> ExistingModels? {
        // A folder without models is not an error here.
        guard let folder = target.output, PathItem(folder) != .nothing,
            try !InputDiscovery.filesIfAny(in: folder).isEmpty
        else { return nil }
        let run = try ModelPlaces(inputs: [folder], imports: imports, configuration: target.config).load()
        let source = ExistingModels.Source(run.inputs, imports: run.imports, options: run.pipeline.parsing)
        var diagnostics: [Diagnostic] = []
        let existing = ExistingModels(source, in: folder, of: database, &diagnostics)
        guard !diagnostics.containsErrors else {
            DiagnosticOutput.show(diagnostics)
            throw CommandFailure.input(
                "\(folder): its models have errors, so nothing was added; correct them, or choose another folder")
        }
        return existing
    }

    private func add(_ facts: DatabaseFacts, to existing: ExistingModels) throws {
        let (files, diagnostics) = importDatabase(facts, over: existing)
        DiagnosticOutput.show(diagnostics)
        guard !diagnostics.containsErrors else { throw CommandFailure.shown }
        let read = Dictionary(existing.source.files.map { (ExactText($0.path), $0) }) { first, _ in first }
        try NewFiles(folder: ".").replace(
            files.map { FileReplacement.File($0.path, $0.text, over: .read(read[ExactText($0.path)])) })
        for file in files { print(file.path) }
        if files.isEmpty, let output = target.output { print("nothing was added to \(output)") }
    }
}

/// Where imported models are written.
struct ImportArguments: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The folder for the files; by default, they are printed.", valueName: "dir"))
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
