import ModelgenSchema

// Problems that would make a migration fail, found in advance.
extension MigrationPlanning {
    /// Finds problems that would make the migration fail on rows that older versions may contain.
    mutating func check(_ work: TableWork) {
        guard let after = work.after else { return }
        let model = after.origin.model
        for column in work.added where column.generated == nil && column.nullability == .required {
            guard column.fillSQL == nil, column.defaultSQL?.isNull ?? true else { continue }
            // A value without SQL was reported with the table.
            let field = transition.after.table(after.origin)?.field(column.field)
            if field?.fill != nil || (column.defaultSQL == nil && field?.defaultValue != nil) { continue }
            report(
                "unfillable-column",
                "existing rows have no value for `\(model).\(column.field)`, added in version \(transition.version); give it a "
                    + "default, a `fill`, or make it optional",
                at: after.origin.element(of: column.field)
            )
        }
        for conversion in work.conversions {
            let expression = SQLText(conversion.sql)
            if !expression.isClosed {
                report("unclosed-sql", expression.openProblem, at: conversion.element)
            }
            checkParameters(of: conversion.sql, at: conversion.element)
        }
        for column in work.changed {
            guard let old = work.renamed.column(column.name), column.generated == nil,
                !work.conversions.contains(where: { $0.column == column.name })
            else { continue }
            let element = conversionElement(of: column, in: work)
            if old.nullability == .nullable, column.nullability == .required, !hasDataSteps,
                (column.fillSQL ?? column.defaultSQL)?.isNull ?? true
            {
                report(
                    "unfillable-column",
                    "`\(model).\(column.field)` is required from version \(transition.version), but existing rows may have "
                        + "NULL; add `using:` with their new value, or a default",
                    at: element
                )
            }
        }
        checkForms(of: work)
        // With RENAME COLUMN, references to a column follow its name.
        let renamed = Set(work.columnRenames.map(\.from))
        if work.renamesByRebuild, before.tables.contains(where: { $0.refers(to: renamed, of: work.before.name) }) {
            report(
                "needs-newer-sqlite",
                "renaming a column that others refer to requires SQLite 3.25, but the database must support "
                    + "\(oldestSQLite.text); raise `sqlite`, or keep the column's name with `column`",
                at: element(of: after.origin)
            )
        }
    }

    /// If values are written in a different form, they must be converted, or their author must declare that they mean
    /// the same.
    private mutating func checkForms(of work: TableWork) {
        let origin = work.before.origin
        for conversion in transition.conversions where conversion.table == origin {
            guard conversion.conversion == .automatic, !transition.hasSwiftStep(on: origin),
                let old = transition.renamed.table(origin)?.field(conversion.field),
                let new = transition.after.table(origin)?.field(conversion.field), new.column?.generated == nil,
                let problem = forms.form(of: new).problem(reading: forms.form(of: old))
            else { continue }
            report(
                "change-without-conversion",
                "`\(origin.model).\(conversion.field)` \(problem); add `using:` with SQL that computes the new value, a "
                    + "step in Swift, or `restored: same` if old values are read the same way",
                at: conversion.element
            )
        }
    }

    private func conversionElement(of column: ColumnShape, in work: TableWork) -> ElementID {
        transition.conversions.first { $0.table == work.before.origin && $0.field == column.field }?.element
            ?? work.before.origin.element(of: column.field)
    }

    /// A migration is one transaction, which a step must not end.
    mutating func checkIsData(_ statement: String, at element: ElementID) {
        checkParameters(of: statement, at: element)
        guard let first = sqlTokens(statement).first(where: { $0.kind != .space }) else { return }
        let refused = [
            "ATTACH", "BEGIN", "COMMIT", "DETACH", "END", "PRAGMA", "RELEASE", "ROLLBACK", "SAVEPOINT", "VACUUM",
        ]
        guard refused.contains(where: { first.isWord($0) }) else { return }
        report(
            "statement-outside-migration",
            "`\(first.text.uppercased())` cannot run in a migration, which is one transaction; remove it",
            at: element
        )
    }

    /// Nothing binds parameters, so each one would be NULL.
    private mutating func checkParameters(of sql: String, at element: ElementID) {
        guard let problem = SQLText(sql).parameterProblem else { return }
        report("unbound-parameter", problem + ", or a step in Swift", at: element)
    }

    private mutating func report(_ rule: String, _ message: String, at element: ElementID) {
        findings.append(Finding(rule: rule, message: message, element: element))
    }
}

extension TableShape {
    fileprivate func refers(to columns: Set<SQLName>, of table: SQLName) -> Bool {
        foreignKeys.contains { $0.table == table && !columns.isDisjoint(with: $0.parentColumns) }
    }
}
