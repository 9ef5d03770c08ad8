extension String {
    /// An absolute web address, as it is written in RFC 3986: `URL` rejects or changes any other.
    var isWebAddress: Bool {
        let lower = lowercased()
        guard let scheme = ["https://", "http://"].first(where: { lower.hasPrefix($0) }) else { return false }
        let rest = utf8.dropFirst(scheme.utf8.count)
        let authority = rest.prefix { !"/?#".utf8.contains($0) }
        let parts = rest.dropFirst(authority.count).split(
            separator: UInt8(ascii: "#"), omittingEmptySubsequences: false)
        return authority.isAuthority && parts.count <= 2 && parts.allSatisfy { $0.isWritten(in: "/?:@") }
    }
}

extension Substring.UTF8View {
    /// Whether it is a host, maybe with the name of a user before it and a port after it.
    fileprivate var isAuthority: Bool {
        let parts = split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count <= 2, let last = parts.last, parts.count == 1 || parts[0].isWritten(in: ":") else {
            return false
        }
        let host = last.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        let isNamed = !host[0].isEmpty && host[0].allSatisfy { $0.isLetterOrDigit || "-._".utf8.contains($0) }
        guard isNamed, host.count == 2 else { return isNamed && host.count == 1 }
        return UInt16(Substring(host[1])).map(String.init) == String(host[1])
    }

    /// Whether it consists of percent-encoded bytes and of characters that are allowed anywhere, or are listed.
    fileprivate func isWritten(in marks: String) -> Bool {
        var digits = 0
        for byte in self {
            if digits > 0 {
                guard byte.isHexadecimal else { return false }
                digits -= 1
            } else if byte == UInt8(ascii: "%") {
                digits = 2
            } else {
                guard byte.isLetterOrDigit || "-._~!$&'()*+,;=".utf8.contains(byte) || marks.utf8.contains(byte) else {
                    return false
                }
            }
        }
        return digits == 0
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    fileprivate var isLetterOrDigit: Bool {
        isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    }
    fileprivate var isHexadecimal: Bool { isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20) }
}
