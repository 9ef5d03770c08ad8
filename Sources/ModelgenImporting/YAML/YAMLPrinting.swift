/// Prints entries as a file: short forms where they fit, an indentation of two spaces, comments where they belong.
///
///     models:
///       Post:
///         fields:
///           id: Int64
///           title: { type: String, default: "" }   # a comment
package func printedYAML(_ entries: [YAMLEntry], above comments: [String] = []) -> String {
    var printer = YAMLPrinter()
    for comment in comments { printer.lines.append(YAMLScalar.comment(comment)) }
    printer.block(entries, indentation: 0)
    return printer.lines.joined(separator: "\n") + "\n"
}

/// Entries as they are between braces: on one line, without comments.
func bracedYAML(_ entries: [YAMLEntry]) -> String? {
    let plain = entries.map { YAMLEntry($0.key, $0.value) }
    return YAMLPrinter.flow(.map(plain)).map { String($0.dropFirst(2).dropLast(2)) }
}

private struct YAMLPrinter {
    var lines: [String] = []

    /// As wide as the code next to it.
    private static let widest = 120

    mutating func block(_ entries: [YAMLEntry], indentation: Int) {
        let indent = String(repeating: " ", count: indentation)
        for (index, entry) in entries.enumerated() {
            if entry.spacing == .line, index > 0 { lines.append("") }
            for comment in entry.above { lines.append(indent + YAMLScalar.comment(comment)) }
            write(entry.value, after: indent + YAMLScalar.text(entry.key) + ":", entry.beside, indentation)
        }
    }

    /// A value after `head`, which ends with a colon or is the dash of an item.
    private mutating func write(_ value: YAMLValue, after head: String, _ beside: String?, _ indentation: Int) {
        if let flow = Self.flow(value), Self.width(head) + 1 + Self.width(flow) <= Self.widest || !Self.breaks(value) {
            let line = head + " " + flow
            guard let beside else { return lines.append(line) }
            let comment = YAMLScalar.comment(beside)
            if Self.width(line) + 2 + Self.width(comment) <= Self.widest { return lines.append(line + "  " + comment) }
            lines.append(String(repeating: " ", count: indentation) + comment)
            return lines.append(line)
        }
        let inner = String(repeating: " ", count: indentation + 2)
        switch value {
        case .lines(let text):
            lines.append(head + " |-")
            lines += (YAMLScalar.literalLines(text) ?? []).map { $0.isEmpty ? "" : inner + $0 }
        case .map(let entries) where isItem(head), .block(let entries) where isItem(head):
            // The first entry follows the dash.
            let start = lines.count
            block(entries, indentation: indentation + 2)
            if lines.indices.contains(start) { lines[start] = head + lines[start].dropFirst(indentation + 1) }
        case .map(let entries), .block(let entries):
            lines.append(head + (beside.map { "  " + YAMLScalar.comment($0) } ?? ""))
            block(entries, indentation: indentation + 2)
        case .list(let values), .items(let values):
            lines.append(head + (beside.map { "  " + YAMLScalar.comment($0) } ?? ""))
            for value in values { write(value, after: inner + "-", nil, indentation + 2) }
        case .text, .quoted, .plain: break
        }
    }

    private func isItem(_ head: String) -> Bool { head.last == "-" }

    /// The value on one line; nil if it has no such form.
    fileprivate static func flow(_ value: YAMLValue) -> String? {
        switch value {
        case .text(let text): return YAMLScalar.text(text)
        case .quoted(let text): return YAMLScalar.quoted(text)
        case .lines(let text): return YAMLScalar.literalLines(text) == nil ? YAMLScalar.quoted(text) : nil
        case .plain(let text): return text
        case .list(let values):
            let parts = values.compactMap(flow)
            return parts.count == values.count ? "[\(parts.joined(separator: ", "))]" : nil
        case .map(let entries):
            if entries.isEmpty { return "{}" }
            guard !entries.contains(where: \.isCommented) else { return nil }
            var parts: [String] = []
            for entry in entries {
                // A type in brackets would end at the matching bracket, which readers must see.
                let isBracket = if case .plain(let text) = entry.value { text.hasPrefix("[") } else { false }
                guard var text = flow(entry.value) else { return nil }
                if isBracket, text != "[]" { text = YAMLScalar.quoted(text) }
                parts.append("\(YAMLScalar.text(entry.key)): \(text)")
            }
            return "{ \(parts.joined(separator: ", ")) }"
        case .block, .items: return nil
        }
    }

    /// Whether a value can continue on more lines.
    private static func breaks(_ value: YAMLValue) -> Bool {
        switch value {
        case .list(let values): !values.isEmpty
        case .map(let entries): !entries.isEmpty
        case .block, .items: true
        case .text, .quoted, .lines, .plain: false
        }
    }

    private static func width(_ text: String) -> Int { text.unicodeScalars.count }
}
