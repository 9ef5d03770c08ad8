import ModelgenSchema

// The steps that need both the old and the new columns: `was`, `change` and `drop`.
extension HistoryUndoing {
    /// Undoes these steps on one table, starting with the last one, and returns how the changed columns get their new
    /// values.
    mutating func undoRebuild(of index: Int, version: Int) -> [ColumnConversion] {
        let origin = state.tables[index].origin
        checkRepetitions(of: origin, in: version)
        var conversions: [ColumnConversion] = []
        for (place, step) in steps(of: origin, in: version).enumerated().reversed() {
            let element = element(of: origin, version: version, index: place)
            if state.tables[index].since >= version, !step.concernsRows {
                report(
                    "step-before-table",
                    "the table of `\(origin.model)` is added in version \(state.tables[index].since), so version "
                        + "\(version) cannot change it; remove the step or use an earlier `since`",
                    at: element
                )
                continue
            }
            switch step {
            case .was(let earlier): undoWas(earlier, of: index, version: version, at: element)
            case .change(let earlier, let since, let conversion):
                guard undoChange(earlier, since, conversion, of: index, version: version, at: element) else { continue }
                conversions.append(
                    ColumnConversion(table: origin, field: earlier.name, conversion: conversion, element: element)
                )
            case .drop(let field, let indexes):
                undoDrop(field, indexes, of: index, version: version, at: element)
            case .renameField, .renameColumn, .sql, .swift: continue
            }
        }
        nameIndexes(of: index)
        return conversions.reversed()
    }

    /// Names the indexes that steps left unnamed after the table and their columns at that version. If both `was` and
    /// `drop` contain an index, it is one index.
    private mutating func nameIndexes(of index: Int) {
        let table = state.tables[index]
        guard table.indexes.contains(where: { $0.name.text.isEmpty }) else { return }
        var names = Set(table.indexes.map(\.name.folded))
        state.tables[index].indexes = table.indexes.compactMap { unnamed in
            guard unnamed.name.text.isEmpty else { return unnamed }
            var named = unnamed
            named.name = derivedName(unnamed, of: table)
            return names.insert(named.name.folded).inserted ? named : nil
        }
    }

    /// Undoes the `was` steps of a view. Its only other steps are those on rows.
    mutating func undoView(_ index: Int, version: Int) {
        let origin = state.views[index].origin
        checkRepetitions(of: origin, in: version)
        for (place, step) in steps(of: origin, in: version).enumerated().reversed() where !step.concernsRows {
            let element = element(of: origin, version: version, index: place)
            guard case .was(let earlier) = step, earlier.concernsView else {
                report(
                    "view-without-columns",
                    "`\(origin.model)` is a view, whose columns cannot be changed; write `was: { view: … }`",
                    at: element
                )
                continue
            }
            guard state.views[index].since < version else {
                report(
                    "step-before-table",
                    "the view of `\(origin.model)` is added in version \(state.views[index].since), so it did not exist "
                        + "before version \(version)",
                    at: element
                )
                continue
            }
            if let sql = earlier.view { state.views[index].sql = sql }
        }
    }

    private mutating func undoWas(_ earlier: EarlierTable, of index: Int, version: Int, at element: ElementID) {
        var table = state.tables[index]
        if let primaryKey = earlier.primaryKey { table.primaryKey = primaryKey }
        if let uniques = earlier.uniques {
            table.indexes = uniques + table.indexes.filter { $0.uniqueness == .plain }
        }
        if let indexes = earlier.indexes {
            table.indexes = table.indexes.filter { $0.uniqueness == .unique } + indexes
        }
        if let checks = earlier.checks { table.checks = checks }
        if let isStrict = earlier.isStrict { table.isStrict = isStrict }
        if let isWithoutRowID = earlier.isWithoutRowID { table.isWithoutRowID = isWithoutRowID }
        if let fullText = earlier.fullText { table.fullText = fullText }
        if earlier.view != nil {
            report(
                "was-view-of-table", "`\(table.origin.model)` is a table, so it was not a view; remove the step",
                at: element)
        }
        let added =
            (earlier.uniques ?? []).map(\.since) + (earlier.indexes ?? []).map(\.since)
            + (earlier.checks ?? []).map(\.since)
        if added.contains(where: { $0 >= version }) {
            report(
                "was-not-earlier",
                "what existed before version \(version) cannot have been added in it; use an earlier `since`",
                at: element
            )
        }
        waitForParts((earlier.uniques ?? []) + (earlier.indexes ?? []), earlier.checks ?? [])
        state.tables[index] = table
    }

