/// A string that equals another one if their UTF-8 is the same: `String` also equates canonically equivalent ones, which
/// are different texts for SQLite, and different keys in JSON.
package struct ExactText: Hashable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func == (left: ExactText, right: ExactText) -> Bool {
        left.text.utf8.count == right.text.utf8.count && left.text.utf8.elementsEqual(right.text.utf8)
    }
}
