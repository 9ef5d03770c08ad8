/// The difference between two texts as `diff -u` shows it.
///
/// Lines end with a line feed and are compared as bytes, as `patch` does: a carriage return belongs to its line.
struct UnifiedDiff: CustomStringConvertible {
    let description: String

    init(old: String, new: String, oldName: String, newName: String) {
        var comparison = LineComparison(Self.lines(of: old), Self.lines(of: new))
        let edits = comparison.edits()
        var output = Array("--- \(oldName)\n+++ \(newName)\n".utf8)
        for hunk in Self.hunks(of: edits) { Self.write(edits[hunk], to: &output) }
        description = String(decoding: output, as: UTF8.self)
    }

    /// A line with its place among the lines of each text, counted from 1.
    fileprivate struct Edit {
        enum Kind: UInt8 {
            case keep = 0x20
            case remove = 0x2D
            case add = 0x2B
        }

        var kind: Kind
        var line: ArraySlice<UInt8>
        var old: Int
        var new: Int
    }

    /// The lines with their line feeds, which the last one need not have.
    private static func lines(of text: String) -> [ArraySlice<UInt8>] {
        let bytes = Array(text.utf8)
        var lines: [ArraySlice<UInt8>] = []
        var start = 0
        for (index, byte) in bytes.enumerated() where byte == lineFeed {
            lines.append(bytes[start...index])
            start = index + 1
        }
        return start < bytes.count ? lines + [bytes[start...]] : lines
    }

    private static let lineFeed = UInt8(ascii: "\n")

    /// The changes with three lines of context around each; adjacent ones are merged.
    private static func hunks(of edits: [Edit]) -> [Range<Int>] {
        var hunks: [Range<Int>] = []
        for (index, edit) in edits.enumerated() where edit.kind != .keep {
            let range = max(0, index - 3)..<min(edits.count, index + 4)
            if let last = hunks.last, last.upperBound >= range.lowerBound {
                hunks[hunks.count - 1] = last.lowerBound..<range.upperBound
            } else {
                hunks.append(range)
            }
        }
        return hunks
    }

    private static func write(_ hunk: ArraySlice<Edit>, to output: inout [UInt8]) {
        guard let first = hunk.first else { return }
        let (old, new) = (hunk.count { $0.kind != .add }, hunk.count { $0.kind != .remove })
        // A side without lines starts at the line before it, as GNU diff counts.
        let (oldStart, newStart) = (old == 0 ? first.old - 1 : first.old, new == 0 ? first.new - 1 : first.new)
        output += "@@ -\(oldStart),\(old) +\(newStart),\(new) @@\n".utf8
        for edit in hunk {
            output.append(edit.kind.rawValue)
            output += edit.line
            if edit.line.last != lineFeed { output += "\n\\ No newline at end of file\n".utf8 }
        }
    }
}

/// Finds the lines of a text that are unchanged.
///
/// Lines that occur once on both sides divide the texts into parts (the "patience diff" of Bram Cohen), since the exact
/// algorithm of the standard library needs memory for the square of the number of changes.
private struct LineComparison {
    private let lines: (old: [ArraySlice<UInt8>], new: [ArraySlice<UInt8>])
    /// The same, as numbers that are equal for equal lines.
    private let old: [Int]
    private let new: [Int]
    /// For each unchanged old line, its place among the new ones.
    private var places: [Int: Int] = [:]

    /// Above this product of the lines of two parts, in which no line is unique, all of them are replaced.
    private static let limit = 1_000_000

    init(_ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>]) {
        lines = (old, new)
        var numbers: [ArraySlice<UInt8>: Int] = [:]
        func number(_ line: ArraySlice<UInt8>) -> Int {
            if let known = numbers[line] { return known }
            numbers[line] = numbers.count
            return numbers.count - 1
        }
        self.old = old.map(number)
        self.new = new.map(number)
    }

    /// All lines in their order; removed ones before those that replace them.
    mutating func edits() -> [UnifiedDiff.Edit] {
        match(0..<old.count, 0..<new.count)
        var edits: [UnifiedDiff.Edit] = []
        var (left, right) = (0, 0)
        func add(_ kind: UnifiedDiff.Edit.Kind, _ line: ArraySlice<UInt8>) {
            edits.append(UnifiedDiff.Edit(kind: kind, line: line, old: left + 1, new: right + 1))
        }
        while left < old.count || right < new.count {
            let place = left < old.count ? places[left] : new.count
            if place == nil {
                add(.remove, lines.old[left])
                left += 1
            } else if let place, right < place {
                add(.add, lines.new[right])
                right += 1
            } else {
                add(.keep, lines.new[right])
                (left, right) = (left + 1, right + 1)
            }
        }
        return edits
    }

    private mutating func match(_ left: Range<Int>, _ right: Range<Int>) {
        var parts = [(left, right)]
        while var (left, right) = parts.popLast() {
            while let first = left.first, let other = right.first, old[first] == new[other] {
                places[first] = other
                (left, right) = (left.dropFirst(), right.dropFirst())
            }
            while let last = left.last, let other = right.last, old[last] == new[other] {
                places[last] = other
                (left, right) = (left.dropLast(), right.dropLast())
            }
            if left.isEmpty || right.isEmpty { continue }
            let anchors = anchors(left, right)
            if anchors.isEmpty {
                if left.count * right.count <= Self.limit { matchExactly(left, right) }
                continue
            }
            var start = (left.lowerBound, right.lowerBound)
            for anchor in anchors {
                places[anchor.old] = anchor.new
                parts.append((start.0..<anchor.old, start.1..<anchor.new))
                start = (anchor.old + 1, anchor.new + 1)
            }
            parts.append((start.0..<left.upperBound, start.1..<right.upperBound))
        }
    }

    private mutating func matchExactly(_ left: Range<Int>, _ right: Range<Int>) {
        let difference = new[right].difference(from: old[left])
        var removed: Set<Int> = []
        var added: Set<Int> = []
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(left.lowerBound + offset)
            case .insert(let offset, _, _): added.insert(right.lowerBound + offset)
            }
        }
        for (place, other) in zip(left.filter { !removed.contains($0) }, right.filter { !added.contains($0) }) {
            places[place] = other
        }
    }

    /// The longest list of lines that occur once on both sides, in the same order.
    private func anchors(_ left: Range<Int>, _ right: Range<Int>) -> [(old: Int, new: Int)] {
        func counts(_ numbers: ArraySlice<Int>) -> [Int: Int] {
            numbers.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
        let (olds, news) = (counts(old[left]), counts(new[right]))
        var others: [Int: Int] = [:]
        for place in right where news[new[place]] == 1 { others[new[place]] = place }
        let pairs = left.compactMap { place -> (old: Int, new: Int)? in
            guard olds[old[place]] == 1, let other = others[old[place]] else { return nil }
            return (place, other)
        }
        // The longest increasing subsequence: the last pair of the best list of each length, and what precedes each pair.
        var ends: [Int] = []
        var previous: [Int?] = []
        for (index, pair) in pairs.enumerated() {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if pairs[ends[middle]].new < pair.new { low = middle + 1 } else { high = middle }
            }
            previous.append(low > 0 ? ends[low - 1] : nil)
            if low < ends.count { ends[low] = index } else { ends.append(index) }
        }
        var list: [(old: Int, new: Int)] = []
        var next = ends.last
        while let index = next {
            list.append(pairs[index])
            next = previous[index]
        }
        return list.reversed()
    }
}