    private mutating func undoChange(
        _ earlier: Field,
        _ since: Int?,
        _ conversion: FieldConversion,
        of index: Int,
        version: Int,
        at element: ElementID
    ) -> Bool {
        let model = state.tables[index].origin.model
        guard let place = state.tables[index].fields.firstIndex(where: { $0.name == earlier.name }) else {
            report(
                "change-unknown-field",
                "`\(model)` has no stored field `\(earlier.name)` in version \(version) to change; use the name that is valid "
                    + "after the renames of the version",
                at: element
            )
            return false
        }
        let present = state.tables[index].fields[place]
        let added = max(present.since, since ?? present.since)
        guard added < version else {
            report(
                "change-of-added-field",
                "`\(earlier.name)` is added in version \(added), so it did not exist before version "
                    + "\(version); remove the step or use an earlier `since`",
                at: element
            )
            return false
        }
        guard var column = earlier.column else {
            report(
                "change-without-column",
                "`\(earlier.name)` was not stored before version \(version); write `since: \(version)` on it instead, with a "
                    + "`fill` unless it is optional",
                at: element
            )
            return false
        }
        // A new name of a column is a rename, not a change, so the earlier definition has the same name.
        column.name = present.column?.name ?? column.name
        var field = earlier
        field.column = column
        field.since = since ?? present.since
        if field.fill == nil, field.defaultValue == nil, let fill = present.fill {
            give(fill, of: present, to: &field, conversion, version: version, at: element)
        }
        // The earlier form of an enum or a nested model is not written down. The author declares that it was different.
        if field == present, conversion == .automatic {
            report(
                "change-without-difference",
                "the earlier definition of `\(earlier.name)` is the same as the current one; correct or remove it",
                at: element
            )
        }
        state.tables[index].fields[place] = field
        wait(for: field.since)
        return true
    }

    /// Gives the earlier field the value that older rows got when the field was added: it is only declared once, here or
    /// there.
    private mutating func give(
        _ fill: DefaultValue,
        of present: Field,
        to earlier: inout Field,
        _ conversion: FieldConversion,
        version: Int,
        at element: ElementID
    ) {
        if isSame(fill, of: present, in: earlier, conversion) {
            earlier.fill = fill
        } else if !earlier.type.isOptional {
            // In an optional field, older rows got NULL; `fill` is for those.
            report(
                "fill-of-later-type",
                "the `fill` of `\(earlier.name)` is a value of its definition since version \(version); write the one that "
                    + "older rows got before in the step, `from: { type: \(earlier.type.yaml), fill: … }`",
                at: element
            )
        }
    }

    /// Whether a `fill` means the same in the earlier field. `using` may convert to another unit, and a number in a
    /// date field is the stored value.
    private func isSame(
        _ fill: DefaultValue, of present: Field, in earlier: Field, _ conversion: FieldConversion
    ) -> Bool {
        if earlier.type.unwrapped == present.type.unwrapped {
            if earlier.transformer?.sqlite == present.transformer?.sqlite { return true }
            if case .literal(.string) = fill { return true }
        }
        if case .using = conversion { return false }
        guard let sql = try? defaults.sql(of: fill, field: present),
            let other = try? defaults.sql(of: fill, field: earlier)
        else { return false }
        if let number = Double(sql.text), let otherNumber = Double(other.text) { return number == otherNumber }
        return sql == other
            && (sql.isNull || defaults.storage.storageClass(of: present) == defaults.storage.storageClass(of: earlier))
    }

    private mutating func undoDrop(
        _ field: Field, _ indexes: [Index], of index: Int, version: Int, at element: ElementID
    ) {
        guard let column = field.column else { return }
        let table = state.tables[index]
        if let taken = table.fields.first(where: {
            $0.name == field.name || $0.column?.name.folded == column.name.folded
        }) {
            let newer = taken.since >= version
            report(
                "drop-of-present-field",
                newer
                    ? "`\(field.name)` is dropped and added in version \(version); use `change`, or rename the old "
                        + "one first"
                    : "`\(field.name)` is dropped in version \(version) but still a field of the model",
                at: element
            )
            return
        }
        guard field.since < version else {
            report(
                "drop-before-addition",
                "`\(field.name)` is dropped in version \(version) and added in version \(field.since), which is not before "
                    + "it",
                at: element
            )
            return
        }
        guard table.since <= field.since || field.since == 1 else {
            report(
                "drop-before-addition",
                "`\(field.name)` is added in version \(field.since), before its table in version \(table.since); write "
                    + "`since: \(table.since)`, or later, on it",
                at: element
            )
            return
        }
        state.tables[index].fields.append(field)
        wait(for: field.since)
        for var own in indexes where own.since < version {
            if own.name.text.isEmpty {
                own.name = Index.derivedName(table: table.name, columns: [column.name], uniqueness: own.uniqueness)
            }
            // A `was` in the same version may contain it, too.
            guard !state.tables[index].indexes.contains(where: { $0.name.folded == own.name.folded }) else { continue }
            state.tables[index].indexes.append(own)
            wait(for: own.since)
        }
    }
}

extension EarlierTable {
    /// Whether it has no keys that only apply to tables.
    fileprivate var concernsView: Bool {
        primaryKey == nil && uniques == nil && indexes == nil && checks == nil && isStrict == nil
            && isWithoutRowID == nil && fullText == nil
    }
}

extension TableStep {
    /// Whether it changes rows but not the table.
    var concernsRows: Bool {
        switch self {
        case .sql, .swift: true
        case .renameField, .renameColumn, .drop, .change, .was: false
        }
    }
}
