import ModelgenSchema

/// A released version that the schema tells otherwise now: what changed, and the step to write instead.
struct ReleasedChange {
    let released: [Fact]
    let now: [Fact]
    let planned: PlannedDatabase
    let version: Int
    /// The version that the step belongs to.
    let nextVersion: Int

    func findings() -> [Finding] {
        let old = Dictionary(released.map { (Key($0), $0) }, uniquingKeysWith: { first, _ in first })
        let new = Dictionary(now.map { (Key($0), $0) }, uniquingKeysWith: { first, _ in first })
        var gone = released.filter { new[Key($0)] == nil }
        var added = now.filter { old[Key($0)] == nil }
        var findings: [Finding] = []
        // A column that went where one of the same declaration came was renamed, most likely.
        for before in gone where before.kind == .column {
            guard
                let after = added.first(where: {
                    $0.kind == .column && $0.value == before.value && $0.table == before.table
                })
            else { continue }
            gone.removeAll { $0 == before }
            added.removeAll { $0 == after }
            findings.append(
                finding(
                    "the column \(before.subject) is called \(after.subject) now",
                    "- rename: { \(fieldName(of: before)): \(fieldName(of: after)) }",
                    at: element(of: after)
                )
            )
        }
        // What belongs to a table that is gone or new goes with it.
        let goneTables = Set(gone.filter { $0.kind == .table }.map(\.subject))
        let addedTables = Set(added.filter { $0.kind == .table }.map(\.subject))
        for fact in gone where fact.kind == .table || !goneTables.contains(fact.table) {
            findings.append(removal(of: fact))
        }
        // `was` tells all indexes or checks that there were, so that the new ones need no `since`.
        let told = Set(gone.compactMap(\.listedInWas))
        for fact in added where fact.kind == .table || !addedTables.contains(fact.table) {
            if let list = fact.listedInWas, told.contains(list) { continue }
            findings.append(addition(of: fact))
        }
        for fact in released {
            guard let other = new[Key(fact)], other.value != fact.value, !followsFromKey(fact, other, new) else {
                continue
            }
            findings.append(change(from: fact, to: other))
        }
        return findings
    }

    /// Whether a column is required, or no longer, because its table has another key, which is told for itself.
    private func followsFromKey(_ old: Fact, _ new: Fact, _ facts: [Key: Fact]) -> Bool {
        guard old.kind == .column, let table = released.first(where: { $0.kind == .table && $0.subject == old.table }),
            let now = facts[Key(table)]
        else { return false }
        let (before, after) = (TableFact(table.value), TableFact(now.value))
        guard before.key != after.key || before.isWithoutRowID != after.isWithoutRowID else { return false }
        var (first, second) = (ColumnFact(old.value), ColumnFact(new.value))
        (first.isRequired, second.isRequired) = (true, true)
        return first == second
    }

    private struct Key: Hashable {
        var kind: Fact.Kind
        var subject: String

        init(_ fact: Fact) {
            kind = fact.kind
            subject = fact.subject
        }
    }

    private var earlier: EarlierDefinition { EarlierDefinition(released: released, planned: planned) }

    private func removal(of fact: Fact) -> Finding {
        let step =
            switch fact.kind {
            case .table: earlier.dropped(fact.subject)
            case .column: "- drop: { \(fieldName(of: fact)): \(earlier.field(of: fact, in: fact.table)) }"
            case .index: earlier.indexes([fact], of: fact.table)
            case .check: earlier.checks(of: fact.table)
            case .fullText: earlier.fullText(of: fact.table)
            case .view: "- dropModel: { \(viewModel(fact)): { view: \(earlier.viewText(fact)), fields: { … } } }"
            case .reference: referenceStep(fact)
            default: restoration
            }
        return finding("\(fact.text) is gone", step, at: element(of: fact))
    }

    private func addition(of fact: Fact) -> Finding {
        let step =
            switch fact.kind {
            case .table, .column, .index, .check, .view: "since: \(nextVersion)"
            case .fullText: earlier.fullText(of: fact.table)
            case .reference: referenceStep(fact)
            default: restoration
            }
        return finding("\(fact.text) is new in it", step, at: element(of: fact))
    }

    private func change(from old: Fact, to new: Fact) -> Finding {
        let step =
            switch old.kind {
            case .column:
                "- change: { \(fieldName(of: new)): { from: \(earlier.field(of: old, in: old.table)) } }"
            case .table: earlier.options(of: old, unlike: new)
            case .index: earlier.indexes([old, new], of: old.table)
            case .check: earlier.checks(of: old.table)
            case .fullText: earlier.fullText(of: old.table)
            case .view: earlier.view(old)
            case .reference: referenceStep(old)
            default: restoration
            }
        return finding("\(old.text) was `\(old.value)` and is `\(new.value)` now", step, at: element(of: new))
    }

