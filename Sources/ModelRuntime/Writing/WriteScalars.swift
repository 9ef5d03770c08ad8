import Foundation

// Strings, numbers, Booleans and null.

extension JSONSink {
    /// Writes `null`.
    public mutating func writeNull() throws {
        if let encoderLevel { return try encoderLevel._withUnsafeGuaranteedRef { try $0.writeNull() } }
        let word: StaticString = "null"
        append(word.utf8Start, word.utf8CodeUnitCount)
    }

    /// Writes `true` or `false`.
    public mutating func writeBool(_ value: Bool) throws {
        if let encoderLevel { return try encoderLevel._withUnsafeGuaranteedRef { try $0.write(value) } }
        let word: StaticString = value ? "true" : "false"
        append(word.utf8Start, word.utf8CodeUnitCount)
    }

    /// Writes an integer.
    public mutating func writeInt64(_ value: Int64) throws {
        if capacity - count < 32, try makeRoom({ try $0.write(value) }) { return }
        if value < 0 {
            buffer[count] = UInt8(ascii: "-")
            count &+= 1
        }
        writeDigits(value.magnitude)
    }

    /// Writes an integer that is not negative.
    public mutating func writeUInt64(_ value: UInt64) throws {
        if capacity - count < 32, try makeRoom({ try $0.write(value) }) { return }
        writeDigits(value)
    }

    /// Makes room for a number; true if an Encoder took it, to which `body` passes it.
    @inline(__always)
    private mutating func makeRoom(_ body: (CodableWriter) throws -> Void) rethrows -> Bool {
        if let encoderLevel {
            try encoderLevel._withUnsafeGuaranteedRef(body)
            return true
        }
        reserve(64)
        return false
    }

    /// Writes the digits of a value, eight at a time. There must be room for 28 bytes.
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
    private func store(_ bytes: UInt64) {
        UnsafeMutableRawPointer(buffer + count).storeBytes(of: bytes.littleEndian, as: UInt64.self)
    }

    /// Writes a number in the shortest form that reads back as the same. NaN and infinity are errors.
    public mutating func writeDouble(_ value: Double) throws {
        guard value.isFinite else { throw located(JSONError(.notRepresentable, found: "\(value)")) }
        if let encoderLevel { return try encoderLevel._withUnsafeGuaranteedRef { try $0.write(value) } }
        // Whole numbers: most values of Double fields are.
        if value.magnitude < 1e15, Double(Int64(value)) == value, value != 0 || value.sign == .plus {
            return try writeInt64(Int64(value))
        }
        reserve(64)
        if value.sign == .minus {
            buffer[count] = UInt8(ascii: "-")
            count &+= 1
        }
        guard value != 0 else { return append(UInt8(ascii: "0")) }
        let (digits, exponent) = shortestDecimal(value.magnitude, powers: PowersOfFive.shared.words)
        // One place too far; then the digits before the point move back.
        let start = count
        count &+= 1
        writeDigits(digits)
        let length = count &- start &- 1
        let point = length &+ exponent
        // As in the standard library: from 0.0001 up to 2^53 without an exponent.
        if value.magnitude > 0x1p53 || point < -3 {
            setPoint(behind: 1, of: length, from: start)
            writeExponent(point &- 1)
        } else if point <= 0 {
            let zeros = 1 &- point
            let written = buffer + (start &+ 1)
            (written + zeros).update(from: written, count: length)
            count = start
            append("0.000".utf8.prefix(zeros &+ 1))
            count &+= length
        } else {
            setPoint(behind: point, of: length, from: start)
            for _ in length..<max(point, length) { append(UInt8(ascii: "0")) }
        }
    }

    /// Moves the digits before the point back by one place, and writes the point if others follow.
    private mutating func setPoint(behind position: Int, of length: Int, from start: Int) {
        for place in start..<start &+ min(position, length) { buffer[place] = buffer[place &+ 1] }
        if position < length { buffer[start &+ position] = UInt8(ascii: ".") } else { count &-= 1 }
    }

