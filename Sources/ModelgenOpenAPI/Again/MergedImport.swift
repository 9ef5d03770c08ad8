import ModelgenDiagnostics
import ModelgenImporting
import ModelgenSchema

/// An import over the files of an earlier one: untouched declarations are replaced, those changed by hand are kept and
/// reported, and nothing else changes.
package struct MergedImport: Sendable {
    /// The files to write, by name; nil for one to delete, since nothing of it is left.
    package private(set) var files: [(name: String, text: String?)] = []
    /// What was kept, one line each, and below that what has changed in the document.
    package private(set) var notes: [String] = []
    /// The declarations that were kept although the document has others, in the order of the notes.
    package private(set) var kept: [(file: String, text: String, imported: String)] = []
    /// The hashes of the next record.
    package private(set) var hashes: [String: [String: DeclarationHash]] = [:]
    /// Existing files that no import wrote.
    package private(set) var foreign: [String] = []

    /// Declarations that the document no longer has but that something kept refers to.
    private var needed: Set<String> = []
    /// The hashes of declarations that were removed by hand from files that still exist.
    private var removed: [String: DeclarationHash] = [:]

    /// - Parameters:
    ///   - imported: The files as the document gives them, by their names.
    ///   - record: The hashes of the earlier import.
    ///   - read: Returns the file with that name; nil if there is none.
    /// - Returns: Nil with errors if a file is not YAML.
    package init?(
        _ imported: [(name: String, text: String)], over record: ImportRecord.Service?,
        read: (String) throws -> SourceFile?, _ diagnostics: inout [Diagnostic]
    ) rethrows {
        let earlier = record?.hashes ?? [:]
        var new: [String: DeclaredText] = [:]
        var present: [String: DeclaredText] = [:]
        for file in imported {
            new[file.name] = DeclaredText(SourceFile(path: file.name, text: file.text), &diagnostics)
        }
        for name in Set(new.keys).union(earlier.keys).sorted() {
            guard let file = try read(name) else { continue }
            if earlier[name] == nil {
                // A run that was killed may have written it, and not the record.
                if imported.contains(where: { $0.name == name && $0.text.isExactly(file.text) }) { continue }
                foreign.append(name)
            }
            present[name] = DeclaredText(file, &diagnostics)
        }
        guard !diagnostics.containsErrors else { return nil }
        guard foreign.isEmpty else { return }
        // A declaration that the user keeps in one file is not written to another, even if the document now has it
        // there.
        var kept: [String: String] = [:]
        var words: Set<Substring> = []
        var lost: [String: String] = [:]
        var texts: [String: String] = [:]
        for file in new.values { texts.merge(file.declarations) { first, _ in first } }
        let wanted = Set(texts.keys)
        for (name, file) in present {
            for (declaration, text) in file.declarations {
                if earlier[name]?[declaration] != DeclarationHash(text) {
                    kept[declaration] = name
                    words.formUnion(text.words)
                } else if !wanted.contains(declaration) {
                    lost[declaration] = text
                }
            }
        }
        needed = Self.needed(of: lost, by: words)
        let all = Set(present.values.flatMap(\.names))
        for (name, hashes) in earlier where present[name] != nil {
            let missing = hashes.filter { hash in
                !all.contains(hash.key) && present[name]?.isWhole(DeclaredText.section(of: hash.key)) == false
            }
            removed.merge(missing) { first, _ in first }
        }
        for name in imported.map(\.name) + earlier.keys.filter({ new[$0] == nil }).sorted() {
            let here = texts.filter { kept[$0.key] == name }
            merge(new[name], into: present[name], named: name, over: earlier[name] ?? [:], kept: kept, here: here)
        }
    }

    private static func needed(of lost: [String: String], by words: Set<Substring>) -> Set<String> {
        var words = words
        var needed: Set<String> = []
        while let next = lost.first(where: { !needed.contains($0.key) && words.contains($0.key.shortened[...]) }) {
            needed.insert(next.key)
            words.formUnion(next.value.words)
        }
        return needed
    }

    /// - Parameters:
    ///   - new: The file as the document gives it; nil if the document no longer has it.
    ///   - present: The file as it is; nil if there is none.
    ///   - earlier: The hashes of the earlier import.
    ///   - kept: By declaration, the file in which the user keeps it.
    ///   - here: The document's texts of those that the user keeps in this file.
    private mutating func merge(
        _ new: DeclaredText?, into present: DeclaredText?, named name: String,
        over earlier: [String: DeclarationHash], kept: [String: String], here: [String: String]
    ) {
        // What is kept here may be in another of the document's files.
        var wanted = (new?.declarations ?? [:]).merging(here) { $1 }
        for declaration in wanted.keys where kept[declaration].map({ $0 != name }) ?? false {
            wanted[declaration] = nil
        }
        let hashes = wanted.mapValues { DeclarationHash($0) }
        guard let present else {
            // A missing file is written again: whoever removed it wants a fresh start.
            guard let new else { return }
            let merged = new.keeping { declaration, _ in
                stays(declaration, removedFrom: name) ? nil : wanted[declaration]
            }
            if !merged.isEmpty { files.append((name, merged.text)) }
            self.hashes[name] = hashes.merging(removed.filter { hashes[$0.key] != nil }) { $1 }
            return
        }
        wanted = Dictionary(wanted.map { ($0, present.indented($1, as: $0)) }, uniquingKeysWith: { $1 })
        var recorded: [String: DeclarationHash] = [:]
        let merged = present.keeping { declaration, text in
            let kept = keep(declaration, text, earlier[declaration], wanted[declaration], in: name)
            recorded[declaration] = kept.hash
            return kept.text
        }
        .adding(new, wanted) { declaration in
            if let section = DeclaredText.section(of: declaration), present.isWhole(section) {
                if earlier[declaration] != hashes[declaration] {
                    notes.append(
                        "\(name): `\(declaration.shortened)` must be added or changed by hand: no lines separate what is "
                            + "in `\(section)`")
                }
                recorded[declaration] = earlier[declaration]
                return false
            }
            if stays(declaration, removedFrom: name) {
                recorded[declaration] = removed[declaration]
                return false
            }
            recorded[declaration] = hashes[declaration]
            return true
        }
        if merged.text.isExactly(present.text) {
            self.hashes[name] = recorded
        } else if merged.isEmpty {
            files.append((name, nil))
        } else if merged.isRead(as: name) {
            files.append((name, merged.text))
            self.hashes[name] = recorded
        } else {
            // Its lines are not where they seem to be.
            notes.append("\(name): was left as it is, since the changes do not fit into it; write them by hand")
            self.hashes[name] = earlier
        }
    }

    /// Whether a declaration was removed by hand, from this file or another, which is reported.
    private mutating func stays(_ declaration: String, removedFrom name: String) -> Bool {
        guard removed[declaration] != nil else { return false }
        notes.append("\(name): `\(declaration.shortened)` was removed by hand and stays removed")
        return true
    }
}

