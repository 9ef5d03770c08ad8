import ModelgenCore
import ModelgenDiagnostics
import Testing

/// A field that a released step changed is dropped, renamed or changed once more, by someone who does what the messages
/// say. The released steps stay as they are.
@Suite("Advice about a field that released steps refer to")
struct SecondReleaseTests {
    /// How version 2 changed the field `v`, or the name it had.
    struct SecondVersion: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var field: String
        var earlier: String
        var step: String?
        var keys = ""

        /// What the user makes of the field, and of what it is part of.
        var edits: [(field: String, keys: String)] {
            let renamed = keys.replacing("[v]", with: "[w]").replacing("id, v", with: "id, w")
                .replacing("v <", with: "w <")
            let dropped = ("", keys.hasPrefix("primaryKey") ? "primaryKey: id" : "")
            let own = [dropped, (field.replacing("v:", with: "w:", maxReplacements: 1), renamed)]
            return own + (keys.isEmpty ? others.map { ($0, "") } : [(field, "")])
        }

        /// The field with other types.
        private var others: [String] {
            guard field.hasSuffix(" }") else { return ["v: Data", "v: { type: String, default: y }", earlier] }
            let types = ["Data", "Int64"].map { field.replacing("String?", with: $0).replacing("String", with: $0) }
            return types + [field.replacing("String?", with: "String")]
        }
    }

    static let versions = [
        SecondVersion(testDescription: "renamed", field: "v: String?", earlier: "o: String?", step: "rename: { o: v }"),
        SecondVersion(
            testDescription: "renamed its column", field: "v: { type: String?, column: c }", earlier: "v: String?",
            step: "rename: { column: { v: c } }"),
        SecondVersion(
            testDescription: "made optional", field: "v: String?", earlier: "v: String",
            step: "change: { v: { from: String } }"),
        SecondVersion(
            testDescription: "made required", field: "v: String", earlier: "v: String?",
            step: "change: { v: { from: String?, using: \"ifnull(v, '')\" } }"),
        SecondVersion(
            testDescription: "converted", field: "v: String", earlier: "v: Data",
            step: "change: { v: { from: Data, using: hex(v) } }"),
        SecondVersion(testDescription: "added", field: "v: { type: String, since: 2, fill: x }", earlier: ""),
        SecondVersion(
            testDescription: "part of the key", field: "v: String", earlier: "v: String",
            step: "was: { primaryKey: id }", keys: "primaryKey: [id, v]"),
        SecondVersion(
            testDescription: "indexed for full text", field: "v: String", earlier: "v: String",
            step: "was: { fullText: [] }", keys: "fullText: [v]"),
        SecondVersion(
            testDescription: "unique", field: "v: String", earlier: "v: String",
            keys: "unique: [{ fields: [v], since: 2 }]"),
        SecondVersion(
            testDescription: "checked", field: "v: String", earlier: "v: String",
            keys: "checks: [{ sql: \"v <> 'x'\", since: 2 }]"),
    ]

    private func models(_ version: Int, _ field: String, keys: String, steps: [(Int, String)]) -> [SourceFile] {
        let key = keys.hasPrefix("primaryKey") ? keys : "primaryKey: id\n    " + keys
        let migrations = Dictionary(grouping: steps, by: \.0).sorted { $0.key < $1.key }.map { version, steps in
            "      \(version):\n" + steps.map { "        - \($0.1)\n" }.joined()
        }
        let fields = ["id: Int64", field, "last: Int"].filter { !$0.isEmpty }.joined(separator: ", ")
        let text = """
            database: { name: D, version: \(version) }
            models:
              M:
                \(key)
                fields: { \(fields) }

            """
        return [
            SourceFile(
                path: "m.model.yaml",
                text: text + (migrations.isEmpty ? "" : "    migrations:\n" + migrations.joined()))
        ]
    }

    @Test("works if it is followed", arguments: versions)
    func followed(_ second: SecondVersion) throws {
        let pipeline = try Pipeline.plain()
        let steps = second.step.map { [(2, $0)] } ?? []
        let before = second.step?.contains("primaryKey") == true ? "primaryKey: id" : ""
        var lock = try pipeline.lock(models(1, second.earlier, keys: before, steps: []))
        let two = pipeline.release(models(2, second.field, keys: second.keys, steps: steps), lock: lock)
        try #require(two.diagnostics.errors.map(\.message) == [])
        lock = SourceFile(path: "modelgen.lock", text: try #require(two.lock))

        for (field, keys) in second.edits where field != second.field || keys != second.keys {
            var (edited, written, messages) = (field, steps, [String]())
            for _ in 0..<6 {
                messages = pipeline.errors(models(3, edited, keys: keys, steps: written), lock: lock, for: .checking)
                    .map(\.message)
                if messages.isEmpty { break }
                for message in messages { follow(message, &edited, &written) }
            }
            #expect(messages == [], "\(edited) \(keys): \(written)")
        }
    }

    /// Does what a message says.
    private func follow(_ message: String, _ field: inout String, _ steps: inout [(Int, String)]) {
        let proposed = message.split(separator: "`").filter { $0.hasPrefix("- ") }.map { String($0.dropFirst(2)) }
        if message.contains("migrations: 3:") { steps += proposed.map { (3, $0) } }
        func editNew(_ edit: (String) -> String) {
            steps = steps.map { version, step in (version, version == 3 ? edit(step) : step) }
        }
        if message.contains("move its `fill` into `from`") {
            field = field.replacing(", fill: x", with: "")
            editNew { $0.replacing("from: String", with: "from: { type: String, fill: x }") }
        }
        if message.contains("existing rows have no value for `M.v`, added in version 2") {
            editNew { $0.replacing("since: 2", with: "since: 2, fill: x") }
        }
        // Only the user knows the SQL.
        if message.contains("add `using:` with") {
            editNew {
                $0.hasPrefix("change") && !$0.contains("using") ? $0.dropLast(4) + ", using: \"NULL || 'x'\" } }" : $0
            }
        }
        if message.contains("write `since: 2` on it") {
            editNew {
                $0.replacing("name: m_unique_v }", with: "name: m_unique_v, since: 2 }")
                    .replacing("[\"v <> 'x'\"]", with: "[{ sql: \"v <> 'x'\", since: 2 }]")
            }
        }
        if message.contains("the column `m.v` is new in it; write `since: 2` on it") {
            editNew { $0.replacing("v: String }", with: "v: { type: String, since: 2 } }") }
        }
    }
}
