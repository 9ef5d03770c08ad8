import ModelStoredForms

/// A name as SQLite compares it: by bytes, ignoring the case of ASCII letters.
///
/// `É` and `é` are two names, and so are `é` as one character and as two. Swift's `==` considers the latter equal, and
/// `lowercased()` the former. So names are only looked up and compared as values of this type.
package struct FoldedName: Hashable, Comparable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name with its ASCII letters in lowercase.
    package let text: String

    package init(_ name: String) { text = name.folded }
    package init(stringLiteral name: String) { self.init(name) }

    package static func == (left: FoldedName, right: FoldedName) -> Bool { left.text.isExactly(right.text) }
    package func hash(into hasher: inout Hasher) { text.hash(into: &hasher) }

    package static func < (left: FoldedName, right: FoldedName) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

    package var description: String { text }
}

extension String {
    /// This name with its ASCII letters in lowercase. Most names already are, and this is called for each column of
    /// each version.
    package var folded: String {
        let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
        guard utf8.contains(where: capitals.contains) else { return self }
        return String(decoding: utf8.map { capitals.contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    /// Whether SQLite considers them the same name.
    package func isName(_ other: String) -> Bool { FoldedName(self) == FoldedName(other) }
}