    private mutating func writeExponent(_ exponent: Int) {
        append(UInt8(ascii: "e"))
        append(exponent < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
        if exponent.magnitude < 10 { append(UInt8(ascii: "0")) }
        writeDigits(UInt64(exponent.magnitude))
    }

    /// Writes a number in the shortest form that reads back as the same. NaN and infinity are errors.
    public mutating func writeFloat(_ value: Float) throws {
        guard value.isFinite else { throw located(JSONError(.notRepresentable, found: "\(value)")) }
        if let encoderLevel { return try encoderLevel._withUnsafeGuaranteedRef { try $0.write(value) } }
        writeNumber(value.description)
    }

    /// Writes a number. NaN is an error.
    public mutating func writeDecimal(_ value: Decimal) throws {
        guard value.isFinite else { throw located(JSONError(.notRepresentable, found: "\(value)")) }
        if let encoderLevel { return try encoderLevel._withUnsafeGuaranteedRef { try $0.write(value) } }
        writeNumber(value.description)
    }

    /// Writes the text of a number, without the `.0` that Swift adds to whole ones.
    mutating func writeNumber(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            guard let base = bytes.baseAddress else { return }
            var length = bytes.count
            if length > 2, base[length - 1] == UInt8(ascii: "0"), base[length - 2] == UInt8(ascii: ".") { length -= 2 }
            append(base, length)
        }
    }

    /// Writes a string. Quotes, backslashes and control characters are escaped, and nothing else.
    public mutating func writeString(_ value: String) throws {
        if let encoderLevel { return try encoderLevel._withUnsafeGuaranteedRef { try $0.write(value) } }
        if value.utf8.withContiguousStorageIfAvailable({ writeText($0) }) != nil { return }
        var value = value
        value.withUTF8 { writeText($0) }
    }

    /// Writes a string of UTF-8 that is known to be valid.
    mutating func writeText(_ bytes: UnsafeBufferPointer<UInt8>) {
        reserve(bytes.count + 2)
        buffer[count] = UInt8(ascii: "\"")
        count &+= 1
        if var p = bytes.baseAddress {
            let end = p + bytes.count
            while true {
                let plain = plainRun(p, end)
                append(p, plain - p)
                guard plain < end else { break }
                writeEscape(plain.pointee)
                p = plain + 1
            }
        }
        append(UInt8(ascii: "\""))
    }

    /// The first byte at or after `begin` that must be escaped.
    @inline(__always)
    private func plainRun(_ begin: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
        let ones: UInt64 = 0x0101_0101_0101_0101
        var p = begin
        while end - p >= 8 {
            let word = load64(p)
            let quote = word ^ (ones &* 0x22)
            let backslash = word ^ (ones &* 0x5c)
            let stop =
                ((quote &- ones) & ~quote | (backslash &- ones) & ~backslash | (word &- ones &* 0x20) & ~word)
                & (ones &* 0x80)
            if stop != 0 { return p + stop.trailingZeroBitCount &>> 3 }
            p += 8
        }
        while p < end {
            let c = p.pointee
            if c < 0x20 || c == UInt8(ascii: "\"") || c == UInt8(ascii: "\\") { break }
            p += 1
        }
        return p
    }

    @inline(never)
    private mutating func writeEscape(_ byte: UInt8) {
        reserve(6)
        append(UInt8(ascii: "\\"))
        switch byte {
        case 0x08: append(UInt8(ascii: "b"))
        case 0x09: append(UInt8(ascii: "t"))
        case 0x0a: append(UInt8(ascii: "n"))
        case 0x0c: append(UInt8(ascii: "f"))
        case 0x0d: append(UInt8(ascii: "r"))
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(byte)
        default:
            append("u00".utf8)
            append(byte >> 4 == 1 ? UInt8(ascii: "1") : UInt8(ascii: "0"))
            let low = byte & 15
            append(low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10)
        }
    }
}

private let asciiZeros: UInt64 = 0x3030_3030_3030_3030

/// The eight digits of a number below 10^8, as numbers, the first in the lowest byte: it is halved three times, and all
/// parts of one size are divided by one multiplication.
@inline(__always)
private func eightDigits(_ value: UInt64) -> UInt64 {
    let fours = value / 10000 | (value % 10000) &<< 32
    let hundreds = (fours &* 10486) &>> 20 & 0x0000_007f_0000_007f
    let pairs = hundreds | (fours &- hundreds &* 100) &<< 16
    let tens = (pairs &* 103) &>> 10 & 0x000f_000f_000f_000f
    return tens | (pairs &- tens &* 10) &<< 8
}
