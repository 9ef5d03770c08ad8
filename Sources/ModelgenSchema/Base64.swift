/// The bytes that Base64 text encodes (RFC 4648, section 4); nil if the text is not Base64.
package func base64Decoded(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var buffer: UInt32 = 0
    var bits = 0
    var padding = 0
    for byte in text.utf8 {
        let value: UInt32
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = UInt32(byte - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): value = UInt32(byte - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): value = UInt32(byte - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): value = 62
        case UInt8(ascii: "/"): value = 63
        case UInt8(ascii: "="):
            padding += 1
            continue
        default: return nil
        }
        if padding > 0 { return nil }
        buffer = buffer << 6 | value
        bits += 6
        if bits >= 8 {
            bits -= 8
            bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
        }
    }
    return (text.utf8.count % 4 == 0 && padding <= 2) ? bytes : nil
}
