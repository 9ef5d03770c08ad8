import ModelgenDiagnostics
import ModelgenSchema

/// A JSON key belongs to one field, once.
enum JSONKeyTwice: ModelRule {
    static let entry = RuleEntry(
        id: "json-key-twice",
        summary: "No two fields are written to the same JSON key, or one inside the other.",
        explanation: """
            If two fields had the same key, the second would overwrite the first, and a value cannot be a number and
            an object at the same time (`user` and `user.id`), nor an object and a list (`place.name` and `place[0]`).
            Make one of them read-only: `json: { path: user, encode: false }`. A field that lists a key twice would
            only look for it again.
            """,
        bad: "models:\n  City:\n    fields:\n      id: Int64\n      code: { type: Int64, json: id }\n",
        good:
            "models:\n  City:\n    fields:\n      id: Int64\n      code: { type: Int64, json: { path: id, encode: false } }\n"
    )

    static func check(_ subject: ModelSubject, _ run: Resolver) -> [Diagnostic] {
        var written: [JSONPath: Int] = [:]
        // The objects and lists that contain what is written, by the field that was first there.
        var containers: [JSONPath: (kind: Container, field: Int)] = [:]
        var diagnostics: [Diagnostic] = []
        for (index, item) in subject.fields.enumerated() {
            diagnostics += item.repeatedPaths(run).map { node, path in
                report("the field lists the key `\(path.text)` twice", do: "remove one of them", at: node.range)
            }
            guard item.field.isWritten, !item.hasWrongJSON(run), let path = item.field.json?.paths.first else {
                continue
            }
            let around = path.components.enumerated().map {
                (JSONPath(Array(path.components.prefix($0.offset))), Container($0.element))
            }
            let value = written[path] ?? containers[path]?.field ?? around.lazy.compactMap { written[$0.0] }.first
            let other = around.lazy.compactMap { place, kind in
                containers[place].flatMap { $0.kind == kind ? nil : $0.field }
            }.first
            if let clash = value ?? other {
                let first = subject.fields[clash]
                let names = "`\(item.field.name)` and `\(first.field.name)`"
                diagnostics.append(
                    report(
                        value == nil
                            ? "\(names) make the same place in JSON an object and a list"
                            : "\(names) are written to the same place in JSON",
                        do: value == nil
                            ? "only read one of them: `encode: false` in its `json`"
                            : "give one of them a different `json`",
                        at: (item.entries?[.json] ?? item.key).range,
                        notes: [.init("`\(first.field.name)` is declared here", at: first.key.range)]
                    )
                )
                continue
            }
            written[path] = index
            for (place, kind) in around where containers[place] == nil { containers[place] = (kind, index) }
        }
        return diagnostics
    }

    /// What a value must be to contain one at a key or an index.
    private enum Container {
        case object, list

        init(_ component: JSONPathComponent) {
            switch component {
            case .key: self = .object
            case .index: self = .list
            }
        }
    }
}

extension FieldSubject {
    /// The places in JSON that are in its list again.
    fileprivate func repeatedPaths(_ run: Resolver) -> [(Node, JSONPath)] {
        guard let paths = field.json?.paths, let json = entries?[.json] else { return [] }
        let isMapping = if case .mapping = json.content { true } else { false }
        let list = isMapping ? Entries<FieldJSONKey>(json, run.reading)[.path] : json
        return zip(list?.oneOrMany ?? [], paths).enumerated().compactMap { index, entry in
            paths[..<index].contains(entry.1) ? entry : nil
        }
    }

    /// Whether its place in JSON is unknown because of a mistake that was reported.
    fileprivate func hasWrongJSON(_ run: Resolver) -> Bool {
        guard let entries else { return false }
        if entries.isBroken(.json) || entries.isBroken(.readOnly) { return true }
        guard let json = entries[.json], case .mapping = json.content else { return false }
        return FieldJSONKey.allCases.contains(where: Entries<FieldJSONKey>(json, run.reading).isBroken)
    }
}
