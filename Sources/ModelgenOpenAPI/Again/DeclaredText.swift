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

    /// - Returns: nil with errors if the file is not YAML.
    package init?(_ file: SourceFile, _ diagnostics: inout [Diagnostic]) {
        let tree = compose(file, &diagnostics)
        guard tree.isComplete, !diagnostics.containsErrors else { return nil }
        var cutter = Cutter(file)
        for document in tree.documents { cutter.cut(document) }
        pieces = cutter.finished()
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
    private var pieces: [DeclaredText.Piece] = []

    init(_ file: SourceFile) {
        let text = String(decoding: file.bytes, as: UTF8.self)
        // A line break is one character, including that of Windows, and stays with its line.
        var lines: [Substring] = []
        var start = text.startIndex
        while start < text.endIndex {
            let end = text[start...].firstIndex(where: \.isNewline).map(text.index(after:)) ?? text.endIndex
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
            // A section in braces is one declaration: what is on one line cannot be separated by lines.
            guard let first = places.first, first > place, zip(places, places.dropFirst()).allSatisfy(<),
                entry.name != "api"
            else {
                open(.declaration(entry.name, text: ""), at: place)
                continue
            }
            open(.section(entry.name, text: ""), at: place)
            for (child, place) in zip(children, places) {
                close(before: place)
                open(.declaration("\(entry.name).\(child.name)", text: ""), at: place)
            }
        }
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
        var comments = key
        while comments > next, lines[comments - 1].isComment, key < lines.count { comments -= 1 }
        var end = comments
        while end > next, lines[end - 1].isBlank || lines[end - 1].isComment { end -= 1 }
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

extension Substring {
    fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
    fileprivate var isComment: Bool { first { !$0.isWhitespace } == "#" }
}
