/// A decimal number of any size, represented exactly: sign, digits without zeros at either end, and a power of ten.
struct ExactDecimal: Hashable {
    var isNegative = false
    /// Values from 0 to 9; empty for zero.
    var digits: [UInt8] = []
    /// The power of ten of the last digit.
    var exponent = 0

    /// The number written as `literal`, according to RFC 8259. Exponents beyond a billion become a billion.
    init(_ literal: some Sequence<UInt8>) {
        var rest = literal.makeIterator()
        var isFraction = false
        while let byte = rest.next(), byte | 0x20 != "e" {
            if isDigit(byte) {
                if isFraction { exponent -= 1 }
                if byte != "0" || !digits.isEmpty { digits.append(byte - UInt8(ascii: "0")) }
            } else if byte == "-" {
                isNegative = true
            } else {
                isFraction = true
            }
        }
        var (written, sign) = (0, 1)
        while let byte = rest.next() {
            if isDigit(byte) {
                written = written < 100_000_000 ? written * 10 + Int(byte - UInt8(ascii: "0")) : 1_000_000_000
            } else if byte == "-" {
                sign = -1
            }
        }
        exponent += sign * written
        while digits.last == 0 {
            digits.removeLast()
            exponent += 1
        }
        if digits.isEmpty {
            // Zero has one representation, so minus zero equals it.
            exponent = 0
            isNegative = false
        }
    }

    /// Whether the number has no fraction.
    var isInteger: Bool { exponent >= 0 }

    /// The sign and the digits, after a zero.
    var text: String {
        (isNegative ? "-0" : "0") + String(decoding: digits.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
    }

    /// The digits of an integer; nil if there is a fraction, or more digits than a 64-bit integer can have.
    private var integer: String? {
        guard exponent >= 0, digits.count + exponent <= 20 else { return nil }
        return text + String(repeating: "0", count: exponent)
    }

    /// The value as a signed integer, or nil if it has a fraction or does not fit.
    var int64: Int64? { integer.flatMap { Int64($0) } }

    /// The value as an unsigned integer, or nil if it is negative, has a fraction, or does not fit.
    var uint64: UInt64? { integer.flatMap { UInt64($0) } }
}
