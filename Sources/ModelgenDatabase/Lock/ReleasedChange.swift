import ModelgenSchema

/// A released version that the schema now describes differently: what changed, and the step to write instead.
struct ReleasedChange {
    let released: [Fact]
    let now: [Fact]
    let planned: PlannedDatabase
    let version: Int
    /// The version for the step.
    let nextVersion: Int
    /// The released versions after this one.
    let later: [Lock.Version]
    /// The columns that some release filled in older rows.
    let filled: Set<String>

    func findings() -> [Finding] {
        let steps = stepFindings()
        let tables = RenamedTables(released: released, now: now, planned: planned, version: version)
        let before = released.filter { tables.concerns($0) }.map(tables.translated)
        let present = now.filter { !tables.isNew($0) }
        return steps + tables.pairs.map(rename) + differences(from: before, to: present)
    }

    private func differences(from released: [Fact], to now: [Fact]) -> [Finding] {
        let old = Dictionary(firstOf: released.map { (Key($0), $0) })
        let new = Dictionary(firstOf: now.map { (Key($0), $0) })
        var gone = released.filter { new[Key($0)] == nil && !$0.kind.isStep && !$0.kind.isForm }
        var added = now.filter { old[Key($0)] == nil && !$0.kind.isStep }
        // A column includes its reference.
        func columns(_ facts: [Fact]) -> Set<String> { Set(facts.filter { $0.kind == .column }.map(\.subject)) }
        let (goneColumns, addedColumns) = (columns(gone), columns(added))
        gone.removeAll { !$0.referringColumns.isDisjoint(with: goneColumns) }
        added.removeAll { !$0.referringColumns.isDisjoint(with: addedColumns) }
        var findings: [Finding] = []
        var followers: [Fact] = []
        for before in gone {
            guard let after = successor(of: before, among: added, gone) else { continue }
            gone.removeAll { $0 == before }
            added.removeAll { $0 == after }
            findings += renamed(before, after)
            // What only mentions the column follows its rename.
            for fact in gone where fact.table == before.table && fact.kind != .column {
                guard
                    let other = added.first(where: {
                        $0.kind == fact.kind && $0.table == fact.table && isSame(fact, $0, after: before, after)
                    })
                else { continue }
                gone.removeAll { $0 == fact }
                added.removeAll { $0 == other }
            }
            followers += released.filter { fact in
                fact.table == before.table && new[Key(fact)].map { isSame(fact, $0, after: before, after) } == true
            }
        }
        // Parts of an added or removed table are covered by it.
        let goneTables = Set(gone.filter { $0.kind == .table }.map(\.subject))
        let addedTables = Set(added.filter { $0.kind == .table }.map(\.subject))
        for fact in gone where fact.kind == .table || !goneTables.contains(fact.table) {
            findings.append(removal(of: fact))
        }
        // `was` lists all earlier indexes or checks, so the new ones need no `since`.
        let told = Set(gone.compactMap(\.listedInWas))
        for fact in added where fact.kind == .table || !addedTables.contains(fact.table) {
            if let list = fact.listedInWas, told.contains(list) { continue }
            findings.append(addition(of: fact))
        }
        for fact in released where !fact.kind.isStep && !fact.kind.isForm {
            guard let other = new[Key(fact)], other.$value != fact.$value, !followsFromKey(fact, other, new),
                !followers.contains(fact)
            else { continue }
            findings.append(change(from: fact, to: other))
        }
        return findings
    }

    // MARK: Renames, which keep the rows

    private func rename(_ table: RenamedTables.Pair) -> Finding {
        let (old, new) = (name(table.old), name(table.new))
        let also = table.since.map { "remove `since: \($0)`, and " } ?? ""
        let step = Remedy.step("- was: { table: \(earlier.quoted(old)) }")
        return finding(
            "the table `\(old)` is now named `\(new)`", advice: also + advice(step),
            at: ElementID(.model(table.model), key: "table"))
    }

    /// The column or view that replaced a removed one: it has the same declaration, or each is the only one of its
    /// side.
    private func successor(of fact: Fact, among added: [Fact], _ gone: [Fact]) -> Fact? {
        guard fact.kind == .column || fact.kind == .view else { return nil }
        let candidates = added.filter { $0.kind == fact.kind && $0.table == fact.table }
        if let same = candidates.first(where: { isSame(fact, $0, after: fact, $0) }) { return same }
        guard fact.kind == .column, candidates.count == 1, let only = candidates.first,
            gone.count(where: { $0.kind == .column && $0.table == fact.table }) == 1,
            ColumnFact(only.value).type == ColumnFact(fact.value).type
        else { return nil }
        return only
    }

