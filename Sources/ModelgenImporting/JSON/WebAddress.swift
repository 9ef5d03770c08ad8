import ModelgenParsing

extension String {
    /// An absolute web address, as it is written in RFC 3986: `URL` rejects or changes any other.
    var isWebAddress: Bool {
        let lower = lowercased()
        guard let scheme = ["https://", "http://"].first(where: { lower.hasPrefix($0) }), LiteralReader.isURL(self)
        else {
            return false
        }
        let authority = dropFirst(scheme.count).prefix { !"/?#".contains($0) }
        let host = authority[(authority.lastIndex(of: "@").map(authority.index(after:)) ?? authority.startIndex)...]
            .split(separator: ":", omittingEmptySubsequences: false)
        let isNamed = !host[0].isEmpty && host[0].allSatisfy { $0.isLetter || $0.isNumber || "-._".contains($0) }
        guard isNamed, host.count == 2 else { return isNamed && host.count == 1 }
        return UInt16(host[1]).map(String.init) == String(host[1])
    }
}
