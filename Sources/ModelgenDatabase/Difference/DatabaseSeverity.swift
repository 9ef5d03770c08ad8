import ModelgenSchema

/// The differences between two versions of a database, by their effect on existing rows.
func databaseDifferences(_ old: [EarlierFact], _ new: [Fact]) -> [Difference] {
    let new = new.keepingOrder(ofViews: old.compactMap(\.today))
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
        // A change of the SQLite type is reported for the column itself, including the effect on its values.
        let isConverted = forms.map { !$0.isSameType && !$0.isReadable } ?? false
        if isConverted { severity = severity.map { max($0, .dataDependent) } }
        let own = pair.isSame ? nil : severity.map { pair.difference(in: .database, $0) }
        return [own, forms?.difference(of: pair.fact.subject)].compactMap { $0 }
    }.sorted { ($0.subject, $0.rule) < ($1.subject, $1.rule) }
}

/// How the values of an unchanged column were written and are written now. They may differ in the transformer, in an
/// enum, or in parts of a document.
private struct FormPair {
    let before: StoredForm
    let after: StoredForm
    /// Whether the SQLite types are equal.
    let isSameType: Bool

    /// Returns nil if the fact is not about a column, or if the lock is in an older form, which does not record how
    /// columns are stored.
    init?(of pair: FactPair, _ old: [ExactText: StoredForm], _ new: [ExactText: StoredForm]) {
        guard let column = pair.new, column.kind == .column, let earlier = pair.old?.original,
            let before = old[earlier.$subject], let after = new[column.$subject]
        else { return nil }
        (self.before, self.after) = (before, after)
        isSameType = ColumnFact(earlier.value).type == ColumnFact(column.value).type
    }

    /// Whether every earlier value is read as the same value.
    var isReadable: Bool { after.reads(before) }

    func difference(of column: String) -> Difference? {
        // A later release of a version has recorded both what is written now and what the rows before it contain.
        guard isSameType, !(isReadable && before.widened(to: after) == before) else { return nil }
        return Difference(
            area: .database, severity: isReadable ? .additive : .dataDependent, rule: "stored-changed", subject: column,
            before: before.text(unlike: after), after: after.text(unlike: before))
    }
}

extension Fact {
    /// Whether the fact belongs to that table.
    fileprivate func isOf(_ table: String) -> Bool {
        guard kind == .index else { return self.table == table }
        return value.contains(" ON \(canonicalSQL(table)) (")
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
    if old.$value == new.$value { return .additive }
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

extension TableFact {
    /// How the rowid is stored affects no value. A new key may have duplicates, and STRICT may reject a value.
    fileprivate func severity(of other: TableFact) -> Difference.Severity {
        key != other.key || (other.isStrict && !isStrict) ? .dataDependent : .additive
    }
}

extension ColumnFact {
    fileprivate func severity(of other: ColumnFact) -> Difference.Severity {
        // A stored value is replaced by a computed one, so the old value is lost.
        if generated.isEmpty, !other.generated.isEmpty { return .destructive }
        let isConverted = type != other.type && !(type == "INTEGER" && other.type == "TEXT")
        let mayBeRefused =
            (other.isRequired && !isRequired) || collation != other.collation
            || (check != other.check && !other.check.isEmpty)
        let isComputedOtherwise = generated != other.generated && !other.generated.isEmpty
        return isConverted || mayBeRefused || isComputedOtherwise ? .dataDependent : .additive
    }
}
