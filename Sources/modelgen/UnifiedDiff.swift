import ModelgenSchema

/// The difference between two texts as `diff -u` shows it.
struct UnifiedDiff: CustomStringConvertible {
    let description: String

    init(old: String, new: String, oldName: String, newName: String) {
        let lines = Self.edits(from: Self.lines(of: old), to: Self.lines(of: new))
        var output = "--- \(oldName)\n+++ \(newName)\n"
        for hunk in Self.hunks(of: lines) { output += Self.text(of: hunk, in: lines) }
        description = output
    }

    private enum Edit {
        case keep(String)
        case remove(String)
        case add(String)

        var isChange: Bool { if case .keep = self { false } else { true } }
    }

    private static func lines(of text: String) -> [String] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        return lines
    }

    private static func edits(from old: [String], to new: [String]) -> [Edit] {
        let difference = new.difference(from: old) { $0.isExactly($1) }
        var removed: Set<Int> = []
        var added: Set<Int> = []
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): added.insert(offset)
            }
        }
        var edits: [Edit] = []
        var oldIndex = 0
        var newIndex = 0
        while oldIndex < old.count || newIndex < new.count {
            if removed.contains(oldIndex), oldIndex < old.count {
                edits.append(.remove(old[oldIndex]))
                oldIndex += 1
            } else if added.contains(newIndex), newIndex < new.count {
                edits.append(.add(new[newIndex]))
                newIndex += 1
            } else {
                edits.append(.keep(new[newIndex]))
                oldIndex += 1
                newIndex += 1
            }
        }
        return edits
    }

    /// The changes with three lines of context around each; adjacent ones are merged.
    private static func hunks(of edits: [Edit]) -> [Range<Int>] {
        var hunks: [Range<Int>] = []
        for (index, edit) in edits.enumerated() where edit.isChange {
            let range = max(0, index - 3)..<min(edits.count, index + 4)
            if let last = hunks.last, last.upperBound >= range.lowerBound {
                hunks[hunks.count - 1] = last.lowerBound..<range.upperBound
            } else {
                hunks.append(range)
            }
        }
        return hunks
    }

    private static func text(of hunk: Range<Int>, in edits: [Edit]) -> String {
        var oldStart = 1
        var newStart = 1
        for edit in edits[..<hunk.lowerBound] {
            switch edit {
            case .keep: (oldStart, newStart) = (oldStart + 1, newStart + 1)
            case .remove: oldStart += 1
            case .add: newStart += 1
            }
        }
        var body = ""
        var oldCount = 0
        var newCount = 0
        for edit in edits[hunk] {
            switch edit {
            case .keep(let line):
                body += " \(line)\n"
                (oldCount, newCount) = (oldCount + 1, newCount + 1)
            case .remove(let line):
                body += "-\(line)\n"
                oldCount += 1
            case .add(let line):
                body += "+\(line)\n"
                newCount += 1
            }
        }
        // A side without lines starts at the line before it, as GNU diff counts.
        let old = "\(oldCount == 0 ? oldStart - 1 : oldStart),\(oldCount)"
        let new = "\(newCount == 0 ? newStart - 1 : newStart),\(newCount)"
        return "@@ -\(old) +\(new) @@\n\(body)"
    }
}
