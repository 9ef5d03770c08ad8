import ArgumentParser
import Foundation
import ModelgenCore
import ModelgenFiles

struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Explains the rule behind a diagnostic.",
        discussion: "Without an argument, lists all rules.")

    @Argument(
        help: ArgumentHelp("The id in brackets at the end of a diagnostic.", valueName: "rule-id"),
        completion: .list(ruleBook.entries.map(\.id)))
    var rule: String?

    func run() throws {
        guard let rule else {
            let width = ruleBook.entries.map(\.id.count).max() ?? 0
            for entry in ruleBook.entries {
                print(entry.id + String(repeating: " ", count: width - entry.id.count + 2) + entry.summary)
            }
            return
        }
        guard let entry = ruleBook.entry(rule) else {
            let suggestion = ruleBook.suggestion(for: rule).map { "; did you mean `\($0)`?" } ?? ""
            throw CommandFailure.usage("unknown rule `\(rule)`\(suggestion)")
        }
        print("\(entry.id): \(entry.summary)\n\n\(entry.explanation)")
        if !entry.bad.isEmpty { print("\nWrong:\n\n\(entry.bad.indented)\n\nRight:\n\n\(entry.good.indented)") }
    }
}

extension String {
    fileprivate var indented: String {
        trimmingCharacters(in: .newlines).split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : "    " + $0 }.joined(separator: "\n")
    }
}
