import ModelgenSchema

/// What a version does to a table, and whether ALTER TABLE suffices for it.
struct TableWork {
    /// The table before the version.
    var before: TableShape
    /// The table with the names of the version.
    var renamed: TableShape
    /// The table after the version; nil if the version drops it.
    var after: TableShape?
    var added: [ColumnShape] = []
    var dropped: [ColumnShape] = []
    private(set) var columnRenames: [ColumnRename] = []
    /// The columns whose declarations differ, in their new form.
    var changed: [ColumnShape] = []
    /// The SQL expressions for new values, by column.
    var conversions: [(column: SQLName, sql: String, element: ElementID)] = []
    var needsRebuild = false
    /// Whether columns are renamed by a rebuild, before anything else, because RENAME COLUMN requires SQLite 3.25.
    var renamesByRebuild = false

    init(
        before: TableShape, renamed: TableShape, after: TableShape?, reach: VersionTransition.Reach,
        oldestSQLite: SQLiteVersion
    ) {
        self.before = before
        self.renamed = renamed
        self.after = after
        switch reach {
        case .additions: break
        case .anything:
            columnRenames = zip(before.columns, renamed.columns).filter { $0.name != $1.name }
                .map { ColumnRename(from: $0.name, to: $1.name) }
        }
        guard let after else { return }
        compareColumns(with: after, reach)
        renamesByRebuild = oldestSQLite < SQLiteVersion(major: 3, minor: 25) && !columnRenames.isEmpty
        // SQLite reads the whole table after each ADD COLUMN.
        let ordered = added.inOrderOfMention
        added = ordered ?? added
        needsRebuild =
            ordered == nil || !changed.isEmpty || !constraintsFollow(in: after)
            || added.contains { !canAdd($0, to: after) }
            || dropped.contains { !canDrop($0, oldestSQLite: oldestSQLite) }
    }

    private mutating func compareColumns(with after: TableShape, _ reach: VersionTransition.Reach) {
        switch reach {
        case .additions:
            // Existing columns keep their order, with added ones in between.
            var kept = 0
            for column in after.columns {
                if kept < renamed.columns.count, renamed.columns[kept].name == column.name {
                    kept += 1
                } else {
                    added.append(column)
                }
            }
        case .anything:
            let old = Dictionary(firstOf: renamed.columns.map { ($0.name, $0) })
            let present = Set(after.columns.map(\.name))
            added = after.columns.filter { old[$0.name] == nil }
            dropped = renamed.columns.filter { !present.contains($0.name) }
            changed = after.columns.filter { column in old[column.name].map { !$0.isSame(as: column) } ?? false }
        }
    }

    /// Whether an UPDATE of the column may give a row a value that another row still has, because SQLite checks each
    /// row individually.
    func isUnique(_ column: SQLName) -> Bool {
        guard let after else { return false }
        return after.primaryKey.contains(column)
            || after.indexes.contains { $0.uniqueness == .unique && $0.mentions(column) }
    }

    /// Whether its indexes and triggers are dropped with the old table.
    var isMadeAnew: Bool { needsRebuild || renamesByRebuild }

    /// Whether anything is renamed, dropped or rebuilt, which breaks views and triggers on the table.
    var disturbsViews: Bool {
        after == nil || needsRebuild || before.name != renamed.name || !columnRenames.isEmpty || !dropped.isEmpty
    }

    /// Whether the constraints are unchanged, except for the foreign keys of added columns.
    private func constraintsFollow(in after: TableShape) -> Bool {
        let names = Set(added.map(\.name))
        var expected = after
        expected.foreignKeys.removeAll { $0.columns.count == 1 && names.contains($0.columns[0]) }
        return renamed.hasSameConstraints(as: expected)
    }

    /// https://www.sqlite.org/lang_altertable.html#alter_table_add_column
    private func canAdd(_ column: ColumnShape, to after: TableShape) -> Bool {
        if after.primaryKey.contains(column.name) { return false }
        if let generated = column.generated { return generated.kind == .virtual }
        if let defaultSQL = column.defaultSQL, !defaultSQL.isConstant { return false }
        let isNull = column.defaultSQL?.isNull ?? true
        if column.nullability == .required, isNull { return false }
        let isReference = after.foreignKeys.contains { $0.columns.contains(column.name) }
        return !isReference || isNull
    }

