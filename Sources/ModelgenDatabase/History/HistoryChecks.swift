import ModelgenSchema

// Conditions that every history must satisfy, whatever its steps are.
extension HistoryUndoing {
    /// Finds steps before there was anything to change. A rule of parsing makes sure that nothing belongs to a version
    /// beyond the database's.
    mutating func checkVersions() {
        for origin in state.tables.map(\.origin) + state.views.map(\.origin) {
            for version in stepVersions(of: origin) {
                checkIsLater(version, at: ElementID(.step(model: origin.model, version: version, index: 0)))
            }
        }
        for migration in database.migrations {
            checkIsLater(
                migration.version,
                at: ElementID(.databaseStep(database: database.name, version: migration.version, index: 0)))
        }
    }

    private mutating func checkIsLater(_ version: Int, at element: ElementID) {
        guard version <= database.oldest else { return }
        report(
            "step-before-history",
            "the history starts at version \(database.oldest), the `oldest` of `\(database.name)`, so no file is migrated "
                + "to version \(version); remove the step",
            at: element
        )
    }

    /// Checks the version that was just reached: names are unique, and names that are used exist.
    mutating func checkNames() {
        var tables: [FoldedName: TableOrigin] = [:]
        var indexes: Set<FoldedName> = Set(state.tables.map(\.name.folded))
        for table in state.tables {
            for index in table.indexes where !indexes.insert(index.name.folded).inserted {
                report(
                    "two-indexes-of-one-name",
                    "in version \(state.version), another object has the name `\(index.name)` of the index of `\(table.name)`; "
                        + "add a `name` to it",
                    at: table.origin.element(key: index.uniqueness == .unique ? "unique" : "indexes")
                )
            }
        }
        for table in state.tables {
            if let other = tables.updateValue(table.origin, forKey: table.name.folded) {
                report(
                    "two-tables-of-one-name",
                    "in version \(state.version), the models `\(other.model)` and `\(table.origin.model)` both have a table "
                        + "`\(table.name)`; correct a `since` or a step, or add `was: { table: … }`",
                    at: table.origin.element(key: "table")
                )
            }
            checkFields(of: table)
        }
    }

    /// Two branches that were merged may both have changed something in the same version, but only one of the steps
    /// would count.
    mutating func checkRepetitions(of origin: TableOrigin, in version: Int) {
        var seen: Set<String> = []
        for (place, step) in steps(of: origin, in: version).enumerated() {
            for subject in step.subjects where !seen.insert(subject).inserted {
                report(
                    "changed-twice",
                    "\(subject) is already among the steps to version \(version); write one step, with what was there "
                        + "before version \(version)",
                    at: element(of: origin, version: version, index: place))
            }
        }
    }

    /// A table that a version drops keeps its name until the end of the version.
    mutating func checkDroppedNames(_ renamed: DatabaseState, _ after: DatabaseState) {
        let version = renamed.version
        let dropped = renamed.tables.filter { $0.origin.droppedIn == version }
        let names = Set(after.tables.map(\.name.folded))
        for table in dropped where names.contains(table.name.folded) {
            guard let element = table.origin.dropStep else { continue }
            report(
                "name-still-taken",
                "version \(version) gives the name `\(table.name)` to another table before it drops this one; drop it in an "
                    + "earlier version, or add or rename the other one in version \(version + 1)",
                at: element
            )
        }
    }

    /// What remains of ``checkNames()`` for a version that only adds: a part of a key or an index may have been added
    /// later.
    mutating func checkParts() {
        for table in state.tables { checkParts(of: table) }
    }

    private mutating func checkFields(of table: TableState) {
        var columns: Set<FoldedName> = []
        for field in table.fields {
            guard let column = field.column, !columns.insert(column.name.folded).inserted else { continue }
            report(
                "two-columns-of-one-name",
                "in version \(state.version), the table `\(table.name)` has two columns `\(column.name)`; correct a `since` or a "
                    + "step, or add the missing `rename`",
                at: table.origin.element(of: field.name, key: "column")
            )
        }
        checkParts(of: table)
    }

    private mutating func checkParts(of table: TableState) {
        func missing(_ wanted: [SwiftName]) -> SwiftName? { wanted.first { table.field($0) == nil } }
        if let name = missing(table.primaryKey) {
            reportMissing(name, of: table, as: "its primary key", step: "was: { primaryKey: … }", key: "primaryKey")
        }
        if let name = missing(table.fullText) {
            reportMissing(name, of: table, as: "its full text", step: "was: { fullText: … }", key: "fullText")
        }
        for index in table.indexes {
            guard let name = missing(index.fields) else { continue }
            switch index.uniqueness {
            case .plain: reportMissing(name, of: table, as: "the index `\(index.name)`", step: "since", key: "indexes")
            case .unique:
                reportMissing(name, of: table, as: "the unique index `\(index.name)`", step: "since", key: "unique")
            }
        }
    }

    private mutating func reportMissing(
        _ name: SwiftName,
        of table: TableState,
        as role: String,
        step: String,
        key: String
    ) {
        var element = table.origin.element(key: key)
        var advice = step == "since" ? "write `since: \(undone)` on it" : "write `\(step)` under version \(undone)"
        // If a step says what there was, the name in it is wrong.
        let earlier = steps(of: table.origin, in: undone).firstIndex { $0.subjects.contains("`\(key)` of `was`") }
        if let earlier {
            element = self.element(of: table.origin, version: undone, index: earlier)
            element.key = "was.\(key)"
            advice = "write the name of a field in that version"
        }
        guard !findings.contains(where: { $0.element == element && $0.rule == "missing-in-version" }) else { return }
        report(
            "missing-in-version",
            "version \(state.version) of the table `\(table.name)` has no field `\(name)` for \(role); \(advice)",
            at: element
        )
    }
}

extension TableStep {
    /// What the step gives an earlier form of, as it is written.
    fileprivate var subjects: [String] {
        switch self {
        case .change(let field, _, _): ["`change` of `\(field.name)`"]
        case .was(let earlier): earlier.keys.map { "`\($0)` of `was`" }
        case .renameField, .renameColumn, .drop, .sql, .swift: []
        }
    }
}

extension EarlierTable {
    fileprivate var keys: [String] {
        let given = [
            ("table", name != nil), ("primaryKey", primaryKey != nil), ("unique", uniques != nil),
            ("indexes", indexes != nil), ("checks", checks != nil), ("strict", isStrict != nil),
            ("withoutRowID", isWithoutRowID != nil), ("fullText", fullText != nil), ("view", view != nil),
        ]
        return given.filter(\.1).map(\.0)
    }
}
