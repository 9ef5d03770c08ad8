/// The highest 128 bits of the powers of five from 5^-342 to 5^324, by which decimal numbers are multiplied to convert
/// them to binary (Lemire, "Number Parsing at a Gigabyte per Second", 2021), and binary ones to convert them to
/// decimal.
///
/// They are computed exactly when first needed, which takes less than a tenth of a millisecond.
struct PowersOfFive: @unchecked Sendable {
    // Unchecked: the memory is written once, in the initializer, and lives as long as the program.

    private static let smallest = -342
    private static let largest = 324
    static let shared = PowersOfFive()

    private let words: UnsafePointer<Word>

    /// Pairs of the higher and the lower 64 bits.
    typealias Word = (high: UInt64, low: UInt64)

    subscript(exponent: Int) -> Word { words[exponent - Self.smallest] }

    private init() {
        let words = UnsafeMutablePointer<Word>.allocate(capacity: Self.largest - Self.smallest + 1)
        // 5^q, normalized so that the highest bit is set, and truncated.
        var power = BigNatural(words: [1])
        for q in 0...Self.largest {
            (words + (q - Self.smallest)).initialize(to: power.highest128)
            power.multiply(by: 5)
        }
        // 2^k / 5^n: floor(floor(x / 5) / 5) is floor(x / 25), so repeated division loses nothing.
        var reciprocal = BigNatural(words: [UInt64](repeating: 0, count: 18) + [1])
        for n in 1 ... -Self.smallest {
            reciprocal.divide(by: 5)
            var bits = reciprocal.highest128
            // The small ones are rounded up, as the proof requires.
            if n <= 27 {
                let (sum, carry) = bits.low.addingReportingOverflow(1)
                bits.low = sum
                if carry { bits.high &+= 1 }
            }
            (words + (-n - Self.smallest)).initialize(to: bits)
        }
        self.words = UnsafePointer(words)
    }
}

/// A natural number of any size, the lowest word first.
private struct BigNatural {
    var words: [UInt64]

    mutating func multiply(by factor: UInt64) {
        var carry: UInt64 = 0
        for i in words.indices {
            let product = words[i].multipliedFullWidth(by: factor)
            let (sum, overflow) = product.low.addingReportingOverflow(carry)
            words[i] = sum
            carry = product.high + (overflow ? 1 : 0)
        }
        if carry > 0 { words.append(carry) }
    }

    mutating func divide(by divisor: UInt64) {
        var remainder: UInt64 = 0
        for i in words.indices.reversed() {
            let result = divisor.dividingFullWidth((remainder, words[i]))
            words[i] = result.quotient
            remainder = result.remainder
        }
        while words.count > 1, words.last == 0 { words.removeLast() }
    }

    var highest128: PowersOfFive.Word {
        func word(_ fromTop: Int) -> UInt64 {
            fromTop < words.count ? words[words.count - 1 - fromTop] : 0
        }
        let shift = UInt64(word(0).leadingZeroBitCount)
        if shift == 0 { return (word(0), word(1)) }
        return (word(0) << shift | word(1) >> (64 - shift), word(1) << shift | word(2) >> (64 - shift))
    }
}