extension MergedImport {
    /// What becomes of a declaration in the file, and the hash that is recorded for it.
    private mutating func keep(
        _ declaration: String, _ text: String, _ before: DeclarationHash?, _ wanted: String?, in name: String
    ) -> (text: String?, hash: DeclarationHash?) {
        func note(_ message: String) { notes.append("\(name): `\(declaration.shortened)` \(message)") }
        guard let before else {
            // The user's own, even if the document now has one with that name.
            if let wanted, text != wanted {
                note("is yours and was kept; the document has one, too")
                kept.append((name, text, wanted))
            }
            return (text, nil)
        }
        let hash = wanted.map { DeclarationHash($0) }
        if DeclarationHash(text) == before {
            guard wanted == nil, needed.contains(declaration) else { return (wanted, hash) }
            note("was kept for what was changed by hand; it is no longer in the document")
            return (text, before)
        }
        if wanted == text { return (text, hash) }
        guard let wanted, let hash else {
            note("was changed by hand and kept; it is no longer in the document")
            return (text, before)
        }
        kept.append((name, text, wanted))
        guard before.hasChanged(to: hash) else {
            note("was changed by hand and kept")
            return (text, before)
        }
        let changes = before.changes(to: wanted, in: text).map { "\n    \($0)" }
        note(
            "was changed by hand and kept; it has also changed in the document\(changes.isEmpty ? "" : ":")"
                + changes.joined())
        return (text, before.seeing(hash))
    }
}

extension DeclaredText {
    /// Whether its text is read as these declarations, each with its own text, comments aside.
    fileprivate func isRead(as name: String) -> Bool {
        var diagnostics: [Diagnostic] = []
        let read = DeclaredText(SourceFile(path: name, text: text), &diagnostics)
        return read?.names == names
            && read?.declarations.mapValues(\.significantLines) == declarations.mapValues(\.significantLines)
    }

    /// Whether nothing is left but the comment that an import writes at the top.
    fileprivate var isEmpty: Bool {
        let lines = text.split(whereSeparator: \.isNewline).filter { !$0.allSatisfy(\.isWhitespace) }
        return lines.count <= 1 && lines.allSatisfy { $0.hasPrefix("#") }
    }

