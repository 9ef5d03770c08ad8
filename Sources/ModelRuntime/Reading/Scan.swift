import Foundation

// The grammar of RFC 8259, byte by byte.

/// A pointer to bytes of a document.
@usableFromInline package typealias Bytes = UnsafePointer<UInt8>

/// Allows bytes to be compared with ASCII characters: `byte == "{"`.
extension UInt8 {
    init(of character: Unicode.Scalar) { self.init(truncatingIfNeeded: character.value) }

    static func == (byte: UInt8, character: Unicode.Scalar) -> Bool { byte == UInt8(of: character) }

    static func != (byte: UInt8, character: Unicode.Scalar) -> Bool { byte != UInt8(of: character) }

    static func ~= (character: Unicode.Scalar, byte: UInt8) -> Bool { byte == UInt8(of: character) }
}

/// Why bytes are not JSON. A scan does not use the reader's state, so none of it is copied or reloaded.
struct ScanProblem: Error, @unchecked Sendable {
    // Unchecked: the pointer is used only by the reader that owns the bytes, and only for comparison and subtraction.
    var kind: JSONError.Kind
    var place: Bytes
    var expected: String

    init(_ kind: JSONError.Kind, _ place: Bytes, _ expected: String) {
        self.kind = kind
        self.place = place
        self.expected = expected
    }
}

// The methods are mutating so that the source is passed by address; copying it would have to wait for pending writes.
extension JSONSource {
    /// The first byte at or after `p` that is not white space (RFC 8259, section 2), or the end.
    @inline(__always)
    func skipSpace(_ p: Bytes) -> Bytes {
        if p < end, p.pointee > 0x20 { return p }
        return skipSpaces(p, end)
    }

    /// Runs a scan on the bytes from `p` on. If it fails, throws an error with its position.
    @inline(__always)
    mutating func scan<Result>(_ p: Bytes, _ scan: (Bytes, Bytes) throws(ScanProblem) -> Result) throws -> Result {
        do { return try scan(p, end) } catch { throw problem(error) }
    }

    /// The error for a scan's problem, with its position.
    @inline(never)
    mutating func problem(_ problem: ScanProblem) -> JSONError {
        switch problem.kind {
        case .syntax: syntax(problem.place, expected: problem.expected)
        default: located(JSONError(problem.kind, expected: problem.expected), at: problem.place)
        }
    }
}

@inline(never)
private func skipSpaces(_ begin: Bytes, _ end: Bytes) -> Bytes {
    var p = begin
    while p < end {
        let c = p.pointee
        guard c == 0x20 || c == 0x0a || c == 0x0d || c == 0x09 else { break }
        p += 1
        // Indentation comes in runs.
        while end - p >= 8, load64(p) == 0x2020_2020_2020_2020 { p += 8 }
    }
    return p
}

/// Finds the closing quote of the string that opens at `p`, and whether the string has escapes. Validates all of it:
/// control characters, escapes, surrogate pairs and UTF-8 (RFC 3629).
@inline(__always)
func scanString(_ open: Bytes, _ end: Bytes) throws(ScanProblem) -> (quote: Bytes, isEscaped: Bool) {
    let p = skipPlain(open + 1, end)
    return p < end && p.pointee == "\"" ? (p, false) : try scanStringSlowly(from: p, end)
}

/// Finds the byte that ends a run of plain characters. May stop within the last seven bytes of the document, which are
/// not examined.
@inline(__always)
private func skipPlain(_ begin: Bytes, _ end: Bytes) -> Bytes {
    var p = begin
    while end - p >= 8 {
        let stop = stops(load64(p))
        if stop != 0 { return p + stop.trailingZeroBitCount &>> 3 }
        p += 8
    }
    return p
}

/// The high bits of the bytes in `word` that end a run of plain characters: a quote, a backslash, a control character,
/// or the beginning of a multibyte sequence. Only the lowest bit is reliable; higher ones may be false positives.
@inline(__always)
private func stops(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    // Subtracting sets the high bit of a byte that is smaller. Bytes whose high bit is already set end the run anyway.
    let quote = (word ^ (ones &* 0x22)) &- ones
    let backslash = (word ^ (ones &* 0x5c)) &- ones
    let control = word &- ones &* 0x20
    return (quote | backslash | control | word) & (ones &* 0x80)
}

@inline(never)
private func scanStringSlowly(from begin: Bytes, _ end: Bytes) throws(ScanProblem) -> (quote: Bytes, isEscaped: Bool) {
    var p = begin
    var isEscaped = false
    while p < end {
        let c = p.pointee
        if c == "\"" { return (p, isEscaped) }
        if c >= 0x80 {
            // Letters of one script come in runs.
            while end - p >= 4 {
                let count = sequenceLength(load32(p))
                if count == 0 { break }
                p += count
            }
            if p < end, p.pointee >= 0x80 {
                let count = end - p >= 4 ? 0 : lastSequenceLength(p, end)
                guard count > 0 else { throw ScanProblem(.invalidUnicode, p, "valid UTF-8") }
                p += count
            }
        } else if c == "\\" {
            isEscaped = true
            p = try scanEscape(p, end)
        } else if c >= 0x20 {
            p = skipPlain(p + 1, end)
        } else {
            throw ScanProblem(.syntax, p, "no control character inside a string")
        }
    }
    throw ScanProblem(.truncated, end, "the end of the string")
}

