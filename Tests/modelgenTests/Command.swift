import Foundation
import Testing

/// The built command, run in a separate folder, which is removed after the last use.
final class Command: Sendable {
    struct Outcome {
        var code: Int32
        var output: String
        var errors: String

        fileprivate func expecting(_ expected: Int32?, _ location: SourceLocation) -> Outcome {
            if let expected { #expect(code == expected, "\(errors)", sourceLocation: location) }
            return self
        }
    }

    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "modelgen-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { remove() }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    /// The products are next to the tests' own executable.
    static var executable: URL {
        let products = Bundle.main.executableURL?.deletingLastPathComponent() ?? URL(filePath: ".build/debug")
        let built = products.appending(path: "modelgen")
        if FileManager.default.isExecutableFile(atPath: built.path) { return built }
        return package.appending(path: ".build/debug/modelgen")
    }

    /// - Parameter code: the exit code that is expected, if any.
    func run(
        _ arguments: String..., environment: [String: String] = [:], exits code: Int32? = nil,
        location: SourceLocation = #_sourceLocation
    ) throws -> Outcome {
        try run(Self.executable, arguments, environment).expecting(code, location)
    }

    func run(
        _ arguments: [String], exits code: Int32? = nil, location: SourceLocation = #_sourceLocation
    ) throws -> Outcome {
        try run(Self.executable, arguments, [:]).expecting(code, location)
    }

    /// Another program, found like in a shell.
    func run(tool: String, _ arguments: [String]) throws -> Outcome {
        try run(URL(filePath: "/usr/bin/env"), [tool] + arguments, [:])
    }

    func run(
        tool: String, _ arguments: String..., exits code: Int32? = nil, location: SourceLocation = #_sourceLocation
    ) throws -> Outcome {
        try run(tool: tool, arguments).expecting(code, location)
    }

    /// Type-checks generated code with the built runtimes; a warning is an error.
    func compile(_ files: [String], _ location: SourceLocation = #_sourceLocation) throws {
        let outcome = try run(tool: "swiftc", ["-typecheck"] + compilerOptions + files)
        #expect(outcome.code == 0 && outcome.errors == "", "\(outcome.errors)", sourceLocation: location)
    }

    /// Makes a module of a file, for others to import.
    func compile(_ file: String, asModule name: String, _ location: SourceLocation = #_sourceLocation) throws {
        let options = ["-emit-module", "-parse-as-library", "-module-name", name, "-o", "\(name).swiftmodule"]
        let outcome = try run(tool: "swiftc", options + compilerOptions + [file])
        #expect(outcome.code == 0 && outcome.errors == "", "\(outcome.errors)", sourceLocation: location)
    }

    private var compilerOptions: [String] {
        [
            "-swift-version", "6", "-warnings-as-errors", "-package-name", "modelgen", "-I", ".",
            "-I", Self.products.appending(path: "Modules").path,
            "-I", Self.package.appending(path: "Sources/CModelSQLite").path,
        ]
    }

    /// Whether a program is installed.
    static func has(_ tool: String) -> Bool {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(tool)") }
    }

    /// The folder of build products.
    static var products: URL { executable.deletingLastPathComponent() }

    /// The folder of the package.
    static var package: URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    }

    private func run(_ executable: URL, _ arguments: [String], _ environment: [String: String]) throws -> Outcome {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.currentDirectoryURL = folder
        // In a workflow, reports would name files from the root of this package's checkout.
        process.environment = ProcessInfo.processInfo.environment.filter { $0.key != "GITHUB_WORKSPACE" }
            .merging(environment) { $1 }
        // Files, not pipes: a pipe that nobody reads blocks the process that writes to it.
        let output = folder.appending(path: ".output")
        let errors = folder.appending(path: ".errors")
        for file in [output, errors] { try Data().write(to: file) }
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return Outcome(code: process.terminationStatus, output: try text(".output"), errors: try text(".errors"))
    }

    func write(_ text: String, to name: String) throws {
        let file = folder.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
    }

    func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: name).path)
    }

    func files(in name: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: name).path).sorted()
    }

    /// The same, without the record of the files' inputs.
    func code(in name: String) throws -> [String] { try files(in: name).filter { $0 != ".modelgen-inputs" } }

    func modified(_ name: String) throws -> Date? {
        try FileManager.default.attributesOfItem(atPath: folder.appending(path: name).path)[.modificationDate] as? Date
    }

    /// Makes a file older than anything written now.
    func age(_ name: String) throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_000_000)],
            ofItemAtPath: folder.appending(path: name).path)
    }
}

let city = """
    models:
      City:
        fields:
          id: Int64
          name: String

    """
