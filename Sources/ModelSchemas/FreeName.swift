extension String {
    /// This name, with a number if it is already taken: `posts_2`.
    package func different(from taken: some Sequence<String>) -> String {
        let taken = Set(taken.map { FoldedName($0) })
        var name = self
        var number = 2
        while taken.contains(FoldedName(name)) {
            name = "\(self)_\(number)"
            number += 1
        }
        return name
    }
}

extension [String] {
    /// A name for the rowid that is not the name of any of these columns; nil if there is none. Source:
    /// <https://www.sqlite.org/lang_createtable.html#rowid>.
    package var freeRowIDName: String? {
        ["rowid", "_rowid_", "oid"].first { name in !contains { $0.isName(name) } }
    }
}
