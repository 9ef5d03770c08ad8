import ModelgenSchema

/// The differences between two versions of a database, by their effect on existing rows.
func databaseDifferences(_ old: [EarlierFact], _ new: [Fact]) -> [Difference] {
    let pairs = paired(old.filter { !$0.original.kind.isForm }, new.filter { !$0.kind.isForm })
    // If a whole table is added or removed, that covers everything in it.
    let gone = Set(pairs.filter { $0.new == nil && $0.fact.kind == .table }.map(\.fact.subject))
    let came = Set(pairs.filter { $0.old == nil && $0.fact.kind == .table }.map(\.fact.subject))
    let (oldForms, newForms) = (StoredForm.all(old.map(\.original)), StoredForm.all(new))
    return pairs.flatMap { pair -> [Difference] in
        if pair.fact.kind != .table {
            if pair.new == nil, gone.contains(where: { pair.fact.isOf($0) }) { return [] }
            if pair.old == nil, came.contains(where: { pair.fact.isOf($0) }) { return [] }
        }
        let forms = FormPair(of: pair, oldForms, newForms)
        var severity = databaseSeverity(pair.old?.today ?? pair.old?.original, pair.new)
        // Another SQLite type is reported for the column itself, and so is its effect on the values.
        let isConverted = forms.map { !$0.isSameType && !$0.isReadable } ?? false
        if isConverted { severity = severity.map { max($0, .dataDependent) } }
        let own = pair.isSame ? nil : severity.map { pair.difference(in: .database, $0) }
        return [own, forms?.difference(of: pair.fact.subject)].compactMap { $0 }
    }.sorted { ($0.subject, $0.rule) < ($1.subject, $1.rule) }
}

/// How the values of an unchanged column were written and are written now: with another transformer, another enum,
/// other parts of a document.
private struct FormPair {
    let before: StoredForm
    let after: StoredForm
    /// Whether they have the same SQLite type.
    let isSameType: Bool

    /// Returns nil if it is not a column, or if the lock has an older form, which does not record how columns are
    /// stored.
    init?(of pair: FactPair, _ old: [String: StoredForm], _ new: [String: StoredForm]) {
        guard let column = pair.new, column.kind == .column, let earlier = pair.old?.original,
            let before = old[earlier.subject], let after = new[column.subject]
        else { return nil }
        (self.before, self.after) = (before, after)
        isSameType = ColumnFact(earlier.value).type == ColumnFact(column.value).type
    }

    /// Whether every earlier value is read as the same value.
    var isReadable: Bool { after.reads(before) }

    func difference(of column: String) -> Difference? {
        guard isSameType, before != after else { return nil }
        return Difference(
            area: .database, severity: isReadable ? .additive : .dataDependent, rule: "stored-changed", subject: column,
            before: before.text(unlike: after), after: after.text(unlike: before))
    }
}

extension Fact {
    /// Whether it belongs to that table.
    fileprivate func isOf(_ table: String) -> Bool {
        guard kind == .index else { return self.table == table }
        return value.contains(" ON \((sqlTokens(table).first?.name ?? table).lowercased()) (")
    }
}

private func databaseSeverity(_ old: Fact?, _ new: Fact?) -> Difference.Severity? {
    switch (old, new) {
    case (let old?, let new?): severityOfChange(old, new)
    case (let old?, nil):
        switch old.kind {
        // Searches, and queries on a view, no longer work.
        case .table, .column, .view, .fullText: .destructive
        default: .additive
        }
    case (nil, let new?):
        switch new.kind {
        // Existing rows may violate it.
        case .check, .reference: .dataDependent
        case .index: new.value.hasPrefix("UNIQUE") ? .dataDependent : .additive
        default: .additive
        }
    case (nil, nil): nil
    }
}

private func severityOfChange(_ old: Fact, _ new: Fact) -> Difference.Severity {
    if old.value == new.value { return .additive }
    switch new.kind {
    case .column: return ColumnFact(old.value).severity(of: ColumnFact(new.value))
    case .index: return new.value.hasPrefix("UNIQUE") ? .dataDependent : .additive
    case .fullText:
        let columns = Set(FactParts(new.value).parts)
        return columns.isSuperset(of: FactParts(old.value).parts) ? .additive : .destructive
    case .table: return TableFact(old.value).severity(of: TableFact(new.value))
    default: return .dataDependent
    }
}

/// The facts about a table as a whole.
struct TableFact {
    var key: String
    var isStrict: Bool
    var isWithoutRowID: Bool

    init(_ value: String) {
        var rest = value
        for option in [" WITHOUT ROWID", " AUTOINCREMENT", " STRICT"] where (" " + rest).contains(option) {
            rest = rest.replacing(option, with: "")
        }
        isStrict = (" " + value).contains(" STRICT")
        isWithoutRowID = (" " + value).contains(" WITHOUT ROWID")
        key = value.hasPrefix("PRIMARY KEY") ? rest : ""
    }

    /// The way the rowid is stored affects no value; a new key may have duplicates, and STRICT may reject a value.
    func severity(of other: TableFact) -> Difference.Severity {
        key != other.key || (other.isStrict && !isStrict) ? .dataDependent : .additive
    }
}

/// The declaration of a column, in parts.
struct ColumnFact: Equatable {
    var type = ""
    /// The SQL after DEFAULT.
    var standard: String?
    var isRequired = false
    var collation = ""
    var check = ""
    var generated = ""

    init(_ value: String) {
        let tokens = sqlTokens(value).filter { $0.kind != .space }
        var index = 0
        while index < tokens.count, !Self.clauses.contains(where: { tokens[index].isWord($0) }) {
            type += tokens[index].text.uppercased()
            index += 1
        }
        while index < tokens.count {
            let clause = tokens[index].text.uppercased()
            var text: [String] = []
            var depth = 0
            index += 1
            while index < tokens.count, depth > 0 || !Self.clauses.contains(where: { tokens[index].isWord($0) }) {
                if tokens[index].isSymbol("(") { depth += 1 }
                if tokens[index].isSymbol(")") { depth -= 1 }
                text.append(tokens[index].text)
                index += 1
            }
            switch clause {
            case "NOT": isRequired = true
            case "DEFAULT": standard = text.joined(separator: " ")
            case "COLLATE": collation = text.joined(separator: " ").uppercased()
            case "CHECK": check = text.joined(separator: " ")
            case "GENERATED": generated = text.joined(separator: " ")
            default: break
            }
        }
    }

    /// A Swift type whose values are stored like this.
    var swiftType: String {
        // https://www.sqlite.org/datatype3.html, 3.1; anything else is NUMERIC.
        if type.contains("INT") { return "Int64" }
        if ["CHAR", "CLOB", "TEXT"].contains(where: type.contains) { return "String" }
        return type == "BLOB" ? "Data" : "Double"
    }

    private static let clauses = ["NOT", "DEFAULT", "COLLATE", "CHECK", "GENERATED", "PRIMARY", "REFERENCES", "UNIQUE"]

    func severity(of other: ColumnFact) -> Difference.Severity {
        // A stored value becomes a computed one: the old value is lost.
        if generated.isEmpty, !other.generated.isEmpty { return .destructive }
        let isConverted = type != other.type && !(type == "INTEGER" && other.type == "TEXT")
        let mayBeRefused =
            (other.isRequired && !isRequired) || collation != other.collation
            || (check != other.check && !other.check.isEmpty)
        let isComputedOtherwise = generated != other.generated && !other.generated.isEmpty
        return isConverted || mayBeRefused || isComputedOtherwise ? .dataDependent : .additive
    }
}
