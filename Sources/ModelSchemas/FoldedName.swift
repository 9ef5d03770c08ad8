/// A name as SQLite compares names: without the case of ASCII letters, and byte by byte. `État` and `état` are two names
/// for it, and so are two normal forms of `é`, which are one `String`. Source: `sqlite3StrICmp` in `util.c`.
package struct FoldedName: Hashable, Comparable, Sendable {
    private let bytes: [UInt8]

    package init(_ name: String) { bytes = Array(name.folded.utf8) }

    package static func < (left: FoldedName, right: FoldedName) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}

extension String {
    /// With its ASCII letters in lowercase.
    package var folded: String {
        if utf8.allSatisfy({ !(0x41...0x5A).contains($0) }) { return self }
        return String(decoding: utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    /// Whether SQLite takes it for the same name.
    package func isName(_ other: String) -> Bool { FoldedName(self) == FoldedName(other) }
}

extension String {
    /// Whether it has the same bytes as another text. `==` also accepts another normal form (`é` as one character or
    /// two), which is a different key in JSON, a different name for SQLite, and a different file.
    package func isExactly(_ other: String) -> Bool { self == other && utf8.elementsEqual(other.utf8) }
}
