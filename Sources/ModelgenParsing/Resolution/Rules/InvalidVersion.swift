import ModelgenDiagnostics
import ModelgenSchema

/// Versions are numbers that count up.
enum InvalidVersion: Rule {
    static let entry = RuleEntry(
        id: "invalid-version",
        summary: "Steps belong to whole versions from 2, and `sqlite` is a SQLite version.",
        explanation: """
            A database starts at version 1, so the first steps lead to version 2. Write the SQLite version in quotes,
            `"3.35"`: otherwise YAML tools may shorten 3.40 to 3.4.
            """,
        example: """
             database: { name: Map, version: 2 }
             models:
               City:
                 primaryKey: id
                 fields: { id: Int64 }
            -    migrations: { 1: [{ sql: "UPDATE city SET id = id" }] }
            +    migrations: { 2: [{ sql: "UPDATE city SET id = id" }] }
            """
    )

    static func diagnose(step key: Node) -> Diagnostic {
        report(
            "`\(key.text ?? "")` is not a version that steps can lead to", do: "write an integer of at least 2",
            at: key.range)
    }

    /// A file stores its version in four bytes (https://www.sqlite.org/pragma.html#pragma_user_version).
    static func diagnose(tooHigh node: Node) -> Diagnostic {
        report(
            "`\(node.text ?? "")` is too large for a version", do: "write a number up to \(Int32.max)", at: node.range)
    }

    static func diagnose(sqlite node: Node) -> Diagnostic {
        report("`\(node.text ?? "")` is not a SQLite 3 version", do: "write it like `\"3.35\"`", at: node.range)
    }

    /// `3.35` or `3.35.5`.
    static func sqliteVersion(_ text: String) -> SQLiteVersion? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        guard (2...3).contains(parts.count), parts.allSatisfy({ ($0 ?? -1) >= 0 }), let major = parts[0],
            let minor = parts[1],
            major == 3
        else { return nil }
        return SQLiteVersion(major: major, minor: minor)
    }
}
