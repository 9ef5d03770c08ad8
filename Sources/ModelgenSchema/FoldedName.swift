/// A name as SQLite compares it: by bytes, ignoring the case of ASCII letters.
///
/// `É` and `é` are two names, and so are `é` as one character and as two, although Swift's `==` takes the latter for
/// equal, and `lowercased()` the former. So names are only looked up and compared by this type.
package struct FoldedName: Hashable, Comparable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    @Exact package private(set) var text: String

    package init(_ name: String) {
        let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
        // Most names are lowercase, and this is called for each column of each version.
        text =
            name.utf8.contains(where: capitals.contains)
            ? String(decoding: name.utf8.map { capitals.contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self) : name
    }

    package init(stringLiteral name: String) { self.init(name) }

    package static func < (left: FoldedName, right: FoldedName) -> Bool {
        left.text.unicodeScalars.lexicographicallyPrecedes(right.text.unicodeScalars)
    }

    package var description: String { text }
}
