/// The header `Link: <https://…?page=2>; rel="next", …` (RFC 8288, section 3).
enum LinkHeader {
    /// The target of the first link with a relation, or nil.
    static func target(of relation: String, in header: String) -> String? {
        var rest = header[...]
        while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
            let target = rest[rest.index(after: open)..<close]
            let parameters = parameters(of: &rest, from: rest.index(after: close))
            if parameters.contains(where: { isRelation($0, relation) }) { return String(target) }
        }
        return nil
    }

    /// Splits at semicolons up to the comma that ends the link; neither counts within quotes.
    private static func parameters(of rest: inout Substring, from start: String.Index) -> [String] {
        var parameters: [String] = []
        var current = ""
        var isQuoted = false
        var index = start
        while index < rest.endIndex {
            let character = rest[index]
            index = rest.index(after: index)
            if character == "\"" { isQuoted.toggle() }
            if !isQuoted, character == "," { break }
            if !isQuoted, character == ";" {
                parameters.append(current)
                current = ""
            } else {
                current.append(character)
            }
        }
        rest = rest[index...]
        return parameters + [current]
    }

    private static func isRelation(_ parameter: String, _ relation: String) -> Bool {
        let parts = parameter.split(separator: "=", maxSplits: 1).map { $0.filter { !$0.isWhitespace || $0 == " " } }
        guard parts.count == 2, parts[0].filter({ $0 != " " }).lowercased() == "rel" else { return false }
        return parts[1].filter { $0 != "\"" }.lowercased().split(separator: " ").contains { $0 == relation }
    }
}
