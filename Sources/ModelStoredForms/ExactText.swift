/// A string that equals another one only if their UTF-8 is the same. `String` also equates canonically equivalent
/// strings, which for SQLite are different texts, in JSON different keys, and on disk different files.
///
/// As a property wrapper, it determines how the property is compared: `@ExactText var path: String`.
@propertyWrapper package struct ExactText: Hashable, Comparable, Sendable, ExpressibleByStringLiteral {
    package var wrappedValue: String
    /// For comparisons: `old.$path == new.$path`.
    package var projectedValue: ExactText { self }

    package init(wrappedValue: String) { self.wrappedValue = wrappedValue }
    package init(_ text: String) { wrappedValue = text }
    package init(stringLiteral text: String) { wrappedValue = text }

    package var text: String { wrappedValue }
    package var isEmpty: Bool { text.isEmpty }

    package static func == (left: ExactText, right: ExactText) -> Bool { left.text.isExactly(right.text) }

    /// Also based on bytes: `String` gives the same hash to all strings that it equates, and a document may contain
    /// thousands of those.
    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        // Not a byte of UTF-8, so that `ab`, `c` differs from `a`, `bc`.
        hasher.combine(0xff as UInt8)
    }

    /// In the order of strings; those that `String` equates are ordered by bytes.
    package static func < (left: ExactText, right: ExactText) -> Bool {
        left.text == right.text ? left.text.utf8.lexicographicallyPrecedes(right.text.utf8) : left.text < right.text
    }
}

extension String {
    /// Whether the string has the same bytes as another one. `==` also accepts another normalization (`é` as one
    /// character or two).
    package func isExactly(_ other: String) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }
}
