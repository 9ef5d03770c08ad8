import Foundation
import ModelgenDatabase
import ModelgenPlanning

/// Differences as they are shown: to a person by area, the worst first, and to a program as JSON.
struct DifferenceReport: Encodable {
    private let against: String
    private let counts: [String: Int]
    private let differences: [Difference]

    /// - Parameter against: the path of what is compared with.
    init(against: String, _ differences: [Difference]) {
        self.against = against
        counts = Dictionary(
            uniqueKeysWithValues: Difference.Severity.allCases.map { severity in
                (severity.rawValue, differences.filter { $0.severity == severity }.count)
            })
        self.differences = Difference.Area.allCases.flatMap { area in
            Difference.Severity.allCases.flatMap { severity in
                differences.filter { $0.area == area && $0.severity == severity }
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
        let ruleWidth = differences.map(\.rule.count).max() ?? 0
        var text = ""
        for area in Difference.Area.allCases {
            let ofArea = differences.filter { $0.area == area }
            if ofArea.isEmpty { continue }
            text += area.rawValue + "\n"
            for difference in ofArea {
                let severity = difference.severity.rawValue.padded(to: severityWidth)
                text += "  \(severity)  \(difference.rule.padded(to: ruleWidth))  \(difference.summary)\n"
            }
        }
        let sums = Difference.Severity.allCases.map { "\(counts[$0.rawValue] ?? 0) \($0.rawValue)" }
        return text + sums.joined(separator: ", ") + "\n"
    }

    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
        }
    }
}

extension Difference {
    fileprivate var summary: String {
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
