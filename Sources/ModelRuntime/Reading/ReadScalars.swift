import Foundation

// Numbers, Booleans and null.

extension JSONSource {
    /// Reads `null` if it comes next.
    @inlinable
    public mutating func readNull() throws -> Bool {
        if cursor < end, cursor.pointee != UInt8(ascii: "n") { return false }
        return try readNullSlowly()
    }

    @usableFromInline
    @inline(never)
    mutating func readNullSlowly() throws -> Bool {
        guard cursor < end else { throw truncated(cursor, expected: "a value") }
        cursor = try scan(cursor, scanScalar)
        return true
    }

    /// Reads `true` or `false`.
    mutating func readBool() throws -> Bool {
        let first = cursor
        guard first < end, first.pointee == "t" || first.pointee == "f" else {
            return try convert(expected: "true or false") { $0.bool }
        }
        cursor = try scan(first, scanScalar)
        return first.pointee == "t"
    }

    /// Reads an integer. A number such as `1.0` or `1e3` counts as one.
    public mutating func readInt64() throws -> Int64 {
        let isNegative = cursor < end && cursor.pointee == "-"
        // The magnitude of the smallest integer does not fit; the slow path reads it, and also reports errors.
        guard let (value, last) = shortInteger(at: isNegative ? cursor + 1 : cursor), value <= UInt64(Int64.max) else {
            return try readInteger("a 64-bit integer", \.int64)
        }
        cursor = last
        return isNegative ? -Int64(bitPattern: value) : Int64(bitPattern: value)
    }

    /// Reads a nonnegative integer.
    public mutating func readUInt64() throws -> UInt64 {
        guard let (value, last) = shortInteger(at: cursor) else {
            return try readInteger("a nonnegative 64-bit integer", \.uint64)
        }
        cursor = last
        return value
    }

    /// The integer whose digits begin at `first`, if there are at most 19 of them, which always fit in a UInt64.
    @inline(__always)
    private func shortInteger(at first: Bytes) -> (value: UInt64, end: Bytes)? {
        let limit = min(end, first + 19)
        var (p, value) = (first, UInt64(0))
        while p < limit {
            let digit = p.pointee &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            value = value &* 10 &+ UInt64(digit)
            p += 1
        }
        guard p > first, p == end || !continuesNumber(p.pointee), first.pointee != "0" || p - first == 1
        else { return nil }
        return (value, p)
    }

    private func continuesNumber(_ byte: UInt8) -> Bool {
        isDigit(byte) || byte == "." || byte | 0x20 == "e"
    }

    /// Reads a number in any notation if its value is an integer.
    @inline(never)
    private mutating func readInteger<Value>(_ expected: String, _ value: (ExactDecimal) -> Value?) throws -> Value {
        guard let number = try exactNumber() else {
            return try convert(expected: "an integer") { $0.number.flatMap { value(ExactDecimal($0.literal.utf8)) } }
        }
        guard let value = value(number.value) else {
            throw number.value.isInteger ? failure(.outOfRange, expected: expected) : mismatch("an integer")
        }
        cursor = number.end
        return value
    }

    /// The number at the cursor, or nil if there is something else.
    mutating func exactNumber() throws -> (value: ExactDecimal, end: Bytes)? {
        guard let last = try endOfNumber() else { return nil }
        return (ExactDecimal(UnsafeBufferPointer(start: cursor, count: last - cursor)), last)
    }

    /// The first byte after the number at the cursor, or nil if there is something else.
    mutating func endOfNumber() throws -> Bytes? {
        guard cursor < end, cursor.pointee == "-" || isDigit(cursor.pointee) else { return nil }
        return try scan(cursor, scanScalar)
    }

    /// Reads a number, correctly rounded. Numbers outside the range of Double, such as `1e400`, are rejected.
    mutating func readDouble() throws -> Double {
        var p = cursor
        let isNegative = p < end && p.pointee == "-"
        if isNegative { p += 1 }
        guard p < end, isDigit(p.pointee) else { return try readDoubleElsewhere() }
        let first = p
        var mantissa: UInt64 = 0
        p = digits(p, &mantissa)
        var count = p - first
        if first.pointee == "0" {
            if count > 1 { throw syntax(first + 1, expected: "no digit after a leading zero") }
            count = 0
        }
        var exponent = 0
        if p < end, p.pointee == "." {
            let fraction = p + 1
            var counted = fraction
            // Leading zeros do not count as significant digits.
            if count == 0 { while counted < end, counted.pointee == "0" { counted += 1 } }
            p = digits(counted, &mantissa)
            guard p > fraction else { return try readDoubleElsewhere() }
            exponent = fraction - p
            count += p - counted
        }
        // Exponents are rare, and left to the standard library, like numbers with many digits.
        if p < end, p.pointee | 0x20 == "e" { (p, count) = (try scan(cursor, scanScalar), .max) }
        var value: Double?
        if count <= 19 {
            value =
                shortDouble(mantissa: mantissa, exponent: exponent)
                ?? double(mantissa: mantissa, exponent: exponent, powers: .shared)
            if isNegative { value?.negate() }
        }
        guard let value = value ?? Double(text(cursor, to: p)), value.isFinite else {
            throw failure(.outOfRange, expected: "a number that a Double can hold")
        }
        cursor = p
        return value
    }

    @inline(never)
    private mutating func readDoubleElsewhere() throws -> Double {
        // Throws if there is a number that is not valid.
        _ = try endOfNumber()
        return try convert(expected: "a number") { $0.number?.double }
    }

    /// Adds the digits at `p` to `mantissa`, eight at a time while there are that many.
    @inline(__always)
    private mutating func digits(_ begin: Bytes, _ mantissa: inout UInt64) -> Bytes {
        var p = begin
        while end - p >= 8 {
            let word = load64(p)
            let isDigits =
                (word & 0xf0f0_f0f0_f0f0_f0f0)
                | (((word &+ 0x0606_0606_0606_0606) & 0xf0f0_f0f0_f0f0_f0f0) &>> 4) == 0x3333_3333_3333_3333
            guard isDigits else { break }
            // Pairs, then fours, then all eight.
            var value = word &- 0x3030_3030_3030_3030
            value = value &* 10 &+ value &>> 8
            let low = (value & 0x0000_00ff_0000_00ff) &* 0x000f_4240_0000_0064
            let high = (value &>> 16 & 0x0000_00ff_0000_00ff) &* 0x0000_2710_0000_0001
            mantissa = mantissa &* 100_000_000 &+ (low &+ high) &>> 32
            p += 8
        }
        if end - p >= 4 {
            let word = load32(p)
            if (word & 0xf0f0_f0f0) | (((word &+ 0x0606_0606) & 0xf0f0_f0f0) &>> 4) == 0x3333_3333 {
                let pairs = ((word &- 0x3030_3030) &* 2561) &>> 8 & 0x00ff_00ff
                mantissa = mantissa &* 10000 &+ UInt64((pairs &* 6_553_601) &>> 16)
                p += 4
            }
        }
        while p < end {
            let digit = p.pointee &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            mantissa = mantissa &* 10 &+ UInt64(digit)
            p += 1
        }
        return p
    }
}
