import ModelgenDatabase
import ModelgenDiagnostics
import ModelgenParsing

/// Differences, those that a project accepts apart.
package struct WaivedDifferences: Sendable {
    /// A difference with the waiver that accepts it.
    package struct Waived: Sendable {
        package var difference: Difference
        package var waiver: Waiver
    }

    /// What nobody accepts.
    package var open: [Difference] = []
    package var waived: [Waived] = []
    /// Waivers that mean nothing, no longer hold or have nothing to accept.
    package var diagnostics: [Diagnostic] = []
}

extension [Difference] {
    /// Sorts out what is accepted on that day.
    package func waived(by waivers: [Waiver], on today: Day) -> WaivedDifferences {
        var result = WaivedDifferences()
        let known = Set(DifferenceRule.all.map(\.id))
        for waiver in waivers where !known.contains(waiver.id) {
            let nearest = nearestName(to: waiver.id, among: known.sorted())
            result.diagnostics.append(
                Diagnostic(
                    rule: "unknown-difference", "there is no difference `\(waiver.id)`",
                    suggestion: nearest.map { "did you mean `\($0)`?" } ?? "`modelgen diff` tells the ids",
                    at: waiver.place))
        }
        var used: Set<Waiver> = []
        for difference in self {
            let about = waivers.filter { $0.id == difference.rule && $0.isAbout(difference.subject) }
            used.formUnion(about)
            if let waiver = about.first(where: { $0.until.map { today <= $0 } ?? true }) {
                result.waived.append(WaivedDifferences.Waived(difference: difference, waiver: waiver))
            } else {
                result.open.append(difference)
            }
        }
        for waiver in waivers where known.contains(waiver.id) {
            if let until = waiver.until, until < today {
                result.diagnostics.append(
                    Diagnostic(
                        .warning, rule: "expired-waiver", "the waiver of `\(waiver.subject)` ended on \(until)",
                        suggestion: used.contains(waiver) ? "extend it, or mend what it waives" : "delete it",
                        at: waiver.place))
            } else if !used.contains(waiver) {
                result.diagnostics.append(
                    Diagnostic(
                        .warning, rule: "unused-waiver",
                        "`\(waiver.subject)` has no difference `\(waiver.id)` that could be waived",
                        suggestion: "delete it", at: waiver.place))
            }
        }
        result.diagnostics.sort()
        return result
    }
}

/// What can be wrong with waivers, for `modelgen explain`.
package let waiverRules: [RuleEntry] = [
    RuleEntry(
        id: "unknown-difference", summary: "A waiver names the id of a difference.",
        explanation: """
            `waivers` in `modelgen.yaml` accept differences by their ids, as `modelgen diff` tells them: \
            `{ id: column-removed, at: \"Blog: posts.title\", reason: Nobody had one. }`. A waiver with another id would \
            never do anything.
            """, bad: "", good: ""),
    RuleEntry(
        id: "expired-waiver", summary: "A waiver holds until its last day.",
        explanation: """
            After the day that `until` names, the difference counts again. Extend the waiver if there is still a reason \
            for it, or delete it.
            """, bad: "", good: ""),
    RuleEntry(
        id: "unused-waiver", summary: "A waiver has a difference to waive.",
        explanation: """
            The models no longer differ there from what they are compared with, after a release for one. A waiver that \
            stays would hide the next difference of that kind, so delete it.
            """, bad: "", good: ""),
    RuleEntry(
        id: "missing-lock", summary: "The lock that the configuration declares is there.",
        explanation: """
            `modelgen release` pins what was released in `modelgen.lock`, and says so in `modelgen.yaml`: \
            `lock: modelgen.lock`. Without the lock nothing proves that released versions stay what they were. Restore \
            it from version control. If nothing was ever released, delete the key.
            """, bad: "", good: ""),
]
