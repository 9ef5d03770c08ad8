/// The JSON Schema of a lock, for tools that read one.
///
/// A lock is not YAML: it has one fact per line, so that branches conflict in one place. The schema describes the list
/// of its lines (https://json-schema.org/draft-07/json-schema-validation).
package let lockSchema: String = {
    func line(_ description: String, _ pattern: String) -> String {
        "    { \"description\": \"\(description)\", \"type\": \"string\", \"pattern\": \"\(pattern)\" }"
    }
    func fact(of groups: Fact.Kind.Group...) -> String {
        "(\(Fact.Kind.allCases.filter { groups.contains($0.group) }.map(\.rawValue).joined(separator: "|"))) [^\\\\t]+(\\\\t.+)?$"
    }
    let lines = [
        line(
            "A part of a database version, or a step to it: database, version, kind, subject, tab, value.",
            "^[^ ]+ [0-9]+ " + fact(of: .part, .form, .step)),
        line(
            "The end of a version: the hash of its facts and of the version before.",
            "^[^ ]+ [0-9]+ hash [0-9a-f]{16}$"),
        line("The target whose models the lock is about.", "^target [^ ]+$"),
        line(
            "The files of a database keep another program's application_id.", "^[^ ]+ \(Lock.keptApplicationID)$"),
        line("How files of a database without versions are migrated.", "^[^ ]+ migration (auto|recreate|none)$"),
        line("The JSON that the released models read and write.", "^json " + fact(of: .json)),
        line("The declarations of the released code.", "^swift " + fact(of: .swift)),
    ]
    return """
        {
          "$schema": "http://json-schema.org/draft-07/schema#",
          "title": "the lines of modelgen.lock",
          "type": "array",
          "minItems": 1,
          "items": [{ "description": "The kind of file, and the version of its form.", "const": "\(Lock.Form.current.rawValue)" }],
          "additionalItems": { "anyOf": [
        \(lines.joined(separator: ",\n"))
          ] }
        }

        """
}()
