import ModelgenSchema

/// A declaration as it was imported: a hash of its text, which shows whether it was changed by hand, and a short hash
/// of each line, which shows what has changed in the document since.
package struct DeclarationHash: Equatable, Sendable {
    private let whole: String
    private var lines: [String]

    /// The hash of a declaration's text, regardless of its line breaks, which git may change, and of how far it is
    /// indented.
    init(_ text: String) {
        // As an import writes it.
        let text = text.first == " " ? text.indented(by: 2) : text
        whole = stableHash(text.utf8.filter { $0 != UInt8(ascii: "\r") })
        lines = text.hashedLines.map(\.hash)
    }

    /// - Parameter text: As it is recorded; without lines in an older record.
    init(recorded text: String) {
        let parts = text.split(separator: " ", maxSplits: 1)
        whole = parts.first.map(String.init) ?? ""
        var rest = parts.count > 1 ? parts[1] : ""
        lines = []
        while !rest.isEmpty {
            lines.append(String(rest.prefix(String.shortHash)))
            rest = rest.dropFirst(String.shortHash)
        }
    }

    var text: String { lines.isEmpty ? whole : "\(whole) \(lines.joined())" }

    package static func == (a: DeclarationHash, b: DeclarationHash) -> Bool { a.whole == b.whole }

    /// This one, with the lines that the document has now.
    func seeing(_ other: DeclarationHash) -> DeclarationHash {
        var seen = self
        seen.lines = other.lines
        return seen
    }

    /// Whether the document has other lines now.
    func hasChanged(to other: DeclarationHash) -> Bool { lines.isEmpty ? self != other : lines != other.lines }

    /// The lines that the document no longer has, as far as the kept text still has them, and those that it has now.
    func changes(to imported: String, in kept: String) -> [String] {
        if lines.isEmpty { return [] }
        let now = imported.hashedLines
        let own = Dictionary(firstOf: kept.hashedLines.map { ($0.hash, $0.line) })
        return now.map(\.hash).difference(from: lines).compactMap { change in
            switch change {
            case .remove(_, let hash, _): own[hash].map { "- \($0)" }
            case .insert(let place, _, _): "+ \(now[place].line)"
            }
        }
    }
}

extension String {
    /// The digits of the hash of a line.
    fileprivate static let shortHash = 4

    /// The lines with something in them.
    fileprivate var hashedLines: [(line: String, hash: String)] {
        split(whereSeparator: \.isNewline).map { String($0).trimmed }.filter { !$0.isEmpty }
            .map { ($0, String(stableHash($0.utf8).suffix(Self.shortHash))) }
    }
}