    /// https://www.sqlite.org/lang_altertable.html#alter_table_drop_column. By then, indexes, views and triggers have
    /// been dropped.
    private func canDrop(_ column: ColumnShape, oldestSQLite: SQLiteVersion) -> Bool {
        guard oldestSQLite >= SQLiteVersion(major: 3, minor: 35), !renamed.primaryKey.contains(column.name),
            !renamed.foreignKeys.contains(where: { $0.columns.contains(column.name) })
        else { return false }
        // In an adopted file, the check of a column may belong to the table.
        var texts = (renamed.checks.map(\.expression) + [column.check].compactMap(\.self)).map(\.text)
        for other in renamed.columns where other.name != column.name {
            texts += [other.check?.text, other.generated?.expression].compactMap { $0 }
        }
        return !texts.contains { namesMentioned(in: $0).contains(column.name.folded) }
    }

    /// The full-text index, if it stays unchanged while the table changes.
    var keepsFullText: Bool {
        guard let old = before.fullText, let after, old == after.fullText, before.name == renamed.name,
            before.rowIDAlias == after.rowIDAlias, !renamesByRebuild
        else { return false }
        let touched = Set(conversions.map(\.column) + changed.map(\.name) + columnRenames.flatMap { [$0.from, $0.to] })
        return !(old.columns + [old.rowID]).contains { touched.contains($0) }
    }

    /// Whether the full-text index stays, but its triggers must consider other keys, because a unique index was added
    /// or removed.
    var changesFullTextTriggers: Bool {
        guard keepsFullText, !isMadeAnew, let after, let fullText = renamed.fullText else { return false }
        return fullText.createTriggers(for: renamed) != fullText.createTriggers(for: after)
    }

    /// The indexes that the version removes, renames or changes, with their earlier names.
    var obsoleteIndexes: [IndexShape] {
        guard let after, !renamesByRebuild else { return [] }
        return zip(before.indexes, renamed.indexes)
            .filter { old, new in old.name != new.name || !after.indexes.contains(new) }
            .map { old, new in
                var index = new
                index.name = old.name
                return index
            }
    }

    /// The indexes that the version leaves unchanged. If the table is created again, they are only dropped then,
    /// because the steps on rows may need them.
    var keptIndexes: [IndexShape] {
        if renamesByRebuild { return [] }
        let obsolete = Set(obsoleteIndexes.map(\.name))
        return zip(before.indexes, renamed.indexes).filter { !obsolete.contains($0.0.name) }.map(\.1)
    }

    /// The indexes to create at the end.
    var newIndexes: [IndexShape] {
        guard let after else { return [] }
        if isMadeAnew { return after.indexes }
        let kept = keptIndexes
        return after.indexes.filter { !kept.contains($0) }
    }
}

extension IndexShape {
    fileprivate func mentions(_ column: SQLName) -> Bool {
        let texts = terms.compactMap { if case .expression(let sql) = $0 { sql.text } else { nil } }
        return columns.contains(column)
            || (texts + [condition?.text ?? ""]).contains { namesMentioned(in: $0).contains(column.folded) }
    }

    /// The columns among the terms.
    var columns: [SQLName] { terms.compactMap { if case .column(let name, _) = $0 { name } else { nil } } }
}

extension [ColumnShape] {
    /// The columns, each one after those that its check or expression mentions; nil if some mention each other.
    fileprivate var inOrderOfMention: [ColumnShape]? {
        var waiting = map { column in
            let texts = [column.check?.text, column.generated?.expression].compactMap(\.self)
            return (column: column, mentioned: Set(texts.flatMap(namesMentioned)).subtracting([column.name.folded]))
        }
        var ordered: [ColumnShape] = []
        while let first = waiting.firstIndex(where: { next in
            next.mentioned.isEmpty || !waiting.contains { next.mentioned.contains($0.column.name.folded) }
        }) {
            ordered.append(waiting.remove(at: first).column)
        }
        return waiting.isEmpty ? ordered : nil
    }
}
