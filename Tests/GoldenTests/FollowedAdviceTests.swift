import Foundation
import ModelgenCore
import ModelgenDiagnostics
import Testing
import modelgen

/// The advice in messages works when it is followed to the letter.
@Suite("Advice in messages")
struct FollowedAdviceTests {
    /// A rule, and the edits that its message advises for its failing example.
    struct Followed: CustomStringConvertible, Sendable {
        var rule: String
        var edits: [(text: String, replacement: String)]

        var description: String { rule }

        init?(_ line: Substring) {
            guard !line.hasPrefix("#"), let colon = line.firstRange(of: ": ") else { return nil }
            rule = String(line[..<colon.lowerBound])
            edits = line[colon.upperBound...].components(separatedBy: " | ").map { edit in
                let parts = edit.replacing("⏎", with: "\n").replacing("⇥", with: "\t").components(separatedBy: " →")
                return (parts[0], String(parts.dropFirst().joined().dropFirst()))
            }
        }
    }

    private static let table: [Followed] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "FollowedAdvice.txt")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap(Followed.init)
    }()

    private static func found(_ text: String) throws -> [Diagnostic] {
        try Pipeline.plain().generate([SourceFile(path: "map.model.yaml", text: text)], for: .checking).diagnostics
    }

    @Test("leaves nothing to report", arguments: table)
    func followed(_ advice: Followed) throws {
        var text = try #require(ruleBook.entry(advice.rule)).bad
        for (old, new) in advice.edits {
            let place = try #require(text.firstRange(of: old), "\(old) in \(text)")
            text.replaceSubrange(place, with: new)
        }
        let report = DiagnosticRenderer().render(try Self.found(text))
        #expect(report.isEmpty, "\(text)\n\(report)")
    }

    @Test("is followed for every rule with an example that edits can mend") func complete() {
        let others: Set = [
            // About a byte, or the size of a file.
            "invalid-utf8", "control-character", "alias-expansion", "nesting-too-deep",
        ]
        let examples = Set(ruleBook.entries.filter { !$0.bad.isEmpty }.map(\.id))
        #expect(examples.subtracting(others) == Set(Self.table.map(\.rule)))
    }

    @Test("is given with every message about an example, unless SQLite words it") func given() throws {
        for entry in ruleBook.entries where !entry.bad.isEmpty && entry.id != "sqlite-refuses" {
            for diagnostic in try Self.found(entry.bad) {
                #expect(diagnostic.suggestion != nil || diagnostic.message.contains("; "), "\(diagnostic.message)")
            }
        }
    }
}