    /// The same file with other texts for its declarations; one without a text is removed, with the empty lines before
    /// it.
    fileprivate func keeping(_ text: (_ name: String, _ text: String) -> String?) -> DeclaredText {
        var kept = self
        kept.pieces = []
        for piece in pieces {
            guard case .declaration(let name, let own) = piece else {
                kept.pieces.append(piece)
                continue
            }
            if let text = text(name, own) {
                kept.pieces.append(.declaration(name, text: text))
            } else if case .between(let gap)? = kept.pieces.last, gap.allSatisfy(\.isWhitespace) {
                kept.pieces.removeLast()
            }
        }
        return kept.withoutEmptySections()
    }

    private func withoutEmptySections() -> DeclaredText {
        var rest = self
        let used = Set(names.compactMap(Self.section))
        rest.pieces = []
        for piece in pieces {
            if case .section(let name, let text) = piece, !used.contains(name) {
                if case .between(let gap)? = rest.pieces.last, gap.allSatisfy(\.isWhitespace) {
                    rest.pieces.removeLast()
                }
                // Comments above its key are the user's own.
                let comments = text.comments
                if !comments.isEmpty { rest.pieces.append(.between(comments)) }
            } else {
                rest.pieces.append(piece)
            }
        }
        return rest
    }

    /// The same file with the declarations of another that it lacks, each after the one that it follows there.
    fileprivate func adding(
        _ new: DeclaredText?, _ wanted: [String: String], _ isWanted: (String) -> Bool
    ) -> DeclaredText {
        guard let new else { return self }
        var result = self
        let known = Set(names)
        for name in new.names where !known.contains(name) {
            guard let text = wanted[name], isWanted(name) else { continue }
            result.insert(name, text, as: new)
        }
        return result
    }

    private mutating func insert(_ name: String, _ text: String, as new: DeclaredText) {
        let section = Self.section(of: name)
        let before = new.names.prefix { $0 != name }.filter { Self.section(of: $0) == section }
        let present = names
        let piece = Piece.declaration(name, text: text)
        if let neighbour = before.last(where: present.contains), let place = place(of: neighbour) {
            pieces[place] = pieces[place].endingItsLine
            pieces.insert(contentsOf: new.gap(before: name) + [piece], at: place + 1)
        } else if let section, let place = pieces.firstIndex(where: { $0.isSection(section) }) {
            let follows = new.gap(after: name)
            pieces.insert(contentsOf: place + 1 < pieces.count ? [piece] + follows : [piece], at: place + 1)
        } else {
            if let last = pieces.indices.last { pieces[last] = pieces[last].endingItsLine }
            let header = new.pieces.first { section.map($0.isSection) ?? false }
            pieces += [.between("\n")] + (header.map { [$0] } ?? []) + [piece]
        }
    }

    private func place(of name: String) -> Int? {
        pieces.firstIndex { piece in
            if case .declaration(name, _) = piece { true } else { false }
        }
    }

    /// The empty lines before a declaration, or after it.
    private func gap(before name: String) -> [Piece] {
        guard let place = place(of: name), place > 0, case .between(let gap) = pieces[place - 1] else { return [] }
        return [.between(gap)]
    }

    private func gap(after name: String) -> [Piece] {
        guard let place = place(of: name), place + 1 < pieces.count, case .between(let gap) = pieces[place + 1],
            gap.allSatisfy(\.isWhitespace)
        else { return [] }
        return [.between(gap)]
    }
}

extension DeclaredText.Piece {
    fileprivate func isSection(_ name: String) -> Bool {
        if case .section(name, _) = self { true } else { false }
    }

    /// The same with a line break at its end, which the last line of a file may lack.
    fileprivate var endingItsLine: DeclaredText.Piece {
        guard text.last?.isNewline != true else { return self }
        switch self {
        case .between(let text): return .between(text + "\n")
        case .section(let name, let text): return .section(name, text: text + "\n")
        case .declaration(let name, let text): return .declaration(name, text: text + "\n")
        }
    }
}

extension String {
    /// `Book` of `models.Book`.
    fileprivate var shortened: String { firstIndex(of: ".").map { String(self[index(after: $0)...]) } ?? self }

    /// The comments above a key, which follow each other.
    fileprivate var comments: String {
        var rest = self[...]
        while rest.first(where: { !$0.isWhitespace || $0.isNewline }) == "#" {
            rest = rest.firstIndex(where: \.isNewline).map { rest[rest.index(after: $0)...] } ?? ""
        }
        return String(self[..<rest.startIndex])
    }

    /// The lines that are neither empty nor look like a comment.
    fileprivate var significantLines: [Substring] {
        split(whereSeparator: \.isNewline).filter { line in
            line.first { !$0.isWhitespace }.map { $0 != "#" } ?? false
        }
    }

    /// The names and other words in a declaration.
    fileprivate var words: Set<Substring> { Set(split { !$0.isLetter && !$0.isNumber && $0 != "_" }) }
}
