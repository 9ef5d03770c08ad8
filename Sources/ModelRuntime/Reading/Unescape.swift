// Decodes the escapes in a string (RFC 8259, section 7).

extension JSONSource {
    /// Writes the decoded bytes between `begin` and `quote`, validated by `scanString`, to `first`, and returns their
    /// end. They need no more room than before, since an escape is longer than what it stands for.
    func unescape(_ begin: Bytes, _ quote: Bytes, into first: UnsafeMutablePointer<UInt8>) -> Bytes {
        var out = first
        var p = begin
        while p < quote {
            // Eight bytes without a backslash are copied.
            while quote - p >= 8 {
                let word = load64(p)
                let backslash = word ^ 0x5c5c_5c5c_5c5c_5c5c
                guard (backslash &- 0x0101_0101_0101_0101) & ~backslash & 0x8080_8080_8080_8080 == 0 else { break }
                UnsafeMutableRawPointer(out).storeBytes(of: word.littleEndian, as: UInt64.self)
                p += 8
                out += 8
            }
            guard p < quote else { break }
            var c = p.pointee
            if c != "\\" {
                out.pointee = c
                out += 1
                p += 1
                continue
            }
            c = p[1]
            p += 2
            switch c {
            case "b": c = 0x08
            case "f": c = 0x0c
            case "n": c = 0x0a
            case "r": c = 0x0d
            case "t": c = 0x09
            case "u":
                var scalar = codeUnit(at: p)
                p += 4
                if scalar >= 0xd800, scalar <= 0xdbff {
                    scalar = 0x10000 + (scalar - 0xd800) &<< 10 + (codeUnit(at: p + 2) - 0xdc00)
                    p += 6
                }
                for byte in Unicode.Scalar(scalar).flatMap(UTF8.encode) ?? UTF8.encodedReplacementCharacter {
                    out.pointee = byte
                    out += 1
                }
                continue
            default: break
            }
            out.pointee = c
            out += 1
        }
        return Bytes(out)
    }

    private func codeUnit(at p: Bytes) -> UInt32 { (try? scanHex(p, p + 4)) ?? 0 }
}
