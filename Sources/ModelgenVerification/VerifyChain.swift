import ModelSchemas
import ModelgenDatabase
import ModelgenPlanning
import ModelgenSchema

/// Migrates an in-memory SQLite database through all versions: sets up version 1, runs the steps of each version, and
/// compares the result with a database that is created with that version.
///
/// Swift steps only run in the user's program and are left out. Call it if the plan has no errors.
///
/// - Returns: A finding for each statement that SQLite rejects, at its step, and for each difference, with both sides.
package func verifyChain(_ planned: PlannedDatabase) -> [Finding] {
    do throws(MemoryDatabase.Refusal) {
        // A statement that writes a foreign key needs its parent, which may be in another part.
        let findings = try verify(planned.parts(for: .tables))
        return try findings.isEmpty ? [] : verify(planned.parts(for: .connected))
    } catch {
        return [
            Finding(
                rule: "sqlite-unavailable",
                message: "the migrations cannot be verified: \(error.message)",
                element: ElementID(.database(planned.name))
            )
        ]
    }
}

/// Parts are independent, and each has its own databases.
private func verify(_ parts: [DatabasePart]) throws(MemoryDatabase.Refusal) -> [Finding] {
    let results = parts.concurrentMap { part in
        Result { () throws(MemoryDatabase.Refusal) in try verifyPart(part) }
    }
    var findings: [Finding] = []
    for result in results { findings += try result.get() }
    return findings
}

/// The versions at which the database is compared with a new one.
private enum Looks {
    case atEach
    /// Not between versions that only add columns: these cannot repair what an earlier one broke.
    case afterAdditions
}

private func verifyPart(
    _ part: DatabasePart, _ looks: Looks = .afterAdditions
) throws(MemoryDatabase.Refusal) -> [Finding] {
    let planned = part.planned
    guard planned.mode == .versioned, planned.versions.count > 1, let first = planned.versions.first?.shape else {
        return try MemoryDatabase().setUp(planned.newest, isNewest: true)
    }
    let chain = try MemoryDatabase()
    var findings = chain.setUp(first, isNewest: false)
    guard findings.isEmpty else { return findings }
    for (index, version) in planned.versions.enumerated() {
        guard let way = version.way else { continue }
        findings += chain.migrate(by: way.migration, of: planned.name)
        guard findings.isEmpty else { return findings }
        if looks == .afterAdditions, planned.isWithinAdditions(index) { continue }
        let fresh = try MemoryDatabase()
        findings += fresh.setUp(version.shape, isNewest: version.number == planned.version)
        guard findings.isEmpty else { return findings }
        let differences = try part.own(chain.differences(from: fresh), in: version.shape)
        findings += differences.map {
            finding(of: $0, in: way.transition, shape: version.shape, database: planned.name)
        }
        if !findings.isEmpty, looks == .afterAdditions { return try verifyPart(part, .atEach) }
        guard findings.isEmpty else { return findings }
    }
    return findings
}

extension DatabasePart {
    /// The differences except those of tables whose parents are elsewhere.
    func own(_ differences: [SchemaDifference], in shape: DatabaseShape) -> [SchemaDifference] {
        guard !differences.isEmpty else { return [] }
        let others = Set(shape.tables.filter { !own.contains($0.origin) }.map(\.name.text))
        return differences.filter { !others.contains($0.table) }
    }
}

/// A difference, at the steps of its table in the version that caused it.
func finding(
    of difference: SchemaDifference,
    in transition: VersionTransition,
    shape: DatabaseShape,
    database: SwiftName
) -> Finding {
    let table = shape.tables.first { $0.name.text.isName(difference.table) }
    let element = table.map(transition.element)
    return Finding(
        rule: "migration-differs",
        message:
            "version \(transition.version) is not the result of applying its steps to version \(transition.before.version): "
            + "\(difference.afterMigration); add the missing step, or `since: \(transition.version)` on what was added",
        element: element ?? ElementID(.database(database))
    )
}

extension DatabaseShape {
    /// The default that SQLite names in its message, or else the element of the step.
    fileprivate func element(of step: MigrationStep, refusedWith message: String) -> ElementID {
        guard let table = tables.first(where: { $0.origin.element() == step.element }),
            let column = table.columns.first(where: {
                message == "default value of column [\($0.name)] is not constant"
            })
        else { return step.element }
        return table.origin.element(of: column.field, key: "default")
    }
}

