private let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
]

/// `mantissa` times ten to the power of `exponent`, rounded to the nearest Double, ties to even; infinite if it is too
/// large.
///
/// Small numbers use exact arithmetic (Clinger 1990), others a 128-bit product (Lemire 2021; Mushtak and Lemire 2022
/// prove that no other method is needed if the mantissa is exact).
@inline(__always)
func double(mantissa: UInt64, exponent: Int, powers: UnsafePointer<PowersOfFive.Word>) -> Double {
    if let value = shortDouble(mantissa: mantissa, exponent: exponent) { return value }
    return doubleByProduct(mantissa: mantissa, exponent: exponent, powers: powers)
}

/// The same by exact arithmetic, or nil if that is not enough.
@inline(__always)
func shortDouble(mantissa: UInt64, exponent: Int) -> Double? {
    guard mantissa < 1 << 53, exponent >= -22, exponent <= 22 else { return nil }
    let value = Double(mantissa)
    return exponent < 0 ? value / powersOfTen[-exponent] : value * powersOfTen[exponent]
}

private func doubleByProduct(mantissa: UInt64, exponent: Int, powers: UnsafePointer<PowersOfFive.Word>) -> Double {
    if mantissa == 0 || exponent < PowersOfFive.smallest { return 0 }
    if exponent > PowersOfFive.largest { return .infinity }
    let leadingZeros = mantissa.leadingZeroBitCount
    let normalized = mantissa &<< UInt64(leadingZeros)

    let power = powers[exponent - PowersOfFive.smallest]
    var (high, low) = normalized.multipliedFullWidth(by: power.high)
    // 52 bits of the mantissa, an implied one, one for rounding, and one because the highest bit may be zero.
    if high & 0x1ff == 0x1ff {
        let second = normalized.multipliedFullWidth(by: power.low)
        let (sum, carry) = low.addingReportingOverflow(second.high)
        low = sum
        if carry { high &+= 1 }
    }
    let upperBit = Int(high &>> 63)
    let shift = UInt64(upperBit + 64 - 52 - 3)
    var bits = high &>> shift
    // floor(log2(5^q)) + q + 63
    let exponentOfTwo = ((152_170 + 65_536) &* exponent) &>> 16 &+ 63
    var biased = exponentOfTwo + upperBit - leadingZeros + 1023

    if biased <= 0 {
        if 1 - biased >= 64 { return 0 }
        bits &>>= UInt64(1 - biased)
        bits &+= bits & 1
        bits &>>= 1
        biased = bits < 1 << 52 ? 0 : 1
        return Double(bitPattern: bits & ~(1 << 52) | UInt64(biased) &<< 52)
    }
    // Exactly between two values: round to even.
    if low <= 1, exponent >= -4, exponent <= 23, bits & 3 == 1, bits &<< shift == high {
        bits &= ~1
    }
    bits &+= bits & 1
    bits &>>= 1
    if bits >= 2 << 52 {
        bits = 1 << 52
        biased += 1
    }
    if biased >= 0x7ff { return .infinity }
    return Double(bitPattern: bits & ~(1 << 52) | UInt64(biased) &<< 52)
}

/// The parts of a number in a document.
struct DecimalParts {
    /// The digits.
    var mantissa: UInt64
    /// The power of ten that the mantissa is multiplied by.
    var exponent: Int
    var isNegative: Bool
    /// Whether the mantissa holds all digits.
    var isExact: Bool
    /// The first byte after the number.
    var end: Bytes

    /// The nearest Double, or nil if exact arithmetic is not enough.
    @inline(__always)
    var short: Double? {
        isExact ? shortDouble(mantissa: mantissa, exponent: exponent).map { isNegative ? -$0 : $0 } : nil
    }

    /// The nearest Double, or nil if there are too many digits.
    @inline(__always)
    func rounded(by powers: UnsafePointer<PowersOfFive.Word>) -> Double? {
        guard isExact else { return nil }
        let value = double(mantissa: mantissa, exponent: exponent, powers: powers)
        return isNegative ? -value : value
    }
}
