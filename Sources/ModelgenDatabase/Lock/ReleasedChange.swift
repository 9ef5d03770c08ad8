import ModelgenSchema

/// A released version that the schema now describes differently: what has changed, and the step to write instead.
struct ReleasedChange {
    var released: [Fact]
    let now: [Fact]
    let planned: PlannedDatabase
    let version: Int
    /// The version for the step.
    let nextVersion: Int
    /// The released versions, from the oldest to this one.
    let history: [Lock.Version]
    /// The released versions after this one.
    let later: [Lock.Version]
    /// The columns for which any release filled older rows.
    let filled: Set<String>
    /// The columns whose definitions have changed, as far as steps for them are proposed.
    var changedColumns: Set<String> = []

    func findings() -> [Finding] {
        let steps = stepFindings()
        let tables = RenamedTables(released: released, now: now, planned: planned, version: version)
        let before = released.filter { tables.concerns($0) }.map(tables.translated)
        let present = now.filter { !tables.isNew($0) }
        return steps + tables.pairs.map(rename) + differences(from: before, to: present)
    }

    /// The differences, table by table. The views, which may refer to all tables, come together.
    private func differences(from released: [Fact], to now: [Fact]) -> [Finding] {
        func byTable(_ facts: [Fact]) -> [String: [Fact]] { Dictionary(grouping: facts) { $0.table } }
        let (own, before, after) = (byTable(self.released), byTable(released), byTable(now))
        return Set(before.keys).union(after.keys).sorted().flatMap { table in
            var change = self
            if !table.isEmpty { change.released = own[table] ?? [] }
            return change.differences(ofTable: before[table] ?? [], after[table] ?? [])
        }
    }

    private func differences(ofTable released: [Fact], _ now: [Fact]) -> [Finding] {
        let old = Dictionary(firstOf: released.map { (Key($0), $0) })
        let new = Dictionary(firstOf: now.map { (Key($0), $0) })
        var gone = released.filter { new[Key($0)] == nil && !$0.kind.isStep && !$0.kind.isForm }
        var added = now.filter { old[Key($0)] == nil && !$0.kind.isStep }
        // A column includes its reference.
        func columns(_ facts: [Fact]) -> Set<String> { Set(facts.filter { $0.kind == .column }.map(\.subject)) }
        let (goneColumns, addedColumns) = (columns(gone), columns(added))
        gone.removeAll { !goneColumns.isDisjoint(with: $0.referringColumns) }
        added.removeAll { !addedColumns.isDisjoint(with: $0.referringColumns) }
        let successors = successors(of: gone, among: added)
        gone.removeAll { fact in successors.contains { $0.before == fact } }
        added.removeAll { fact in successors.contains { $0.after == fact } }
        var findings = successors.flatMap(renamed)
        // Facts that only mention the columns follow their renames.
        for fact in gone where fact.kind != .column && !successors.isEmpty {
            guard let other = added.first(where: { $0.kind == fact.kind && isSame(fact, $0, after: successors) })
            else { continue }
            gone.removeAll { $0 == fact }
            added.removeAll { $0 == other }
        }
        let followers = released.filter { fact in
            new[Key(fact)].map { !successors.isEmpty && isSame(fact, $0, after: successors) } == true
        }
        let changed = released.filter { fact in
            guard !fact.kind.isStep, !fact.kind.isForm, let other = new[Key(fact)] else { return false }
            return other.$value != fact.$value && !followsFromKey(fact, other, new) && !followers.contains(fact)
        }
        // The step of a changed column includes its reference.
        var told = self
        told.changedColumns = columns(changed)
        func isTold(_ fact: Fact) -> Bool {
            fact.kind == .reference && told.changedColumns.isSuperset(of: fact.referringColumns)
        }
        gone.removeAll(where: isTold)
        added.removeAll(where: isTold)
        // If a table is added or removed, that covers its parts.
        let isTableGone = gone.contains { $0.kind == .table }
        let isTableNew = added.contains { $0.kind == .table }
        var candidates: [Fact] = []
        for fact in gone where fact.kind == .table || !isTableGone {
            let alike = added.filter { fact.kind == .column && isAlike(fact, $0) }
            candidates += alike
            findings.append(told.removal(of: fact, orRenameTo: alike))
        }
        // `was` lists all earlier indexes or checks, so the new ones need no `since`.
        let lists = Set(gone.compactMap(\.listedInWas))
        for fact in added where (fact.kind == .table || !isTableNew) && !candidates.contains(fact) {
            if let list = fact.listedInWas, lists.contains(list) { continue }
            findings.append(told.addition(of: fact))
        }
        for fact in changed where !isTold(fact) {
            if let other = new[Key(fact)] { findings.append(told.change(from: fact, to: other)) }
        }
        return findings
    }

