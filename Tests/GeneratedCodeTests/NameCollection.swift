import Foundation
import ModelgenCore
import ModelgenDiagnostics
import ModelgenParsing
import ModelgenPlanning
import ModelgenRendering

/// The names that a user's name can collide with.
///
/// None is listed by hand: they are those in generated code, in the golden cases and at the places of this test, and
/// those that the runtimes and the modules they import declare.
enum NameCollection {
    struct Unreadable: Error {
        var file: String
    }

    static func names() throws -> [String] {
        var names = try generated()
        names.formUnion(try golden())
        names.formUnion(try runtimes())
        names.formUnion(names.flatMap(parts))
        return names.sorted()
    }

    /// The names from which generated code would derive this one: `cache` and `Cache` for `CacheDatabase`.
    private static func parts(of name: String) -> [String] {
        guard let first = name.first, first.isUppercase else { return [] }
        let suffixes = ["Database", "Migrations", "Result", "Failure", "Row"]
        let stems =
            [name] + suffixes.filter { name.hasSuffix($0) && name != $0 }.map { String(name.dropLast($0.count)) }
        return stems + stems.map { $0.prefix(1).lowercased() + $0.dropFirst() }
    }

    /// The names in the code for every place, with unique names in the schema.
    static func generated() throws -> Set<String> {
        let crossings = NamePlace.all.enumerated().map {
            NameCrossing(name: ($1.isType ? "Zz" : "zz") + "Name\($0)", place: $1)
        }
        let pipeline = Pipeline(options: GenerationOptions(access: .public), templates: try TemplateLibrary())
        let result = pipeline.generate([SourceFile(path: "all.model.yaml", text: NamedSchema(crossings).yaml)])
        guard !result.files.isEmpty else {
            throw Unreadable(file: result.diagnostics.map { "\($0.rule): \($0.message)" }.joined(separator: "\n"))
        }
        let all = result.files.reduce(into: Set<String>()) { $0.formUnion(identifiers(in: $1.text)) }
        return all.filter { !$0.lowercased().hasPrefix("zz") }
    }

    /// The names in the golden cases that are about names, keywords among them.
    private static func golden() throws -> Set<String> {
        let folder = Compiler.package.appending(path: "Tests/Golden")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("Names_") }
            .reduce(into: []) { names, golden in
                let expected = folder.appending(path: "\(golden)/expected")
                for file in try FileManager.default.contentsOfDirectory(atPath: expected.path) {
                    let text = try String(contentsOf: expected.appending(path: file), encoding: .utf8)
                    names.formUnion(identifiers(in: text))
                }
            }
    }

    /// The visible declarations of the runtimes: types, protocols and their members.
    private static func runtimes() throws -> Set<String> {
        let declaration =
            /\b(?:class|struct|enum|protocol|actor|typealias|associatedtype|func|var|let|case)\s+`?([A-Za-z_]\w*)/
        return try Compiler.runtimes.reduce(into: []) { names, module in
            names.insert(module)
            let folder = Compiler.package.appending(path: "Sources/\(module)")
            guard let files = FileManager.default.enumerator(atPath: folder.path) else { return }
            for case let file as String in files where file.hasSuffix(".swift") {
                let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
                var isProtocol = false
                for line in text.split(separator: "\n") {
                    if line.hasPrefix("}") { isProtocol = false }
                    if line.hasPrefix("public protocol ") { isProtocol = true }
                    guard isProtocol || line.contains("public ") || line.hasPrefix("    case ") else { continue }
                    for match in line.matches(of: declaration) { names.insert(String(match.1)) }
                }
            }
        }
    }

    /// The identifiers of Swift code outside of comments and strings.
    static func identifiers(in code: String) -> Set<String> {
        var names: Set<String> = []
        for line in code.split(separator: "\n") {
            let line = line.prefix { $0 != "\u{0}" }
            guard !line.drop(while: { $0 == " " }).hasPrefix("//") else { continue }
            let plain = line.replacing(/"(?:[^"\\]|\\.)*"/, with: "\"\"")
            for match in plain.matches(of: /[A-Za-z_][A-Za-z_0-9]*/) where match.0 != "_" {
                names.insert(String(match.0))
            }
        }
        return names
    }
}
