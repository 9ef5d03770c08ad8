import ModelSchemas

/// A difference between the imported models and the file.
struct ImportDifference {
    /// Nil if it does not belong to a table.
    var table: String?
    var text: String
}

extension ModelSchemas.SchemaDifference {
    /// Whether a note about its table is about this difference.
    func isReported(by note: String) -> Bool {
        let ofForeignKey = "the foreign key ("
        return switch kind {
        case .table, .view: true
        case .column: note.hasWord(name)
        // A key in which rows have NULL is only unique in the models.
        case .primaryKey, .unique: note.contains("primary key") || note.contains("a constraint")
        case .index, .trigger:
            note.folded.hasWord("\(kind.rawValue) \(name)".folded) || note.contains("a constraint")
        // One of several may have been reported.
        case .foreignKey where note.hasPrefix(ofForeignKey) && !name.isEmpty:
            Set(names: note.dropFirst(ofForeignKey.count).prefix { $0 != ")" }) == Set(names: name)
        case .foreignKey, .check: note.contains(kind.rawValue) || note.contains("a constraint")
        }
    }
}

extension Set<FoldedName> {
    /// The names in a list: `a, b`.
    fileprivate init(names list: some StringProtocol) {
        self.init(list.split(separator: ", ").map { FoldedName(String($0)) })
    }
}

extension String {
    /// Whether it contains a name that is not part of a longer one.
    fileprivate func hasWord(_ name: String) -> Bool {
        func continues(_ character: Character?) -> Bool {
            character.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
        }
        return ranges(of: name).contains { range in
            !continues(self[..<range.lowerBound].last) && !continues(self[range.upperBound...].first)
        }
    }
}
