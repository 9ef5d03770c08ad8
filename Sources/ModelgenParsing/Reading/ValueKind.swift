/// The kinds of values that a key accepts. The reader checks them, and the JSON Schemas for editors are derived from
/// them.
package indirect enum ValueKind: Sendable {
    /// Any text; the string describes its kind: "SQL".
    case text(String)
    /// `true` or `false`.
    case boolean
    /// Exactly `false`, meaning "none".
    case no
    /// A whole number with a minimum.
    case integer(minimum: Int)
    /// A number, possibly with a fraction.
    case number
    /// One of some words.
    case choice([String])
    /// A type: `String?`, `[Post]`, `[String: Int]`, as a string or as the list that YAML makes of it.
    case type
    /// Any value.
    case literal
    /// A list of such values.
    case list(ValueKind)
    /// A list of such values in which none occurs twice.
    case set(ValueKind)
    /// A mapping with free keys; the string describes the keys: "a field's name".
    case map(keys: String, ValueKind)
    /// A mapping with declared keys.
    case object(KeyTable)
    /// One of several kinds; the first that matches the form of the value.
    case either([ValueKind])
}

extension ValueKind {
    /// That kind, or the word that says that there is nothing.
    func orNone() -> ValueKind {
        let none = ValueKind.choice(["none"])
        return if case .either(let kinds) = self { .either(kinds + [none]) } else { .either([self, none]) }
    }

    /// Whether `none` is one of its words.
    var takesNone: Bool { if case .choice(let words) = self { words.contains("none") } else { false } }

    /// The kind, for a message: "a list".
    package var noun: String {
        switch self {
        case .text(let what): what
        case .boolean: "`true` or `false`"
        case .no: "`false`"
        case .integer(let minimum): minimum > 0 ? "a whole number from \(minimum)" : "a whole number"
        case .number: "a number"
        case .choice(let words) where words.count == 1: listed(words)
        case .choice(let words): words.count > 8 ? "a known word" : "one of \(listed(words))"
        case .type: "a type"
        case .literal: "a value"
        case .list(let kind), .set(let kind):
            switch kind {
            case .text(let what): "a list (each \(what))"
            default: "a list"
            }
        case .map(let keys, _): "a mapping (each key \(keys))"
        case .object(let table): "a mapping (\(table.title))"
        case .either(let kinds): kinds.map(\.noun).joined(separator: ", or ")
        }
    }

    /// Whether it is exactly `false`.
    package var isNo: Bool { if case .no = self { true } else { false } }

    /// Whether a node has this form, regardless of its contents.
    func accepts(_ node: Node) -> Bool {
        switch (self, node.content) {
        case (.literal, _): true
        case (.text(let noun), .scalar(let scalar)):
            !node.isNull && (scalar.text.contains { !$0.isWhitespace } || TextForm.named(noun) != .filled)
        case (.choice, .scalar): !node.isNull
        case (.boolean, .scalar(let scalar)):
            scalar.style == .plain && (scalar.text == "true" || scalar.text == "false")
        case (.no, .scalar): node.isFalse
        case (.integer(let minimum), .scalar(let scalar)): Int(scalar.text).map { $0 >= minimum } ?? false
        case (.number, .scalar(let scalar)): Double(scalar.text).map(\.isFinite) ?? false
        case (.type, .scalar): !node.isNull
        case (.type, .sequence): true
        case (.list, .sequence), (.set, .sequence), (.map, .mapping), (.object, .mapping): true
        // Where `false` means "none", `true` is not a name.
        case (.either(let kinds), _) where node.isTrue && kinds.contains(where: \.isNo): false
        case (.either(let kinds), _): kinds.contains { $0.accepts(node) }
        default: false
        }
    }
}
