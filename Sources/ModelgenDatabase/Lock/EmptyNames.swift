import ModelgenSchema

extension Lock {
    /// Finds tables and columns of a database with `migration: auto` that seem to have been renamed since the last
    /// release. Without steps, files get new ones, and the rows and values stay under the earlier names.
    func emptyNames(of planned: PlannedDatabase) -> [Finding] {
        guard planned.mode == .auto, let released = database(planned.name)?.versions.last?.facts else { return [] }
        let now = planned.facts(of: planned.version)
        let tables = RenamedTables(released: released, now: now, planned: planned, version: planned.version)
        let renamed = tables.pairs.map { table in
            finding(
                "the table `\(table.old)` seems to be named `\(table.new)` now, and `migration: auto` creates it without rows",
                "write `table: \(table.old)`", at: ElementID(.model(table.model), key: "table"))
        }
        func columns(_ facts: [Fact], without others: [Fact]) -> [Fact] {
            let known = Set(others.map { "\($0.kind) \($0.subject)" })
            return facts.filter { $0.kind == .column && !known.contains("\($0.kind) \($0.subject)") }
        }
        let (gone, added) = (columns(released, without: now), columns(now, without: released))
        return renamed
            + gone.compactMap { column in
                func isAlike(_ other: Fact) -> Bool { other.table == column.table && other.value == column.value }
                let candidates = added.filter(isAlike)
                guard candidates.count == 1, gone.count(where: isAlike) == 1, let other = candidates.first,
                    let table = planned.newest.tables.first(where: { $0.name.quoted == other.table }),
                    let field = table.columns.first(where: { "\(other.table).\($0.name.quoted)" == other.subject })?
                        .field
                else { return nil }
                return finding(
                    "the column `\(column.subject)` seems to be named `\(other.subject)` now, and `migration: auto` adds it "
                        + "without its values",
                    "write `column: \(column.subject.dropFirst(column.table.count + 1))`",
                    at: ElementID(.field(model: table.origin.model, field)))
            }
    }

    private func finding(_ what: String, _ advice: String, at element: ElementID) -> Finding {
        Finding(
            severity: .warning, rule: "renamed-without-steps",
            message: "\(what); \(advice), or copy them in `didMigrate`", element: element)
    }
}
