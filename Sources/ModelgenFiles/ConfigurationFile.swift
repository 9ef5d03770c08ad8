import Foundation
import ModelgenDiagnostics
import ModelgenParsing
import ModelgenSchema

/// `modelgen.yaml` as commands use it. Its paths are relative to its folder.
package struct ConfigurationFile {
    /// The file itself; nil if there is none.
    package var source: SourceFile?
    package var inputs: [Configuration.Path] = []
    package var output: Configuration.Path?
    package var access: AccessLevel?
    package var emits: Set<Emission>?
    package var parsing = ParsingOptions()
    package var templates: Configuration.Path?
    package var header: [String] = []
    package var waivers: [Waiver] = []
    /// The lock that must exist.
    package var lock: Configuration.Path?

    /// The settings if there is no file.
    package static let empty = ConfigurationFile()

    /// The configuration of the module that has files in a folder: the nearest one in this folder or above it, up to
    /// that of the package.
    static func ofModule(in folder: String) throws -> Configuration? {
        guard let path = paths(ofModuleIn: folder).first(where: FileManager.default.hasEntry) else { return nil }
        let (configuration, diagnostics) = parseConfiguration(try SourceFile(reading: path))
        guard !diagnostics.containsErrors else { throw RefusedInput(diagnostics: diagnostics) }
        return configuration
    }

    /// Where the configuration of that module may be, starting with the nearest place.
    static func paths(ofModuleIn folder: String) -> [String] {
        var folder = URL(filePath: folder.isEmpty ? "." : folder).standardized
        var paths: [String] = []
        while true {
            paths.append(folder.appending(path: "modelgen.yaml").path)
            let isPackage = FileManager.default.hasEntry(atPath: folder.appending(path: "Package.swift").path)
            guard !isPackage, folder.pathComponents.count > 1 else { return paths }
            folder.deleteLastPathComponent()
        }
    }

    /// Loads the configuration at a path, or else the one in the current folder, if there is any.
    package static func load(explicit: String?) throws -> ConfigurationFile {
        let path = explicit ?? "modelgen.yaml"
        guard let source = try SourceFile(readingIfPresent: path) else {
            guard explicit == nil else { throw CommandFailure.input("\(path): no such file") }
            return .empty
        }
        let (configuration, diagnostics) = parseConfiguration(source)
        guard !diagnostics.containsErrors else { throw RefusedInput(diagnostics: diagnostics) }
        DiagnosticOutput.show(diagnostics)

        let folder = path.folderPath
        func resolved(_ path: Configuration.Path) -> Configuration.Path {
            guard !path.text.hasPrefix("/"), !path.text.isEmpty, !folder.isEmpty else { return path }
            return Configuration.Path(folder + "/" + path.text, at: path.place)
        }
        return ConfigurationFile(
            source: source, inputs: configuration.inputs.map(resolved), output: configuration.output.map(resolved),
            access: configuration.access, emits: configuration.emits, parsing: configuration.naming,
            templates: configuration.templates.map(resolved), header: configuration.header,
            waivers: configuration.waivers,
            lock: configuration.lock.map(resolved))
    }
}

extension Configuration.Path {
    /// Uses the file or folder. If that fails, the error refers to the position where the path is written.
    package func used<Result>(by work: (String) throws -> Result) throws -> Result {
        do {
            return try work(text)
        } catch let failure as CommandFailure {
            guard let place, let message = failure.message else { throw failure }
            throw RefusedInput(diagnostics: [Diagnostic(rule: "unusable-path", message, at: place)])
        }
    }
}
