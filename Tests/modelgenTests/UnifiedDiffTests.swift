import Foundation
import SeededNumbers
import Testing

@testable import modelgen

@Suite("Unified diffs")
struct UnifiedDiffTests {
    private func diff(_ old: String, _ new: String) -> String {
        UnifiedDiff(old: old, new: new, oldName: "a", newName: "b").description
    }

    @Test("a changed line is shown with three lines around it")
    func change() {
        let old = (1...9).map(String.init).joined(separator: "\n") + "\n"
        let new = old.replacing("5", with: "five")
        #expect(diff(old, new) == "--- a\n+++ b\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n")
    }

    @Test("changes that are far apart are separate hunks")
    func hunks() {
        let old = (1...20).map(String.init).joined(separator: "\n") + "\n"
        let new = old.replacing("\n3\n", with: "\n").replacing("\n18\n", with: "\n18\n18.5\n")
        #expect(diff(old, new).components == ["@@ -1,6 +1,5 @@", "@@ -16,5 +15,6 @@"])
    }

    @Test("a carriage return belongs to its line, and a missing line feed at the end is shown")
    func lineEnds() {
        #expect(diff("one\r\ntwo\r\n", "one\r\n2\r\n") == "--- a\n+++ b\n@@ -1,2 +1,2 @@\n one\r\n-two\r\n+2\r\n")
        #expect(
            diff("one", "one\n") == "--- a\n+++ b\n@@ -1,1 +1,1 @@\n-one\n\\ No newline at end of file\n+one\n")
    }

    @Test("`patch` makes the new text of the old one and the difference", .enabled(if: Command.has("patch")))
    func patches() throws {
        let command = try Command()
        var random = SeededNumbers(seed: 7)
        func text() -> String {
            let words = ["a", "b", "c", "}", "", "unique \(random.next())", "e\u{301}", "\u{e9}"]
            let lines = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                (words.randomElement(using: &random) ?? "") + (Bool.random(using: &random) ? "\r\n" : "\n")
            }
            let text = lines.joined()
            return Bool.random(using: &random) ? text : text + "end"
        }
        for _ in 0..<200 {
            let old = text()
            // Half of the time, most lines stay.
            let new = Bool.random(using: &random) ? text() : text() + old + text()
            try command.write(old, to: "file")
            try command.write(diff(old, new), to: "difference")
            guard old.utf8.elementsEqual(new.utf8) == false else { continue }
            _ = try command.run(tool: "patch", "--binary", "--posix", "file", "difference", exits: 0)
            let result = command.exists("file") ? try command.text("file") : ""
            #expect(result.utf8.elementsEqual(new.utf8), "\(old.debugDescription) \(new.debugDescription)")
        }
    }

    @Test(
        "the work grows with the lines, not with their square", .timeLimit(.minutes(1)),
        arguments: ["new", "other", "repeated", "scattered"])
    func largeTexts(_ kind: String) {
        func text(_ line: (Int) -> String) -> String { (0..<60_000).map { line($0) + "\n" }.joined() }
        let new = text { kind == "repeated" ? "\($0 % 7)" : "line \($0)" }
        let old =
            switch kind {
            case "new": ""
            case "other": text { "other \($0)" }
            case "repeated": text { "\($0 % 5)" }
            default: text { $0 % 9 == 0 ? "changed \($0)" : "line \($0)" }
            }
        let lines = diff(old, new).utf8.split(separator: UInt8(ascii: "\n"))
        #expect(lines.count { $0.starts(with: "+".utf8) } > 6_000)
    }

    @Test("a new file has nothing before it")
    func newFile() {
        #expect(diff("", "one\ntwo\n") == "--- a\n+++ b\n@@ -0,0 +1,2 @@\n+one\n+two\n")
    }
}

extension String {
    fileprivate var components: [String] { split(separator: "\n").filter { $0.hasPrefix("@@") }.map(String.init) }
}
