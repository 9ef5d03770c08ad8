/// A placeholder for the value of a sensitive property in reflection, which never reveals the value.
///
///     Mirror(self, children: ["name": name, "password": Redacted(password)])
public struct Redacted<Value>: CustomStringConvertible, CustomReflectable {
    private let value: Value

    /// Hides `value`.
    public init(_ value: Value) {
        self.value = value
    }

    /// `…`
    public var description: String { "…" }

    /// Empty, so that the value is not revealed.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Mirror {
    /// The type and the children of its mirror, in one line: `User(name: Ann, password: …)`.
    public var summary: String { summary(of: shortName(of: subjectType)) }

    package func summary(of type: String) -> String {
        "\(type)(\(children.map { "\($0.label ?? ""): \($0.value)" }.joined(separator: ", ")))"
    }
}

/// Marks a redacted value, to recognize it without printing it.
package protocol RedactedValue {
    var content: Any { get }
}

extension Redacted: RedactedValue {
    package var content: Any { value }
}
