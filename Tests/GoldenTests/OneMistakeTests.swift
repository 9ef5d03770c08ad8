import ModelgenDiagnostics
import Testing

@testable import ModelgenParsing

/// What seems to be missing because of a mistake is not reported as well.
@Suite("One mistake")
struct OneMistakeTests {
    /// A key that the reader declares, or a name of the user, with its value.
    private struct Place {
        var table: String
        var entry: Node.Entry
        var isName = false

        var name: String { isName ? table : "\(table): \(entry.name)" }

        /// What a user may have written there by mistake.
        var mistakes: [(range: SourceRange, text: String)] {
            let (key, value) = (entry.key.range, entry.value.range)
            return [(key, isName ? "7 x" : "zq" + key.text), (value, "null")]
        }
    }

    /// The declared keys in a node, from top to bottom.
    private static func places(in node: Node, as kind: ValueKind) -> [Place] {
        switch kind {
        case .object(let table):
            node.entries.flatMap { entry -> [Place] in
                guard let key = table.keys.first(where: { $0.name == entry.name }) else { return [] }
                return [Place(table: table.title, entry: entry)] + places(in: entry.value, as: key.kind)
            }
        case .map(let name, let value):
            node.entries.flatMap { [Place(table: name, entry: $0, isName: true)] + places(in: $0.value, as: value) }
        case .list(let element), .set(let element): node.elements.flatMap { places(in: $0, as: element) }
        case .either(let kinds): kinds.first { $0.accepts(node) }.map { places(in: node, as: $0) } ?? []
        case .text, .boolean, .no, .integer, .number, .choice, .type, .literal: []
        }
    }

    private static func errors(_ bytes: [UInt8]) -> [Diagnostic] {
        parse([SourceFile(path: "map.model.yaml", bytes: bytes)], imports: []).1.errors
    }

    /// Keys without which something else is wrong, too, that could not be known to be meant otherwise.
    private static let others: Set = [
        "a migration step: change", "a migration step: drop", "a change: from", "a step of a database: dropModel",
        "a field's JSON: encode", "an operation: method", "a schema file: types",
    ]

    @Test("gives one error: a misspelled key, an invalid name, and a key without a value") func once() {
        var seen: [String: Int] = [:]
        var count = 0
        for case let files in BlockTree.examples where files.count == 1 && Self.errors(files[0].bytes).isEmpty {
            let bytes = files[0].bytes
            var ignored: [Diagnostic] = []
            for document in compose(files[0], &ignored).documents {
                for place in Self.places(in: document, as: .object(FileKey.keyTable)) {
                    let name = place.name
                    seen[name, default: 0] += 1
                    if seen[name, default: 0] > 4 || Self.others.contains(name) { continue }
                    for (range, text) in place.mistakes {
                        let changed = bytes[..<range.start] + Array(text.utf8) + bytes[range.end...]
                        let found = Self.errors(Array(changed))
                        count += 1
                        guard found.count > 1 else { continue }
                        let report = DiagnosticRenderer().render(found)
                        Issue.record("`\(text)` in \(name):\n\(report)")
                    }
                }
            }
        }
        #expect(count > 1000)
    }
}
