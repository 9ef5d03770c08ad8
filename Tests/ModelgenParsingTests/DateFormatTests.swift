import ModelgenDiagnostics
import Testing

@testable import ModelgenParsing

@Suite("The pattern of a date")
struct DateFormatTests {
    private func problems(_ pattern: String, _ steps: String = "") -> [String] {
        let quoted = pattern.replacing("'", with: "''")
        let text = """
            database: { name: Log, version: 2 }
            models:
              Entry:
                primaryKey: id
                fields: { id: Int64, at: { type: Date, transformer: 'dateFormat("\(steps.isEmpty ? quoted : "yyyy")")' } }
                \(steps.replacing("PATTERN", with: "'dateFormat(\"\(quoted)\")'"))

            """
        return parse([SourceFile(path: "a.model.yaml", text: text)], imports: []).1.map { "\($0.rule): \($0.message)" }
    }

    @Test(
        "a pattern that cannot be written, or not be read back, is refused",
        arguments: [
            ("YYYY-MM-dd", "unknown symbol YYYY"), ("yyyy-MM-DD", "unknown symbol DD"), ("HH:mm z", "unknown symbol z"),
            ("hh:mm p", "unknown symbol p"), ("yyyy 'x", "unclosed quote"), ("hh:mm", "only one of h and a"),
            ("HH:mm a", "only one of h and a"), ("HH hh a", "both H and h"),
            ("yyyy-MM-dd yy", "two symbols for the same part, y,"), ("MMM MM", "two symbols for the same part, M,"),
            ("yyyyMd", "M for one or two digits, followed by another digit,"),
            ("dyyyy", "d for one or two digits, followed by another digit,"),
            ("H'0'", "H for one or two digits, followed by another digit,"),
            ("s[.SSS]'0'", "s for one or two digits, followed by another digit,"),
            ("ss[.SSS].", "a point after a fraction that may be missing"),
            ("EEEE HH:mm", "E without y, M and d"), ("EEE dd MMM", "E without y, M and d"),
        ])
    func wrong(_ pattern: String, _ problem: String) {
        #expect(problems(pattern) == ["invalid-date-format: \(problem) in the date format `\(pattern)`"])
        // The rows of an earlier version had it, and it may be the reason for the change.
        #expect(
            problems(
                pattern,
                "migrations: { 2: [{ change: { at: { from: { type: Date, transformer: PATTERN }, using: at } } }] }")
                == [])
    }

    @Test(
        "a pattern that is read back is allowed",
        arguments: [
            "yyyy-MM-dd", "d.M.yyyy H:m:s ZZZZZ", "EEE MMM dd HH:mm:ss Z yyyy", "yyyyMMddHHmmssSSS", "hh:mm a",
            "yyyy-MM-dd'T'HH:mm:ss[.SSSSSS]XXX", "yy", "''yyyy", "d'/'M", "dMMM",
        ])
    func right(_ pattern: String) { #expect(problems(pattern) == []) }
}
