import Foundation

/// Type-checks code for another platform, against stubs of that platform's modules.
struct StubCompiler {
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    private let platform: Platform
    private let folder: URL

    init(_ platform: Platform) throws {
        self.platform = platform
        folder = FileManager.default.temporaryDirectory.appending(path: "platform-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    /// A file that is not in the package.
    func file(_ text: String) throws -> BranchedFile {
        try Data(text.utf8).write(to: folder.appending(path: "given.swift"))
        return try BranchedFile("given.swift", in: folder)
    }

    func compile(stub name: String) throws {
        let file = Sources.package.appending(path: "Tests/PlatformTests/Stubs/\(name).swift")
        try compile(name, [file.path], [])
    }

    func compile(_ target: Sources.Target) throws {
        var paths: [String] = []
        for file in target.files {
            let text = try file.decided(platform.facts, importing: platform.foundation).text
            // Diagnostics name the original file.
            let marked = "#sourceLocation(file: \"\(file.path)\", line: 1)\n\(text)"
            let path = folder.appending(path: "\(target.name)-\(paths.count).swift").path
            try Data(marked.utf8).write(to: URL(filePath: path))
            paths.append(path)
        }
        try compile(target.module, paths, ["-package-name", Self.packageName])
    }

    /// First what was compiled for the platform, then what was built for this one.
    private var searchPaths: [String] {
        let sources = ["Sources/CModelSQLite", "Sources/CModelgenYAML", "Tests/PlatformTests/Stubs/CDarwin"]
            .map { Sources.package.appending(path: $0).path }
        let manifests = ["ManifestAPI", "PluginAPI"].map { "\(Self.toolchain)/lib/swift/pm/\($0)" }
        return [folder.path, Self.products.appending(path: "Modules").path] + sources + manifests + Self.foreignModules
    }

    /// The folders of the C modules of other packages.
    private static let foreignModules: [String] = {
        func folders(in folder: URL) -> [URL] {
            (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        }
        let checkouts = products.deletingLastPathComponent().deletingLastPathComponent().appending(path: "checkouts")
        let targets = folders(in: checkouts).flatMap { folders(in: $0) + folders(in: $0.appending(path: "Sources")) }
        return targets.map { $0.appending(path: "include").path }
            .filter { FileManager.default.fileExists(atPath: "\($0)/module.modulemap") }
    }()

    private func compile(_ module: String, _ files: [String], _ options: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        // The version only matters for the manifest and the plugins: it selects SwiftPM's interface.
        var arguments = ["swiftc", "-emit-module", "-wmo", "-swift-version", "6", "-module-name", module]
        arguments += ["-package-description-version", "6.1.0"]
        arguments += ["-o", folder.appending(path: "\(module).swiftmodule").path]
        arguments += module == "Package" ? [] : ["-parse-as-library"]
        for place in searchPaths { arguments += ["-I", place] }
        process.arguments = arguments + options + files
        process.currentDirectoryURL = folder
        let output = folder.appending(path: "output")
        try Data().write(to: output)
        let handle = try FileHandle(forWritingTo: output)
        process.standardOutput = handle
        process.standardError = handle
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        let text = String(decoding: try Data(contentsOf: output), as: UTF8.self)
        guard process.terminationStatus == 0, !text.contains("error:") else {
            throw Failure(description: "\(module) on \(platform.name):\n\(text)")
        }
    }

    /// As SwiftPM calls it: after the checked-out folder.
    private static var packageName: String {
        String(Sources.package.lastPathComponent.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
    }

    /// The folder with everything that was built.
    private static var products: URL {
        Bundle.main.executableURL?.deletingLastPathComponent() ?? Sources.package.appending(path: ".build/debug")
    }

    /// `usr` of the toolchain whose `swiftc` is on the path.
    private static var toolchain: String {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let compiler = path.split(separator: ":").map { "\($0)/swiftc" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
        let real = URL(filePath: compiler ?? "/usr/bin/swiftc").resolvingSymlinksInPath()
        return real.deletingLastPathComponent().deletingLastPathComponent().path
    }
}
