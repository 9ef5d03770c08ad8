import ModelgenDiagnostics
import ModelgenParsing
import ModelgenSchema

/// The text of a file of models, split into its declarations and what is between them, so that one declaration can be
/// replaced and every other byte stays.
package struct DeclaredText {
    /// Whole lines of the file.
    enum Piece: Equatable {
        /// Empty lines, and comments that belong to no declaration.
        case between(String)
        /// The key of a section with the comments above it: `models:`.
        case section(String, text: String)
        /// A declaration with the comments above it, by its key path: `models.Book`, `api`.
        case declaration(String, text: String)

        var text: String {
            switch self {
            case .between(let text), .section(_, let text), .declaration(_, let text): text
            }
        }
    }

    var pieces: [Piece] = []

    var text: String { pieces.map(\.text).joined() }

    /// The texts of the declarations by their names.
    package var declarations: [String: String] {
        Dictionary(
            firstOf: pieces.compactMap { piece in
                if case .declaration(let name, let text) = piece { (name, text) } else { nil }
            })
    }

    /// The names of the declarations in their order.
    var names: [String] {
        pieces.compactMap { piece in
            if case .declaration(let name, _) = piece { name } else { nil }
        }
    }

    /// - Returns: Nil with errors if the file is not YAML.
    package init?(_ file: SourceFile, _ diagnostics: inout [Diagnostic]) {
        let tree = compose(file, &diagnostics)
        guard tree.isComplete, !diagnostics.containsErrors else { return nil }
        var cutter = Cutter(file)
        for document in tree.documents { cutter.cut(document) }
        pieces = cutter.finished()
    }

    /// Whether a section is in one piece, since lines cannot separate its declarations.
    func isWhole(_ section: String?) -> Bool { section.map(names.contains) ?? false }

    /// The text of a declaration for this file, which may be indented differently.
    func indented(_ text: String, as name: String) -> String {
        let section = Self.section(of: name)
        for case .declaration(let other, let sibling) in pieces where Self.section(of: other) == section {
            return text.indented(by: sibling.indentation)
        }
        return text
    }

    /// The section of a declaration: `models` of `models.Book`.
    static func section(of name: String) -> String? {
        name.firstIndex(of: ".").map { String(name[..<$0]) }
    }
}

/// Splits a file at the lines with its keys.
private struct Cutter {
    private let lines: [Substring]
    /// The first line that is in no piece yet, from 0.
    private var next = 0
    /// The last line of the open piece that is not a comment, even if it looks like one.
    private var content = 0
    private var pieces: [DeclaredText.Piece] = []

    init(_ file: SourceFile) {
        let text = String(decoding: file.bytes, as: UTF8.self)
        // A line break is one character, including that of Windows, and stays with its line. Others, which YAML has
        // too, do not count in positions.
        var lines: [Substring] = []
        var start = text.startIndex
        while start < text.endIndex {
            let end =
                text[start...].firstIndex { ["\n", "\r", "\r\n"].contains($0) }.map(text.index(after:)) ?? text.endIndex
            lines.append(text[start..<end])
            start = end
        }
        self.lines = lines
    }

    mutating func cut(_ document: Node) {
        // The table is built from the whole text: once, not for each key.
        let table = document.file.lines
        func line(of node: Node) -> Int { table.location(at: node.range.start).line - 1 }
        for entry in document.entries {
            let place = line(of: entry.key)
            close(before: place)
            let children = entry.value.entries
            let places = children.map { line(of: $0.key) }
            let isEmpty = entry.value.isNull && entry.value.text == ""
            // A section in braces is one declaration: what is on one line cannot be separated by lines.
            guard isEmpty || places.first.map({ $0 > place }) == true,
                zip(places, places.dropFirst()).allSatisfy(<), entry.name != "api"
            else {
                open(.declaration(entry.name, text: ""), at: place)
                content = lastLine(of: entry, table)
                continue
            }
            open(.section(entry.name, text: ""), at: place)
            for (child, place) in zip(children, places) {
                close(before: place)
                open(.declaration("\(entry.name).\(child.name)", text: ""), at: place)
                content = lastLine(of: child, table)
            }
        }
    }

    /// The last line with something of an entry, comments aside.
    private func lastLine(of entry: Node.Entry, _ table: LineTable) -> Int {
        func end(of node: Node) -> Int {
            let place = table.location(at: node.range.end)
            var line = place.line - 1
            // A block of text ends where the next line begins.
            if place.column == 1 { line -= 1 }
            line = min(line, lines.count - 1)
            while line > 0, lines[line].isBlank { line -= 1 }
            return line
        }
        var last = end(of: entry.key)
        var value = entry.value
        // A mapping or a list in block style ends where the next token begins.
        while !value.isBraced, !value.isBracketed {
            if let inner = value.entries.last {
                last = max(last, end(of: inner.key))
                value = inner.value
            } else if let inner = value.elements.last {
                value = inner
            } else {
                break
            }
        }
        return max(last, end(of: value))
    }

    mutating func finished() -> [DeclaredText.Piece] {
        close(before: lines.count)
        return pieces
    }

    private mutating func open(_ piece: DeclaredText.Piece, at line: Int) {
        pieces.append(piece)
        take(through: line)
    }

    /// Ends the open piece: with its last line that is not empty, and the comments directly below that. Comments
    /// directly above the next key belong to that key; separate ones belong to neither.
    private mutating func close(before key: Int) {
        let first = max(next, min(content + 1, key))
        var comments = key
        while comments > first, lines[comments - 1].isComment, key < lines.count { comments -= 1 }
        var end = comments
        while end > first, lines[end - 1].isBlank || lines[end - 1].isComment { end -= 1 }
        while end < comments, lines[end].isComment { end += 1 }
        if !pieces.isEmpty { take(through: end - 1) }
        if next < comments { pieces.append(.between(lines[next..<comments].joined())) }
        next = comments
    }

    private mutating func take(through line: Int) {
        guard line >= next else { return }
        let text = lines[next...line].joined()
        next = line + 1
        switch pieces.removeLast() {
        case .between(let before): pieces.append(.between(before + text))
        case .section(let name, let before): pieces.append(.section(name, text: before + text))
        case .declaration(let name, let before): pieces.append(.declaration(name, text: before + text))
        }
    }
}

extension String {
    /// The indentation of its first line that is neither empty nor a comment.
    fileprivate var indentation: Int {
        let line = split(whereSeparator: \.isNewline).first { !$0.isBlank && !$0.isComment }
        return line.map { $0.prefix { $0 == " " }.count } ?? 0
    }

    /// The same lines, indented so that the first one has this indentation.
    func indented(by wanted: Int) -> String {
        let more = wanted - indentation
        if more == 0 { return self }
        var result = ""
        var start = startIndex
        while start < endIndex {
            let end = self[start...].firstIndex(where: \.isNewline).map(index(after:)) ?? endIndex
            let line = self[start..<end]
            start = end
            if more > 0, !line.isBlank { result += String(repeating: " ", count: more) }
            result += line.dropFirst(min(max(0, -more), line.prefix { $0 == " " }.count))
        }
        return result
    }
}

extension Substring {
    fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
    fileprivate var isComment: Bool { first { !$0.isWhitespace } == "#" }
}
