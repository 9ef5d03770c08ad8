import ModelSchemas
import ModelgenDatabase
import ModelgenPlanning
import ModelgenSchema

/// Migrates every version to every later one, with rows in the tables, and checks each result: the schema, SQLite's own
/// integrity and foreign key checks, and each value that must have survived.
///
/// Swift steps only run in the user's program; problems that they may prevent are not reported for a version with such
/// steps.
///
/// - Returns: Errors as those of ``verifyChain(_:)``; a warning if only certain rows make a step fail, for example
///   because an added unique index finds two equal rows.
package func verifyAllPairs(_ planned: PlannedDatabase, schema: Schema) -> [Finding] {
    guard planned.mode == .versioned, planned.versions.count > 1 else { return verifyChain(planned) }
    do throws(MemoryDatabase.Refusal) {
        let findings = try verifyPairs(of: planned.parts(for: .rows), schema)
        // Problems are reported from connected parts, since otherwise the division might be their cause.
        let isSure = findings.allSatisfy { $0.isDependence && !$0.message.contains("no such table") }
        return try isSure ? findings : verifyPairs(of: planned.parts(for: .connected), schema)
    } catch {
        let element = ElementID(.database(planned.name))
        let message = "the migrations cannot be verified: \(error.message)"
        return [Finding(rule: "sqlite-unavailable", message: message, element: element)]
    }
}

/// Parts are independent, and each has its own databases.
func verifyPairs(of parts: [DatabasePart], _ schema: Schema) throws(MemoryDatabase.Refusal) -> [Finding] {
    let values = SynthesizedValues(schema)
    let results = parts.concurrentMap { part in
        Result { () throws(MemoryDatabase.Refusal) in
            var verification = PairVerification(part, values)
            return try verification.run()
        }
    }
    var findings: [Finding] = []
    for result in results { findings.addNew(try result.get()) }
    return findings
}

private struct PairVerification {
    private let part: DatabasePart
    private let values: SynthesizedValues
    private var findings: [Finding] = []
    private var planned: PlannedDatabase { part.planned }

    init(_ part: DatabasePart, _ values: SynthesizedValues) {
        self.part = part
        self.values = values
    }

    mutating func run() throws(MemoryDatabase.Refusal) -> [Finding] {
        var fresh: [Int: SchemaFacts] = [:]
        let looks = planned.versions.indices.filter { !planned.isWithinAdditions($0) }
        for index in looks {
            let version = planned.versions[index]
            let database = try MemoryDatabase()
            let refused = database.setUp(version.shape, isNewest: version.number == planned.version)
            guard refused.isEmpty else { return refused }
            fresh[index] = try database.facts(.exact)
        }
        // The migrations are independent, and each has its own databases.
        let ways = looks.concurrentMap { [self, fresh] start in
            Result { () throws(MemoryDatabase.Refusal) in try findings(from: start, fresh: fresh) }
        }
        for way in ways { add(try way.get()) }
        return findings
    }

    /// The findings on the way from one version to the newest.
    private func findings(from start: Int, fresh: [Int: SchemaFacts]) throws(MemoryDatabase.Refusal) -> [Finding] {
        var way = self
        if try way.walk(from: start, .several, fresh: fresh) { return way.findings }
        // A problem that also occurs without rows does not depend on them.
        var bare = self
        guard try bare.walk(from: start, .none, fresh: fresh) else { return bare.findings }
        _ = try way.walk(from: start, .one, fresh: fresh)
        return way.findings
    }

