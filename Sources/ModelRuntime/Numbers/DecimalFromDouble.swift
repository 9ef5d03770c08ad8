/// The shortest decimal number that is read as `value`, and the nearest one if there are several: its digits, and the
/// power of ten of the last. `value` is positive and finite.
///
/// Giulietti, "The Schubfach way to render doubles", 2020: the interval of the numbers that are read as `value` is
/// scaled by one 128-bit product for each end; then a multiple of ten or of one is searched for in it.
func shortestDecimal(_ value: Double, powers: UnsafePointer<PowersOfFive.Word>) -> (digits: UInt64, exponent: Int) {
    let bits = value.significandBitPattern
    let isSubnormal = value.exponentBitPattern == 0
    let significand = isSubnormal ? bits : bits | 1 << 52
    let binary = max(Int(value.exponentBitPattern), 1) - 1075
    // Below a power of two, doubles are twice as dense.
    let isLowerCloser = bits == 0 && value.exponentBitPattern > 1
    // floor(log10(2^binary)), or of three quarters of it.
    let exponent = (binary &* 1_262_611 &- (isLowerCloser ? 524_031 : 0)) &>> 22
    // floor(log2(10^-exponent)), and the shift that puts the product's binary point below its highest 64 bits.
    let shift = UInt64(truncatingIfNeeded: binary &+ (-exponent &* 1_741_647) &>> 19 &+ 1)

    let power = powerOfTen(-exponent, powers)
    let quadruple = significand &<< 2
    let lower = product(power, (quadruple &- (isLowerCloser ? 1 : 2)) &<< shift)
    let middle = product(power, quadruple &<< shift)
    let upper = product(power, (quadruple &+ 2) &<< shift)
    // The ends themselves are read as `value` if ties go to it.
    let isOdd = significand & 1
    let (least, most) = (lower &+ isOdd, upper &- isOdd)

    let floor = middle &>> 2
    if floor >= 10 {
        let tens = floor / 10
        let (isBelow, isAbove) = (least <= 40 &* tens, 40 &* tens &+ 40 <= most)
        if isBelow != isAbove { return withoutZeros(tens &+ (isAbove ? 1 : 0), exponent &+ 1) }
    }
    let (isBelow, isAbove) = (least <= 4 &* floor, 4 &* floor &+ 4 <= most)
    let half = 4 &* floor &+ 2
    let isUp = isBelow != isAbove ? isAbove : middle > half || middle == half && floor & 1 == 1
    let digits = floor &+ (isUp ? 1 : 0)
    return digits == 10 ? (1, exponent &+ 1) : (digits, exponent)
}

/// The same number without zeros at its end.
@inline(__always)
private func withoutZeros(_ digits: UInt64, _ exponent: Int) -> (digits: UInt64, exponent: Int) {
    guard digits % 10 == 0 else { return (digits, exponent) }
    var (digits, exponent) = (digits, exponent)
    if digits % 100_000_000 == 0 { (digits, exponent) = (digits / 100_000_000, exponent &+ 8) }
    if digits % 10000 == 0 { (digits, exponent) = (digits / 10000, exponent &+ 4) }
    if digits % 100 == 0 { (digits, exponent) = (digits / 100, exponent &+ 2) }
    if digits % 10 == 0 { (digits, exponent) = (digits / 10, exponent &+ 1) }
    return (digits, exponent)
}

/// Ten to the power of `exponent` as 128 bits, rounded up.
@inline(__always)
private func powerOfTen(_ exponent: Int, _ powers: UnsafePointer<PowersOfFive.Word>) -> PowersOfFive.Word {
    var word = powers[exponent - PowersOfFive.smallest]
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
