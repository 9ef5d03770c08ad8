/// The offsets at which the lines of a text begin, by which byte offsets are converted to lines and columns.
///
/// A line ends with a line feed, a carriage return, or both. The table is only built when something is rendered, so a
/// run without diagnostics never searches for line breaks.
package struct LineTable: Sendable {
    private let bytes: [UInt8]
    private let starts: [Int]
    /// The number of scalars before each block of bytes, so that columns are counted quickly even in a file that is a
    /// single line of megabytes with a diagnostic at every word. Empty if all bytes are ASCII.
    private let scalarsBeforeBlocks: [Int]
    private static let block = 1024

    /// Creates the table of a text. An empty text has one empty line.
    package init(_ bytes: [UInt8]) {
        // A byte order mark is not part of the first line.
        var starts = [bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0]
        var union: UInt8 = 0
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            union |= byte
            index += 1
            if byte == UInt8(ascii: "\r"), index < bytes.count, bytes[index] == UInt8(ascii: "\n") { index += 1 }
            if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { starts.append(index) }
        }
        self.bytes = bytes
        self.starts = starts
        var scalars: [Int] = []
        if union >= 0x80 {
            var count = 0
            for start in stride(from: 0, through: bytes.count, by: Self.block) {
                scalars.append(count)
                count += bytes[start..<min(start + Self.block, bytes.count)].scalarCount
            }
        }
        scalarsBeforeBlocks = scalars
    }

    /// The line and column of a byte offset, counted from 1. An offset beyond the end counts as the end.
    ///
    /// Columns count Unicode scalars, as YAML does: in `ä: x`, the colon is in column 2.
    package func location(at offset: Int) -> SourceLocation {
        let offset = max(starts[0], min(offset, bytes.count))
        var low = 0
        var high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return SourceLocation(offset: offset, line: low + 1, column: scalars(in: starts[low]..<offset) + 1)
    }

    private func scalars(in range: Range<Int>) -> Int {
        if scalarsBeforeBlocks.isEmpty { return range.count }
        // In a line of usual length, these are fewer bytes than those before its ends in their blocks.
        if range.count <= Self.block { return bytes[range].scalarCount }
        return scalars(before: range.upperBound) - scalars(before: range.lowerBound)
    }

    private func scalars(before offset: Int) -> Int {
        let block = offset / Self.block
        return scalarsBeforeBlocks[block] + bytes[block * Self.block..<offset].scalarCount
    }

    /// The byte offsets of a line, counted from 1, without its line end; nil if there is no such line.
    package func range(ofLine line: Int) -> Range<Int>? {
        guard line >= 1, line <= starts.count else { return nil }
        let start = starts[line - 1]
        var end = line < starts.count ? starts[line] : bytes.count
        while end > start, bytes[end - 1] == UInt8(ascii: "\n") || bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        return start..<end
    }
}

extension ArraySlice<UInt8> {
    /// The number of scalars that begin in it: every byte begins one, except for the continuation bytes of UTF-8.
    fileprivate var scalarCount: Int { reduce(0) { $1 & 0xC0 != 0x80 ? $0 + 1 : $0 } }
}

/// The line tables of several files, each built once.
package struct LineTables {
    private var tables: [ObjectIdentifier: LineTable] = [:]

    package init() {}

    /// Where a range begins, and the table of its file.
    mutating func location(of range: SourceRange) -> (LineTable, SourceLocation) {
        let file = ObjectIdentifier(range.file)
        let table = tables[file] ?? range.file.lines
        tables[file] = table
        return (table, table.location(at: range.start))
    }

    /// Where a range begins and ends.
    package mutating func bounds(of range: SourceRange) -> (start: SourceLocation, end: SourceLocation) {
        let (table, start) = location(of: range)
        return (start, table.location(at: range.end))
    }
}