    /// Migrates from one version to the newest; false if a step failed: with fewer rows it may get further.
    private mutating func walk(
        from start: Int,
        _ amount: RowAmount,
        fresh: [Int: SchemaFacts]
    ) throws(MemoryDatabase.Refusal) -> Bool {
        let database = try MemoryDatabase()
        _ = database.setUp(planned.versions[start].shape, isNewest: false)
        var synthesis = RowSynthesis(
            values: values,
            state: planned.versions[start].state,
            shape: planned.versions[start].shape
        )
        try synthesis.fill(database, amount)
        var survivors = try SurvivingRows(of: planned.versions[start].shape, in: database)
        for index in planned.versions.indices.dropFirst(start + 1) {
            guard let way = planned.versions[index].way else { continue }
            let (transition, shape) = (way.transition, planned.versions[index].shape)
            let writes = WriteRecorder()
            let refused = database.migrate(
                by: way.migration,
                of: planned.name,
                recording: Set(transition.dataSteps.map(\.element)),
                in: writes
            )
            if let first = refused.first {
                if amount == .none {
                    add(refused)
                } else {
                    addDependence(first, on: planned.versions[start].number, way.migration)
                }
                return false
            }
            survivors.follow(transition, from: planned.versions[index - 1].shape, to: shape, writes: writes)
            try checkFills(in: database, shape, transition, writes)
            try checkConversions(in: database, shape, transition, from: planned.versions[start].number)
            guard let expected = fresh[index] else { continue }
            let differences = try part.own(database.differences(from: expected), in: shape)
            add(differences.map { finding(of: $0, in: transition, shape: shape, database: planned.name) })
            try checkRows(of: database, shape, transition, survivors, from: planned.versions[start].number)
        }
        return true
    }

    private mutating func checkRows(
        of database: MemoryDatabase,
        _ shape: DatabaseShape,
        _ transition: VersionTransition,
        _ survivors: SurvivingRows,
        from start: Int
    ) throws(MemoryDatabase.Refusal) {
        let way = "from version \(start) to \(shape.version)"
        for (table, problem) in try survivors.losses(in: shape, of: database) {
            report(
                "migration-loses-rows", "on the path \(way), in the table `\(table.name)`, \(problem)",
                at: transition.element(of: table))
        }
        try checkFullText(of: database, shape, transition, way)
        let integrity = try database.rows("PRAGMA integrity_check").map { $0.first?.text ?? "" }
        if integrity != ["ok"], try !misreports(shape) {
            report(
                "migration-breaks-integrity",
                "on the path \(way), SQLite's integrity check reports: \(integrity.joined(separator: "; "))",
                at: ElementID(.database(planned.name)))
        }
        if let (table, parent) = try brokenReference(in: database, shape) {
            report(
                "migration-breaks-references",
                "on the path \(way), rows of `\(table.name)` refer to missing rows of `\(parent)`",
                at: transition.element(of: table))
        }
    }

    /// The first table with a row that refers to a missing one, and the table that it refers to.
    private func brokenReference(
        in database: MemoryDatabase, _ shape: DatabaseShape
    ) throws(MemoryDatabase.Refusal) -> (TableShape, String)? {
        for table in part.ownTables(of: shape) where !table.foreignKeys.isEmpty {
            let broken = try database.rows("PRAGMA foreign_key_check(\(table.name.quoted))")
            if let row = broken.first, row.count > 2 { return (table, row[2].text) }
        }
        return nil
    }

    /// Whether SQLite also reports problems in newly created tables of this kind: some versions do for WITHOUT ROWID
    /// tables whose key is not their first column.
    private func misreports(_ shape: DatabaseShape) throws(MemoryDatabase.Refusal) -> Bool {
        guard let version = planned.versions.first(where: { $0.number == shape.version }) else { return false }
        let fresh = try MemoryDatabase()
        _ = fresh.setUp(shape, isNewest: false)
        var synthesis = RowSynthesis(values: values, state: version.state, shape: shape)
        try synthesis.fill(fresh, .several)
        return try fresh.rows("PRAGMA integrity_check").map { $0.first?.text ?? "" } != ["ok"]
    }

    /// https://www.sqlite.org/fts5.html#the_integrity_check_command: the index matches the contents of the table.
    private mutating func checkFullText(
        of database: MemoryDatabase, _ shape: DatabaseShape, _ transition: VersionTransition, _ way: String
    ) throws(MemoryDatabase.Refusal) {
        for table in shape.tables {
            guard let name = table.fullText?.name.quoted else { continue }
            do throws(MemoryDatabase.Refusal) {
                try database.run("INSERT INTO \(name) (\(name), rank) VALUES ('integrity-check', 1)")
            } catch {
                report(
                    "migration-breaks-full-text",
                    "on the path \(way), the full-text index of `\(table.name)` became inconsistent: \(error.message)",
                    at: transition.element(of: table))
            }
        }
    }

