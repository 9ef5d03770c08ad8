/// A string that equals another one if their UTF-8 is the same: `String` also equates canonically equivalent ones, which
/// are different texts for SQLite, and different keys in JSON.
package struct ExactText: Hashable, Comparable, Sendable, ExpressibleByStringLiteral {
    package let text: String

    package init(_ text: String) { self.text = text }
    package init(stringLiteral text: String) { self.text = text }

    package var isEmpty: Bool { text.isEmpty }

    package static func == (left: ExactText, right: ExactText) -> Bool {
        left.text.utf8.count == right.text.utf8.count && left.text.utf8.elementsEqual(right.text.utf8)
    }

    /// The order of strings; by bytes among those that `String` equates.
    package static func < (left: ExactText, right: ExactText) -> Bool {
        left.text == right.text ? left.text.utf8.lexicographicallyPrecedes(right.text.utf8) : left.text < right.text
    }
}
