/// Parses the header `Link: <https://…?page=2>; rel="next", …` (RFC 8288, section 3).
enum LinkHeader {
    /// The target of the first link with a relation, or nil.
    static func target(of relation: String, in header: String) -> String? {
        // Up to the comma that ends the link. Commas and semicolons inside quotes do not count. The time is linear for
        // any header: a URL contains no `<`, there is no backtracking over white space, and a quote that is not closed
        // extends to the end.
        let links = header.matches(of: /<([^<>]*)>((?:[^",]|"(?:[^"\\]|\\.)*\\?(?:"|$))*)/)
        let link = links.first { link in
            let parameters = link.2.matches(of: /;(?>\s*)([^=;\s]*)(?>\s*)=\s*("(?:[^"\\]|\\.)*\\?(?:"|$)|[^;]*)/)
            // Only the first `rel` counts (section 3.3).
            let rel = parameters.first { $0.1.lowercased() == "rel" }
            let relations = rel?.2.filter { $0 != "\"" }.lowercased().split(whereSeparator: \.isWhitespace)
            return relations?.contains { $0 == relation } == true
        }
        return link.map { String($0.1) }
    }
}
