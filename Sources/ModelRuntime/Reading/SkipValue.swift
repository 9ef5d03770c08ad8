// Values that are not needed. They are validated like those that are read.

extension JSONSource {
    /// Skips the value at the current position, and checks that it is valid JSON.
    public mutating func skipValue() throws {
        guard cursor < end else { throw truncated(cursor, expected: "a value") }
        switch cursor.pointee {
        case UInt8(ascii: "\""):
            cursor = try scanString(cursor).quote + 1
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            try skipContainer()
        default:
            cursor = try scanScalar(cursor)
        }
    }

    /// Skips an object or array without recursion: one bit for each level says which of the two it is.
    private mutating func skipContainer() throws {
        var p = cursor
        let limit = Self.maximumDepth - depth
        var level = 0
        var isObject = OpenBrackets()
        // At the top of the loop `p` is at a value.
        value: while true {
            guard p < end else { throw truncated(p, expected: "a value") }
            switch p.pointee {
            case UInt8(ascii: "\""):
                p = try scanString(p).quote + 1
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                let opensObject = p.pointee == UInt8(ascii: "{")
                level += 1
                guard level <= limit else {
                    throw failure(.tooDeep, at: p, expected: "at most \(Self.maximumDepth) levels")
                }
                isObject[level] = opensObject
                p = skipSpace(p + 1)
                guard p < end else { throw truncated(p, expected: "the end of an object or array") }
                if let invalid = state.invalid, p == invalid.start {
                    p = invalid.after - 1
                } else if opensObject, p.pointee != UInt8(ascii: "}") {
                    p = try skipKey(p)
                    continue value
                } else if !opensObject, p.pointee != UInt8(ascii: "]") {
                    continue value
                }
                p += 1
                level -= 1
            default:
                p = try scanScalar(p)
            }
            // After a value: commas, and closing brackets.
            while level > 0 {
                p = skipSpace(p)
                guard p < end else { throw truncated(p, expected: "the end of an object or array") }
                if p.pointee == UInt8(ascii: ",") {
                    p = skipSpace(p + 1)
                    if isObject[level] { p = try skipKey(p) }
                    continue value
                }
                guard p.pointee == (isObject[level] ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
                    throw syntax(p, expected: "a comma or the end of the \(isObject[level] ? "object" : "array")")
                }
                p += 1
                level -= 1
            }
            cursor = p
            return
        }
    }

    /// The value after the key at `p`.
    @inline(__always)
    private mutating func skipKey(_ p: UnsafePointer<UInt8>) throws -> UnsafePointer<UInt8> {
        guard p < end else { throw truncated(p, expected: "a key") }
        guard p.pointee == UInt8(ascii: "\"") else { throw syntax(p, expected: "a key in double quotes") }
        let colon = skipSpace(try scanString(p).quote + 1)
        guard colon < end else { throw truncated(colon, expected: "a colon") }
        guard colon.pointee == UInt8(ascii: ":") else { throw syntax(colon, expected: "a colon") }
        return skipSpace(colon + 1)
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

/// One bit for each level of nesting.
private struct OpenBrackets {
    private var low = (
        UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0)
    )

    subscript(level: Int) -> Bool {
        get {
            withUnsafeBytes(of: low) { $0[level >> 3] >> UInt8(level & 7) & 1 == 1 }
        }
        set {
            withUnsafeMutableBytes(of: &low) { bytes in
                let bit = UInt8(1) << UInt8(level & 7)
                if newValue { bytes[level >> 3] |= bit } else { bytes[level >> 3] &= ~bit }
            }
        }
    }
}
