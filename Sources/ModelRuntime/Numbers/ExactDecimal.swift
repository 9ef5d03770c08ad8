/// A decimal number of any size, exactly: sign, digits without zeros at either end, and a power of ten.
struct ExactDecimal: Hashable {
    var isNegative = false
    /// Values from 0 to 9; none for zero.
    var digits: [UInt8] = []
    /// The power of ten of the last digit.
    var exponent = 0

    /// The number written as `literal`, according to RFC 8259. Exponents beyond a billion become a billion.
    init(_ literal: some Sequence<UInt8>) {
        var fraction = 0
        var isFraction = false
        var written = 0
        var isExponent = false
        var isExponentNegative = false
        for byte in literal {
            switch byte {
            case UInt8(ascii: "-"):
                if isExponent { isExponentNegative = true } else { isNegative = true }
            case UInt8(ascii: "."):
                isFraction = true
            case UInt8(ascii: "e"), UInt8(ascii: "E"):
                isExponent = true
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                let digit = byte - UInt8(ascii: "0")
                if isExponent {
                    written = min(written * 10 + Int(digit), 1_000_000_000)
                } else {
                    if isFraction { fraction += 1 }
                    if digit != 0 || !digits.isEmpty { digits.append(digit) }
                }
            default: break
            }
        }
        exponent = (isExponentNegative ? -written : written) - fraction
        while digits.last == 0 {
            digits.removeLast()
            exponent += 1
        }
        if digits.isEmpty {
            // Zero has one form; minus zero equals it.
            exponent = 0
            isNegative = false
        }
    }

    /// Whether there is no fraction.
    var isInteger: Bool { exponent >= 0 }

    /// The absolute value, or nil if it has a fraction or more than 64 bits.
    var magnitude: UInt64? {
        guard exponent >= 0, digits.count + exponent <= 20 else { return nil }
        var value: UInt64 = 0
        for digit in digits + [UInt8](repeating: 0, count: exponent) {
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
            if overflow || carry { return nil }
            value = sum
        }
        return value
    }

    /// The value as a signed integer, or nil if it has a fraction or does not fit.
    var int64: Int64? {
        guard let magnitude else { return nil }
        return isNegative
            ? Int64(exactly: magnitude).map { -$0 } ?? (magnitude == 1 << 63 ? .min : nil) : Int64(exactly: magnitude)
    }

    /// The value as an unsigned integer, or nil if it is negative, has a fraction, or does not fit.
    var uint64: UInt64? {
        isNegative ? nil : magnitude
    }
}
