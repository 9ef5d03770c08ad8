import ModelgenDiagnostics
import ModelgenSchema

/// A JSON key belongs to one field.
enum JSONKeyTwice: ModelRule {
    static let entry = RuleEntry(
        id: "json-key-twice",
        summary: "No two fields are written to the same JSON key, or one inside the other.",
        explanation: """
            If two fields had the same key, the second would overwrite the first, and a value cannot be a number and
            an object at the same time (`user` and `user.id`). Make one of them read-only: `json: { path: user,
            encode: false }`.
            """,
        bad: "models:\n  City:\n    fields:\n      id: Int64\n      code: { type: Int64, json: id }\n",
        good:
            "models:\n  City:\n    fields:\n      id: Int64\n      code: { type: Int64, json: { path: id, encode: false } }\n"
    )

    static func check(_ subject: ModelSubject, _ run: Resolver) -> [Diagnostic] {
        var written: [JSONPath: Int] = [:]
        var nested: [JSONPath: Int] = [:]
        var diagnostics: [Diagnostic] = []
        for (index, item) in subject.fields.enumerated() {
            guard let json = item.field.json, json.direction != .decodeOnly, item.field.access != .readOnly,
                let path = json.paths.first
            else { continue }
            var clash = written[path] ?? nested[path]
            for count in 1..<max(1, path.components.count) where clash == nil {
                clash = written[JSONPath(Array(path.components.prefix(count)))]
            }
            if let clash {
                let first = subject.fields[clash]
                diagnostics.append(
                    report(
                        "`\(item.field.name)` and `\(first.field.name)` are written to the same place in JSON",
                        do: "give one of them a different `json`",
                        at: (item.entries?[.json] ?? item.key).range,
                        notes: [.init("`\(first.field.name)` is declared here", at: first.key.range)]
                    )
                )
                continue
            }
            written[path] = index
            for count in 1..<max(1, path.components.count) {
                nested[JSONPath(Array(path.components.prefix(count)))] = index
            }
        }
        return diagnostics
    }
}
