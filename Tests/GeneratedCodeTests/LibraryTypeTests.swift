import Foundation
import ModelgenSchema
import Testing

@Suite("The list of Foundation's types", .enabled(if: ProtocolTable.symbolExtractor != nil))
struct LibraryTypeTests {
    private struct Graph: Decodable {
        struct Symbol: Decodable {
            struct Kind: Decodable {
                var identifier: String
            }

            var kind: Kind
            var pathComponents: [String]
        }

        var symbols: [Symbol]
    }

    @Test(
        "it has all that generated code could see on this platform",
        arguments: [
            "Foundation", "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking",
            "FoundationXML",
        ])
    func isComplete(module: String) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "symbols-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let process = Process()
        process.executableURL = ProtocolTable.symbolExtractor
        process.arguments = [
            "-module-name", module, "-target",
            "\(ProtocolTable.swiftInterface?.deletingPathExtension().lastPathComponent ?? "")",
            "-minimum-access-level", "public", "-skip-synthesized-members", "-output-dir", folder.path,
        ]
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        let data = try Data(contentsOf: folder.appending(path: "\(module).symbols.json"))
        let types = ["swift.struct", "swift.class", "swift.enum", "swift.protocol", "swift.typealias"]
        let names = try JSONDecoder().decode(Graph.self, from: data).symbols
            .filter { $0.pathComponents.count == 1 && types.contains($0.kind.identifier) }
            .map { $0.pathComponents[0] }.filter { !$0.hasPrefix("_") }
        #expect(!names.isEmpty)
        #expect(Set(names).subtracting(Library.typeNames).sorted() == [])
    }
}

extension ProtocolTable {
    /// The program that lists the symbols of a module, next to the compiler of a toolchain for Linux.
    fileprivate static var symbolExtractor: URL? {
        swiftInterface.map { interface in
            var toolchain = interface
            while toolchain.lastPathComponent != "lib" { toolchain.deleteLastPathComponent() }
            return toolchain.deletingLastPathComponent().appending(path: "bin/swift-symbolgraph-extract")
        }.flatMap { FileManager.default.isExecutableFile(atPath: $0.path) ? $0 : nil }
    }
}
