import Foundation
import Testing

/// What a protocol provides to every conforming type, as the sources of the runtimes and the interface of the standard
/// library declare it.
@Suite("The table of protocols", .enabled(if: ProtocolTable.swiftInterface != nil))
struct ProtocolTableTests {
    /// `make protocols` writes it.
    private static let isRecording = ProcessInfo.processInfo.environment["RECORD_PROTOCOLS"] == "1"

    @Test("it matches the runtimes") func isCurrent() throws {
        let file = Compiler.package.appending(path: "Sources/ModelgenSchema/RuntimeProtocols.swift")
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
        var isDeclared = false
        var inherited: Set<String> = []
        var types: Set<String> = []
        var statics: Set<String> = []
        var properties: Set<String> = []
        var methods: Set<String> = []
        var extensionProperties: Set<String> = []
    }

    private var entries: [String: Entry] = [:]
    /// The types of the runtimes.
    private var types: Set<String> = []

    /// The interface of the standard library, if a toolchain for Linux has it.
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
        if let interface = Self.swiftInterface { try read(interface, .requirements) }
        // The program may import ModelChanges.
        for module in Compiler.runtimes + ["ModelChanges"] {
            let folder = Compiler.package.appending(path: "Sources/\(module)")
            guard let files = FileManager.default.enumerator(atPath: folder.path) else { continue }
            for case let file as String in files where file.hasSuffix(".swift") {
                let file = folder.appending(path: file)
                try read(file, .extensionsToo)
                if module != "ModelChanges" { try readTypes(file) }
            }
        }
    }

    /// The relevant part of a file. Of the standard library's protocols, only the requirements: generated code calls
    /// nothing else.
    private enum Reading { case requirements, extensionsToo }

    private mutating func read(_ file: URL, _ reading: Reading) throws {
        let head =
            /^(?:@\S+ )*public protocol (?<name>\w+)(?:<[^>]*>)?(?:\s*:\s*(?<inherited>[^{]*?))?(?:\s+where\b.*)?\s*\{/
        let member =
            /^\s*(?:@\S+ )*(?:public |mutating )*(?<kind>associatedtype|static (?:var|let|func)|var|func) `?(?<name>\w+)/
        let property = /^ {4}(?:@\S+ )*public var `?(?<name>\w+)/
        var name: String?
        var isProtocol = false
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
            if line == "}" { name = nil }
            // Most of the interface is irrelevant, and a regular expression is slow.
            if line.contains("protocol "), let match = line.firstMatch(of: head) {
                let inherited = (match.inherited ?? "").split { ",& ".contains($0) }
                    .map { String($0.split(separator: ".").last ?? $0) }
                entries[String(match.name), default: Entry()].inherited.formUnion(inherited)
                entries[String(match.name)]?.isDeclared = true
                (name, isProtocol) = (line.contains("}") ? nil : String(match.name), true)
            } else if reading == .extensionsToo, let match = line.firstMatch(of: /^extension (\w+)[^}]*$/) {
                (name, isProtocol) = (String(match.1), false)
            } else if let name,
                isProtocol
                    || ["public static ", "public func ", "public mutating func "].contains(where: line.contains),
                ["associatedtype ", "static ", "var ", "func "].contains(where: line.contains),
                let match = line.firstMatch(of: member)
            {
                switch match.kind {
                case "associatedtype": entries[name]?.types.insert(String(match.name))
                case "var": entries[name]?.properties.insert(String(match.name))
                case "func": entries[name, default: Entry()].methods.insert(String(match.name))
                default: entries[name, default: Entry()].statics.insert(String(match.name))
                }
            } else if let name, !isProtocol, let match = line.firstMatch(of: property) {
                entries[name, default: Entry()].extensionProperties.insert(String(match.name))
            }
        }
    }

    private mutating func readTypes(_ file: URL) throws {
        let head = /^(?:@\S+ )*public (?:\w+ )*?(?:struct|enum|class|protocol|typealias|actor) (?<name>\w+)/
            .anchorsMatchLineEndings()
        let text = try String(contentsOf: file, encoding: .utf8)
        types.formUnion(text.matches(of: head).map { String($0.name) })
    }

    /// The protocols that generated code names, and those that they inherit from.
    private func named() throws -> [String] {
        var open = try NameCollection.generated().filter { entries[$0]?.isDeclared == true }
        var named: Set<String> = []
        while let name = open.popFirst() {
            guard let entry = entries[name], entry.isDeclared, named.insert(name).inserted else { continue }
            open.formUnion(entry.inherited)
        }
        return named.sorted()
    }

    /// Names in the lines of a string literal that is one line.
    private func wrapped(_ names: [String]) -> String {
        var lines = [""]
        for name in names {
            if lines[lines.count - 1].count + name.count > 100 { lines.append("") }
            lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + name
        }
        return lines.joined(separator: " \\\n        ")
    }

    var text: String {
        get throws {
            let named = try named()
            let lines = named.compactMap { name -> String? in
                guard let entry = entries[name] else { return nil }
                let lists = [
                    ("inherited", entry.inherited.intersection(named)), ("types", entry.types),
                    ("statics", entry.statics), ("properties", entry.properties),
                    ("methods", entry.methods),
                    ("extensionProperties", entry.extensionProperties.subtracting(entry.properties)),
                ].filter { !$0.1.isEmpty }
                guard !lists.isEmpty else { return nil }
                let arguments = lists.map { label, names in
                    let list = "\"\(names.sorted().joined(separator: " "))\""
                    // As swift-format divides what is too long for a line.
                    let isLong = 12 + label.count + 2 + list.count + 3 > 120
                    return "            \(label):" + (isLong ? "\n                \(list)" : " \(list)")
                }
                let end = arguments.last?.contains("\n") == true ? "\n        )," : "),"
                return "        \"\(name)\": RuntimeProtocol(\n\(arguments.joined(separator: ",\n"))\(end)"
            }
            return """
                // Written by `make protocols`, from the sources of the runtimes and the interface of Swift's own library.

                extension RuntimeProtocol {
                    static let all: [String: RuntimeProtocol] = [
                \(lines.joined(separator: "\n"))
                    ]
                }

                extension Library {
                    /// The types of the runtimes.
                    static let typesOfRuntimes = \"""
                        \(wrapped(types.sorted()))
                        \"""
                }

                """
        }
    }
}
