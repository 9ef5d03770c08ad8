extension Unicode.Scalar {
    /// Whether it is an ASCII letter. This is many times faster than its Unicode properties.
    package var isASCIILetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }
}

extension UInt8 {
    /// Whether it is an ASCII digit.
    package var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    /// Whether it is a lowercase ASCII letter.
    package var isLowercaseLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }

    /// Whether it is an uppercase ASCII letter.
    package var isUppercaseLetter: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }

    /// Whether it is an ASCII letter.
    package var isLetter: Bool { isLowercaseLetter || isUppercaseLetter }

    /// Whether it is a hexadecimal digit of either case.
    package var isHexDigit: Bool { isDigit || (isLetter && self | 0x20 <= UInt8(ascii: "f")) }
}
