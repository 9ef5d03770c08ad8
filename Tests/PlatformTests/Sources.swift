import Foundation

/// The Swift code of the package: manifest, targets and plugins.
enum Sources {
    struct Target {
        var name: String
        var files: [BranchedFile]
    }

    static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static func all() throws -> [BranchedFile] { try targets().flatMap(\.files) }

    /// In the order in which they can be compiled.
    static func targets() throws -> [Target] {
        let order = ["ModelRuntime", "ModelSQLite", "ModelREST"]
        // The example's only branch is generated: what its tests of migrations need, in debug mode.
        let names = try folders("Sources").filter { !order.contains($0) && $0 != "BlogExample" }
        return try [Target(name: "Package", files: [BranchedFile("Package.swift", in: package)])]
            + folders("Plugins").filter { $0 != "Shared" }.map { try target($0, in: "Plugins/\($0)") }
            + (order + names).map { try target($0, in: "Sources/\($0)") }
    }

    /// Those that are compiled differently on a platform than here, and those whose modules they need for it.
    static func targetsWithBranches(on platform: Platform) throws -> [Target] {
        try targets().filter { target in
            try target.files.contains { file in
                try file.decided(platform.facts, importing: nil).active
                    != file.decided(Platform.linux.facts, importing: nil).active
            }
        }
    }

    private static func target(_ name: String, in folder: String) throws -> Target {
        let root = package.appending(path: folder)
        let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
        return Target(
            name: name,
            files: try paths.filter { $0.hasSuffix(".swift") }.sorted().map {
                try BranchedFile(folder + "/" + $0, in: package)
            })
    }

    private static func folders(_ path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: package.appending(path: path).path).sorted()
            .filter { !$0.hasPrefix(".") }
    }
}
