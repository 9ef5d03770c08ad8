/// The offsets at which the lines of a text begin, to turn byte offsets into lines and columns.
///
/// A line ends with a line feed, a carriage return, or both. The table is only built when something is rendered: a run
/// without diagnostics never searches for line breaks.
package struct LineTable: Sendable {
    private let bytes: [UInt8]
    private let starts: [Int]
    private let isASCII: Bool

    /// The lines of `bytes`; an empty text has one empty line.
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
        isASCII = union < 0x80
    }

    /// The number of lines; a text that ends with a line feed has an empty last line.
    package var count: Int { starts.count }

    /// The 1-based line and column of a byte offset; an offset beyond the end counts as the end.
    ///
    /// Columns count Unicode scalars, as YAML does: `ä: x` has its colon in column 2.
    package func location(at offset: Int) -> SourceLocation { location(at: offset, after: nil) }

    /// The same, for offsets in ascending order: if `earlier` is on the same line, only what lies between is counted. A
    /// file may be one line of megabytes with a diagnostic at every word.
    func location(at offset: Int, after earlier: SourceLocation?) -> SourceLocation {
        let offset = max(starts[0], min(offset, bytes.count))
        var low = 0
        var high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        if isASCII { return SourceLocation(offset: offset, line: low + 1, column: offset - starts[low] + 1) }
        var column = 1
        var index = starts[low]
        if let earlier, earlier.line == low + 1, earlier.offset <= offset {
            column = earlier.column
            index = earlier.offset
        }
        // Every byte except the continuation bytes of UTF-8 begins a scalar.
        for byte in bytes[index..<offset] where byte & 0xC0 != 0x80 { column += 1 }
        return SourceLocation(offset: offset, line: low + 1, column: column)
    }

    /// The byte offsets of a 1-based line, without its line end; nil if there is no such line.
    package func range(ofLine line: Int) -> Range<Int>? {
        guard line >= 1, line <= starts.count else { return nil }
        let start = starts[line - 1]
        var end = line < starts.count ? starts[line] : bytes.count
        while end > start, bytes[end - 1] == UInt8(ascii: "\n") || bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        return start..<end
    }
}

/// The line tables of several files, each built once, and the last place that was asked for in each.
package struct LineTables {
    private var tables: [ObjectIdentifier: LineTable] = [:]
    private var places: [ObjectIdentifier: SourceLocation] = [:]

    package init() {}

    /// Where the range begins, and the table of its file.
    mutating func location(of range: SourceRange) -> (LineTable, SourceLocation) {
        let file = ObjectIdentifier(range.file)
        let table = tables[file] ?? range.file.lines
        tables[file] = table
        let location = table.location(at: range.start, after: places[file])
        places[file] = location
        return (table, location)
    }

    /// Where the range begins and ends.
    package mutating func bounds(of range: SourceRange) -> (start: SourceLocation, end: SourceLocation) {
        let (table, start) = location(of: range)
        return (start, table.location(at: range.end, after: start))
    }
}
