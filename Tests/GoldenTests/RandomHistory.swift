import SeededNumbers

/// A history that someone could have written, version by version, with everything that is easy to get wrong.
///
/// It goes forward, as people do: each version changes the declarations and adds the steps that describe this. Written
/// steps stay unchanged, whatever happens later.
struct RandomHistory {
    struct Field {
        var name: String
        /// The column, if it is not named after the field.
        var column: String?
        var type: String
        var keys: [String] = []
        var reference: (model: String, field: String)?

        var columnName: String { column ?? name }

        /// `{ type: Int64, references: User.id }`
        func text(present: Bool) -> String {
            var parts = ["type: \"\(type)\""] + keys
            if present, let column { parts.append("column: \(column)") }
            if let reference { parts.append("references: \(reference.model).\(reference.field)") }
            return "{ \(parts.joined(separator: ", ")) }"
        }
    }

    struct Model {
        var name: String
        var table: String
        var since: Int
        var key: String
        var fields: [Field]
        var uniques: [String] = []
        var indexes: [String] = []
        var isWithoutRowID = false
        /// `D` or `E`.
        var database = "D"
        var steps: [Int: [String]] = [:]

        func text(present: Bool) -> String {
            var parts = ["table: \(table)", "primaryKey: \(key)"]
            if present { parts.append("database: \(database)") }
            if since > 1 { parts.append("since: \(since)") }
            if isWithoutRowID { parts.append("withoutRowID: true") }
            parts.append(
                "fields: { \(fields.map { "\($0.name): \($0.text(present: present))" }.joined(separator: ", ")) }")
            if !uniques.isEmpty { parts.append("unique: [\(uniques.joined(separator: ", "))]") }
            if !indexes.isEmpty { parts.append("indexes: [\(indexes.joined(separator: ", "))]") }
            if !steps.isEmpty {
                let versions = steps.sorted { $0.key < $1.key }.map {
                    "\($0.key): [\($0.value.joined(separator: ", "))]"
                }
                parts.append("migrations: { \(versions.joined(separator: ", ")) }")
            }
            return "\(name): { \(parts.joined(separator: ", ")) }"
        }
    }

    struct View {
        var name: String
        var model: String
        var field: String
        var since: Int
        var isFiltered = false
        var steps: [Int: String] = [:]
    }

    /// The order in which the models are declared.
    enum Order {
        case asWritten, reversed
        /// In any order, over several files.
        case shuffled(seed: UInt64)
    }

    var version = 1
    var models: [Model] = []
    var views: [View] = []
    /// By database and version.
    var databaseSteps: [String: [Int: [String]]] = [:]
    /// The versions as which files are adopted.
    var adopted: Set<Int> = []
    var moods = ["low", "high", "none"]
    /// The optional fields of a model that is stored as JSON.
    var placeFields = ["y", "z"]
    var former: [(old: String, new: String)] = []
    /// The names of models dropped by earlier versions, which others may get.
    var free: [String] = []
    /// The models that this version drops.
    var dropped: [String] = []
    var random: SeededNumbers
    var names = 0
    /// The models that the version has changed already: each is changed once, so that what is written stays true.
    var touched: Set<String> = []

    init(seed: UInt64) {
        random = SeededNumbers(seed: seed)
        for _ in 0..<random.below(3) + 2 { addModel() }
        if random.below(2) == 0 { addView() }
    }

    mutating func addView() {
        guard let model = models.first(where: { $0.database == "D" && ($0.since < version || version == 1) }),
            let field = model.fields.last, !field.keys.contains("since: \(version)") || version == 1
        else { return }
        views.append(View(name: fresh("V"), model: model.name, field: field.name, since: version))
    }

    /// The text of the models, declared in some order.
    func yaml(_ order: Order = .asWritten) -> String { files(order).joined(separator: "---\n") }

    /// The texts of the files.
    func files(_ order: Order) -> [String] {
        var texts = models.map { $0.text(present: true) } + views.map(viewText) + [placeText] + Self.documents
        var others: [String] = []
        switch order {
        case .asWritten: break
        case .reversed: texts.reverse()
        case .shuffled(let seed):
            var random = SeededNumbers(seed: seed)
            for place in texts.indices.dropFirst() { texts.swapAt(place, random.below(place + 1)) }
            others = Array(texts.prefix(random.below(texts.count)))
            texts.removeFirst(others.count)
        }
        let formerly =
            former.isEmpty ? "" : "formerly: { \(former.map { "\($0.old): \($0.new)" }.joined(separator: ", ")) }\n"
        func declared(_ texts: [String]) -> String { "models:\n" + texts.map { "  \($0)\n" }.joined() }
        let first =
            formerly
            + "enums: { Mood: [\(moods.joined(separator: ", "))], Rank: { raw: Int, cases: { first: 1, second: 2 } }, "
            + "Loose: { cases: [some], unknown: keep } }\n"
            + "types: { Token: { json: String, sqlite: TEXT } }\ntransformers: { Doubled: { from: Int64, to: Int64 } }\n"
            + "database: [\(databaseText("D")), \(databaseText("E"))]\n" + declared(texts)
        return others.isEmpty ? [first] : [first, declared(others)]
    }

    private func databaseText(_ name: String) -> String {
        let steps = (databaseSteps[name] ?? [:]).sorted { $0.key < $1.key }.map {
            "\($0.key): [\($0.value.joined(separator: ", "))]"
        }
        let migrations = steps.isEmpty ? "" : ", migrations: { \(steps.joined(separator: ", ")) }"
        let adopt = adopted.isEmpty ? "" : ", adopt: [\(adopted.sorted().map(String.init).joined(separator: ", "))]"
        return "{ name: \(name), version: \(version), sqlite: \"3.37\"\(adopt)\(migrations) }"
    }

    /// Documents that contain others.
    private static let documents = [
        "Route: { fields: { from: Place?, stops: \"[Place]?\", more: \"[String: Route]?\" } }",
        "Figure: { json: { discriminator: kind }, oneOf: { circle: Circle, square: Square } }",
        "Circle: { fields: { radius: Double } }", "Square: { fields: { side: Double, at: Place? } }",
    ]

    private var placeText: String {
        let fields = ["x: Int", "moods: \"[Mood]?\""] + placeFields.map { "\($0): Int?" }
        return "Place: { fields: { \(fields.joined(separator: ", ")) } }"
    }

    func viewText(_ view: View) -> String {
        let steps = view.steps.sorted { $0.key < $1.key }.map { "\($0.key): [\($0.value)]" }
        let since = view.since > 1 ? "since: \(view.since), " : ""
        let migrations = steps.isEmpty ? "" : "migrations: { \(steps.joined(separator: ", ")) }, "
        return "\(view.name): { database: D, view: \"\(viewSQL(view))\", \(since)\(migrations)"
            + "fields: { value: \"DatabaseValue?\" } }"
    }

    func viewSQL(_ view: View) -> String {
        let model = models.first { $0.name == view.model }
        let column = model?.fields.first { $0.name == view.field }?.columnName ?? ""
        let condition = view.isFiltered ? " WHERE t.\(column) IS NOT NULL" : ""
        return "SELECT t.\(column) AS value FROM \(model?.table ?? "") AS t\(condition)"
    }
}
