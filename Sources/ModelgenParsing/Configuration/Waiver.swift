import ModelgenDiagnostics
import ModelgenSchema

/// A difference that a project accepts, and why: `modelgen diff` reports it but does not fail.
package struct Waiver: Sendable, Hashable {
    /// `column-removed`
    package var id: String
    /// What differs, as `diff` prints it; `*` matches anything: `Post.*`.
    package var subject: String
    package var reason: String
    /// The last day on which it holds; nil if it never expires.
    package var until: Day?
    /// The place of its `id`.
    package var place: SourceRange

    /// Whether it covers this subject.
    package func isAbout(_ other: String) -> Bool {
        let parts = subject.split(separator: "*", omittingEmptySubsequences: false)
        guard parts.count > 1, let first = parts.first, let last = parts.last else { return subject == other }
        guard other.hasPrefix(first), other.count >= first.count + last.count, other.hasSuffix(last) else {
            return false
        }
        var rest = other.dropFirst(first.count).dropLast(last.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let found = rest.firstRange(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        return true
    }
}

/// A day of the Gregorian calendar: `2026-12-31`.
package struct Day: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Zero-padded, so that earlier days sort first.
    package let description: String

    /// Nil if there is no such day.
    package init?(_ text: String) {
        guard text.utf8.count == 10, Instant(rfc3339: text) != nil else { return nil }
        description = text
    }

    /// The day of a moment in UTC.
    package init(of moment: Instant) { description = String(moment.rfc3339.prefix(10)) }

    package static func < (left: Day, right: Day) -> Bool { left.description < right.description }
}

/// The keys of an entry of `waivers` in `modelgen.yaml`.
package enum WaiverKey: String, SchemaKey {
    case id, at, reason, until

    package static let title = "a waiver"
    package static let required: [WaiverKey] = [.id, .at, .reason]
    package static let keyTable = makeTable()

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .id: ("The id of the difference: `column-removed`.", .text("the id of a difference"))
        case .at: ("What differs, as `modelgen diff` names it; `*` stands for anything.", .text("what differs"))
        case .reason: ("Why it is accepted.", .text("a reason"))
        case .until: ("The last day on which it is accepted: `2026-12-31`.", .text("a day"))
        }
    }
}

extension Waiver {
    /// Reads an entry; nil if it was reported as wrong.
    init?(_ node: Node, _ reading: Reading, _ diagnostics: inout [Diagnostic]) {
        let entries = Entries<WaiverKey>(node, reading)
        guard let id = entries[.id], let idText = id.text, let subject = entries.text(.at),
            let reason = entries.text(.reason)
        else { return nil }
        var until: Day?
        if let node = entries[.until], let text = node.text {
            until = Day(text)
            if until == nil {
                diagnostics.append(
                    Diagnostic(
                        rule: WrongKind.entry.id, "`until` cannot be `\(text)`",
                        suggestion: "write a day as `2026-12-31`", at: node.range))
                return nil
            }
        }
        self.init(id: idText, subject: subject, reason: reason, until: until, place: id.range)
    }
}
