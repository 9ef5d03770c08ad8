/// A placeholder for the value of a sensitive property in reflection, which never reveals the value.
///
///     Mirror(self, children: ["name": name, "password": Redacted(password)])
public struct Redacted: CustomStringConvertible, CustomReflectable {
    package let content: Any

    /// Hides `value`.
    public init(_ value: some Any) { content = value }

    /// `…`
    public var description: String { "…" }

    /// Empty, so that the value is not revealed.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Mirror {
    /// A description in one line, from the children of the mirror: `User(name: Ann, password: …)`.
    public var summary: String { summary(of: shortName(of: subjectType)) }

    package func summary(of type: String) -> String {
        "\(type)(\(children.map { "\($0.label ?? ""): \($0.value)" }.joined(separator: ", ")))"
    }
}
