import ModelRuntime

/// Percent-encoding of UTF-8 bytes according to RFC 3986, section 2.
enum PercentEncoding {
    /// The bytes that are not encoded.
    enum Kept {
        /// Letters, digits and `-._~`, which are safe in a path segment, a query key and a query value.
        case unreserved
        /// What a path in a schema can contain: segments, slashes, and existing escapes.
        case path
        /// What a reference to a URL can contain after its authority: a path and a query.
        case reference
    }

    static func encode(_ text: String, keeping kept: Kept) -> String {
        if text.utf8.allSatisfy({ keeps($0, kept) }) { return text }
        let bytes = Array(text.utf8)
        var encoded: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            let next = bytes[index...].dropFirst().prefix(2)
            let isEscape = kept != .unreserved && byte == percent && next.count { hexadecimalValue($0) != nil } == 2
            encoded +=
                isEscape || keeps(byte, kept) ? [byte] : [percent, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    private static func keeps(_ byte: UInt8, _ kept: Kept) -> Bool {
        switch Unicode.Scalar(byte) {
        case "a"..."z", "A"..."Z", "0"..."9": true
        case "?": kept == .reference
        default: "-._~".utf8.contains(byte) || kept != .unreserved && "/:@!$&'()*+,;=".utf8.contains(byte)
        }
    }

    private static let percent = UInt8(ascii: "%")
    private static let digits = Array("0123456789ABCDEF".utf8)
}
