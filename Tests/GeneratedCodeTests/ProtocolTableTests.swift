import Foundation
import Testing

/// The types that a protocol gives every type that conforms to it, as the sources of the runtimes and the interface of
/// Swift's own library declare them.
@Suite("The table of protocols", .enabled(if: ProtocolTable.swiftInterface != nil))
struct ProtocolTableTests {
    /// `make protocols` writes it anew.
    private static let isRecording = ProcessInfo.processInfo.environment["RECORD_PROTOCOLS"] == "1"

    @Test("it is that of the runtimes") func isCurrent() throws {
        let file = Compiler.package.appending(path: "Sources/ModelgenPlanning/Naming/RuntimeProtocol.swift")
        let text = try ProtocolTable().text
        if Self.isRecording {
            try text.write(to: file, atomically: true, encoding: .utf8)
            Issue.record("written anew; read the difference")
        } else {
            #expect(try String(contentsOf: file, encoding: .utf8) == text, "make protocols")
        }
    }
}

struct ProtocolTable {
    private struct Entry {
        var inherited: [String]
        var types: [String]
    }

    private var entries: [String: Entry] = [:]

    /// The interface of Swift's own library, where a toolchain for Linux has it.
    static var swiftInterface: URL? {
        let paths = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let compiler = paths.map { URL(filePath: "\($0)/swiftc") }
            .first { FileManager.default.fileExists(atPath: $0.path) }
        let module = compiler?.resolvingSymlinksInPath().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "lib/swift/linux/Swift.swiftmodule")
        let names = module.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0.path) } ?? []
        return names.first { $0.hasSuffix(".swiftinterface") && !$0.contains("private") }.flatMap {
            module?.appending(path: $0)
        }
    }

    init() throws {
        if let interface = Self.swiftInterface { try read(interface) }
        for module in [
            "ModelRuntime", "ModelSQLite", "ModelFullText", "ModelMigrationRows", "ModelREST", "ModelPagination",
        ] {
            let folder = Compiler.package.appending(path: "Sources/\(module)")
            guard let files = FileManager.default.enumerator(atPath: folder.path) else { continue }
            for case let file as String in files where file.hasSuffix(".swift") {
                try read(folder.appending(path: file))
            }
        }
    }

    private mutating func read(_ file: URL) throws {
        let head =
            /^(?:@\S+ )*public protocol (?<name>\w+)(?:<[^>]*>)?(?:\s*:\s*(?<inherited>[^{]*?))?(?:\s+where\b.*)?\s*\{/
        var name: String?
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
            if line == "}" { name = nil }
            // Most of the interface is something else, and a regular expression takes its time.
            guard line.contains("protocol ") || line.contains("associatedtype ") else { continue }
            if let match = line.firstMatch(of: head) {
                let inherited = (match.inherited ?? "").split { ",& ".contains($0) }
                    .map { String($0.split(separator: ".").last ?? $0) }
                entries[String(match.name)] = Entry(inherited: inherited, types: [])
                name = line.contains("}") ? nil : String(match.name)
            } else if let name, let match = line.firstMatch(of: /^\s*associatedtype (\w+)/) {
                entries[name]?.types.append(String(match.1))
            }
        }
    }

    /// The types of a protocol and of those that it inherits from.
    private func types(of name: String) -> Set<String> {
        guard let entry = entries[name] else { return [] }
        return entry.inherited.reduce(into: Set(entry.types)) { $0.formUnion(types(of: $1)) }
    }

    /// The protocols that generated code names, and those that they inherit from.
    private func named() throws -> [String] {
        var open = try NameCollection.generated().filter { entries[$0] != nil }
        var named: Set<String> = []
        while let name = open.popFirst() {
            guard let entry = entries[name], named.insert(name).inserted else { continue }
            open.formUnion(entry.inherited)
        }
        return named.sorted()
    }

    var text: String {
        get throws {
            let lines = try named().map { ($0, types(of: $0).sorted()) }.filter { !$0.1.isEmpty }.map { name, types in
                "        \"\(name)\": [\(types.map { "\"\($0)\"" }.joined(separator: ", "))],"
            }
            return """
                // Written by `make protocols`, from the sources of the runtimes and the interface of Swift's own library.

                /// The protocols that generated code conforms to, and the types that each gives whoever conforms to it.
                enum RuntimeProtocol {
                    private static let all: [String: Set<String>] = [
                \(lines.joined(separator: "\n"))
                    ]

                    /// Its associated types, and those of the protocols that it inherits from.
                    static func types(in name: String) -> Set<String> { all[name] ?? [] }
                }

                """
        }
    }
}
