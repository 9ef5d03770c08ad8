import ModelgenSchema

/// The ids of differences: a kind of fact, and what happened to it.
package enum DifferenceRule {
    enum Event: String {
        case added, removed, changed, renamed
    }

    static func id(of kind: Fact.Kind, _ event: Event) -> String { "\(kind.ruleName)-\(event.rawValue)" }

    /// Every id that `modelgen diff` can report, with its meaning.
    package static let all: [FindingRule] =
        [migration, ownership]
        + kinds.flatMap { kind, texts in texts.map { rule(id(of: kind, $0.event), $0) } }

    /// How files get to the next version, which is not a fact of any version.
    static let migration = rule(
        "migration-changed",
        Text(
            .changed, .destructive, .dataDependent, .additive,
            summary: "The files of a database are migrated differently.",
            """
            Destructive: `recreate`, which empties files. Data-dependent: `auto`, which drops what was removed, \
            and `none`, which leaves files unchanged.
            """))

    /// How files are recognized, which is not a fact of any version either.
    static let ownership = rule(
        "application-id-changed",
        Text(
            .changed, .destructive, .additive, summary: "The files of a database are identified differently.",
            """
            Destructive: without `applicationID: keep`, files with a different number, or none, are rejected. \
            Additive: with it, every file is identified by its version.
            """))

    private static func rule(_ id: String, _ text: Text) -> FindingRule {
        FindingRule(
            id, text.summary,
            "A difference of `modelgen diff`, \(severityText(text.severities)). \(text.explanation)")
    }

    private static func severityText(_ severities: [Difference.Severity]) -> String {
        severities.map(\.rawValue).joined(separator: " or ")
    }

    /// What happened to a kind of fact, how severe it is, and why.
    struct Text {
        var event: Event
        var severities: [Difference.Severity]
        var summary: String
        var explanation: String

        init(
            _ event: Event, _ severities: Difference.Severity..., summary: String, _ explanation: String
        ) {
            self.event = event
            self.severities = severities
            self.summary = summary
            self.explanation = explanation
        }
    }

    private static let kinds = database + documents + calls + declarations
}

extension Fact.Kind {
    /// The kind in rule ids: `enum-case`.
    fileprivate var ruleName: String {
        switch self {
        case .table, .column, .stored, .holds, .reference, .check, .index, .view, .sql, .swift, .fill, .using,
            .wireEnum, .value,
            .object, .read, .write, .conversion, .api, .endpoint, .parameter, .access, .type, .conformance,
            .initializer,
            .property, .function, .requirement:
            rawValue
        case .fullText: "full-text"
        case .enumCase: "enum-case"
        }
    }
}