    /// The column as it was, with the foreign key that it had.
    private func referenceStep(_ fact: Fact) -> String {
        let columns = fact.subject.drop { $0 != "(" }.dropFirst().dropLast()
        guard let column = released.first(where: { $0.kind == .column && $0.subject == "\(fact.table).\(columns)" })
        else {
            return restoration
        }
        let definition = earlier.field(of: column, in: fact.table)
        return "- change: { \(fieldName(of: fact)): { from: \(definition) } }"
    }

    /// The model of a view, as far as its name tells.
    private func viewModel(_ fact: Fact) -> String {
        NamingStrategy.camelCase.name(for: SwiftName(sqlTokens(fact.subject).first?.name ?? fact.subject))
            .capitalizedFirst
    }

    private var restoration: String { "" }

    private func finding(_ message: String, _ step: String, at element: ElementID) -> Finding {
        let advice: String
        if step.isEmpty {
            advice =
                "files that have passed it cannot pass it again; restore it and write a step under version \(nextVersion)"
        } else if step.hasPrefix("- ") {
            advice = "write under `migrations: \(nextVersion):` `\(step)`"
        } else {
            advice = "write `\(step)` on it"
        }
        return Finding(
            rule: "released-version-changed",
            message:
                "version \(version) of \(planned.plan.database) was released and cannot change: \(message); \(advice)",
            element: element
        )
    }

    // MARK: Where it stands

    private func element(of fact: Fact) -> ElementID {
        let shape = planned.shapes.first { $0.version == version } ?? planned.shapes.last
        guard let table = shape?.tables.first(where: { $0.name.quoted == fact.table || fact.belongs(to: $0) }) else {
            let view = shape?.views.first { $0.name.quoted == fact.subject }
            return view.map { ElementID(.model($0.origin.model), key: "view") }
                ?? ElementID(.database(planned.plan.database))
        }
        let model = table.origin.model
        if let column = table.columns.first(where: { "\(fact.table).\($0.name.quoted)" == fact.subject }) {
            return ElementID(.field(model: model, column.field))
        }
        return ElementID(.model(model))
    }

    private func fieldName(of fact: Fact) -> String {
        let column =
            fact.kind == .reference
            ? String(fact.subject.drop { $0 != "(" }.dropFirst().dropLast())
            : String(fact.subject.dropFirst(fact.table.count + 1))
        return earlier.field(column, of: fact.table)
    }
}

extension Fact {
    /// `the column posts.title`
    fileprivate var text: String {
        switch kind {
        case .table: "the table \(subject)"
        case .column: "the column \(subject)"
        case .reference: "the foreign key of \(subject)"
        case .check: "the check of \(subject)"
        case .index: "the index \(subject)"
        case .fullText: "the full text of \(subject)"
        case .view: "the view \(subject)"
        case .sql, .swift: "step \(subject)"
        case .fill: "the fill of \(subject)"
        case .using: "the conversion of \(subject)"
        case .wireEnum, .value, .object, .read, .write, .api, .endpoint, .type, .initializer, .property, .enumCase,
            .function, .requirement:
            subject
        }
    }

    /// The table of the fact, as SQL spells it; empty where it tells of none.
    var table: String {
        switch kind {
        case .table, .fullText: return subject
        case .column, .fill, .using, .reference, .check:
            let tokens = sqlTokens(subject)
            return tokens.first?.text ?? ""
        case .index:
            // The subject is the name of the index; the table stands after ON.
            let tokens = sqlTokens(value).filter { $0.kind != .space }
            guard let on = tokens.firstIndex(where: { $0.isWord("ON") }), on + 1 < tokens.count else { return "" }
            return tokens[on + 1].text
        case .view, .sql, .swift, .wireEnum, .value, .object, .read, .write, .api, .endpoint, .type, .initializer,
            .property, .enumCase, .function, .requirement:
            return ""
        }
    }

    fileprivate func belongs(to table: TableShape) -> Bool {
        kind == .index && table.indexes.contains { $0.name.quoted == subject }
    }

    /// The key of `was` that lists all facts of this kind of a table, with the table.
    fileprivate var listedInWas: [String]? {
        switch kind {
        case .index: [value.hasPrefix("UNIQUE") ? "unique" : "indexes", table]
        case .check: ["checks", table]
        default: nil
        }
    }
}