    // MARK: Renames, which keep the rows

    private func rename(_ table: RenamedTables.Pair) -> Finding {
        let (old, new) = (name(table.old), name(table.new))
        let also = table.since.map { "remove `since: \($0)`, and " } ?? ""
        let step = Remedy.step("- was: { table: \(earlier.quoted(old)) }")
        let other =
            table.since == nil
            ? "`since: \(nextVersion)` on it"
            : "`\(earlier.dropped(table.old).dropFirst(2))` under the database's, which deletes the rows of `\(old)`"
        return finding(
            "the table `\(old)` seems to be named `\(new)` now",
            advice: also
                + advice(step, from: nil, to: now.first { $0.kind == .table && $0.subject == table.new })
                + ", or, if `\(new)` is a new table, \(other)",
            at: ElementID(.model(table.model), key: "table"))
    }

    /// The columns and views that replaced removed ones, if there is only one candidate: by the name of the field, by
    /// the declaration, or because nothing else was removed and added.
    private func successors(of gone: [Fact], among added: [Fact]) -> [(before: Fact, after: Fact)] {
        var pairs: [(before: Fact, after: Fact)] = []
        let fields = Dictionary(firstOf: added.map { ($0, fieldName(of: $0)) })
        let forms = Dictionary(firstOf: added.map { ($0, presentField(of: $0).map(planned.forms.form)) })
        var (gone, added) = (gone, added)
        func pair(_ matches: (Fact, Fact) -> Bool) {
            for before in gone where before.kind == .column || before.kind == .view {
                let candidates = added.filter { $0.kind == before.kind && matches(before, $0) }
                guard candidates.count == 1, let after = candidates.first,
                    gone.count(where: { $0.kind == after.kind && matches($0, after) }) == 1
                else { continue }
                pairs.append((before, after))
                gone.removeAll { $0 == before }
                added.removeAll { $0 == after }
            }
        }
        // A column after which a field is named is not matched with another field.
        pair { isAlike($0, $1) && earlier.isDerived(earlier.columnName(of: $0), from: fields[$1] ?? "") }
        pair { isAlike($0, $1) && $0.subject.letters == $1.subject.letters }
        pair { isAlike($0, $1) && forms[$1] == StoredForm(released, of: $0.subject) }
        pair(isAlike)
        if gone.count(where: { $0.kind == .column }) == 1, added.count(where: { $0.kind == .column }) == 1 {
            pair { $0.kind == .column && ColumnFact($0.value).type == ColumnFact($1.value).type }
        }
        return pairs
    }

    /// Whether the declaration of a column or a view equals that of another one, apart from its name.
    private func isAlike(_ before: Fact, _ after: Fact) -> Bool {
        before.kind == after.kind && [.column, .view].contains(before.kind)
            && isSame(before, after, after: [(before, after)])
    }

    /// The field with this column, in the version as it is described now.
    func presentField(of fact: Fact) -> Field? {
        let column = String(fact.subject.dropFirst(fact.table.count + 1))
        let table = planned.version(at: version)?.state.tables.first { $0.name.quoted == fact.table }
        return table?.fields.first { $0.column?.name.quoted == column }
    }

