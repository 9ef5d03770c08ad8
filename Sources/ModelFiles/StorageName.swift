/// A string as a name that every file system accepts, and back.
///
///     StorageName.encoded("../Ünit 1")   // %2e%2e%2f%c3%9cnit%201
///
/// Lowercase letters, digits and `-` are unchanged, `_p` is P, `__` the underscore itself, `%20` any other byte of
/// UTF-8, `%` alone the empty string. So no name leaves the directory or is hidden, and two strings have different
/// names even if case is ignored, as by default on macOS.
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

    /// The string for a name, or nil if it has another form.
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
        // Bytes that are not UTF-8 are replaced, so they have another name.
        let text = String(decoding: bytes, as: UTF8.self)
        return encoded(text) == name ? text : nil
    }
}
