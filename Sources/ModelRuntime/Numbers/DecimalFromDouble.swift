/// The shortest decimal number that reads back as `value`; if there are several, the nearest. `value` must be positive
/// and finite.
///
/// The result has up to 17 digits, of which the last may be zeros, and the power of ten of the last digit.
///
/// Giulietti, "The Schubfach way to render doubles", 2020: the interval of the numbers that are read as `value` is
/// scaled, by one 128-bit product for each end, and searched for a multiple of ten, or else for an integer.
func shortestDecimal(_ value: Double, powers: PowersOfFive) -> (digits: UInt64, exponent: Int) {
    let bits = value.significandBitPattern
    let isSubnormal = value.exponentBitPattern == 0
    let significand = isSubnormal ? bits : bits | 1 << 52
    let binary = max(Int(value.exponentBitPattern), 1) - 1075
    // Below a power of two, doubles are twice as dense.
    let isLowerCloser = bits == 0 && value.exponentBitPattern > 1
    // floor(log10(2^binary)), or floor(log10(3/4 · 2^binary)) if the interval is shorter below.
    let exponent = (binary &* 1_262_611 &- (isLowerCloser ? 524_031 : 0)) &>> 22
    // floor(log2(10^-exponent)), and the shift that puts the product's binary point below its highest 64 bits.
    let shift = UInt64(truncatingIfNeeded: binary &+ (-exponent &* 1_741_647) &>> 19 &+ 1)

    let power = powerOfTen(-exponent, powers)
    let quadruple = significand &<< 2
    let lower = product(power, (quadruple &- (isLowerCloser ? 1 : 2)) &<< shift)
    let middle = product(power, quadruple &<< shift)
    let upper = product(power, (quadruple &+ 2) &<< shift)
    // The ends are read as `value` too if ties are rounded to it, that is, if its significand is even.
    let isOdd = significand & 1
    let (least, most) = (lower &+ isOdd, upper &- isOdd)

    // The digits are unpredictable, so they are selected without branches.
    let floor = middle &>> 2
    let tens = floor / 10
    let (isTenBelow, isTenAbove) = (least <= 40 &* tens, 40 &* tens &+ 40 <= most)
    // Round to the nearest integer, ties to even. It is inside the interval, unless the interval is shorter below the
    // value.
    var isUp = middle &+ floor & 1 > 4 &* floor &+ 2
    if isLowerCloser {
        let (isBelow, isAbove) = (least <= 4 &* floor, 4 &* floor &+ 4 <= most)
        if isBelow != isAbove { isUp = isAbove }
    }
    let nearest = floor &+ (isUp ? 1 : 0)
    let nearestTen = 10 &* (tens &+ (isTenAbove ? 1 : 0))
    let isTen: UInt64 = isTenBelow != isTenAbove ? .max : 0
    let digits = nearestTen & isTen | nearest & ~isTen
    // All numbers have 16 or 17 digits, except subnormal ones.
    let isShort: UInt64 = digits < 10_000_000_000_000_000 ? 1 : 0
    var result = (digits: digits &* (1 &+ 9 &* isShort), exponent: exponent &- Int(truncatingIfNeeded: isShort))
    while isSubnormal, result.digits < 10_000_000_000_000_000 {
        result = (result.digits &* 10, result.exponent &- 1)
    }
    return result
}

/// Ten to the power of `exponent` as 128 bits, rounded up.
private func powerOfTen(_ exponent: Int, _ powers: PowersOfFive) -> PowersOfFive.Word {
    var word = powers[exponent]
    // Small powers are exact, or already rounded up.
    if exponent < -27 || exponent > 55 {
        word.low &+= 1
        if word.low == 0 { word.high &+= 1 }
    }
    return word
}

/// The highest 64 bits of a 192-bit product; the last one is set if the discarded bits are not zero.
@inline(__always)
private func product(_ power: PowersOfFive.Word, _ factor: UInt64) -> UInt64 {
    let low = power.low.multipliedFullWidth(by: factor).high
    let high = power.high.multipliedFullWidth(by: factor)
    let (middle, carry) = high.low.addingReportingOverflow(low)
    return (high.high &+ (carry ? 1 : 0)) | (middle > 1 ? 1 : 0)
}
