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

    @Test("a new file has nothing before it")
    func newFile() {
        #expect(diff("", "one\ntwo\n") == "--- a\n+++ b\n@@ -0,0 +1,2 @@\n+one\n+two\n")
    }
}

extension String {
    fileprivate var components: [String] { split(separator: "\n").filter { $0.hasPrefix("@@") }.map(String.init) }
}