    private func renamed(_ before: Fact, _ after: Fact) -> [Finding] {
        guard before.kind == .column else {
            return [
                finding(
                    "\(before.text) seems to be named `\(after.subject)` now",
                    advice: advice(
                        .step("- was: { table: \(earlier.quoted(name(before.subject))) }"), from: before, to: after),
                    at: element(of: after))
            ]
        }
        let renaming = finding(
            "the column `\(before.subject)` seems to be named `\(after.subject)` now",
            advice: advice(.step("- \(renameStep(before, after))"), from: before, to: after)
                + ", or, if `\(after.subject)` is a new column, `since: \(nextVersion)` on it",
            at: element(of: after))
        return [renaming] + (isSame(before, after, after: [(before, after)]) ? [] : [change(from: before, to: after)])
    }

    /// `rename: { title: name }`
    func renameStep(_ before: Fact, _ after: Fact) -> String {
        let (old, new) = (fieldName(of: before), fieldName(of: after))
        let columns = [before, after].map(earlier.columnName)
        // If a column is named exactly like its field, that says nothing about the naming strategy, unless snake_case
        // would differ.
        func snakeCase(_ name: String) -> String { NamingStrategy.snakeCase.name(for: SwiftName(name)) }
        let isDerived =
            columns == [old, new].map(snakeCase) || (columns == [old, new] && new != snakeCase(new))
        let names =
            old == new || !isDerived
            ? "column: { \(columns.map(earlier.quoted).joined(separator: ": ")) }" : "\(old): \(new)"
        return "rename: { \(names) }"
    }

    /// Whether two facts are equal, apart from renames of columns.
    private func isSame(_ fact: Fact, _ other: Fact, after renames: [(before: Fact, after: Fact)]) -> Bool {
        if fact.$value == other.$value { return true }
        var names: [FoldedName: FoldedName] = [:]
        for (before, after) in renames where before.kind == .column {
            names[FoldedName(earlier.columnName(of: before))] = FoldedName(earlier.columnName(of: after))
        }
        func translated(_ value: String, _ names: [FoldedName: FoldedName]) -> [ExactText] {
            sqlTokens(value).map { token in
                ExactText(token.name.flatMap { names[FoldedName($0)]?.text } ?? token.text)
            }
        }
        // The new names as they are compared.
        let present = Dictionary(firstOf: names.values.map { ($0, $0) })
        return !names.isEmpty && translated(fact.value, names) == translated(other.value, present)
    }

    private func name(_ quoted: String) -> String { sqlTokens(quoted).first?.name ?? quoted }

    // MARK: Steps

