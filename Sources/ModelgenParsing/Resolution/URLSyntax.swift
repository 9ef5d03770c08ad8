extension LiteralReader {
    /// Whether a string is a URL or a relative reference (RFC 3986, section 4.1), so that every `URL(string:)` accepts
    /// it.
    package static func isURL(_ text: String) -> Bool {
        let forbidden = Array("\"<>\\^`{|} ".utf8)
        guard !text.isEmpty, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !forbidden.contains($0) }),
            hasWholeEscapes(text)
        else { return false }
        let parts = text.split(separator: "#", omittingEmptySubsequences: false)
        guard parts.count <= 2 else { return false }
        var rest = parts[0].prefix { $0 != "?" }
        if let colon = rest.firstIndex(of: ":"), !rest[..<colon].contains("/") {
            guard isScheme(rest[..<colon]) else { return false }
            rest = rest[rest.index(after: colon)...]
        }
        var outside = text
        if rest.hasPrefix("//") {
            let authority = rest.dropFirst(2).prefix { $0 != "/" }
            guard isAuthority(authority) else { return false }
            outside = text.replacing(authority)
        }
        return !outside.utf8.contains { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") }
    }

    /// Every percent sign is followed by two hexadecimal digits (section 2.1).
    private static func hasWholeEscapes(_ text: String) -> Bool {
        text.split(separator: "%", omittingEmptySubsequences: false).dropFirst()
            .allSatisfy { $0.prefix(2).count == 2 && $0.prefix(2).allSatisfy(\.isHexDigit) }
    }

    /// Section 3.1.
    private static func isScheme(_ text: Substring) -> Bool {
        guard let first = text.first, first.isLetter else { return false }
        return text.allSatisfy { $0.isLetter || $0.isNumber || "+-.".contains($0) }
    }

    /// Section 3.2: `user@host:port`, where the host may be an IPv6 address in brackets.
    private static func isAuthority(_ text: Substring) -> Bool {
        var host = text
        if let at = text.lastIndex(of: "@") {
            guard !text[..<at].contains(where: { "@[]".contains($0) }) else { return false }
            host = text[text.index(after: at)...]
        }
        var port: Substring?
        if host.hasPrefix("[") {
            guard let end = host.firstIndex(of: "]") else { return false }
            let address = host[host.index(after: host.startIndex)..<end]
            guard !address.isEmpty, address.allSatisfy({ $0.isHexDigit || ":.".contains($0) }) else { return false }
            let behind = host[host.index(after: end)...]
            guard behind.isEmpty || behind.hasPrefix(":") else { return false }
            port = behind.dropFirst()
        } else {
            let parts = host.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard !host.contains(where: { "[]".contains($0) }) else { return false }
            if parts.count == 2 { port = parts[1] }
        }
        guard let port, !port.isEmpty else { return true }
        return port.allSatisfy(\.isNumber) && Int(port).map { $0 <= 65_535 } == true
    }
}

extension String {
    /// The text without the first occurrence of a part of it.
    fileprivate func replacing(_ part: Substring) -> String {
        String(self[..<part.startIndex]) + self[part.endIndex...]
    }
}
