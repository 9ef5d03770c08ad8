import ModelgenSchema

// Conditions that every history must satisfy, whatever its steps are.
extension HistoryUndoing {
    /// Versions beyond the database's, and steps before there was anything to change.
    mutating func checkVersions() {
        for table in state.tables {
            let model = table.origin.model
            checkReached(table.since, "the table of `\(model)`", at: ElementID(.model(model), key: "since"))
            for field in table.fields {
                checkReached(
                    field.since,
                    "\(model).\(field.name)",
                    at: ElementID(.field(model: model, field.name), key: "since")
                )
            }
            for index in table.indexes {
                checkReached(index.since, "the index `\(index.name)`", at: ElementID(.model(model), key: "indexes"))
            }
            checkSteps(of: table.origin)
        }
        for view in state.views {
            let model = view.origin.model
            checkReached(view.since, "the view of `\(model)`", at: ElementID(.model(model), key: "since"))
            checkSteps(of: view.origin)
        }
        for migration in database.migrations {
            let element = ElementID(.databaseStep(database: database.name, version: migration.version, index: 0))
            checkReached(migration.version, "a step of `\(database.name)`", at: element)
            checkIsLater(migration.version, at: element)
        }
    }

    private mutating func checkSteps(of origin: TableOrigin) {
        for version in stepVersions(of: origin) {
            let element = ElementID(.step(model: origin.model, version: version, index: 0))
            checkReached(version, "a step of `\(origin.model)`", at: element)
            checkIsLater(version, at: element)
        }
    }

    private mutating func checkReached(_ version: Int, _ subject: String, at element: ElementID) {
        guard version > database.version else { return }
        report(
            "version-not-reached",
            "\(subject) belongs to version \(version), but the database `\(database.name)` is at version "
                + "\(database.version); write `version: \(version)` there",
            at: element
        )
    }

    private mutating func checkIsLater(_ version: Int, at element: ElementID) {
        guard version <= database.oldest else { return }
        report(
            "step-before-history",
            database.oldest == 1
                ? "there is nothing before version 1, so it has no steps; move the step to a later version"
                : "the history starts at version \(database.oldest), the `oldest` of `\(database.name)`, so no file is migrated "
                    + "to version \(version); remove the step",
            at: element
        )
    }

    /// The conditions for the version just reached: names are unique, and the names that are used exist.
    mutating func checkNames() {
        var tables: [FoldedName: TableOrigin] = [:]
        var indexes: Set<FoldedName> = Set(state.tables.map(\.name.folded))
        for table in state.tables {
            for index in table.indexes where !indexes.insert(index.name.folded).inserted {
                report(
                    "two-indexes-of-one-name",
                    "in version \(state.version) another object has the name `\(index.name)` of the index of `\(table.name)`; "
                        + "add a `name` to it",
                    at: ElementID(.model(table.origin.model), key: "indexes")
                )
            }
        }
        for table in state.tables {
            if let other = tables.updateValue(table.origin, forKey: table.name.folded) {
                report(
                    "two-tables-of-one-name",
                    "in version \(state.version) the models `\(other.model)` and `\(table.origin.model)` both have a table "
                        + "`\(table.name)`; correct a `since` or a step, or add `was: { table: … }`",
                    at: ElementID(.model(table.origin.model), key: "table")
                )
            }
            checkFields(of: table)
        }
    }

    /// A table that a version drops has its name until the end of the version.
    mutating func checkDroppedNames(_ renamed: DatabaseState, _ after: DatabaseState) {
        let version = renamed.version
        let dropped = renamed.tables.filter { $0.origin.droppedIn == version }
        let names = Set(after.tables.map(\.name.folded))
        for table in dropped where names.contains(table.name.folded) {
            guard let element = dropElement(of: table.origin) else { continue }
            report(
                "name-still-taken",
                "version \(version) gives the name `\(table.name)` to another table before it drops this one; drop it in an "
                    + "earlier version, or add or rename the other one in version \(version + 1)",
                at: element
            )
        }
    }

    /// The same for a version without renames: a part of a key or an index may have been added later.
    mutating func checkParts() {
        for table in state.tables { checkParts(of: table) }
    }

    private mutating func checkFields(of table: TableState) {
        let model = table.origin.model
        var columns: Set<FoldedName> = []
        for field in table.fields {
            guard let column = field.column, !columns.insert(column.name.folded).inserted else { continue }
            report(
                "two-columns-of-one-name",
                "in version \(state.version) the table `\(table.name)` has two columns `\(column.name)`; correct a `since` or a "
                    + "step, or add the missing `rename`",
                at: ElementID(.field(model: model, field.name), key: "column")
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
        let element = ElementID(.model(table.origin.model), key: key)
        guard !findings.contains(where: { $0.element == element && $0.rule == "missing-in-version" }) else { return }
        report(
            "missing-in-version",
            "version \(state.version) of the table `\(table.name)` has no field `\(name)` for \(role); write "
                + (step == "since"
                    ? "`since: \(state.version + 1)` on it" : "`\(step)` under version \(state.version + 1)"),
            at: element
        )
    }
}
