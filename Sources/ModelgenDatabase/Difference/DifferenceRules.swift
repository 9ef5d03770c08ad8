import ModelgenDiagnostics
import ModelgenSchema

/// The ids of differences. They consist of a kind of fact and what happened to it.
package enum DifferenceRule {
    enum Event: String {
        case added, removed, changed, renamed
    }

    static func id(of kind: Fact.Kind, _ event: Event) -> String { "\(kind.ruleName)-\(event.rawValue)" }

    /// Every id that `modelgen diff` can report, with its meaning.
    package static let all = [migration, ownership] + database + documents + calls + declarations

    /// How files are migrated to the next version. This is not a fact of any version.
    static let migration = entry(
        "migration-changed", [.destructive, .dataDependent],
        "The files of a database are migrated differently.",
        """
        Destructive: `recreate`, which empties files, and a higher `oldest`, which rejects older ones. Data-dependent:
        `auto`, which runs no steps, `none`, which leaves files unchanged, and `versioned`, for files that the last
        release has not opened: they have its version, but the tables of an earlier release.
        """)

    /// How files are recognized. This is not a fact of any version, either.
    static let ownership = entry(
        "application-id-changed", [.destructive, .additive], "The files of a database are identified differently.",
        """
        Destructive: without `applicationID: keep`, files with a different number, or none, are rejected.
        Additive: with it, every file is identified by its version.
        """)

    /// A rule: what happened to a kind of fact, how severe it may be, and why.
    static func rule(
        _ kind: Fact.Kind, _ event: Event, _ severities: Difference.Severity..., summary: String, _ explanation: String
    ) -> RuleEntry {
        entry(id(of: kind, event), severities, summary, explanation)
    }

    private static func entry(
        _ id: String, _ severities: [Difference.Severity], _ summary: String, _ explanation: String
    ) -> RuleEntry {
        let severity = severities.map(\.rawValue).enumerated("or")
        return RuleEntry(
            id: id, summary: summary, explanation: "A difference of `modelgen diff`, \(severity).\n\(explanation)")
    }
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
