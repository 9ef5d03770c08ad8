/// Renders diagnostics in the format of compilers, so that editors and Xcode find the place.
///
/// ```
/// Blog.model.yaml:4:13: error: unknown type `Strng`; did you mean `String`? [unknown-type]
///       name: Strng
///             ^~~~~
/// ```
package struct DiagnosticRenderer: Sendable {
    /// Whether to write escape sequences for colors.
    package enum Style: Sendable {
        /// For files and pipes.
        case plain
        /// For a terminal.
        case coloured
    }

    /// The style to render in.
    package var style: Style

    package init(style: Style = .plain) { self.style = style }

    /// Renders the diagnostics in the given order; each entry ends with a line feed.
    package func render(_ diagnostics: some Sequence<Diagnostic>) -> String {
        var tables = LineTables()
        var text = ""
        for diagnostic in diagnostics {
            var message = diagnostic.message
            if let suggestion = diagnostic.suggestion { message += "; " + suggestion }
            write(diagnostic.severity, message, rule: diagnostic.rule, diagnostic.range, &tables, into: &text)
            for note in diagnostic.notes {
                write(.note, note.message, rule: nil, note.range, &tables, into: &text)
            }
        }
        return text
    }

    private func write(
        _ severity: Diagnostic.Severity,
        _ message: String,
        rule: String?,
        _ range: SourceRange?,
        _ tables: inout LineTables,
        into text: inout String
    ) {
        let label = paint(severity.rawValue + ":", colour(of: severity))
        let id = rule.map { paint(" [\($0)]", "2") } ?? ""
        let body = paint(visible(message), severity == .note ? "0" : "1")
        guard let range else {
            text += "\(label) \(body)\(id)\n"
            return
        }
        let (table, location) = tables.location(of: range)
        text += "\(visible(range.file.path)):\(location.line):\(location.column): \(label) \(body)\(id)\n"
        if let excerpt = SourceExcerpt(range, line: location.line, table) {
            text += "\(excerpt.line)\n\(excerpt.indent)\(paint(excerpt.underline, "32"))\n"
        }
    }

    private func colour(of severity: Diagnostic.Severity) -> String {
        switch severity {
        case .error: "1;31"
        case .warning: "1;35"
        case .note: "1;36"
        }
    }

    private func paint(_ text: String, _ code: String) -> String {
        switch style {
        case .plain: text
        case .coloured: text.isEmpty ? text : "\u{1B}[\(code)m\(text)\u{1B}[0m"
        }
    }
}

/// The text on one line, with control characters made visible, because a malicious file must not control the terminal.
package func visible(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0.isControl }) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\n", "\r": result.append("\u{23CE}")
        case "\t": result.append(" ")
        default: result.append(scalar.isControl ? "\u{FFFD}" : scalar)
        }
    }
    return String(result)
}
