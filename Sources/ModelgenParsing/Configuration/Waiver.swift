import ModelgenDiagnostics

/// A difference that a project accepts, and why: `modelgen diff` reports it but does not fail.
package struct Waiver: Sendable, Hashable {
    /// `column-removed`
    package var id: String
    /// What differs, in the words of `diff`; `*` stands for anything: `Post.*`.
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
    package var year: Int
    package var month: Int
    package var day: Int

    package init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Nil if there is no such day.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2], text.utf8.allSatisfy({ $0 == 0x2D || (0x30...0x39).contains($0) }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]), (1...12).contains(month)
        else { return nil }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1...lengths[month - 1]).contains(day) else { return nil }
        self.init(year: year, month: month, day: day)
    }

    package static func < (left: Day, right: Day) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    package var description: String {
        func padded(_ number: Int, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }
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