    /// In every older row, an added column contains its `fill` or its default.
    private mutating func checkFills(
        in database: MemoryDatabase, _ shape: DatabaseShape, _ transition: VersionTransition, _ writes: WriteRecorder
    ) throws(MemoryDatabase.Refusal) {
        for table in shape.tables {
            guard let old = transition.renamed.table(table.origin), !writes.inserted.contains(table.name.folded) else {
                continue
            }
            let present = Set(old.fields.compactMap { $0.column?.name })
            for column in table.columns where column.generated == nil && !present.contains(column.name) {
                guard writes.updated[table.name.folded]?.contains(column.name.folded) != true else { continue }
                let wanted = column.fillSQL ?? column.defaultSQL ?? "NULL"
                guard wanted.isSteady else { continue }
                let other = try database.rows(
                    "SELECT \(column.name.quoted) FROM \(table.name.quoted) "
                        + "WHERE \(column.name.quoted) IS NOT \(wanted.text) LIMIT 1"
                )
                guard let value = other.first?.first else { continue }
                report(
                    "migration-fills-wrongly",
                    "existing rows should get \(wanted.text) in `\(table.name).\(column.name)`, but one has "
                        + value.description,
                    at: table.origin.element(of: column.field))
            }
        }
    }

    /// Models can read what `using` makes of every row, unless a Swift step, which does not run here, may still change
    /// it.
    private mutating func checkConversions(
        in database: MemoryDatabase, _ shape: DatabaseShape, _ transition: VersionTransition, from start: Int
    ) throws(MemoryDatabase.Refusal) {
        // A released step can no longer be changed.
        guard planned.released?.version(shape.version) == nil else { return }
        for conversion in transition.conversions where conversion.using != nil {
            guard !transition.hasSwiftStep(on: conversion.table), let table = shape.table(conversion.table),
                let field = transition.after.table(conversion.table)?.field(conversion.field),
                let column = table.columns.first(where: { $0.field == field.name })?.name.quoted
            else { continue }
            let written = try database.values(of: column, in: table.name.quoted)
            guard let misread = written.first(where: { !values.reads($0, as: field) })?.value else { continue }
            let form = field.transformer?.sqlite.map { " by `\($0.text)`" } ?? ""
            add([
                Finding(
                    severity: .warning, rule: "conversion-misread",
                    message:
                        "a row allowed by version \(start) gets \(misread.quoted) in `\(field.name)`, which cannot be "
                        + "read as `\(field.type.unwrapped.text)`\(form); write SQL that converts every value, or change or "
                        + "delete such rows with an `sql` step first",
                    element: conversion.element)
            ])
        }
    }

    private mutating func report(_ rule: String, _ message: String, at element: ElementID) {
        add([Finding(rule: rule, message: message, element: element)])
    }

    private mutating func add(_ more: [Finding]) { findings.addNew(more) }

    private mutating func addDependence(_ refusal: Finding, on version: Int, _ plan: MigrationPlan) {
        let hasSwift = plan.steps.contains { step in
            switch step.action {
            case .swift: true
            case .sql, .rebuild, .dropTable: false
            }
        }
        // A released step can no longer be changed, so there would be no remedy.
        guard !hasSwift, planned.released?.version(plan.version) == nil else { return }
        add([
            Finding(
                severity: .warning,
                rule: "migration-depends-on-data",
                message:
                    "rows allowed by version \(version) cannot be migrated to version \(plan.version): \(refusal.message); "
                    + "change or delete them with an `sql` step first",
                element: refusal.element
            )
        ])
    }
}

extension VersionTransition {
    /// The first step on the table, or else its model.
    func element(of table: TableShape) -> ElementID {
        elements[table.origin] ?? table.origin.element()
    }
}

extension [Finding] {
    /// Adds the new findings. That a step depends on rows is reported for one version only.
    fileprivate mutating func addNew(_ more: [Finding]) {
        for finding in more {
            let isKnown = contains {
                $0 == finding
                    || $0.isDependence && finding.isDependence && $0.rule == finding.rule
                        && $0.element == finding.element
            }
            if !isKnown { append(finding) }
        }
    }
}

extension Finding {
    fileprivate var isDependence: Bool { severity == .warning }
}

extension SQLText {
    /// Whether it always has the same value: a literal, not a function call or the time.
    var isSteady: Bool {
        let tokens = sqlTokens(text)
        return !tokens.contains { $0.isSymbol("(") || $0.text.uppercased().hasPrefix("CURRENT_") }
    }
}
