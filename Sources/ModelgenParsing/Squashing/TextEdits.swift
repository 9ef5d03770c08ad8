import ModelgenDiagnostics

/// Changes to the bytes of a YAML file that preserve everything else.
package struct TextEdits {
    /// What happens to the comment lines directly above a removed entry.
    enum Comments {
        case kept
        /// They are about the entry, and are removed with it.
        case above
    }

    private let source: [UInt8]
    private var edits: [(range: Range<Int>, text: [UInt8])] = []

    package init(_ file: SourceFile) { source = file.bytes }

    package var isEmpty: Bool { edits.isEmpty }

    /// The file with the changes; if two overlap, the larger one wins. What is inserted in front of a removal stays.
    package var bytes: [UInt8] {
        var result: [UInt8] = []
        var position = 0
        func order(_ range: Range<Int>) -> (Int, Int, Int) {
            (range.lowerBound, range.isEmpty ? 0 : 1, -range.upperBound)
        }
        for edit in edits.sorted(by: { order($0.range) < order($1.range) }) where edit.range.lowerBound >= position {
            result += source[position..<edit.range.lowerBound] + edit.text
            position = edit.range.upperBound
        }
        return result + source[position...]
    }

    /// Replaces the value of an entry; an alias, not what it stands for.
    mutating func replaceValue(of entry: Node.Entry, with text: String) {
        let (key, value) = (entry.key.range, entry.value.range)
        let isAlias = value.start < key.end
        let start = isAlias ? key.end : value.start
        edits.append((start..<entry.range.end, Array((isAlias ? ": \(text)" : text).utf8)))
    }

    /// Adds an entry after another one, in the style of their mapping. Without braces, it may have several lines.
    package mutating func insert(_ text: String, after entry: Node.Entry, in node: Node) {
        let end = entry.range.end
        if node.isBraced {
            edits.append((end..<end, Array(", \(text)".utf8)))
        } else {
            let indentation = String(repeating: " ", count: entry.key.range.start - lineStart(entry.key.range.start))
            let place = lineEnd(end)
            let isLastLine = place == source.count && source.last != UInt8(ascii: "\n")
            let lines = text.split(separator: "\n").map { indentation + $0 }.joined(separator: lineBreak)
            edits.append((place..<place, Array((isLastLine ? lineBreak + lines : lines + lineBreak).utf8)))
        }
    }

    /// Removes entries from a mapping. Entries from an alias or a merge key are elsewhere, and stay.
    mutating func remove(_ names: Set<String>, from node: Node, comments: Comments) {
        // A key of its own replaces a merged one in that one's place.
        let entries = node.entries.filter {
            $0.key.range.start >= node.range.start && $0.key.range.end <= node.range.end
        }
        .sorted { $0.key.range.start < $1.key.range.start }
        var index = 0
        while index < entries.count {
            guard names.contains(entries[index].name) else {
                index += 1
                continue
            }
            var last = index
            while last + 1 < entries.count, names.contains(entries[last + 1].name) { last += 1 }
            if last - index + 1 == node.entries.count, !node.isBraced {
                empty(entries[index].key.range.start..<entries[last].range.end)
            } else {
                remove(index...last, of: entries, isBraced: node.isBraced, comments)
            }
            index = last + 1
        }
    }

    /// Replaces all entries of a block, which would be nothing at all without them.
    private mutating func empty(_ range: Range<Int>) {
        var start = range.lowerBound
        while start > 0, [UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r")].contains(source[start - 1]) {
            start -= 1
        }
        // Directly after its key, unless a comment or an anchor is in between.
        let isBehindKey = start > 0 && source[start - 1] == UInt8(ascii: ":")
        edits.append(
            (isBehindKey ? start : range.lowerBound)..<range.upperBound, Array((isBehindKey ? " {}" : "{}").utf8))
    }

    private mutating func remove(
        _ run: ClosedRange<Int>, of entries: [Node.Entry], isBraced: Bool, _ comments: Comments
    ) {
        let start = entries[run.lowerBound].key.range.start
        let end = entries[run.upperBound].range.end
        let next = entries.indices.contains(run.upperBound + 1) ? entries[run.upperBound + 1].key.range.start : nil
        let beginning = lineStart(start)
        let isOwnLine = source[beginning..<start].allSatisfy { $0 == UInt8(ascii: " ") }
        switch (isBraced, next) {
        case (false, _) where isOwnLine:
            edits.append(
                (comments == .above ? commentStart(above: beginning, column: start - beginning) : beginning)..<lineEnd(
                    end), [])
        // After a comma, or after the dash of a list.
        case (_, let next?): edits.append((start..<next, []))
        case (true, nil) where run.lowerBound > 0:
            edits.append((entries[run.lowerBound - 1].range.end..<end, []))
        case (_, nil): edits.append((start..<end, []))
        }
    }

    /// That of the first line.
    private var lineBreak: String {
        let end = source.firstIndex(of: UInt8(ascii: "\n")) ?? 0
        return end > 0 && source[end - 1] == UInt8(ascii: "\r") ? "\r\n" : "\n"
    }

    private func lineStart(_ offset: Int) -> Int {
        var offset = offset
        while offset > 0, source[offset - 1] != UInt8(ascii: "\n") { offset -= 1 }
        return offset
    }

    /// The beginning of the next line, or the offset itself if a line begins there.
    private func lineEnd(_ offset: Int) -> Int {
        if offset > 0, source[offset - 1] == UInt8(ascii: "\n") { return offset }
        var offset = offset
        while offset < source.count, source[offset] != UInt8(ascii: "\n") { offset += 1 }
        return min(offset + 1, source.count)
    }

    /// The first of the consecutive comment lines in that column directly above.
    private func commentStart(above beginning: Int, column: Int) -> Int {
        var start = beginning
        while start > 0 {
            let line = lineStart(start - 1)
            let blanks = source[line..<start].prefix { $0 == UInt8(ascii: " ") }.count
            guard blanks == column, source[line + blanks] == UInt8(ascii: "#") else { break }
            start = line
        }
        return start
    }
}

extension [(range: Range<Int>, text: [UInt8])] {
    fileprivate mutating func append(_ range: Range<Int>, _ text: [UInt8]) { append((range, text)) }
}
