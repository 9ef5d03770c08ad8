extension String {
    /// Whether the text is a UUID, with its 36 characters.
    package var isUUID: Bool {
        utf8.count == 36
            && utf8.enumerated().allSatisfy { index, byte in
                [8, 13, 18, 23].contains(index) ? byte == UInt8(ascii: "-") : byte.isHexDigit
            }
    }
}
