/// A line of a file and the marks below it, both ready to print.
///
/// A tab stays a tab in both lines, a wide character takes two columns, and a combining mark none. A line that is too
/// long is cut around the range, because a file of 10 MB may be a single line.
struct SourceExcerpt {
    /// The source line.
    var line: String
    /// The white space before the marks.
    var indent: String
    /// The marks: `^~~~`.
    var underline: String

    private static let widest = 160
    private static let before = 60

    /// Creates the excerpt of the line in which `range` starts; nil if the file has no text there.
    init?(_ range: SourceRange, line number: Int, _ table: LineTable) {
        guard let whole = table.range(ofLine: number), !whole.isEmpty else { return nil }
        let bytes = range.file.bytes
        // Much more than is shown, and much less than a line can have.
        let margin = 700
        let begin = Self.boundary(max(whole.lowerBound, range.start - margin), in: bytes, from: whole.lowerBound)
        let finish = Self.boundary(min(whole.upperBound, range.start + margin), in: bytes, from: whole.lowerBound)
        // A byte order mark is before the first line.
        let start = max(begin, min(range.start, finish))
        let end = max(start, min(range.end, finish))
        func decoded(_ part: Range<Int>) -> String.UnicodeScalarView {
            String(decoding: bytes[part], as: UTF8.self).unicodeScalars
        }
        var scalars = Array(decoded(begin..<start))
        let first = scalars.count
        scalars += decoded(start..<end)
        let last = scalars.count
        scalars += decoded(end..<finish)

        var lower = 0
        var upper = scalars.count
        if scalars.count > Self.widest {
            lower = max(0, first - Self.before)
            upper = min(scalars.count, lower + Self.widest)
        }
        var line = lower > 0 ? "…" : ""
        var indent = lower > 0 ? " " : ""
        var marks = 0
        for index in lower..<upper {
            let scalar = scalars[index]
            line.unicodeScalars.append(scalar.isControl && scalar != "\t" ? "\u{FFFD}" : scalar)
            if index < first {
                indent += scalar == "\t" ? "\t" : String(repeating: " ", count: scalar.displayWidth)
            } else if index < last {
                marks += max(scalar.displayWidth, scalar == "\t" ? 1 : 0)
            }
        }
        if upper < scalars.count { line += "…" }
        while line.last == " " || line.last == "\t" { line.removeLast() }
        self.line = line
        self.indent = indent
        self.underline = "^" + String(repeating: "~", count: max(0, marks - 1))
    }

    /// The beginning of the character that contains `offset`.
    private static func boundary(_ offset: Int, in bytes: [UInt8], from start: Int) -> Int {
        var offset = offset
        while offset > start, offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
        return offset
    }
}
