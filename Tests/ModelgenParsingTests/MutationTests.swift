import ModelgenDiagnostics
import SeededNumbers
import Testing

@testable import ModelgenParsing

@Suite("Files that are slightly wrong")
struct MutationTests {
    private static let inputs = [blogText, peopleText] + RuleCatalogue.all.map(\.good)

    @Test("any deleted, repeated or garbled line or byte gives a schema or errors with positions", arguments: 0..<8)
    func mutations(_ round: UInt64) {
        var random = SeededNumbers(seed: round)
        for _ in 0..<150 {
            let text = Self.inputs.randomElement(using: &random) ?? ""
            let bytes = Self.mutate(Array(text.utf8), &random)
            let file = SourceFile(path: "a.model.yaml", bytes: bytes)
            let (schema, diagnostics) = parse([file], imports: [])
            #expect(schema != nil || diagnostics.containsErrors)
            for diagnostic in diagnostics {
                #expect(diagnostic.range != nil)
                #expect(RuleCatalogue.all.contains { $0.id == diagnostic.rule })
                #expect(!diagnostic.message.isEmpty)
            }
            _ = DiagnosticRenderer().render(diagnostics)
        }
    }

    private static func mutate(_ bytes: [UInt8], _ random: inout SeededNumbers) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            guard !bytes.isEmpty else { return bytes }
            let place = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0: bytes.remove(at: place)
            case 1: bytes.insert(bytes[place], at: place)
            case 2: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 3: bytes.insert(Array("[]{}:,?-#&*!|>'\"%@`\t\n ".utf8).randomElement(using: &random) ?? 0, at: place)
            default:
                var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
                let line = Int.random(in: 0..<lines.count, using: &random)
                if Bool.random(using: &random) {
                    lines.remove(at: line)
                } else {
                    lines.insert(lines[line], at: Int.random(in: 0...lines.count, using: &random))
                }
                bytes = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
            }
        }
        return bytes
    }

    @Test("every truncation of a file gives a schema or errors with positions") func cuts() {
        let bytes = Array(blogText.utf8)
        for length in stride(from: 0, to: bytes.count, by: 37) {
            let (schema, diagnostics) = parse(
                [SourceFile(path: "a.model.yaml", bytes: Array(bytes[..<length]))],
                imports: []
            )
            #expect(schema != nil || diagnostics.containsErrors)
            #expect(diagnostics.allSatisfy { $0.range != nil })
        }
    }
}
