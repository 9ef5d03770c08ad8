import ModelgenSchema

/// A value of a YAML file that is about to be written for a person to go on with.
///
/// What it is says how it may be laid out; whether a mapping stands on one line or on several, the printer decides by
/// the room there is.
package indirect enum YAMLValue: Equatable, Sendable {
    /// A text, in quotes where it needs some.
    case text(String)
    /// SQL or another text that is always in quotes, so that nobody wonders which of its characters YAML reads.
    case quoted(String)
    /// A text of several lines, kept as lines where YAML can.
    case lines(String)
    /// What YAML reads as it stands: a number, `true`, the name of a type.
    case plain(String)
    /// `[a, b]`, or an item a line where there is no room.
    case list([YAMLValue])
    /// `{ a: b }`, or an entry a line where there is no room.
    case map([YAMLEntry])
    /// An entry a line.
    case block([YAMLEntry])
    /// An item a line.
    case items([YAMLValue])

    /// A type as a field holds it: `[Post]` needs no quotes, `"[Post]?"` does.
    package static func type(_ text: String) -> YAMLValue {
        let isSimple = !text.hasPrefix("[") || (!text.dropFirst().contains("[") && !text.contains("?"))
        return isSimple ? .plain(text) : .quoted(text)
    }
}

/// A key with its value, and what is said about it.
package struct YAMLEntry: Equatable, Sendable {
    package var key: String
    package var value: YAMLValue
    /// Comments on the lines above.
    package var above: [String] = []
    /// A comment behind the value.
    package var beside: String?
    package var spacing: Spacing = .none

    package enum Spacing: Equatable, Sendable {
        case none
        /// An empty line stands before it.
        case line
    }

    package init(
        _ key: String, _ value: YAMLValue, above: [String] = [], beside: String? = nil, spacing: Spacing = .none
    ) {
        self.key = key
        self.value = value
        self.above = above
        self.beside = beside
        self.spacing = spacing
    }

    var isCommented: Bool { !above.isEmpty || beside != nil }
}
