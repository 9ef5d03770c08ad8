/// Random numbers that are the same for the same seed, on every machine (https://prng.di.unimi.it/splitmix64.c). Those of
/// consecutive seeds have nothing in common; those of multiples of the number below would be the same ones, shifted.
package struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// From 0 to below the limit.
    package mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

    package mutating func element<Element>(of list: [Element]) -> Element? {
        list.isEmpty ? nil : list[below(list.count)]
    }
}
