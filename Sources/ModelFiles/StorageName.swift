/// Converts a string to a name that every file system accepts, and back.
///
///     StorageName.encoded("../Ünit 1")   // %2e%2e%2f%c3%9cnit%201
///
/// Lowercase letters, digits and `-` are unchanged. `_p` stands for P, `__` for the underscore itself, `%20` for any
/// other byte of UTF-8, and `%` alone for the empty string. So no name leaves the directory or is hidden, and different
/// strings have different names even if case is ignored, as it is by default on macOS.
enum StorageName {
    static func encoded(_ text: String) -> String {
        guard !text.isEmpty else { return "%" }
        var name = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                name.unicodeScalars.append(Unicode.Scalar(byte))
            case UInt8(ascii: "A")...UInt8(ascii: "Z"):
                name += "_"
                name.unicodeScalars.append(Unicode.Scalar(byte + 32))
            case UInt8(ascii: "_"):
                name += "__"
            default:
                name += byte < 16 ? "%0" : "%"
                name += String(byte, radix: 16)
            }
        }
        return name
    }

    /// The string that a name stands for, or nil if it is not such a name.
    static func decoded(_ name: String) -> String? {
        if name == "%" { return "" }
        var bytes: [UInt8] = []
        var rest = name.utf8[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "_"):
                guard let next = rest.popFirst() else { return nil }
                bytes.append(next == byte ? byte : next &- 32)
            case UInt8(ascii: "%"):
                guard rest.count >= 2, let value = UInt8(String(Substring(rest.prefix(2))), radix: 16) else {
                    return nil
                }
                bytes.append(value)
                rest = rest.dropFirst(2)
            default:
                bytes.append(byte)
            }
        }
        // Bytes that are not UTF-8 are replaced, so encoding the result gives another name.
        let text = String(decoding: bytes, as: UTF8.self)
        return encoded(text) == name ? text : nil
    }
}