    private func renamed(_ before: Fact, _ after: Fact) -> [Finding] {
        guard before.kind == .column else {
            return [
                finding(
                    "\(before.text) is now named `\(after.subject)`",
                    .step("- was: { table: \(earlier.quoted(name(before.subject))) }"), at: element(of: after))
            ]
        }
        let (old, new) = (fieldName(of: before), fieldName(of: after))
        let columns = [before, after].map(earlier.columnName)
        let isDerived = zip(columns, [old, new]).allSatisfy { earlier.isDerived($0, from: $1) }
        let names =
            old == new || !isDerived
            ? "column: { \(columns.map(earlier.quoted).joined(separator: ": ")) }" : "\(old): \(new)"
        let renaming = finding(
            "the column `\(before.subject)` is now named `\(after.subject)`", .step("- rename: { \(names) }"),
            at: element(of: after))
        return [renaming] + (isSame(before, after, after: before, after) ? [] : [change(from: before, to: after)])
    }

    /// Whether two facts say the same, apart from a rename of a column.
    private func isSame(_ fact: Fact, _ other: Fact, after before: Fact, _ after: Fact) -> Bool {
        guard fact.$value != other.$value, before.kind == .column else { return fact.$value == other.$value }
        let (old, new) = (earlier.columnName(of: before).folded, earlier.columnName(of: after).folded)
        let translated = sqlTokens(fact.value).map { $0.name?.folded == old ? new : $0.text }
        return translated == sqlTokens(other.value).map { $0.name?.folded == new ? new : $0.text }
    }

    private func name(_ quoted: String) -> String { sqlTokens(quoted).first?.name ?? quoted }

    // MARK: Steps

    /// A released step that has changed, reported once at its place: only the first, since those after it follow.
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
                    .restore, at: element))
        }
        let values = Dictionary(firstOf: now.map { (Key($0), $0.$value) })
        for fact in released where fact.kind == .fill || fact.kind == .using {
            guard values[Key(fact)] != fact.$value else { continue }
            findings.append(finding("\(fact.text) was `\(fact.value)`", .restore, at: element(of: fact)))
        }
        let known = Set(released.map(Key.init))
        for fact in now where (fact.kind == .fill || fact.kind == .using) && !known.contains(Key(fact)) {
            findings.append(finding("\(fact.text) is new in it", .restore, at: element(of: fact)))
        }
        return findings
    }

    /// Whether a column is required, or no longer, because its table has another key, which is reported separately.
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
        @Exact var subject: String

        init(_ fact: Fact) {
            kind = fact.kind
            subject = fact.subject
        }
    }
}

extension Fact {
    /// The table of the fact, as it is written in SQL; empty if it has none.
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
    fileprivate var referringColumns: Set<String> {
        guard kind == .reference else { return [] }
        let names = sqlTokens(subject).filter { $0.kind != .space }.dropFirst(2).filter { $0.name != nil }
        return Set(names.map { "\(table).\($0.text)" })
    }

    /// The key of `was` that lists all facts of this kind for a table, with the table.
    fileprivate var listedInWas: [String]? {
        switch kind {
        case .index: [value.hasPrefix("UNIQUE") ? "unique" : "indexes", table]
        case .check: ["checks", table]
        default: nil
        }
    }
}

extension [Fact] {
    /// The same, with the names of indexed tables and columns as they are declared: the SQL of an index is in lower case
    /// and without quotes.
    var withDeclaredNames: [Fact] {
        let tables = Dictionary(firstOf: filter { $0.kind == .table }.map { (Self.plain($0.subject), $0.subject) })
        let columns = Dictionary(grouping: filter { $0.kind == .column }, by: \.table).mapValues { facts in
            facts.map { String($0.subject.dropFirst($0.table.count + 1)) }
        }
        return map { fact in
            let head = fact.value.hasPrefix("UNIQUE") ? "UNIQUE INDEX ON " : "INDEX ON "
            guard fact.kind == .index, fact.value.hasPrefix(head), let open = fact.value.firstRange(of: " ( "),
                let table = tables[String(fact.value[..<open.lowerBound].dropFirst(head.count))]
            else { return fact }
            // The words are separated by blanks, also in a name that contains some.
            var terms = String(fact.value[open.lowerBound...])
            for column in (columns[table] ?? []).sorted(by: { $0.count > $1.count }) {
                terms = terms.replacing(" \(Self.plain(column)) ", with: " \(column) ")
            }
            var fact = fact
            fact.value = head + table + terms
            return fact
        }
    }

    private static func plain(_ quoted: String) -> String { (sqlTokens(quoted).first?.name ?? quoted).folded }
}
