/// A position in a text, as a line and a column.
package struct SourceLocation: Sendable, Hashable {
    /// The offset in bytes from the start of the file.
    package var offset: Int
    /// The line, counted from 1.
    package var line: Int
    /// The column in Unicode scalars, counted from 1.
    package var column: Int

    package init(offset: Int, line: Int, column: Int) {
        self.offset = offset
        self.line = line
        self.column = column
    }
}

/// A range of bytes in a file: `start..<end`.
package struct SourceRange: Sendable, Hashable {
    /// The file.
    package var file: SourceFile
    private var first: Int32
    private var last: Int32

    /// Creates the range `start..<end`, clamped to the file.
    package init(file: SourceFile, start: Int, end: Int) {
        let start = max(0, min(start, file.bytes.count))
        self.file = file
        self.first = Int32(clamping: start)
        self.last = Int32(clamping: max(start, min(end, file.bytes.count)))
    }

    /// The offset of the first byte.
    package var start: Int { Int(first) }
    /// The offset after the last byte.
    package var end: Int { Int(last) }

    /// Where the range begins. Each call builds the line table of the file. To show many ranges, use
    /// `DiagnosticRenderer`.
    package var location: SourceLocation { file.lines.location(at: start) }

    /// The text of the range.
    package var text: String { String(decoding: file.bytes[start..<end], as: UTF8.self) }
}

extension SourceRange: Comparable {
    /// Orders by path, then by position.
    package static func < (left: SourceRange, right: SourceRange) -> Bool {
        if left.file !== right.file, left.file.path != right.file.path { return left.file.path < right.file.path }
        return (left.first, left.last) < (right.first, right.last)
    }
}
