/// Parses the text of a template.
///
/// It reads bytes, not characters, which are slow in a build plugin's tool: it is compiled without optimization.
struct TemplateParser {
    private let name: String
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    /// The open sections, outermost first, each with the nodes before it.
    private var open: [(name: String, presence: Template.Presence, line: Int, before: [Template.Node])] = []
    private var nodes: [Template.Node] = []

    init(name: String, text: String) {
        self.name = name
        // Generated code has the tool's line endings, whatever the template's are.
        bytes = Array(text.utf8.contains(UInt8(ascii: "\r")) ? text.replacing("\r\n", with: "\n").utf8 : text.utf8)
    }

    mutating func parse() throws(TemplateError) -> [Template.Node] {
        while let start = find("{{", from: position) {
            try readTag(at: start)
        }
        append(position..<bytes.count)
        if let unclosed = open.last {
            throw error("section `\(unclosed.name)` is never closed; add {{/\(unclosed.name)}}", line: unclosed.line)
        }
        return nodes
    }

    private mutating func readTag(at start: Int) throws(TemplateError) {
        let isTriple = start + 2 < bytes.count && bytes[start + 2] == UInt8(ascii: "{")
        let closing = isTriple ? "}}}" : "}}"
        let tagLine = line + newlines(in: position..<start)
        let contentStart = start + (isTriple ? 3 : 2)
        guard let contentEnd = find(closing, from: contentStart) else {
            throw error("a tag is never closed; add \(closing)", line: tagLine)
        }
        let content = trimmed(contentStart..<contentEnd)
        let sign =
            isTriple
            ? UInt8(ascii: "&") : content.first.map { bytes[$0] }.flatMap { Self.signs.contains($0) ? $0 : nil }
        let nameRange = sign == nil || isTriple ? content : trimmed(content.dropFirst())
        let tagName = String(decoding: bytes[nameRange], as: UTF8.self)
        if sign != UInt8(ascii: "!") {
            guard !tagName.isEmpty else { throw error("a tag names nothing", line: tagLine) }
            guard !tagName.contains("{{") else { throw error("a tag is never closed; add \(closing)", line: tagLine) }
        }
        let end = contentEnd + closing.utf8.count

        // A tag that prints nothing itself removes its line if it is alone on it.
        var lineStart = start
        while lineStart > position, isBlank(bytes[lineStart - 1]) { lineStart -= 1 }
        var lineEnd = end
        while lineEnd < bytes.count, isBlank(bytes[lineEnd]) { lineEnd += 1 }
        let startsLine = lineStart == 0 || bytes[lineStart - 1] == newline
        let endsLine = lineEnd == bytes.count || bytes[lineEnd] == newline
        let standsAlone = startsLine && endsLine && sign != nil && sign != UInt8(ascii: "&")

        append(position..<(standsAlone ? lineStart : start))
        let next = standsAlone ? min(lineEnd + 1, bytes.count) : end
        line += newlines(in: position..<next)
        position = next

        switch sign {
        case UInt8(ascii: "!"): break
        case UInt8(ascii: "#"): try open(section: tagName, .present, tagLine)
        case UInt8(ascii: "^"): try open(section: tagName, .absent, tagLine)
        case UInt8(ascii: "/"): try close(section: tagName, tagLine)
        case UInt8(ascii: ">"):
            let indentation = standsAlone ? String(decoding: bytes[lineStart..<start], as: UTF8.self) : ""
            nodes.append(.partial(name: tagName, indentation: indentation, standsAlone: standsAlone, line: tagLine))
        default: nodes.append(.value(name: tagName, line: tagLine))
        }
    }

    private mutating func append(_ range: Range<Int>) {
        if !range.isEmpty { nodes.append(.text(String(decoding: bytes[range], as: UTF8.self))) }
    }

    private mutating func open(section: String, _ presence: Template.Presence, _ line: Int) throws(TemplateError) {
        // Sections are compiled and rendered recursively.
        guard open.count < 100 else { throw error("more than 100 sections are open here", line: line) }
        open.append((section, presence, line, nodes))
        nodes = []
    }

    private mutating func close(section: String, _ line: Int) throws(TemplateError) {
        guard let opened = open.popLast() else {
            throw error("{{/\(section)}} closes a section that was not opened", line: line)
        }
        guard opened.name == section else {
            throw error(
                "{{/\(section)}} found instead of {{/\(opened.name)}} for the section of line \(opened.line)",
                line: line)
        }
        let section = Template.Node.section(
            name: opened.name, rendersWhen: opened.presence, nodes: nodes, line: opened.line)
        nodes = opened.before + [section]
    }

    /// The first characters of tags that do not print a value.
    private static let signs = Array("#^/>!&".utf8)

    private let newline = UInt8(ascii: "\n")

    private func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    /// A range without the blanks and line breaks at its ends.
    private func trimmed(_ range: Range<Int>) -> Range<Int> {
        func isSpace(_ index: Int) -> Bool { isBlank(bytes[index]) || bytes[index] == newline }
        let start = range.first { !isSpace($0) } ?? range.upperBound
        return start..<((range.last { !isSpace($0) }.map { $0 + 1 }) ?? start)
    }

    private func newlines(in range: Range<Int>) -> Int { bytes[range].count { $0 == newline } }

    private func find(_ text: String, from start: Int) -> Int? {
        let wanted = Array(text.utf8)
        guard bytes.count >= wanted.count else { return nil }
        var index = start
        while index <= bytes.count - wanted.count {
            if bytes[index] == wanted[0], bytes[index..<index + wanted.count].elementsEqual(wanted) { return index }
            index += 1
        }
        return nil
    }

    private func error(_ message: String, line: Int) -> TemplateError {
        TemplateError(template: name, line: line, message: message)
    }
}
