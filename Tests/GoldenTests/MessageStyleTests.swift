import ModelgenCore
import ModelgenDiagnostics
import ModelgenParsing
import Testing
import modelgen

/// The style of messages, as far as it can be checked: see "Messages" in CONTRIBUTING.md.
@Suite("The style of messages")
struct MessageStyleTests {
    @Test("messages start in lower case, have no final period, and quote names in backticks")
    func messages() throws {
        let pipeline = try Pipeline.plain()
        var count = 0
        for entry in ruleBook.entries where !entry.bad.isEmpty {
            let file = SourceFile(path: "map.model.yaml", text: entry.bad)
            for diagnostic in pipeline.generate([file], for: .checking).diagnostics {
                count += 1
                for problem in problems(of: diagnostic.message, names: entry.bad) {
                    Issue.record("\(entry.id): \(problem): \(diagnostic.message)")
                }
                for problem in problems(of: diagnostic.suggestion ?? "", names: entry.bad) {
                    Issue.record("\(entry.id): \(problem): \(diagnostic.suggestion ?? "")")
                }
            }
        }
        #expect(count > 100)
    }

    @Test(
        "a message that breaks a rule is found",
        arguments: [
            "Unknown type `A`", "unknown type `A`.", "unknown type 'A'", "unknown type `A", " unknown type",
            "there is  no type",
        ])
    func broken(_ message: String) {
        #expect(!problems(of: message, names: "").isEmpty)
    }

    @Test("explanations are broken into lines, since `explain` prints them as they are")
    func explanations() {
        let wide = ruleBook.entries.filter { $0.explanation.split(separator: "\n").contains { $0.count > 140 } }
        #expect(wide.map(\.id) == [])
    }

    /// - Parameter names: the text that the message is about, whose names may start a message.
    private func problems(of message: String, names: String) -> [String] {
        guard let first = message.first else { return [] }
        var problems: [String] = []
        let word = String(message.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
        // A name, or a word such as SQLite, JSON and STRICT.
        let keepsCase = word.dropFirst().contains(where: \.isUppercase) || names.contains(word)
        if first.isUppercase, !keepsCase { problems.append("starts with a capital letter") }
        if first.isWhitespace || message.contains("  ") { problems.append("has superfluous spaces") }
        if message.hasSuffix(".") { problems.append("ends with a period") }
        if message.count(where: { $0 == "`" }) % 2 != 0 { problems.append("has an unbalanced backtick") }
        let prose = message.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined()
        if prose.contains(/(^|\s)'[^']*'/) { problems.append("quotes with apostrophes") }
        return problems
    }
}
