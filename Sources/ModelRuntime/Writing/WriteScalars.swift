import Foundation

// Strings, numbers, Booleans and null.

extension JSONSink {
    /// Writes `null`.
    public mutating func writeNull() throws { append(word: "null") }

    /// Writes an integer.
    public mutating func writeInt64(_ value: Int64) throws {
        reserve(64)
        writeSign(value < 0)
        writeDigits(value.magnitude)
    }

    /// Writes an integer that is not negative.
    public mutating func writeUInt64(_ value: UInt64) throws {
        reserve(64)
        writeDigits(value)
    }

    /// Writes the sign without a branch, because signs are unpredictable.
    @inline(__always)
    private mutating func writeSign(_ isNegative: Bool) {
        buffer[count] = UInt8(ascii: "-")
        count &+= isNegative ? 1 : 0
    }

    /// Writes the digits of a value, eight at a time. 28 bytes must be reserved.
    @inline(__always)
    private mutating func writeDigits(_ value: UInt64) {
        if value < 100_000_000 { writeFirstDigits(value) } else { writeManyDigits(value) }
    }

    private mutating func writeManyDigits(_ value: UInt64) {
        let (rest, last) = value.quotientAndRemainder(dividingBy: 100_000_000)
        if rest < 100_000_000 {
            writeFirstDigits(rest)
        } else {
            let (first, middle) = rest.quotientAndRemainder(dividingBy: 100_000_000)
            writeFirstDigits(first)
            writeEightDigits(middle)
        }
        writeEightDigits(last)
    }

    @inline(__always)
    private mutating func writeEightDigits(_ value: UInt64) {
        store(eightDigits(value) | asciiZeros)
        count &+= 8
    }

