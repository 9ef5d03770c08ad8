extension String {
    /// The names in braces of a path: `id` and `shelf` of `items/{id}/shelves/{shelf}`.
    package var pathParameterNames: [String] {
        split(separator: "{", omittingEmptySubsequences: false).dropFirst().map { part in
            String(part.prefix { $0 != "}" })
        }
    }

    /// `/pets/{}` for `/pets/{petId}`: the same text for paths that differ only in these names.
    package var withoutPathParameterNames: String {
        var result = ""
        var isInside = false
        for character in self {
            if character == "}" { isInside = false }
            if !isInside { result.append(character) }
            if character == "{" { isInside = true }
        }
        return result
    }
}
