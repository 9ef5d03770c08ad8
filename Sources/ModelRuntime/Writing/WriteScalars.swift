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
        if capacity - count < 24, try makeRoom({ try $0.write(value) }) { return }
        if value < 0 {
            buffer[count] = UInt8(ascii: "-")
            count &+= 1
        }
        writeDigits(value.magnitude)
    }

    /// Writes an integer that is not negative.
    public mutating func writeUInt64(_ value: UInt64) throws {
        if capacity - count < 24, try makeRoom({ try $0.write(value) }) { return }
        writeDigits(value)
    }

    /// Makes room for a number; true if an Encoder took it, which `body` hands it to.
    @inline(__always)
    private mutating func makeRoom(_ body: (CodableWriter) throws -> Void) rethrows -> Bool {
        if let encoderLevel {
            try encoderLevel._withUnsafeGuaranteedRef(body)
            return true
        }
        reserve(64)
        return false
    }

    @inline(__always)
    private mutating func writeDigits(_ value: UInt64) {
        if value < 10 {
            buffer[count] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value)
            count &+= 1
            return
        }
        writeDigits(value, length: decimalLength(value))
    }

    /// Writes as many digits as the value has.
    @inline(__always)
    private mutating func writeDigits(_ value: UInt64, length: Int) {
        var value = value
        var out = buffer + (count &+ length)
        while value >= 100 {
            let pair = Int(truncatingIfNeeded: value % 100)
            value /= 100
            out -= 2
            out[0] = UInt8(truncatingIfNeeded: 0x30 &+ pair / 10)
            out[1] = UInt8(truncatingIfNeeded: 0x30 &+ pair % 10)
        }
        if value >= 10 {
            out -= 2
            out[0] = UInt8(truncatingIfNeeded: 0x30 &+ value / 10)
            out[1] = UInt8(truncatingIfNeeded: 0x30 &+ value % 10)
        } else {
            out -= 1
            out[0] = UInt8(truncatingIfNeeded: 0x30 &+ value)
        }
        count &+= length
    }

    @inline(__always)
    private func decimalLength(_ value: UInt64) -> Int {
        var length = 1
        var rest = value
        while rest >= 10000 {
            rest /= 10000
            length += 4
        }
        return length + (rest >= 1000 ? 3 : rest >= 100 ? 2 : rest >= 10 ? 1 : 0)
    }

    /// Writes a number in the shortest form that reads back as the same. NaN and infinity have none.
    public mutating func writeDouble(_ value: Double) throws {
        guard value.isFinite else { throw located(JSONError(.notRepresentable, found: "\(value)")) }
        if let encoderLevel { return try encoderLevel._withUnsafeGuaranteedRef { try $0.write(value) } }
        // Whole numbers, as most are that have a place in a Double by accident.
        if value.magnitude < 1e15, let integer = Int64(exactly: value), integer != 0 || value.sign == .plus {
            return try writeInt64(integer)
        }
        reserve(32)
        if value.sign == .minus {
            buffer[count] = UInt8(ascii: "-")
            count &+= 1
        }
        guard value != 0 else { return append(UInt8(ascii: "0")) }
        let (digits, exponent) = shortestDecimal(value.magnitude, powers: PowersOfFive.shared.words)
        let length = decimalLength(digits)
        let point = length &+ exponent
        // As the standard library writes them: from 0.0001 up to 2^53 without an exponent.
        if value.magnitude > 0x1p53 || point < -3 {
            writeDigits(digits, length: length, pointBehind: 1)
            writeExponent(point &- 1)
        } else if point <= 0 {
            append("0.000".utf8.prefix(2 &- point))
            writeDigits(digits, length: length)
        } else if exponent >= 0 {
            writeDigits(digits, length: length)
            for _ in 0..<exponent { append(UInt8(ascii: "0")) }
        } else {
            writeDigits(digits, length: length, pointBehind: point)
        }
    }

    /// Writes digits with a point behind so many of them.
    private mutating func writeDigits(_ digits: UInt64, length: Int, pointBehind position: Int) {
        guard length > position else { return writeDigits(digits, length: length) }
        // One place further, whence those before the point go back.
        let start = count
        count &+= 1
        writeDigits(digits, length: length)
        for place in start..<start &+ position { buffer[place] = buffer[place &+ 1] }
        buffer[start &+ position] = UInt8(ascii: ".")
    }

    private mutating func writeExponent(_ exponent: Int) {
        append(UInt8(ascii: "e"))
        append(exponent < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
        if exponent.magnitude < 10 { append(UInt8(ascii: "0")) }
        writeDigits(UInt64(exponent.magnitude))
    }

    /// Writes a number in the shortest form that reads back as the same. NaN and infinity have none.
    public mutating func writeFloat(_ value: Float) throws {
        guard value.isFinite else { throw located(JSONError(.notRepresentable, found: "\(value)")) }
        if let encoderLevel { return try encoderLevel._withUnsafeGuaranteedRef { try $0.write(value) } }
        writeNumber(value.description)
    }

    /// Writes a number. NaN has no form.
    public mutating func writeDecimal(_ value: Decimal) throws {
        guard value.isFinite else { throw located(JSONError(.notRepresentable, found: "\(value)")) }
        if let encoderLevel { return try encoderLevel._withUnsafeGuaranteedRef { try $0.write(value) } }
        writeNumber(value.description)
    }

    /// Writes the text of a number, without the `.0` that Swift gives to whole ones.
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
