/// The 64-bit FNV-1a hash of some bytes (http://www.isthe.com/chongo/tech/comp/fnv). Unlike Swift's own hashes, it is the
/// same in each run.
package func fnv1a(_ bytes: some Sequence<UInt8>) -> UInt64 {
    // As an array: a loop over any sequence would not be specialized for callers in other modules.
    Array(bytes).reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
}
