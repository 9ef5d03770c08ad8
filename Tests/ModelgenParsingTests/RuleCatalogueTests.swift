import Foundation
import ModelgenDiagnostics
import Testing

@testable import ModelgenParsing

@Suite("The catalogue of rules")
struct RuleCatalogueTests {
    /// The rules that one text can break. The others need a bad byte, a second file, or another module.
    static let ofOneText = RuleCatalogue.all.filter { !$0.bad.isEmpty && $0.id != "invalid-utf8" }

    @Test("every file in a folder Rules is a rule whose id is the file's name in kebab case") func files() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/ModelgenParsing")
        let others = ["Rule", "ModelRule", "RuleCatalogue", "ApplyRules"]
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path())
            .map { URL(filePath: $0).deletingPathExtension() }
            .filter { $0.deletingLastPathComponent().lastPathComponent == "Rules" }
            .map(\.lastPathComponent).filter { !others.contains($0) }
        #expect(names.map(Self.kebab).sorted() == RuleCatalogue.all.map(\.id))
    }

    /// `UnknownKey` to `unknown-key`, `InvalidUTF8` to `invalid-utf8`.
    private static func kebab(_ name: String) -> String {
        let characters = Array(name)
        var result = ""
        for (index, character) in characters.enumerated() {
            let previous = index > 0 ? characters[index - 1] : "A"
            let next = index + 1 < characters.count ? characters[index + 1] : "A"
            if index > 0, character.isUppercase, !previous.isUppercase || next.isLowercase { result += "-" }
            result += character.lowercased()
        }
        return result
    }

    @Test("the bad example of a rule breaks this rule and no other", arguments: ofOneText)
    func bad(_ entry: RuleEntry) {
        let (schema, diagnostics) = parse([SourceFile(path: "map.model.yaml", text: entry.bad)], imports: [])
        #expect(schema == nil)
        #expect(Set(diagnostics.map(\.rule)) == [entry.id], "\(DiagnosticRenderer().render(diagnostics))")
        #expect(diagnostics.allSatisfy { $0.range != nil && $0.suggestion != nil })
    }

    /// Ways to save the same text, with the number of lines that they add before it.
    private static let forms: [(name: String, lines: Int, form: @Sendable (String) -> String)] = [
        ("CRLF", 0, { $0.replacing("\n", with: "\r\n") }), ("CR", 0, { $0.replacing("\n", with: "\r") }),
        ("a byte order mark", 0, { "\u{FEFF}" + $0 }), ("spaces at line ends", 0, { $0.replacing("\n", with: "  \n") }),
        ("a comment before it", 1, { "# ünï 👨‍👩‍👧\n" + $0 }), ("a document marker", 1, { "---\n" + $0 }),
        ("a directive", 2, { "%YAML 1.2\n---\n" + $0 }),
    ]

    @Test("however a file is saved, a mistake in it is reported at its line and column", arguments: ofOneText)
    func places(_ entry: RuleEntry) {
        // A mistake in a file without a value is reported at its first line.
        guard entry.id != "empty-file" else { return }
        func found(_ text: String) -> [Diagnostic] {
            parse([SourceFile(path: "map.model.yaml", text: text)], imports: []).1
        }
        let usual = found(entry.bad).map { "\($0.rule) \(Self.place($0, after: 0))" }
        for (name, lines, form) in Self.forms {
            let diagnostics = found(form(entry.bad))
            #expect(
                diagnostics.map { "\($0.rule) \(Self.place($0, after: lines))" } == usual, "\(entry.id) with \(name)")
            #expect(!DiagnosticRenderer().render(diagnostics).isEmpty)
        }
    }

    private static func place(_ diagnostic: Diagnostic, after lines: Int) -> String {
        guard let location = diagnostic.range?.location else { return "nowhere" }
        return "\(location.line - lines):\(location.column)"
    }

    @Test(
        "a file with nothing but a byte order mark and a comment is empty",
        arguments: ["", "# nothing\n", "\n", "---\n"])
    func emptyFile(_ text: String) {
        let file = SourceFile(path: "map.model.yaml", text: "\u{FEFF}" + text)
        let report = DiagnosticRenderer().render(parse([file], imports: []).1)
        #expect(report.hasPrefix("map.model.yaml:1:1: error: the file is empty"), "\(report)")
    }

    @Test("the good example of a rule breaks none", arguments: RuleCatalogue.all.filter { !$0.good.isEmpty })
    func good(_ entry: RuleEntry) {
        let (schema, diagnostics) = parse([SourceFile(path: "map.model.yaml", text: entry.good)], imports: [])
        #expect(schema != nil)
        #expect(DiagnosticRenderer().render(diagnostics) == "")
    }
}
