import ModelgenSchema

// What would stop a migration, found before it is tried.
extension MigrationPlanning {
    /// What would stop the migration on rows that older versions may hold.
    mutating func check(_ work: TableWork) {
        guard let after = work.after else { return }
        let model = after.origin.model
        for column in work.added where column.generated == nil && column.nullability == .required {
            guard column.fillSQL == nil, column.defaultSQL?.isNull ?? true else { continue }
            report(
                "unfillable-column",
                "older rows have no value for \(model).\(column.field), added in version \(transition.version); give it a "
                    + "default, a `fill`, or make it optional",
                at: ElementID(.field(model: model, column.field))
            )
        }
        for conversion in work.conversions where !SQLText(conversion.sql).isClosed {
            report("unclosed-sql", "`\(conversion.sql)` is no SQL expression", at: conversion.element)
        }
        for column in work.changed {
            guard let old = work.renamed.column(column.name), column.generated == nil,
                !work.conversions.contains(where: { $0.column == column.name })
            else { continue }
            let element = conversionElement(of: column, in: work)
            if !old.storage.converts(to: column.storage) {
                report(
                    "change-without-conversion",
                    "\(model).\(column.field) changes from \(old.storage.rawValue) to \(column.storage.rawValue); write "
                        + "`using:` with the SQL that makes the new value",
                    at: element
                )
            }
            if old.nullability == .nullable, column.nullability == .required, !hasDataSteps,
                (column.fillSQL ?? column.defaultSQL)?.isNull ?? true
            {
                report(
                    "unfillable-column",
                    "\(model).\(column.field) is required from version \(transition.version), but older rows may have "
                        + "NULL; write `using:`, a default, or a `fill`",
                    at: element
                )
            }
        }
        // What refers to a column follows its name by RENAME COLUMN alone.
        let renamed = Set(work.columnRenames.map(\.from))
        if work.renamesByRebuild, before.tables.contains(where: { $0.refers(to: renamed, of: work.before.name) }) {
            report(
                "needs-newer-sqlite",
                "renaming a column that others refer to needs SQLite 3.25, but the database runs on "
                    + "\(oldestSQLite.major).\(oldestSQLite.minor); raise `sqlite`, or keep the column's name with `column`",
                at: element(of: after.origin)
            )
        }
    }

    private func conversionElement(of column: ColumnShape, in work: TableWork) -> ElementID {
        transition.conversions.first { $0.table == work.before.origin && $0.field == column.field }?.element
            ?? ElementID(.field(model: work.before.origin.model, column.field))
    }

    /// A migration is one transaction, which a step must not end.
    mutating func checkIsData(_ statement: String, at element: ElementID) {
        guard let first = sqlTokens(statement).first(where: { $0.kind != .space }) else { return }
        let refused = [
            "ATTACH", "BEGIN", "COMMIT", "DETACH", "END", "PRAGMA", "RELEASE", "ROLLBACK", "SAVEPOINT", "VACUUM",
        ]
        guard refused.contains(where: { first.isWord($0) }) else { return }
        report(
            "statement-outside-migration",
            "\(first.text.uppercased()) cannot run in a migration, which is one transaction; remove it",
            at: element
        )
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

extension StorageClass {
    /// Whether SQLite turns each value into one of the other class by itself, without a loss.
    fileprivate func converts(to other: StorageClass) -> Bool {
        switch (self, other) {
        case (.integer, .real), (.integer, .text), (.real, .text): true
        default: self == other
        }
    }
}
