import ModelgenSchema

/// A value in a YAML file that the user will edit.
///
/// Its kind says how it may be laid out; the printer decides by the available space whether a mapping is on one line.
package indirect enum YAMLValue: Equatable, Sendable {
    /// A string, quoted if needed.
    case text(String)
    /// SQL or another string that is always quoted, so that nobody wonders which of its characters YAML interprets.
    case quoted(String)
    /// A string of several lines, kept as lines if YAML can.
    case lines(String)
    /// Something that YAML reads as it is: a number, `true`, the name of a type.
    case plain(String)
    /// `[a, b]`, or one item per line if it does not fit.
    case list([YAMLValue])
    /// `{ a: b }`, or one entry per line if it does not fit.
    case map([YAMLEntry])
    /// One entry per line.
    case block([YAMLEntry])
    /// One item per line.
    case items([YAMLValue])

    /// A type as it is written for a field: `[Post]` needs no quotes, `"[Post]?"` does.
    package static func type(_ text: String) -> YAMLValue {
        let isSimple = !text.hasPrefix("[") || (!text.dropFirst().contains("[") && !text.contains("?"))
        return isSimple ? .plain(text) : .quoted(text)
    }
}

/// A key with its value and comments.
package struct YAMLEntry: Equatable, Sendable {
    package var key: String
    package var value: YAMLValue
    /// Comments on the lines above.
    package var above: [String] = []
    /// A comment after the value.
    package var beside: String?
    package var spacing: Spacing = .none

    package enum Spacing: Equatable, Sendable {
        case none
        /// Preceded by an empty line.
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
