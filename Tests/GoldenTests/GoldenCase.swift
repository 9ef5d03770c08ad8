import Foundation
import ModelgenCore
import ModelgenDiagnostics
import ModelgenExporting
import ModelgenParsing
import ModelgenPlanning
import ModelgenRendering
import Testing

/// A folder in `Tests/Golden`: input files, and the expected result.
///
/// The inputs are the `*.model.yaml` files of the case, or those of `Schemas/NAME` for a case called `Schemas_NAME`. A
/// case may have a `modelgen.yaml`, of which access, naming and header are used here. It expects complete files, in
/// `expected/`, or exact diagnostics, in `diagnostics.txt`, or both for warnings; and the OpenAPI documents of its
/// services, if it has a folder `openapi/`.
struct GoldenCase: CustomTestStringConvertible {
    var folder: URL

    var testDescription: String { folder.lastPathComponent }

    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static var all: [GoldenCase] {
        let golden = root.appending(path: "Tests/Golden")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: golden.path)) ?? []
        return names.sorted().map { GoldenCase(folder: golden.appending(path: $0)) }
            .filter { $0.isFolder && !$0.folder.lastPathComponent.hasPrefix(".") }
    }

    private var isFolder: Bool {
        (try? folder.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) == true
    }

    private var inputFolder: URL {
        let name = folder.lastPathComponent
        guard name.hasPrefix("Schemas_") else { return folder }
        return Self.root.appending(path: "Schemas").appending(path: name.dropFirst("Schemas_".count))
    }

    func inputs() throws -> [SourceFile] {
        try FileManager.default.contentsOfDirectory(atPath: inputFolder.path).sorted()
            .filter { $0.hasSuffix(".model.yaml") }
            .map { SourceFile(path: $0, bytes: Array(try Data(contentsOf: inputFolder.appending(path: $0)))) }
    }

    private func configuration() throws -> Configuration {
        let url = folder.appending(path: "modelgen.yaml")
        guard FileManager.default.fileExists(atPath: url.path) else { return Configuration() }
        return parseConfiguration(SourceFile(path: "modelgen.yaml", bytes: Array(try Data(contentsOf: url)))).0
    }

    /// What the tool makes of the inputs now: the files by name, and `diagnostics.txt` if there are diagnostics.
    func actual() throws -> [String: String] {
        let configuration = try configuration()
        let options = GenerationOptions(
            access: configuration.access ?? .internal, header: configuration.header)
        let pipeline = Pipeline(options: options, templates: try TemplateLibrary(), parsing: configuration.naming)
        let result = pipeline.generate(try inputs())
        var files: [String: String] = [:]
        for file in result.files { files["expected/\(file.name)"] = file.text }
        if !result.diagnostics.isEmpty {
            files["diagnostics.txt"] = DiagnosticRenderer().render(result.diagnostics)
        }
        if let schema = result.models?.schema, hasDocuments {
            for api in schema.apis {
                files["openapi/\(api.name).json"] = schema.openAPI(api.name, version: "1.0.0")?.value.jsonText
            }
        }
        return files
    }

    /// A case with this folder also expects the documents of its services.
    private var hasDocuments: Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: "openapi").path)
    }

    /// The checked-in files.
    func expected() throws -> [String: String] {
        var files: [String: String] = [:]
        for part in ["expected", "openapi"] {
            let names = try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: part).path)
            for name in names ?? [] { files["\(part)/\(name)"] = try text("\(part)/\(name)") }
        }
        if FileManager.default.fileExists(atPath: folder.appending(path: "diagnostics.txt").path) {
            files["diagnostics.txt"] = try text("diagnostics.txt")
        }
        return files
    }

    /// Replaces the checked-in files.
    func record(_ files: [String: String]) throws {
        for name in try expected().keys where files[name] == nil {
            try FileManager.default.removeItem(at: folder.appending(path: name))
        }
        if files.keys.contains(where: { $0.hasPrefix("expected/") }) {
            try FileManager.default.createDirectory(
                at: folder.appending(path: "expected"), withIntermediateDirectories: true)
        }
        for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
    }
}
