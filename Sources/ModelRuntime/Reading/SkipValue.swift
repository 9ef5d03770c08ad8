// Values that are not needed. They are validated like those that are read.

extension JSONSource {
    /// Skips the value at the current position, and checks that it is valid JSON.
    public mutating func skipValue() throws {
        guard cursor < end else { throw truncated(cursor, expected: "a value") }
        switch cursor.pointee {
        case UInt8(ascii: "\""):
            cursor = try scanString(cursor).quote + 1
        case UInt8(ascii: "{"):
            try beginObject()
            if let invalid = state.invalid, cursor == invalid.start {
                cursor = invalid.after
                return pop()
            }
            while try nextKeyBytes() != nil { try skipValue() }
        case UInt8(ascii: "["):
            try beginArray()
            while try nextElement() { try skipValue() }
        default:
            cursor = try scanScalar(cursor)
        }
    }
}

/// The first byte after the number, `true`, `false` or `null` at `p`.
func scanScalar(
    _ p: UnsafePointer<UInt8>,
    _ end: UnsafePointer<UInt8>
) throws(ScanProblem) -> UnsafePointer<UInt8> {
    switch p.pointee {
    case UInt8(ascii: "t"): return try scanWord("true", p, end)
    case UInt8(ascii: "f"): return try scanWord("false", p, end)
    case UInt8(ascii: "n"): return try scanWord("null", p, end)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try scanNumber(p, end)
    default: throw ScanProblem.syntax(p, "a value")
    }
}

func scanWord(
    _ word: StaticString,
    _ p: UnsafePointer<UInt8>,
    _ end: UnsafePointer<UInt8>
) throws(ScanProblem) -> UnsafePointer<UInt8> {
    let count = word.utf8CodeUnitCount
    for i in 0..<count {
        guard p + i < end else { throw ScanProblem.truncated(end, "\(word)") }
        guard p[i] == word.utf8Start[i] else { throw ScanProblem.syntax(p + i, "\(word)") }
    }
    return p + count
}

/// The first byte after the number at `p` (RFC 8259, section 6).
func scanNumber(
    _ p: UnsafePointer<UInt8>,
    _ end: UnsafePointer<UInt8>
) throws(ScanProblem) -> UnsafePointer<UInt8> {
    var p = p
    if p < end, p.pointee == UInt8(ascii: "-") { p += 1 }
    guard p < end else { throw ScanProblem.truncated(p, "a digit") }
    if p.pointee == UInt8(ascii: "0") {
        p += 1
        if p < end, isDigit(p.pointee) { throw ScanProblem.syntax(p, "no digit after a leading zero") }
    } else {
        p = try scanDigits(p, end)
    }
    if p < end, p.pointee == UInt8(ascii: ".") { p = try scanDigits(p + 1, end) }
    if p < end, p.pointee | 0x20 == UInt8(ascii: "e") {
        p += 1
        if p < end, p.pointee == UInt8(ascii: "+") || p.pointee == UInt8(ascii: "-") { p += 1 }
        p = try scanDigits(p, end)
    }
    return p
}

private func scanDigits(
    _ p: UnsafePointer<UInt8>,
    _ end: UnsafePointer<UInt8>
) throws(ScanProblem) -> UnsafePointer<UInt8> {
    var p = p
    guard p < end else { throw ScanProblem.truncated(p, "a digit") }
    guard isDigit(p.pointee) else { throw ScanProblem.syntax(p, "a digit") }
    while p < end, isDigit(p.pointee) { p += 1 }
    return p
}

@inline(__always)
func isDigit(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "0") < 10
}
