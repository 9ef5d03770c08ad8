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

    /// Nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Mirror {
    /// The type with what its mirror shows, in one line: `User(name: Ann, password: …)`.
    public var summary: String { summary(of: shortName(of: subjectType)) }

    func summary(of type: String) -> String {
        "\(type)(\(children.map { "\($0.label ?? ""): \($0.value)" }.joined(separator: ", ")))"
    }
}

/// What a redacted value is, for those who do not print it.
package protocol RedactedValue {
    var content: Any { get }
}

extension Redacted: RedactedValue {
    package var content: Any { value }
}
