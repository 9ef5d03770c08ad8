import Foundation
import ModelgenDiagnostics

/// What the build-tool plugin runs: `modelgen generate --prune`, with a check of the products that its target depends
/// on.
///
///     FILE… --output DIR [--project DIR]… [--import MODULE=FILE]… [--linked MODULE]… [--touch DIR]
///
/// In a build from source it is the executable `modelgen-generate`; in the bundle of prebuilt tools, the hidden command
/// `modelgen plugin-tool`.
package struct PluginTool {
    private var places = ModelPlaces()
    private let output: String
    /// The modules that the target can import, including its own; empty if the plugin does not know them.
    private var linked: Set<String> = []
    /// A folder that every run modifies, so that SwiftPM runs the tool again in the next build.
    private var touched: String?

    package init(_ arguments: some Sequence<String>) throws {
        var output: String?
        var rest = arguments.makeIterator()
        while let argument = rest.next() {
            switch argument {
            case "--output": output = try rest.value(of: argument)
            case "--project": places.projects.append(try rest.value(of: argument))
            case "--linked": linked.insert(try rest.value(of: argument))
            case "--touch": touched = try rest.value(of: argument)
            case "--import": places.imports.append(try rest.value(of: argument))
            case _ where argument.hasPrefix("-"):
                throw CommandFailure.usage("unknown option `\(argument)`; the command is `modelgen`")
            default: places.inputs.append(argument)
            }
        }
        guard let output else { throw CommandFailure.usage("no output folder; pass --output DIR") }
        self.output = output
    }

    /// Generates the models, unless the previous run had the same input.
    package func run() throws {
        touch()
        let run = try places.load(places.loadConfiguration())
        let folder = try OutputFolder(path: output)
        let input = run.contentHash(linked: linked)
        if let record = input.flatMap(folder.record) {
            StandardError.write(record.messages)
            return try finish(folder, writing: .none, of: record.names)
        }

        let result = run.generate(for: .generating)
        try DiagnosticOutput.accept(result, result.diagnostics)
        if !linked.isEmpty { try result.files.requireProducts(among: linked) }

        try finish(folder, writing: folder.changes(to: result.files, sharing: nil), of: result.files.map(\.name))
        if let input {
            let messages = DiagnosticOutput.text(of: result.diagnostics)
            folder.keep(GenerationRecord(input: input, messages: messages, files: result.files))
        }
    }

    private func touch() {
        guard let touched else { return }
        let trace = "\(touched)/modelgen-\(UUID())"
        guard mkdir(trace, 0o700) == 0, rmdir(trace) == 0 else {
            return StandardError.write(
                "warning: \(touched): cannot be written, so the next build only notices changes in the target's folder; "
                    + "make it writable\n")
        }
    }

    private func finish(_ folder: OutputFolder, writing changes: OutputChanges, of names: [String]) throws {
        let stale = folder.filesWithoutInput(besides: names, sharing: nil)
        try folder.write(changes, deleting: stale, sharing: nil)
    }
}

extension IteratorProtocol<String> {
    fileprivate mutating func value(of option: String) throws -> String {
        guard let value = next() else { throw CommandFailure.usage("\(option) requires a value") }
        return value
    }
}
