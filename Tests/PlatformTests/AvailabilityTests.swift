import Foundation
import Testing

/// On Linux, the compiler ignores `@available(macOS …)`, so it does not notice a call of something newer than the
/// platforms in Package.swift. But the modules of the toolchain say since when each symbol exists, and object files
/// say which symbols they use.
@Suite("Versions of Apple's systems", .enabled(if: Platform.isBuiltOnLinux))
struct AvailabilityTests {
    @Test("nothing that is newer than macOS 13 is called, except where that is checked")
    func calls() throws {
        let newer = try NewerSymbols(than: 13, modules: ["Swift", "_StringProcessing", "FoundationEssentials"])
        let expected: Set = [
            // In `if #available`.
            "ModelRuntime: String.init(copying:)", "ModelRuntime: UTF8Span.init(unchecked:isKnownASCII:)",
            "ModelSQLite: String.init(copying:)", "ModelSQLite: UTF8Span.init(validating:)",
        ]
        var found: Set<String> = []
        // A test, unlike a product, only runs here; a tool has the same sources.
        for target in try ObjectFiles.targets()
        where target.lowercased().hasPrefix("model") && !target.hasSuffix("Tests") && !target.hasSuffix("-tool") {
            let symbols = try ObjectFiles.symbols(of: target)
            // The compiler chooses between the two requirements of an iterator by the deployment target.
            for name in symbols.compactMap(newer.name) where !name.hasSuffix("next(isolation:)") {
                found.insert("\(target): \(name)")
            }
        }
        #expect(found.subtracting(expected).sorted() == [])
    }

    @Test("a call of something newer is found")
    func catches() throws {
        // This call, in this file.
        #expect(String(validating: [0xFF as UInt8], as: UTF8.self) == nil)
        let newer = try NewerSymbols(than: 13, modules: ["Swift"])
        let symbols = try ObjectFiles.symbols(of: "PlatformTests")
        #expect(symbols.compactMap(newer.name).contains("String.init(validating:as:)"))
    }
}

/// The symbols of the toolchain's modules that an older macOS lacks.
private struct NewerSymbols {
    private struct Graph: Decodable {
        struct Symbol: Decodable {
            struct Identifier: Decodable { var precise: String }
            struct Version: Decodable { var major: Int }
            struct Availability: Decodable {
                var domain: String?
                var introduced: Version?
            }
            var identifier: Identifier
            var pathComponents: [String]
            var availability: [Availability]?
        }
        var symbols: [Symbol]
    }

    private var names: [String: String] = [:]

    init(than version: Int, modules: [String]) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "graphs-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for module in modules {
            _ = try run([
                "swift-symbolgraph-extract", "-module-name", module, "-target", Self.target, "-output-dir", folder.path,
                "-minimum-access-level", "public", "-skip-inherited-docs", "-skip-synthesized-members",
            ])
        }
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
            for symbol in try JSONDecoder().decode(Graph.self, from: Data(contentsOf: file)).symbols {
                let isNewer = symbol.availability?.contains {
                    $0.domain == "macOS" && ($0.introduced?.major ?? 0) > version
                }
                guard isNewer == true else { continue }
                names[String(symbol.identifier.precise.dropFirst(2))] = symbol.pathComponents.joined(separator: ".")
            }
        }
    }

    /// The name of the newer symbol that a symbol of an object file stands for.
    ///
    /// Object files name what implements a declaration: the allocating initializer (`C`) of an initializer (`c`), the
    /// accessors (`g`, `s`, `M`) of a property (`v`) or a subscript (`i`), the metadata of a type
    /// (https://github.com/swiftlang/swift/blob/main/docs/ABI/Mangling.rst).
    func name(_ symbol: Substring) -> String? {
        guard symbol.hasPrefix("$s") else { return nil }
        let plain = String(symbol.dropFirst(2))
        if let name = names[plain] { return name }
        let ends = [
            ("Tj", ""), ("Tq", ""), ("Tu", ""), ("Ma", ""), ("Mn", ""), ("Mp", ""), ("N", ""), ("C", "c"), ("vg", "vp"),
            ("vs", "vp"), ("vM", "vp"), ("ig", "ip"), ("is", "ip"), ("iM", "ip"),
        ]
        return ends.lazy.compactMap { end, declared in
            plain.hasSuffix(end) ? names[plain.dropLast(end.count) + declared] : nil
        }.first
    }

    private static var target: String {
        #if arch(arm64)
            "aarch64-unknown-linux-gnu"
        #else
            "x86_64-unknown-linux-gnu"
        #endif
    }
}

/// The object files of the build that this test belongs to.
private enum ObjectFiles {
    static func targets() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: products.path).filter { $0.hasSuffix(".build") }
            .map { String($0.dropLast(".build".count)) }
    }

    /// The symbols that a target uses or contains a copy of.
    static func symbols(of target: String) throws -> [Substring] {
        let folder = products.appending(path: target + ".build").path
        return try run([
            "sh", "-c", "find '\(folder)' -name '*.swift.o' | xargs -r llvm-nm --just-symbol-name | sort -u",
        ])
        .split(separator: "\n")
    }

    private static var products: URL {
        Bundle.main.executableURL?.deletingLastPathComponent() ?? Sources.package.appending(path: ".build/debug")
    }
}

/// The output of a program of the toolchain.
private func run(_ command: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(command[0])")
    return text
}
