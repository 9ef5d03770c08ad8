import ArgumentParser
import Foundation
import ModelgenDiagnostics
import ModelgenFiles
import ModelgenOpenAPI

struct ImportOpenAPI: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "openapi",
        abstract: "Writes models and clients for an OpenAPI document.",
        discussion: """
            Reads an OpenAPI 3 or Swagger 2.0 document, in YAML or JSON, including local files that it refers to. \
            Writes models, enums, unions, and every operation with its parameters, bodies, responses and credentials: one \
            file for the service and for anything that several tags share, and one for each tag.

                modelgen import openapi petstore.yaml --output Models
                modelgen import openapi api.json --only issues --only /user --output Models
                modelgen import openapi api.json --rename simple-user=User --output Models

            To verify the models, they are exported again, and the two documents are compared operation by operation \
            and schema by schema. Anything that models cannot express is reported as a warning at its position, and \
            as a comment.

            Importing again, from the same document or a newer one, replaces the declarations that you have not \
            edited, and keeps and reports those that you have. To tell them apart, openapi.import.yaml, next to the \
            models, records a hash of each, as well as the selection and the renames. A file that you delete is \
            written again.
            """)

    @Argument(help: ArgumentHelp("The document.", valueName: "file"))
    var file: String

    @Option(
        help: ArgumentHelp(
            "Only this operation (by its operationId), tag or path, with everything it needs; can be repeated.",
            valueName: "what"))
    var only: [String] = []

    @Option(
        help: ArgumentHelp(
            "A different name for the model of a schema; can be repeated.", valueName: "schema=name"))
    var rename: [String] = []

    @Flag(
        help: """
            Report all differences from the document, not only the first of each kind, and how kept declarations \
            differ from it.
            """)
    var differences = false

    @OptionGroup var target: ImportArguments

    func run() throws {
        let options = try target.configuration().parsing
        let source = try SourceFile(reading: file)
        let given = OpenAPISelection(only: only, renames: try renames())
        let recorded = try target.output.flatMap { folder in
            try SourceFile(readingIfPresent: "\(folder)/\(ImportRecord.fileName)")
        }
        let record = try record(recorded)
        let (draft, diagnostics) = importOpenAPI(
            source, load: { try SourceFile(readingIfPresent: $0) },
            selection: { given.filled(from: record.services[$0]?.selection) },
            options: options)
        let imported = try DiagnosticOutput.accept(draft, diagnostics)
        if let output = target.output {
            try write(imported, over: record, from: recorded, to: output)
        } else {
            try target.write(imported.files)
        }
        let warnings = diagnostics.count { $0.severity == .warning }
        StandardError.write(differences ? imported.proof.summary(examples: .max) : imported.proof.summary())
        if warnings > 0 {
            let things = warnings == 1 ? "1 thing" : "\(warnings) things"
            StandardError.write("\(things) cannot be expressed by models; see above\n")
        }
    }

    /// The record of the imports into a folder.
    private func record(_ file: SourceFile?) throws -> ImportRecord {
        guard let file else { return ImportRecord() }
        var diagnostics: [Diagnostic] = []
        return try DiagnosticOutput.accept(ImportRecord(file, &diagnostics), diagnostics)
    }

    private func write(
        _ imported: OpenAPIImport, over record: ImportRecord, from recorded: SourceFile?, to folder: String
    ) throws {
        let texts = imported.files.map { (name: $0.name + InputDiscovery.suffix, text: $0.text) }
        var diagnostics: [Diagnostic] = []
        var read = [ImportRecord.fileName: recorded].compactMapValues { $0 }
        let merged = try MergedImport(
            texts, over: record.services[imported.service],
            read: { name in
                read[name] = try SourceFile(readingIfPresent: "\(folder)/\(name)")
                return read[name]
            }, &diagnostics)
        guard let merged else {
            DiagnosticOutput.show(diagnostics)
            throw CommandFailure.shown
        }
        let new = NewFiles(folder: folder)
        if !merged.foreign.isEmpty, record.services[imported.service] == nil {
            StandardError.write(
                "note: \(folder)/\(ImportRecord.fileName) does not name \(imported.service); if an earlier import wrote it, "
                    + "restore it from version control\n")
        }
        try new.refuse(merged.foreign)
        var record = record
        record.services[imported.service] = ImportRecord.Service(
            document: file, selection: imported.selection, hashes: merged.hashes)
        // What is new, then what is gone, and then the record: wherever the run ends, nothing is lost, and the files that
        // remain are those that the record names, so that the next run completes this one.
        let written = merged.files.filter { $0.text != nil } + merged.files.filter { $0.text == nil }
        try new.replace(
            (written + [(ImportRecord.fileName, record.text)]).map {
                FileReplacement.File($0.name, $0.text, over: .read(read[$0.name]))
            })
        for file in merged.files {
            if file.text == nil {
                print("\(folder)/\(file.name) was removed, because the document no longer contains any of it")
            } else {
                print("\(folder)/\(file.name)")
            }
        }
        for note in merged.notes { StandardError.write("note: \(folder)/\(note)\n") }
        guard !merged.kept.isEmpty else { return }
        if differences {
            for (name, text, imported) in merged.kept {
                let path = "\(folder)/\(name)"
                let diff = UnifiedDiff(old: text, new: imported, oldName: path, newName: "\(path), as in the document")
                StandardError.write("\(diff)")
            }
        } else {
            StandardError.write("note: `--differences` shows how what was kept differs from the document\n")
        }
    }

    private func renames() throws -> [String: String] {
        var renames: [String: String] = [:]
        for text in rename {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { throw ValidationError("--rename requires SCHEMA=NAME, not `\(text)`") }
            renames[parts[0]] = parts[1]
        }
        return renames
    }
}
