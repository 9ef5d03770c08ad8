import Foundation
import ModelgenPlanning

/// The Swift compiler, with the runtimes as they were built for these tests.
struct Compiler: Sendable {
    struct Outcome: Sendable {
        var succeeded: Bool
        var messages: String
    }

    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "generated-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Runtimes with the trait `XML`, which the package's own tests do not use; nil unless a make target built them.
    static let productsWithXML = ProcessInfo.processInfo.environment["PRODUCTS_WITH_XML"].map { URL(filePath: $0) }

    /// The folder of build products, which is that of the tests' own executable.
    static var products: URL {
        if let productsWithXML { return productsWithXML }
        let own = Bundle.main.executableURL?.deletingLastPathComponent() ?? package
        let isThere = FileManager.default.fileExists(atPath: own.appending(path: "Modules").path)
        return isThere ? own : package.appending(path: ".build/debug")
    }

    /// Whether a file that is compared is next to the compiler.
    static let hasPython: Bool = {
        let paths = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return paths.contains { FileManager.default.isExecutableFile(atPath: "\($0)/python3") }
    }()

    static let options = [
        "-swift-version", "6", "-warnings-as-errors", "-parse-as-library", "-package-name", "modelgen",
        "-I", products.appending(path: "Modules").path,
        "-I", package.appending(path: "Sources/CModelSQLite").path,
    ]

    /// The modules of the runtimes that generated code imports.
    static let runtimes = TypeSpelling.Library.allCases.map(\.rawValue).filter { $0.hasPrefix("Model") }

    /// The runtimes that a program of generated code is linked with, object by object.
    static var objects: [String] {
        let folders = try? FileManager.default.contentsOfDirectory(atPath: package.appending(path: "Sources").path)
        let modules = (folders ?? []).filter { $0.hasPrefix("Model") && !$0.hasPrefix("Modelgen") }
        // The modules of other packages that they import.
        return (modules + ["HTTPTypes", "Logging"]).sorted().flatMap { module -> [String] in
            let folder = products.appending(path: "\(module).build")
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            // SwiftPM keeps the objects of deleted sources.
            let sources = sources(of: module)
            return names.filter { $0.hasSuffix(".o") && (sources.isEmpty || sources.contains(String($0.dropLast(2)))) }
                .sorted().map { folder.appending(path: $0).path }
        }
    }

    /// The names of a module's sources; none for a module of another package.
    private static func sources(of module: String) -> Set<String> {
        let folder = package.appending(path: "Sources/\(module)")
        let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return Set(files.filter { $0.hasSuffix(".swift") }.map { URL(filePath: $0).lastPathComponent })
    }

    /// Type-checks the files of one module, by their names.
    func check(_ files: [String: String], _ more: [String] = []) throws -> Outcome {
        try withFiles(files) { place, names in
            // One process for all files: separate ones would each read the imported modules again.
            try run(["-typecheck", "-wmo", "-module-name", "App"] + Self.options + more + names, in: place)
        }
    }

    /// Runs a closure with files in a separate folder.
    func withFiles<Result>(_ files: [String: String], _ body: (URL, [String]) throws -> Result) throws -> Result {
        let place = folder.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: place) }
        for (name, text) in files { try Data(text.utf8).write(to: place.appending(path: name)) }
        return try body(place, files.keys.sorted())
    }

    func run(_ arguments: [String], in place: URL) throws -> Outcome {
        try run("swiftc", arguments, in: place)
    }

    func run(_ tool: String, _ arguments: [String], in place: URL) throws -> Outcome {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [tool] + arguments
        process.currentDirectoryURL = place
        // A file, not a pipe: a pipe that nobody reads blocks the process that writes to it.
        let output = place.appending(path: ".output")
        try Data().write(to: output)
        let handle = try FileHandle(forWritingTo: output)
        process.standardOutput = handle
        process.standardError = handle
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        try handle.close()
        return Outcome(
            succeeded: process.terminationStatus == 0,
            messages: String(decoding: try Data(contentsOf: output), as: UTF8.self))
    }
}
