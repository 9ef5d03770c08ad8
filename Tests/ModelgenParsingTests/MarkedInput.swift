import ModelgenDiagnostics
import Testing

@testable import ModelgenParsing

/// An input with marks where diagnostics are expected: `⟦1:text⟧` marks `text` as the first.
///
/// ```swift
/// expect("models: { City: { ⟦1:feilds⟧: { id: Int64 } } }", [1: "a model has no key `feilds`; did you mean `fields`? [unknown-key]"])
/// ```
struct MarkedInput {
    var text = ""
    var marks: [Int: Range<Int>] = [:]

    init(_ marked: String) {
        var open: [(Int, Int)] = []
        var rest = Substring(marked)
        while let character = rest.popFirst() {
            switch character {
            case "⟦":
                let number = rest.prefix { $0 != ":" }
                rest = rest.dropFirst(number.count + 1)
                open.append((Int(number) ?? 0, text.utf8.count))
            case "⟧":
                if let (number, start) = open.popLast() { marks[number] = start..<text.utf8.count }
            default: text.append(character)
            }
        }
    }
}

/// Parses an input with marks, and compares all diagnostics with the expected ones: message, rule, and exact range.
func expect(
    _ marked: String,
    _ expected: [Int: String],
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let input = MarkedInput(marked)
    let file = SourceFile(path: "map.model.yaml", text: input.text)
    let (schema, diagnostics) = parse([file], imports: [])
    let found = diagnostics.map { diagnostic in
        let range = diagnostic.range.map { "\($0.start)..<\($0.end)" } ?? "nowhere"
        return "\(range) \(diagnostic.message)\(diagnostic.suggestion.map { "; " + $0 } ?? "") [\(diagnostic.rule)]"
    }
    let wanted = expected.sorted {
        (input.marks[$0.key]?.lowerBound ?? 0, $0.key) < (input.marks[$1.key]?.lowerBound ?? 0, $1.key)
    }
    .map { "\(input.marks[$0.key].map { "\($0.lowerBound)..<\($0.upperBound)" } ?? "nowhere") \($0.value)" }
    #expect(found == wanted, sourceLocation: sourceLocation)
    #expect((schema == nil) == diagnostics.containsErrors, sourceLocation: sourceLocation)
}

/// The schema of a valid input.
func schema(_ texts: String..., sourceLocation: SourceLocation = #_sourceLocation) throws -> ParsedSchema {
    let files = texts.enumerated().map { SourceFile(path: "file\($0).model.yaml", text: $1) }
    let (schema, diagnostics) = parse(files, imports: [])
    let text = DiagnosticRenderer().render(diagnostics)
    #expect(text == "", sourceLocation: sourceLocation)
    return try #require(schema, sourceLocation: sourceLocation)
}

typealias SourceLocation = Testing.SourceLocation