    /// Finds the first released step that has changed, and reports it at its place. Only the first one, because later
    /// ones follow.
    private func stepFindings() -> [Finding] {
        func texts(_ facts: [Fact]) -> [String] {
            facts.filter { $0.kind == .sql || $0.kind == .swift }.sorted {
                (Int($0.subject) ?? 0) < (Int($1.subject) ?? 0)
            }
            .map { $0.kind == .swift ? "swift: \($0.value)" : "sql: \($0.value)" }
        }
        let (before, after) = (texts(released), texts(now))
        var findings: [Finding] = []
        let place = zip(before, after).prefix { $0 == $1 }.count
        if before != after {
            let steps = planned.version(at: version)?.way?.transition.dataSteps ?? []
            let element =
                steps.indices.contains(place)
                ? steps[place].element : steps.last?.element ?? ElementID(.database(planned.name))
            let was = before.indices.contains(place) ? "was `\(before[place])`" : "was not there"
            findings.append(
                finding(
                    "step \(place + 1) \(was) and \(after.indices.contains(place) ? "is now different" : "was removed")",
                    advice: advice(.restore, from: nil, to: nil), at: element))
        }
        let values = Dictionary(firstOf: now.map { (Key($0), $0.$value) })
        for fact in released where fact.kind == .fill || fact.kind == .using {
            guard values[Key(fact)] != fact.$value else { continue }
            // It may be written as before, if the value is now stored in another form.
            let spelled = fact.kind == .fill ? ", as in `fill: { sql: \(earlier.quoted(fact.value)) }`" : ""
            findings.append(
                finding(
                    "\(fact.text) was `\(fact.value)`\(spelled)", advice: advice(.restore, from: fact, to: nil),
                    at: element(of: fact)))
        }
        let known = Set(released.map(Key.init))
        for fact in now where (fact.kind == .fill || fact.kind == .using) && !known.contains(Key(fact)) {
            let column = released.first { $0.kind == .column && $0.subject == fact.subject }
            let form = column.map { ColumnFact($0.value) }
            let gotNull =
                fact.kind == .fill && form?.isRequired == false && form?.defaultsToNull == true && isChangedLater(fact)
            findings.append(
                finding(
                    "\(fact.text) is new in it",
                    advice: gotNull
                        ? "older rows got NULL: write `fill: null` in the `from` of the step that changed the field"
                        : advice(.restore, from: nil, to: fact),
                    at: element(of: fact)))
        }
        return findings
    }

    /// Whether a later version has a `change` of the field with this column.
    private func isChangedLater(_ fact: Fact) -> Bool {
        let table = planned.version(at: version)?.state.tables.first { $0.name.quoted == fact.table }
        guard let origin = table?.origin, var name = presentField(of: fact)?.name else { return false }
        for transition in planned.versions.compactMap(\.way?.transition) where transition.version > version {
            if let place = transition.before.table(origin)?.fields.firstIndex(where: { $0.name == name }),
                let renamed = transition.renamed.table(origin)
            {
                name = renamed.fields[place].name
            }
            if transition.conversions.contains(where: { $0.table == origin && $0.field == name }) { return true }
        }
        return false
    }

    /// Whether a column became required, or is no longer required, because its table has another key, which is reported
    /// separately.
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

    struct Key: Hashable {
        var kind: Fact.Kind
        @ExactText var subject: String

        init(_ fact: Fact) {
            kind = fact.kind
            subject = fact.subject
        }
    }
}

extension String {
    /// What remains of a name in any spelling: of `Ship Via`, `shipVia` and `ship_via`.
    var letters: String { folded.filter { $0.isLetter || $0.isNumber } }
}

extension Fact {
    /// The table of the fact, as written in SQL. Empty if it has none.
    var table: String {
        switch kind {
        case .table, .fullText: return subject
        case .column, .stored, .holds, .fill, .using, .reference, .check:
            let tokens = sqlTokens(subject)
            return tokens.first?.text ?? ""
        case .index:
            // The subject is the name of the index; the table follows ON.
            let tokens = sqlTokens(value).filter { $0.kind != .space }
            guard let on = tokens.firstIndex(where: { $0.isWord("ON") }), on + 1 < tokens.count else { return "" }
            return tokens[on + 1].text
        case .view, .sql, .swift, .wireEnum, .value, .object, .read, .write, .conversion, .api, .endpoint, .parameter,
            .access, .type, .conformance, .initializer, .property, .enumCase, .function, .requirement:
            return ""
        }
    }

    /// The columns of a foreign key: `posts.author` of `posts (author)`.
    var referringColumns: [String] {
        guard kind == .reference else { return [] }
        let names = sqlTokens(subject).filter { $0.kind != .space }.dropFirst(2).filter { $0.name != nil }
        return names.map { "\(table).\($0.text)" }
    }

    /// The key of `was` that lists all facts of this kind for a table, and the table.
    fileprivate var listedInWas: [String]? {
        switch kind {
        case .index: [value.hasPrefix("UNIQUE") ? "unique" : "indexes", table]
        case .check: ["checks", table]
        default: nil
        }
    }
}
