import Foundation
import ModelgenCore
import ModelgenDatabase
import ModelgenDiagnostics

/// Differences as they are reported: by area, worst first, as text for people and as JSON for programs.
struct DifferenceReport: Encodable {
    /// A difference, and why it is accepted, if it is.
    struct Entry: Encodable {
        struct Acceptance: Encodable {
            var reason: String
            /// The last day on which it is accepted.
            var until: String?
        }

        var difference: Difference
        var waiver: Acceptance?

        private enum CodingKeys: String, CodingKey {
            case waiver
        }

        func encode(to encoder: any Encoder) throws {
            try difference.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encodeIfPresent(waiver, forKey: .waiver)
        }
    }

    private let against: String
    private let counts: [String: Int]
    private let differences: [Entry]

    /// - Parameter against: The path of the base.
    init(against: String, _ result: WaivedDifferences) {
        self.against = against
        let all =
            result.open.map { Entry(difference: $0) }
            + result.waived.map { waived in
                Entry(
                    difference: waived.difference,
                    waiver: Entry.Acceptance(
                        reason: waived.waiver.reason, until: waived.waiver.until.map(\.description)))
            }
        counts = Dictionary(
            uniqueKeysWithValues: Difference.Severity.allCases.map { severity in
                (severity.rawValue, result.open.filter { $0.severity == severity }.count)
            } + [("waived", result.waived.count)])
        differences = Difference.Area.allCases.flatMap { area in
            Difference.Severity.allCases.flatMap { severity in
                all.filter { $0.difference.area == area && $0.difference.severity == severity }
            }
        }
    }

    /// ```
    /// database
    ///   destructive     column-removed  Blog: posts.title: TEXT NOT NULL, gone
    /// ```
    var text: String {
        guard !differences.isEmpty else { return "nothing changed since \(against)\n" }
        let severityWidth = Difference.Severity.allCases.map(\.rawValue.count).max() ?? 0
        let ruleWidth = differences.map(\.difference.rule.count).max() ?? 0
        var text = ""
        for area in Difference.Area.allCases {
            let ofArea = differences.filter { $0.difference.area == area }
            if ofArea.isEmpty { continue }
            text += area.rawValue + "\n"
            for entry in ofArea {
                let severity = entry.difference.severity.rawValue.padded(to: severityWidth)
                let rule = entry.difference.rule.padded(to: ruleWidth)
                text += "  \(severity)  \(rule)  \(visible(entry.difference.summary))\n"
                if let waiver = entry.waiver {
                    let until = waiver.until.map { "until \($0), " } ?? ""
                    text += "  \("".padded(to: severityWidth))  waived: \(until)\(waiver.reason)\n"
                }
            }
        }
        var sums = Difference.Severity.allCases.map { "\(counts[$0.rawValue] ?? 0) \($0.rawValue)" }
        if let waived = counts["waived"], waived > 0 { sums.append("\(waived) waived") }
        return text + sums.joined(separator: ", ") + "\n"
    }
}

extension Difference {
    /// `posts.title: TEXT -> TEXT NOT NULL`
    var summary: String {
        switch (before.flatMap(\.nonEmpty), after.flatMap(\.nonEmpty)) {
        case (let before?, let after?): "\(subject): \(before) -> \(after)"
        case (let before?, nil): "\(subject): was \(before)"
        case (nil, let after?): "\(subject): \(after)"
        case (nil, nil): subject
        }
    }
}

extension String {
    fileprivate var nonEmpty: String? { isEmpty ? nil : self }

    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
