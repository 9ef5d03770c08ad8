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

    /// Documentation: on one line if it fits.
    package static func documentation(_ text: String) -> YAMLValue { text.contains("\n") ? .lines(text) : .text(text) }

    /// Entries in braces, unless a long one would make that unreadable.
    package static func entries(_ entries: [YAMLEntry]) -> YAMLValue {
        entries.contains { $0.value.isLong } ? .block(entries) : .map(entries)
    }

    private var isLong: Bool {
        switch self {
        case .lines: true
        case .text(let text), .quoted(let text), .plain(let text): text.count > 60
        case .list, .map, .block, .items: false
        }
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

extension [YAMLEntry] {
    /// The enums and models of a file.
    package static func declarations(enums: [YAMLEntry], models: [YAMLEntry]) -> [YAMLEntry] {
        var models = models
        for index in models.indices.dropFirst() { models[index].spacing = .line }
        return [("enums", enums), ("models", models)].filter { !$0.1.isEmpty }.map { key, entries in
            YAMLEntry(key, .block(entries), spacing: .line)
        }
    }

    /// The entries of an enum with known values, which keeps unknown ones.
    package static func cases(
        _ cases: [(name: SwiftName, value: String, documentation: String?)], isText: Bool = true
    ) -> [YAMLEntry] {
        let list: YAMLValue =
            cases.allSatisfy { $0.name.text == $0.value && $0.documentation == nil }
            ? .list(cases.map { .text($0.value) })
            : .entries(
                cases.map { each in
                    let value: YAMLValue = isText ? .text(each.value) : .plain(each.value)
                    guard let text = each.documentation else { return YAMLEntry(each.name.text, value) }
                    return YAMLEntry(
                        each.name.text,
                        .entries([YAMLEntry("value", value), YAMLEntry("doc", .documentation(text))]))
                })
        return [YAMLEntry("cases", list), YAMLEntry("unknown", .plain("keep"))]
    }
}
