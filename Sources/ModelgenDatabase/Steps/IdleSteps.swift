import ModelgenSchema

extension VersionTransition {
    /// Finds steps that would bring rows to this version, in a database that runs no steps.
    func idleSteps(in database: Database) -> [Finding] {
        let renames = before.tables.compactMap { table -> IdleStep? in
            guard let renamed = renamed.table(table.origin), let element = elements[table.origin] else { return nil }
            let isSame = table.name == renamed.name && table.columnNames == renamed.columnNames
            return isSame ? nil : IdleStep(kind: .rename, element: element)
        }
        let fills = after.tables.filter { $0.origin.droppedIn == nil && $0.since < version }.flatMap { table in
            table.fields.filter { $0.since == version && $0.fill != nil }.map { field in
                IdleStep(kind: .fill, element: table.origin.element(of: field.name, key: "fill"))
            }
        }
        let conversions = conversions.filter { $0.using != nil }.map { IdleStep(kind: .data, element: $0.element) }
        let data = dataSteps.map { IdleStep(kind: .data, element: $0.element) }
        return (renames + fills + conversions + data).map { $0.finding(in: database) }
    }
}

extension TableState {
    fileprivate var columnNames: Set<SQLName> { Set(fields.compactMap { $0.column?.name }) }
}

private struct IdleStep {
    enum Kind {
        case rename, fill, data
    }

    let kind: Kind
    let element: ElementID

    func finding(in database: Database) -> Finding {
        let instead =
            switch (database.migration, kind) {
            case (.versioned, _), (.recreate, _), (.none, _): "remove it"
            case (.auto, .rename): "keep the earlier name as `column` or `table`"
            case (.auto, .fill): "write a `default`"
            case (.auto, .data): "convert the rows in `didMigrate`"
            }
        return Finding(
            rule: "idle-step",
            message:
                "this has no effect, because `migration: \(database.migration.rawValue)` of `\(database.name)` runs no "
                + "steps; \(instead), or write `migration: versioned`",
            element: element)
    }
}
