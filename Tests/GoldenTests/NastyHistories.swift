import Testing

/// A history that is easy to get wrong, as YAML.
struct NastyHistory: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var yaml: String
    /// The expected rules, if certain rows make a step fail.
    var findings: [String]

    init(_ description: String, findings: [String] = [], _ yaml: String) {
        testDescription = description
        self.yaml = yaml
        self.findings = findings
    }

    /// A history of a database with nothing but these models.
    init(_ description: String, version: Int, findings: [String] = [], models: String) {
        let lines = models.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
        self.init(description, findings: findings, "database: { name: D, version: \(version) }\nmodels:\n\(lines)")
    }

    static let all: [NastyHistory] = names + tables + keys + texts + constraints + earlier + renamedKeys + phases

    static let names: [NastyHistory] = [
        NastyHistory(
            "a column that is renamed in every version", version: 5,
            models: """
                M:
                  primaryKey: id
                  fields: { id: Int64, e: { type: String, index: true, unique: true } }
                  migrations:
                    2: [{ rename: { a: b } }]
                    3: [{ rename: { b: c } }]
                    4: [{ rename: { c: d } }]
                    5: [{ rename: { d: e } }]
                """),
        NastyHistory(
            "two columns that change places, twice, with an index, a check and a generated column of them", version: 3,
            models: """
                M:
                  primaryKey: id
                  fields:
                    id: Int64
                    a: Int
                    b: { type: Int, default: 7 }
                    c: { type: Int?, generated: "a * 2 + b" }
                  indexes: [[a, b]]
                  checks: ["a <> b OR a IS NULL"]
                  migrations:
                    2: [{ rename: { a: b, b: a } }]
                    3: [{ rename: { a: b, b: a } }]
                """),
        NastyHistory(
            "three columns that go round in a ring", version: 2,
            models: """
                M:
                  primaryKey: id
                  fields: { id: Int64, a: String, b: Int, c: Double }
                  indexes: [{ fields: [a], where: "b > 0 AND c < 9" }]
                  migrations:
                    2: [{ rename: { a: b, b: c, c: a } }, { change: { a: { from: { type: String, default: "" } } } }]
                """),
        NastyHistory(
            "dropped and added again under the same name with another type", version: 3,
            models: """
                M:
                  primaryKey: id
                  fields: { id: Int64, a: { type: Double, since: 3, default: 1.5 } }
                  migrations:
                    2: [{ drop: { a: String } }]
                """),
        NastyHistory(
            "dropped and added again in one version, out of the way by a rename", version: 2,
            models: """
                M:
                  primaryKey: id
                  fields: { id: Int64, a: { type: Double, since: 2, default: 1.5 } }
                  migrations:
                    2: [{ rename: { a: oldA } }, { drop: { oldA: String } }]
                """),
        NastyHistory(
            "a name that only changes its case", version: 3,
            models: """
                M:
                  table: Things
                  primaryKey: id
                  fields: { id: Int64, Name: { type: String, column: NAME, index: true } }
                  migrations:
                    2: [{ rename: { column: { name: NAME } } }]
                    3: [{ was: { table: things } }]
                """),
        NastyHistory(
            "columns called like keywords and functions, renamed in checks and views that call those functions",
            version: 2,
            models: """
                M:
                  primaryKey: id
                  fields:
                    id: Int64
                    count: String
                    order: Int
                  checks: ["length(count) >= 0 AND \\"order\\" = \\"order\\""]
                  migrations:
                    2: [{ rename: { length: count, group: order } }]
                V:
                  view: SELECT count, length(count) AS length FROM m WHERE "order" < 5 GROUP BY count
                  fields: { count: String, length: Int }
                """),
        NastyHistory(
            "a column that is renamed and changed and read by sql in one version", version: 2,
            models: """
                M:
                  primaryKey: id
                  fields: { id: Int64, b: Int, c: { type: Int, since: 2, default: 0 } }
                  migrations:
                    2:
                      - rename: { a: b }
                      - sql: "UPDATE m SET c = length(b)"
                      - change: { b: { from: String, using: "CAST(b AS INTEGER) + c" } }
                """),
        NastyHistory(
            "a field that keeps its column while its name changes", version: 2,
            models: """
                M:
                  primaryKey: id
                  fields: { id: Int64, fresh: { type: String, column: stale }, more: { type: Int?, since: 2 } }
                  unique: [[fresh]]
                """),
    ]
}
