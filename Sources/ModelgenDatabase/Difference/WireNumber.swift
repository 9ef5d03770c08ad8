/// The numbers that a type represents exactly.
struct WireNumber {
    var isSigned: Bool
    /// The maximum number of bits of its integers.
    var bits: Int
    var hasFraction: Bool

    init?(_ name: String) {
        switch name {
        case "Int", "Int64": (isSigned, bits, hasFraction) = (true, 63, false)
        case "Int32": (isSigned, bits, hasFraction) = (true, 31, false)
        case "Int16": (isSigned, bits, hasFraction) = (true, 15, false)
        case "Int8": (isSigned, bits, hasFraction) = (true, 7, false)
        case "UInt", "UInt64": (isSigned, bits, hasFraction) = (false, 64, false)
        case "UInt32": (isSigned, bits, hasFraction) = (false, 32, false)
        case "UInt16": (isSigned, bits, hasFraction) = (false, 16, false)
        case "UInt8": (isSigned, bits, hasFraction) = (false, 8, false)
        case "Float": (isSigned, bits, hasFraction) = (true, 24, true)
        case "Double": (isSigned, bits, hasFraction) = (true, 53, true)
        // 38 digits.
        case "Decimal": (isSigned, bits, hasFraction) = (true, 126, true)
        default: return nil
        }
    }

    func isWithin(_ other: WireNumber) -> Bool {
        bits <= other.bits && (other.isSigned || !isSigned) && (other.hasFraction || !hasFraction)
    }

    static func relation(_ before: String, _ after: String) -> DocumentRelation? {
        guard let first = WireNumber(before), let second = WireNumber(after) else { return nil }
        // A Double may be outside the range of Decimal, and a Decimal may be more precise than any Double.
        if first.hasFraction, second.hasFraction, before == "Decimal" || after == "Decimal" { return .overlapping }
        switch (first.isWithin(second), second.isWithin(first)) {
        case (true, true): return .same
        case (true, false): return .wider
        case (false, true): return .narrower
        case (false, false): return .overlapping
        }
    }
}
