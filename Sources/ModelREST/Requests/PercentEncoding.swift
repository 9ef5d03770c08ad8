import ModelRuntime

/// Percent-encoding of UTF-8 bytes according to RFC 3986, section 2.
enum PercentEncoding {
    /// Which bytes are not encoded.
    enum Kept {
        /// Letters, digits and `-._~` only: safe in a path segment, query key or query value.
        case unreserved
        /// What a path written in a schema can contain: segments, slashes, and existing escapes.
        case path
    }

    static func encode(_ text: String, keeping kept: Kept) -> String {
        if text.utf8.allSatisfy({ isKept($0, kept) && $0 != UInt8(ascii: "%") }) {
            return text
        }
        let bytes = Array(text.utf8)
        var encoded: [UInt8] = []
        encoded.reserveCapacity(bytes.count * 2)
        for (index, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "%") ? isEscape(bytes, at: index, kept) : isKept(byte, kept) {
                encoded.append(byte)
            } else {
                encoded.append(UInt8(ascii: "%"))
                encoded.append(digits[Int(byte >> 4)])
                encoded.append(digits[Int(byte & 15)])
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    private static func isEscape(_ bytes: [UInt8], at index: Int, _ kept: Kept) -> Bool {
        kept == .path && index + 2 < bytes.count && hexadecimalValue(bytes[index + 1]) != nil
            && hexadecimalValue(bytes[index + 2]) != nil
    }

    private static func isKept(_ byte: UInt8, _ kept: Kept) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        case UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "!"), UInt8(ascii: "$"),
            UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*"),
            UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "="):
            kept == .path
        default: false
        }
    }
}
