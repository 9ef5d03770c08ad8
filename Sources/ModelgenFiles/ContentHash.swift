import ModelgenSchema

/// A 128-bit hash of contents. Unlike with `Hasher`, it is the same in every process: MurmurHash3_x64_128
/// (https://github.com/aappleby/smhasher/blob/master/src/MurmurHash3.cpp).
///
/// It processes whole words, because SwiftPM builds the plugin's tool in debug mode. It is not cryptographic.
package struct ContentHash: Hashable, Sendable {
    private var first: UInt64 = 0
    private var second: UInt64 = 0

    package init(_ bytes: [UInt8]) {
        let whole = bytes.count & ~15
        bytes.withUnsafeBytes { bytes in
            var offset = 0
            while offset < whole {
                mix(
                    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)),
                    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset &+ 8, as: UInt64.self)))
                offset &+= 16
            }
        }
        var tail: (UInt64, UInt64) = (0, 0)
        for (place, byte) in bytes[whole...].enumerated() {
            if place < 8 { tail.0 |= UInt64(byte) << (8 * place) } else { tail.1 |= UInt64(byte) << (8 * (place - 8)) }
        }
        first ^= Self.scrambledFirst(tail.0)
        second ^= Self.scrambledSecond(tail.1)
        finish(count: UInt64(bytes.count))
    }

    private mutating func mix(_ low: UInt64, _ high: UInt64) {
        first ^= Self.scrambledFirst(low)
        first = (first << 27 | first >> 37) &+ second
        first = first &* 5 &+ 0x52dc_e729
        second ^= Self.scrambledSecond(high)
        second = (second << 31 | second >> 33) &+ first
        second = second &* 5 &+ 0x3849_5ab5
    }

    private mutating func finish(count: UInt64) {
        first ^= count
        second ^= count
        first &+= second
        second &+= first
        first = Self.avalanche(first)
        second = Self.avalanche(second)
        first &+= second
        second &+= first
    }

    private static func scrambledFirst(_ word: UInt64) -> UInt64 {
        let product = word &* 0x87c3_7b91_1142_53d5
        return (product << 31 | product >> 33) &* 0x4cf5_ad43_2745_937f
    }

    private static func scrambledSecond(_ word: UInt64) -> UInt64 {
        let product = word &* 0x4cf5_ad43_2745_937f
        return (product << 33 | product >> 31) &* 0x87c3_7b91_1142_53d5
    }

    private static func avalanche(_ word: UInt64) -> UInt64 {
        var word = word
        word ^= word >> 33
        word &*= 0xff51_afd7_ed55_8ccd
        word ^= word >> 33
        word &*= 0xc4ce_b9fe_1a85_ec53
        return word ^ word >> 33
    }
}

extension ContentHash: CustomStringConvertible {
    /// 32 hexadecimal digits.
    package var description: String {
        [first, second].map { String($0, radix: 16).zeroPadded(to: 16) }.joined()
    }
}
