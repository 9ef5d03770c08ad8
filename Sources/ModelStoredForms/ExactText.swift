/// A string that equals another one if their UTF-8 is the same: `String` also equates canonically equivalent ones, which
/// are different texts for SQLite, different keys in JSON, and different files.
///
/// As a property wrapper, it decides how the property is compared: `@ExactText var path: String`.
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

    /// By bytes too: `String` gives all texts that it equates the same hash, and a document may have thousands of them.
    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        // Not a byte of UTF-8, so that `ab` and `c` differ from `a` and `bc`.
        hasher.combine(0xff as UInt8)
    }

    /// The order of strings; by bytes among those that `String` equates.
    package static func < (left: ExactText, right: ExactText) -> Bool {
        left.text == right.text ? left.text.utf8.lexicographicallyPrecedes(right.text.utf8) : left.text < right.text
    }
}

extension String {
    /// Whether it has the same bytes as another text. `==` also accepts another normal form (`é` as one character or
    /// two).
    package func isExactly(_ other: String) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }
}
