import Foundation
import Testing

/// The folders of many targets are layers, as CONTRIBUTING says: none names a type that is declared in one above it.
@Suite("Layers")
struct LayerTests {
    /// The folders of a target from bottom to top, and what is known to name a type from above.
    struct Layers: CustomTestStringConvertible, Sendable {
        var target: String
        var folders: [String]
        var known: [String] = []

        var testDescription: String { target }
    }

    private static let targets = [
        // The protocols and tables of JSON name what reads and writes them.
        Layers(
            target: "ModelRuntime",
            folders: [
                "Numbers", "JSON", "Reading", "Writing", "Transformers", "Values", "Fields", "Codable", "Models",
            ],
            known: ["JSON names Reading", "JSON names Writing", "JSON names Codable"]),
        Layers(
            target: "ModelSQLite", folders: ["Values", "Connection", "Pool", "Records", "Queries", "Migration"]),
        Layers(
            target: "ModelREST",
            folders: ["Shared", "Transports", "Responses", "Requests", "Client", "Resources"]),
        Layers(
            target: "ModelgenParsing",
            folders: ["Syntax", "Reading", "Resolution", "Rules", "Configuration", "Squashing"]),
        // A planned database holds what the lock pins of it.
        Layers(
            target: "ModelgenDatabase",
            folders: ["SQL", "History", "Shape", "Steps", "Lock", "Difference"], known: ["Steps names Lock"]),
        Layers(
            target: "ModelgenPlanning",
            folders: ["Naming", "Models", "Swift", "JSON", "SQLite", "REST", "Files", "Rules"]),
        Layers(target: "ModelgenImporting", folders: ["Naming", "YAML", "JSON", "SQLite"]),
        Layers(target: "ModelgenExporting", folders: ["Documents", "OpenAPI", "Diagram", "Editor"]),
        Layers(
            target: "ModelgenOpenAPI", folders: ["Document", "Translation", "Writing", "Proof", "Again"]),
    ]

    @Test("no folder names a type of one above it", arguments: targets)
    func names(_ layers: Layers) throws {
        let folders = layers.folders
        let texts = try folders.map { folder in
            try Document.files(below: "Sources/\(layers.target)/\(folder)") { $0.pathExtension == "swift" }.map(
                Self.code)
        }
        let types = texts.map { Set($0.flatMap { Self.types(in: $0, nested: false) }) }
        var found: Set<String> = []
        for (place, folder) in folders.enumerated() {
            for text in texts[place] {
                let words = Set(text.matches(of: /\w+/).map { String($0.output) })
                    .subtracting(Self.types(in: text, nested: true))
                for above in folders.indices.dropFirst(place + 1) where !words.isDisjoint(with: types[above]) {
                    found.insert("\(folder) names \(folders[above])")
                }
            }
        }
        #expect(found.sorted() == layers.known.sorted())
        let all = try FileManager.default.contentsOfDirectory(
            atPath: Command.package.appending(path: "Sources/\(layers.target)").path)
        #expect(all.filter { !$0.contains(".") }.sorted() == folders.sorted())
    }

    /// A file without its comments and strings.
    private static func code(_ file: URL) throws -> String {
        try String(contentsOf: file, encoding: .utf8)
            .replacing(/\/\/[^\n]*/, with: "").replacing(/"(\\.|[^"\\\n])*"/, with: "")
    }

    private static func types(in code: String, nested: Bool) -> [String] {
        code.matches(of: /(?m)^(?<indent> *)[a-z@ ]*\b(struct|enum|class|protocol|actor|typealias) (?<name>\w+)/)
            .filter { nested || $0.output.indent.isEmpty }.map { String($0.output.name) }
    }
}