    @inline(__always)
    private mutating func writeFirstDigits(_ value: UInt64) {
        if value < 10 {
            buffer[count] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value)
            count &+= 1
            return
        }
        let digits = eightDigits(value)
        let zeros = digits.trailingZeroBitCount &>> 3
        store((digits | asciiZeros) &>> UInt64(truncatingIfNeeded: zeros &<< 3))
        count &+= 8 &- zeros
    }

    @inline(__always)
    private func store(_ bytes: UInt64, at offset: Int = 0) {
        UnsafeMutableRawPointer(buffer + (count &+ offset)).storeBytes(of: bytes.littleEndian, as: UInt64.self)
    }

    /// Writes the shortest number that reads back as the same value. NaN and infinity are errors.
    mutating func writeDouble(_ value: Double) throws {
        guard value.isFinite else { throw notRepresentable(value) }
        // Whole numbers, which most values of Double fields are.
        if value.magnitude < 1e15, Double(Int64(value)) == value, value != 0 || value.sign == .plus {
            return try writeInt64(Int64(value))
        }
        reserve(64)
        writeSign(value.sign == .minus)
        guard value != 0 else { return append("0") }
        let powers = powers ?? .shared
        self.powers = powers
        let (digits, exponent) = shortestDecimal(value.magnitude, powers: powers)
        let point = exponent &+ 17
        // As in the standard library, numbers from 0.0001 up to 2^53 have no exponent.
        let isPlain = value.magnitude <= 0x1p53 && point >= -3
        writeSignificand(digits, point: isPlain ? point : 1)
        if !isPlain { writeExponent(point &- 1) }
    }

    /// Writes a number of 17 digits without its trailing zeros, and with the decimal point after the first `point`
    /// digits.
    @inline(__always)
    private mutating func writeSignificand(_ digits: UInt64, point: Int) {
        let (high, low) = digits.quotientAndRemainder(dividingBy: 100_000_000)
        // Not computed from `high`, which would have to wait for its division.
        let first = digits / 10_000_000_000_000_000
        let middle = high &- first &* 100_000_000
        let (middleDigits, lastDigits) = (eightDigits(middle), eightDigits(low))
        let zeros = lastDigits != 0 ? lastDigits.leadingZeroBitCount : 64 &+ middleDigits.leadingZeroBitCount
        let length = 17 &- zeros &>> 3
        // One place too far, or after the zeros of a fraction.
        let start = point > 0 ? 1 : 2 &- point
        let firstEight = (middleDigits &<< 8 | first) | asciiZeros
        store(asciiZeros ^ 0x1e00)  // "0.000000"
        store(firstEight, at: start)
        store(middleDigits | asciiZeros, at: start &+ 1)
        store(lastDigits | asciiZeros, at: start &+ 9)
        if point > 0 {
            // The digits before the point move back by one byte.
            if point < 8 {
                let before = (1 as UInt64) &<< UInt64(truncatingIfNeeded: point &<< 3) &- 1
                store(firstEight & before | firstEight &<< 8 & ~before)
            } else {
                (buffer + count).update(from: buffer + (count &+ 1), count: point)
            }
            buffer[count &+ point] = UInt8(ascii: ".")
        }
        count &+= point < length ? start &+ length : point
    }

    private mutating func writeExponent(_ exponent: Int) {
        append(word: exponent < 0 ? "e-" : "e+")
        if exponent.magnitude < 10 { append("0") }
        writeDigits(UInt64(exponent.magnitude))
    }

    @inline(never)
    private func notRepresentable(_ value: some CustomStringConvertible) -> any Error {
        located(JSONError(.notRepresentable, found: value.description))
    }

    /// Writes the description of a number, without the `.0` that Swift appends to whole numbers.
    mutating func writeNumber(_ value: some CustomStringConvertible) throws {
        let text = value.description.utf8
        // Excludes `nan` and `inf`.
        guard text.last.map(isDigit) == true else { throw notRepresentable(value) }
        append(text.suffix(2).elementsEqual(".0".utf8) ? text.dropLast(2) : text[...])
    }

    /// Writes a string. Only quotes, backslashes and control characters are escaped.
    mutating func writeQuoted(_ value: String) {
        if value.utf8.withContiguousStorageIfAvailable({ writeText($0) }) != nil { return }
        var value = value
        value.withUTF8 { writeText($0) }
    }

    /// Writes a string whose UTF-8 is known to be valid.
    mutating func writeText(_ bytes: UnsafeBufferPointer<UInt8>) {
        append("\"")
        if var p = bytes.baseAddress {
            let end = p + bytes.count
            while true {
                p = copyPlain(p, end)
                guard p < end else { break }
                writeEscape(p.pointee)
                p += 1
            }
        }
        append("\"")
    }

    /// Copies the bytes up to the first one that must be escaped, and returns the address of that byte, or `end`.
    @inline(__always)
    private mutating func copyPlain(_ begin: Bytes, _ end: Bytes) -> Bytes {
        // Always eight at a time: the last eight overlap those before, or extend into reserved room.
        reserve(end - begin + 8)
        guard end - begin >= 8 else {
            let word = loadPart(begin, end - begin)
            store(word)
            let length = min(end - begin, escaped(word).trailingZeroBitCount &>> 3)
            count &+= length
            return begin + length
        }
        var p = begin
        while true {
            let word = load64(p)
            store(word, at: p - begin)
            let stop = escaped(word)
            if stop != 0 || p == end - 8 {
                p += stop.trailingZeroBitCount &>> 3
                count &+= p - begin
                return p
            }
            p = min(p + 8, end - 8)
        }
    }

    /// The highest bit of each byte that must be escaped. Bits above the lowest one that is set may be wrong.
    @inline(__always)
    private func escaped(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quote = word ^ (ones &* 0x22)
        let backslash = word ^ (ones &* 0x5c)
        return ((quote &- ones) & ~quote | (backslash &- ones) & ~backslash | (word &- ones &* 0x20) & ~word)
            & (ones &* 0x80)
    }

    @inline(never)
    private mutating func writeEscape(_ byte: UInt8) {
        reserve(6)
        append("\\")
        switch byte {
        case 0x08: append("b")
        case 0x09: append("t")
        case 0x0a: append("n")
        case 0x0c: append("f")
        case 0x0d: append("r")
        case "\"", "\\": append(byte)
        default: append("u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8)
        }
    }
}

private let asciiZeros: UInt64 = 0x3030_3030_3030_3030

/// The eight digits of a number below 10^8 as bytes from 0 to 9, the first in the lowest byte. The number is split in
/// half three times; one multiplication divides all parts of the same size.
@inline(__always)
private func eightDigits(_ value: UInt64) -> UInt64 {
    // A quotient by 10000; the compiler would not know that the product fits 64 bits.
    let upper = (value &* 3_518_437_209) &>> 45
    let fours = upper | (value &- upper &* 10000) &<< 32
    let hundreds = (fours &* 10486) &>> 20 & 0x0000_007f_0000_007f
    let pairs = hundreds | (fours &- hundreds &* 100) &<< 16
    let tens = (pairs &* 103) &>> 10 & 0x000f_000f_000f_000f
    return tens | (pairs &- tens &* 10) &<< 8
}
