import Foundation

/// The Swift code of the package: manifest, targets and plugins.
enum Sources {
    struct Target {
        var name: String
        var files: [BranchedFile]

        /// The name by which others import it.
        var module: String { name.replacing("-", with: "_") }

        /// Whether a platform compiles it differently from this machine.
        func differs(on platform: Platform) throws -> Bool {
            try files.contains { file in
                try file.decided(platform.facts, importing: nil).active
                    != file.decided(Platform.linux.facts, importing: nil).active
            }
        }
    }

    static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static func all() throws -> [BranchedFile] { try targets().flatMap(\.files) }

    /// Each after those that it imports.
    static func targets() throws -> [Target] {
        let targets = try folders("Sources").map { try target($0, in: "Sources/\($0)") }
        var sorted = try [Target(name: "Package", files: [BranchedFile("Package.swift", in: package)])]
        sorted += try folders("Plugins").filter { $0 != "Shared" }.map { try target($0, in: "Plugins/\($0)") }
        func add(_ target: Target) {
            guard !sorted.contains(where: { $0.name == target.name }) else { return }
            let imports = target.files.reduce(into: Set()) { $0.formUnion($1.imports) }
            for other in targets where imports.contains(other.module) { add(other) }
            sorted.append(target)
        }
        for target in targets { add(target) }
        return sorted
    }

    /// Those that are compiled differently on a platform, and those that import one of them.
    static func targets(changedOn platform: Platform) throws -> [Target] {
        var changed: Set<String> = []
        return try targets().filter { target in
            let isChanged =
                try target.differs(on: platform)
                || target.files.contains { !$0.imports.isDisjoint(with: changed) }
            if isChanged { changed.insert(target.module) }
            return isChanged
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
