/// The 64-bit FNV-1a hash of some bytes as 16 hexadecimal digits (http://www.isthe.com/chongo/tech/comp/fnv).
///
/// It is in files that users check in, such as locks, so it never changes. It protects against accidents, not against
/// attackers.
package func stableHash(_ bytes: some Sequence<UInt8>) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return String(hash, radix: 16).zeroPadded(to: 16)
}