/// The length of the multibyte UTF-8 sequence at the beginning of `word`, whose first byte is in the lowest bits; 0 if
/// it is invalid (RFC 3629: no overlong forms, no surrogates).
@inline(__always)
private func sequenceLength(_ word: UInt32) -> Int {
    if word & 0x00c0_c0f0 == 0x0080_80e0 {
        let high = word & 0x0000_200f
        return high != 0 && high != 0x0000_200d ? 3 : 0
    }
    if word & 0x0000_c0e0 == 0x0000_80c0 { return word & 0x1e != 0 ? 2 : 0 }
    if word & 0xc0c0_c0f8 == 0x8080_80f0 {
        let high = word & 0x0000_3007
        return high != 0 && (high & 0x04 == 0 || high == 0x04) ? 4 : 0
    }
    return 0
}

/// The same, within the last three bytes of the document.
private func lastSequenceLength(_ p: Bytes, _ end: Bytes) -> Int {
    var word: UInt32 = 0
    for i in 0..<(end - p) { word |= UInt32(p[i]) &<< UInt32(8 * i) }
    return sequenceLength(word)
}

/// The first byte after the escape at `p`. An unpaired surrogate is an error.
private func scanEscape(_ p: Bytes, _ end: Bytes) throws(ScanProblem) -> Bytes {
    guard end - p >= 2 else { throw ScanProblem(.truncated, end, "the end of the string") }
    switch p[1] {
    case "\"", "\\", "/", "b", "f", "n", "r", "t":
        return p + 2
    case "u":
        let unit = try scanHex(p + 2, end)
        if unit >= 0xd800, unit <= 0xdfff {
            guard unit <= 0xdbff else {
                throw ScanProblem(.invalidUnicode, p, "a high surrogate before a low surrogate")
            }
            guard end - p >= 8 else { throw ScanProblem(.truncated, end, "the end of the string") }
            guard p[6] == "\\", p[7] == "u", case 0xdc00...0xdfff = try scanHex(p + 8, end) else {
                throw ScanProblem(.invalidUnicode, p, "both halves of a surrogate pair")
            }
            return p + 12
        }
        return p + 6
    default:
        throw ScanProblem(.syntax, p + 1, "a valid JSON escape")
    }
}

/// The value of four hexadecimal digits.
func scanHex(_ p: Bytes, _ end: Bytes) throws(ScanProblem) -> UInt32 {
    var unit: UInt32 = 0
    for i in 0..<4 {
        guard p + i < end else { throw ScanProblem(.truncated, end, "four hexadecimal digits") }
        guard let digit = hexadecimalValue(p[i]) else {
            throw ScanProblem(.syntax, p + i, "four hexadecimal digits")
        }
        unit = unit &<< 4 | UInt32(digit)
    }
    return unit
}

/// The value of a hexadecimal digit, or nil.
package func hexadecimalValue(_ byte: UInt8) -> UInt8? {
    if isDigit(byte) { return byte - UInt8(ascii: "0") }
    let letter = byte | 0x20 &- UInt8(ascii: "a")
    return letter < 6 ? letter + 10 : nil
}

/// The first byte after the number, `true`, `false` or `null` at `p`.
func scanScalar(_ p: Bytes, _ end: Bytes) throws(ScanProblem) -> Bytes {
    switch p.pointee {
    case "t": return try scanWord("true", p, end)
    case "f": return try scanWord("false", p, end)
    case "n": return try scanWord("null", p, end)
    case "-": return try scanNumber(p, end)
    case let byte where isDigit(byte): return try scanNumber(p, end)
    default: throw ScanProblem(.syntax, p, "a value")
    }
}

@inline(__always)
private func scanWord(_ word: StaticString, _ p: Bytes, _ end: Bytes) throws(ScanProblem) -> Bytes {
    let count = word.utf8CodeUnitCount
    if end - p >= count, memcmp(p, word.utf8Start, count) == 0 { return p + count }
    for i in 0..<count {
        guard p + i < end else { throw ScanProblem(.truncated, end, "\(word)") }
        guard p[i] == word.utf8Start[i] else { throw ScanProblem(.syntax, p + i, "\(word)") }
    }
    return p + count
}

/// The first byte after the number at `p` (RFC 8259, section 6).
func scanNumber(_ p: Bytes, _ end: Bytes) throws(ScanProblem) -> Bytes {
    var p = p
    if p < end, p.pointee == "-" { p += 1 }
    guard p < end else { throw ScanProblem(.truncated, p, "a digit") }
    if p.pointee == "0" {
        p += 1
        if p < end, isDigit(p.pointee) { throw ScanProblem(.syntax, p, "no digit after a leading zero") }
    } else {
        p = try scanDigits(p, end)
    }
    if p < end, p.pointee == "." { p = try scanDigits(p + 1, end) }
    if p < end, p.pointee | 0x20 == "e" {
        p += 1
        if p < end, p.pointee == "+" || p.pointee == "-" { p += 1 }
        p = try scanDigits(p, end)
    }
    return p
}

private func scanDigits(_ p: Bytes, _ end: Bytes) throws(ScanProblem) -> Bytes {
    var p = p
    guard p < end else { throw ScanProblem(.truncated, p, "a digit") }
    guard isDigit(p.pointee) else { throw ScanProblem(.syntax, p, "a digit") }
    while p < end, isDigit(p.pointee) { p += 1 }
    return p
}

func isDigit(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "0") < 10
}
