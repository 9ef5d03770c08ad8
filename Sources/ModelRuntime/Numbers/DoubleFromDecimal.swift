private let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
]

/// `mantissa` times ten to the power of `exponent`, by exact arithmetic (Clinger 1990); nil if that is not possible.
@inline(__always)
func shortDouble(mantissa: UInt64, exponent: Int) -> Double? {
    guard mantissa < 1 << 53, exponent >= -22, exponent <= 22 else { return nil }
    let value = Double(mantissa)
    return exponent < 0 ? value / powersOfTen[-exponent] : value * powersOfTen[exponent]
}

/// `mantissa` times ten to the power of `exponent`, rounded to the nearest Double, ties to even. `exponent` must not be
/// positive. Returns nil if the result might be subnormal.
///
/// Uses a 128-bit product (Lemire 2021; Mushtak and Lemire 2022 prove that no fallback is needed).
func double(mantissa: UInt64, exponent: Int, powers: PowersOfFive) -> Double? {
    // This excludes subnormal results.
    guard mantissa > 0, exponent >= -300 else { return nil }
    let leadingZeros = mantissa.leadingZeroBitCount
    let normalized = mantissa &<< UInt64(leadingZeros)

    let power = powers[exponent]
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

    // Exactly between two values: round to even.
    if low <= 1, exponent >= -4, bits & 3 == 1, bits &<< shift == high { bits &= ~1 }
    bits &+= bits & 1
    bits &>>= 1
    if bits >= 2 << 52 {
        bits = 1 << 52
        biased += 1
    }
    return Double(bitPattern: bits & ~(1 << 52) | UInt64(biased) &<< 52)
}
