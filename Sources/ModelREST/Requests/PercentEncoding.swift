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
        let isPath = kept == .path
        let kept = isPath ? pathBytes : unreserved
        if text.utf8.allSatisfy(kept.contains) { return text }
        let bytes = Array(text.utf8)
        var encoded: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            let next = bytes[index...].dropFirst().prefix(2)
            let isEscape = isPath && byte == percent && next.count { hexadecimalValue($0) != nil } == 2
            encoded +=
                isEscape || kept.contains(byte) ? [byte] : [percent, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    private static let unreserved = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
    private static let pathBytes = unreserved.union("/:@!$&'()*+,;=".utf8)
    private static let percent = UInt8(ascii: "%")
    private static let digits = Array("0123456789ABCDEF".utf8)
}
