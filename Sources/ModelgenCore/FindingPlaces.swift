import ModelgenDatabase
import ModelgenDiagnostics
import ModelgenParsing
import ModelgenSchema

extension Positions {
    /// Converts a finding of a later stage to a diagnostic, with its place in the input.
    package func diagnostic(_ finding: Finding) -> Diagnostic {
        let severity: Diagnostic.Severity =
            switch finding.severity {
            case .error: .error
            case .warning: .warning
            }
        return Diagnostic(
            severity, rule: finding.rule, finding.message,
            at: unknownName(of: finding) ?? place(of: finding.element))
    }

    /// Where the name is written that SQLite does not know, if that is certain: in the SQL of a key, or nowhere else in a
    /// model. A word at which SQLite stops reading may be repeated in the SQL of a key.
    private func unknownName(of finding: Finding) -> SourceRange? {
        let name = nameInMessage(ofSQLite: finding.message)
        guard let word = name ?? wordInMessage(ofSQLite: finding.message) else { return nil }
        var places = value(of: finding.element)?.places(of: word) ?? []
        // A step that rebuilds its table also evaluates each `fill`.
        if places.isEmpty, case .step(let model, _, _) = finding.element.element {
            places = value(of: ElementID(.model(model)))?.places(of: word) ?? []
            return places.count == 1 ? places.first : nil
        }
        return name != nil && finding.element.key != nil || places.count == 1 ? places.first : nil
    }

    /// Where an element is declared. For an element that is no longer declared, such as the old name of a field, the
    /// place of its model.
    private func place(of id: ElementID) -> SourceRange? {
        self[id] ?? id.element.model.flatMap { self[.model($0)] }
    }
}

/// The name that SQLite does not know: in `no such column: sise`.
private func nameInMessage(ofSQLite message: String) -> Substring? {
    let openings = [
        "no such column: ", "no such table: ", "no such function: ", "no such collation sequence: ",
        "ambiguous column name: ",
    ]
    guard let found = openings.lazy.compactMap({ message.firstRange(of: $0) }).first else { return nil }
    return message[found.upperBound...].prefix { !$0.isWhitespace && !";,".contains($0) }
}

/// The word at which SQLite stops reading: in `near "sise": syntax error`.
private func wordInMessage(ofSQLite message: String) -> Substring? {
    let openings = ["near \"", "unrecognized token: \""]
    guard let found = openings.lazy.compactMap({ message.firstRange(of: $0) }).first else { return nil }
    let word = message[found.upperBound...].prefix { $0 != "\"" }
    return !word.isEmpty && word.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") } ? word : nil
}

extension SourceRange {
    /// Where a word is written in the range, not as part of a longer one.
    fileprivate func places(of word: Substring) -> [SourceRange] {
        func isInWord(_ offset: Int) -> Bool {
            guard (start..<end).contains(offset) else { return false }
            let byte = file.bytes[offset]
            return byte.isLetter || byte.isDigit || byte == UInt8(ascii: "_") || byte >= 0x80
        }
        return file.bytes[start..<end].ranges(of: Array(word.utf8))
            .filter { !isInWord($0.lowerBound - 1) && !isInWord($0.upperBound) }
            .map { file.range($0.lowerBound, $0.upperBound) }
    }
}

extension ElementID.Element {
    fileprivate var model: SwiftName? {
        switch self {
        case .field(let model, _), .relation(let model, _), .query(let model, _), .action(let model, _),
            .nested(let model, _), .operation(let model, _), .step(let model, _, _):
            model
        case .file, .database, .api, .enumeration, .transformer, .externalType, .model, .databaseStep: nil
        }
    }
}
