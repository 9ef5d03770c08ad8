extension UInt8 {
    /// Whether it is an ASCII digit.
    @inlinable package var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    /// Whether it is a lowercase ASCII letter.
    @inlinable package var isLowercaseLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }

    /// Whether it is an uppercase ASCII letter.
    @inlinable package var isUppercaseLetter: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }

    /// Whether it is an ASCII letter.
    @inlinable package var isLetter: Bool { isLowercaseLetter || isUppercaseLetter }

    /// Whether it is a hexadecimal digit of either case.
    @inlinable package var isHexDigit: Bool { isDigit || (isLetter && self | 0x20 <= UInt8(ascii: "f")) }
}
