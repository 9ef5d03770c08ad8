/// The header `Link: <https://…?page=2>; rel="next", …` (RFC 8288, section 3).
enum LinkHeader {
    /// The target of the first link with a relation, or nil.
    static func target(of relation: String, in header: String) -> String? {
        // Up to the comma that ends the link; in quotes, neither commas nor semicolons count.
        let links = header.matches(of: /<([^>]*)>((?:[^",]|"[^"]*")*)/)
        let link = links.first { link in
            link.2.matches(of: /;\s*([^=;\s]*)\s*=\s*("[^"]*"|[^;]*)/).contains { parameter in
                let value = parameter.2.filter { $0 != "\"" }.lowercased()
                return parameter.1.lowercased() == "rel"
                    && value.split(whereSeparator: \.isWhitespace).contains { $0 == relation }
            }
        }
        return link.map { String($0.1) }
    }
}
