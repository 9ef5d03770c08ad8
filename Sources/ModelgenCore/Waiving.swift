import ModelgenDatabase
import ModelgenDiagnostics
import ModelgenParsing

/// Differences, divided into those that the project accepts and all others.
package struct WaivedDifferences: Sendable {
    /// A difference with the waiver that accepts it.
    package struct Waived: Sendable {
        package var difference: Difference
        package var waiver: Waiver
    }

    /// The differences that no waiver accepts.
    package var open: [Difference] = []
    package var waived: [Waived] = []
    /// Diagnostics for waivers that are invalid, have expired or match nothing.
    package var diagnostics: [Diagnostic] = []
}

extension [Difference] {
    /// Separates the differences that waivers accept on a day from the others.
    package func waived(by waivers: [Waiver], on today: Day) -> WaivedDifferences {
        var result = WaivedDifferences()
        let known = Set(DifferenceRule.all.map(\.id))
        for waiver in waivers where !known.contains(waiver.id) {
            let nearest = nearestName(to: waiver.id, among: known.sorted())
            result.diagnostics.append(
                Diagnostic(
                    rule: "unknown-difference", "unknown difference `\(waiver.id)`",
                    suggestion: nearest.map { "did you mean `\($0)`?" } ?? "`modelgen explain` lists the ids",
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
                        suggestion: used.contains(waiver) ? "extend it, or fix the difference" : "remove it",
                        at: waiver.place))
            } else if !used.contains(waiver) {
                result.diagnostics.append(
                    Diagnostic(
                        .warning, rule: "unused-waiver",
                        "`\(waiver.subject)` has no difference `\(waiver.id)` that could be waived",
                        suggestion: "remove it", at: waiver.place))
            }
        }
        result.diagnostics.sort()
        return result
    }
}

/// The rules about waivers.
package let waiverRules: [RuleEntry] = [
    RuleEntry(
        id: "unknown-difference", summary: "A waiver has the id of a difference.",
        explanation: """
            `waivers` in `modelgen.yaml` accept differences by id, as shown by `modelgen diff`: `{ id: column-removed,
            at: "Blog: posts.title", reason: Nobody had one. }`. A waiver with any other id would have no effect.
            """),
    RuleEntry(
        id: "expired-waiver", summary: "A waiver is valid until its last day.",
        explanation: """
            After the day in `until`, the difference counts again. Extend the waiver if there is still a reason for
            it, or remove it.
            """),
    RuleEntry(
        id: "unused-waiver", summary: "A waiver matches a difference.",
        explanation: """
            The models no longer differ there from what they are compared with, for example after a release. If the
            waiver stayed, it would hide the next difference of that kind, so remove it.
            """),
]
