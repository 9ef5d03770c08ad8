extension String {
    /// The names in braces in a path: `id` and `shelf` in `items/{id}/shelves/{shelf}`.
    package var pathParameterNames: [String] {
        split(separator: "{", omittingEmptySubsequences: false).dropFirst().map { part in
            String(part.prefix { $0 != "}" })
        }
    }

    /// `/pets/{}` for `/pets/{petId}`: paths that only differ in these names give the same text.
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
