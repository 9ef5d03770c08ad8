/// A random schema as the text of its files.
extension RandomSchema {
    /// The text of each file by its name.
    var files: [String: String] {
        var files = ["s\(seed)shared": shared]
        for (number, model) in models.enumerated() {
            files["s\(seed)part\(number % fileCount)", default: "models:\n"] += text(of: model)
        }
        return files
    }

    private var shared: String {
        """
        database:
        \(databases.map { "  - \(text(of: $0))" }.joined(separator: "\n"))
        api: { \(api.joined(separator: ", ")) }
        enums:
          \(prefix)Mood: [good, bad]
          \(prefix)Kept: { raw: Int, cases: { one: 1, two: 2 }, unknown: keep, doc: Kept. }
          \(prefix)Rest: { cases: { a: a, b: { value: bb, doc: The second. } }, unknown: a }
        transformers:
          \(prefix)Reversed: { from: String, to: String }
        types:
          \(prefix)Money: { json: String, sqlite: INTEGER, keepsOrder: true }
        models:
          \(prefix)Place: { fields: { street: String, number: Int?, tags: { type: "[String]", default: [] } } }
          \(prefix)Shape: { json: { discriminator: kind }, oneOf: { round: \(prefix)Round, open: \(prefix)Open } }
          \(prefix)Round: { fields: { radius: Double } }
          \(prefix)Open: { fields: { parts: "[\(prefix)Shape]" } }

        """
    }

    private func text(of database: Database) -> String {
        var keys = [
            "name: \(database.name)", "version: \(database.version)", "migration: \(database.mode)", "sqlite: \"3.38\"",
        ]
        if let version = database.adopted { keys += ["applicationID: keep", "adopt: [\(version)]"] }
        return "{ \(keys.joined(separator: ", ")) }"
    }

    private func text(of model: Model) -> String {
        var text = "  \(model.name):\n" + model.options.map { "    \($0)\n" }.joined() + "    fields:\n"
        for field in model.fields {
            text += "      \(field.name): { \((["type: \"\(field.type)\""] + field.keys).joined(separator: ", ")) }\n"
        }
        if !model.migrations.isEmpty {
            text += "    migrations:\n"
            for (version, steps) in model.migrations.sorted(by: { $0.key < $1.key }) {
                text += "      \(version):\n" + steps.map { "        - \($0)\n" }.joined()
            }
        }
        if !model.rest.isEmpty { text += "    rest:\n" + model.rest.map { "      \($0)\n" }.joined() }
        return text
    }
}