extension MemoryDatabase {
    /// Creates that version in this empty database.
    func setUp(_ shape: DatabaseShape, isNewest: Bool) -> [Finding] {
        _ = refusal { () throws(Refusal) in try run("BEGIN") }
        defer { _ = refusal { () throws(Refusal) in try run("COMMIT") } }
        for step in shape.createSteps {
            guard let message = refusal(of: step) else { continue }
            let what = step.element.key == "view" ? "view" : "table"
            let place = isNewest ? "" : " in version \(shape.version), as the steps of the later ones undo it"
            return [
                Finding(
                    rule: "sqlite-refuses",
                    message: "SQLite rejects the \(what)\(place): \(message)",
                    element: shape.element(of: step, refusedWith: message)
                )
            ]
        }
        return shape.views.compactMap { view in
            guard let message = refusal({ () throws(Refusal) in _ = try describe("SELECT * FROM \(view.name.quoted)") })
            else { return nil }
            return Finding(
                rule: "sqlite-refuses",
                message: "SQLite rejects the view in version \(shape.version): \(message)"
                    + (isNewest ? "" : "; specify what it was, `was: { view: … }`, under the version that changed it"),
                element: view.origin.element(key: "view")
            )
        }
    }

    /// Runs the steps of one version as the runtime does: in one transaction, with foreign keys that may be violated
    /// before its end, and that are off while a table is rebuilt or dropped.
    ///
    /// - Parameters:
    ///   - recorded: The elements whose statements are recorded.
    ///   - recorder: What they write.
    func migrate(
        by plan: MigrationPlan,
        of database: SwiftName,
        recording recorded: Set<ElementID> = [],
        in recorder: WriteRecorder? = nil
    ) -> [Finding] {
        let place = ElementID(.database(database))
        func failure(_ message: String, at element: ElementID) -> Finding {
            Finding(
                rule: "sqlite-refuses",
                message: "SQLite rejects a step to version \(plan.version): \(message)",
                element: element
            )
        }
        do {
            try run("PRAGMA foreign_keys = ON")
            try run("BEGIN IMMEDIATE")
            try run("PRAGMA defer_foreign_keys = ON")
            var violating: ElementID?
            for step in plan.steps {
                // At this moment, views may name a missing table.
                if case .rebuild = step.action { try run("PRAGMA legacy_alter_table = ON") }
                set(step.foreignKeys)
                let isRecorded = recorded.contains(step.element)
                let message = refusal(of: step, recorder: isRecorded ? recorder : nil)
                set(.enforced)
                try run("PRAGMA legacy_alter_table = OFF")
                violating = handle.hasPendingReferences ? violating ?? step.element : nil
                guard let message else { continue }
                // If SQLite was interrupted, it has rolled back already.
                _ = refusal { () throws(Refusal) in try run("ROLLBACK") }
                return [failure(message, at: step.element)]
            }
            if plan.mayViolateForeignKeys, let broken = try rows(Self.danglingRows).first {
                try run("ROLLBACK")
                let element = violating ?? plan.steps.last?.element ?? place
                return [
                    failure("rows of `\(broken[0].text)` refer to missing rows of `\(broken[1].text)`", at: element)
                ]
            }
            // The runtime rejects it, because it might hide one of the file's.
            if let left = try rows(Self.temporaryObjects).first?.first?.text {
                try run("ROLLBACK")
                let name = FoldedName(left)
                let step = plan.steps.last { $0.statements.contains { namesMentioned(in: $0).contains(name) } }
                let element = step?.element ?? place
                return [failure("the temporary `\(left)` is left at the end of the version; drop it", at: element)]
            }
            // What is pending was ended by a dropped table, or belongs to a table of another part.
            if plan.suspendsForeignKeys { try run("PRAGMA defer_foreign_keys = OFF") }
            try run("COMMIT")
            return []
        } catch {
            _ = refusal { () throws(Refusal) in try run("ROLLBACK") }
            return [failure(error.message, at: plan.steps.last?.element ?? place)]
        }
    }

    /// A missing table belongs to another part.
    private static let danglingRows = """
        SELECT "table", parent FROM pragma_foreign_key_check \
        WHERE parent COLLATE NOCASE IN (SELECT name FROM sqlite_master) ORDER BY "table" LIMIT 1
        """

    private static let temporaryObjects =
        "SELECT name FROM sqlite_temp_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid LIMIT 1"

    private func refusal(of step: MigrationStep, recorder: WriteRecorder? = nil) -> String? {
        let message = refusal { () throws(Refusal) in
            for statement in step.statements {
                if let recorder {
                    try run(statement, recordingIn: recorder)
                } else {
                    try run(statement)
                }
            }
        }
        guard case .rebuild(let plan) = step.action else { return message }
        // The name of the new table until it replaces the old one means nothing to the user.
        return message?.replacing(plan.temporaryName.text, with: plan.table.text)
    }

    private func refusal(_ body: () throws(Refusal) -> Void) -> String? {
        do {
            try body()
            return nil
        } catch {
            return error.message
        }
    }
}
