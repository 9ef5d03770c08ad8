import ModelgenSchema

/// A database with its versions: how a new file is created, and how an older one is migrated to the newest version.
package struct PlannedDatabase: Sendable {
    package var database: Database
    /// Distinguishes the files of this database from others (https://www.sqlite.org/pragma.html#pragma_application_id).
    package var applicationID: Int32
    /// The versions in ascending order: the first, the newest, and those in between that change something.
    package var versions: [PlannedVersion]
    package var findings: [Finding]
    /// How the present schema writes values.
    let forms: StoredForms
    let defaults: DefaultSQL

    /// How its released versions are written; nil before the first release.
    package var released: Lock.PinnedDatabase?

    package var name: SwiftName { database.name }

    package var version: Int { database.version }

    package var mode: MigrationMode { database.migration }

    package var ownership: FileOwnership { database.ownership }

    /// The statements for each version that can be adopted; nil for the newest version, whose statements are those for
    /// a new file.
    package var adoptable: [AdoptableVersionPlan] {
        database.adopt.sorted().compactMap { number in
            version(at: number).map { version in
                AdoptableVersionPlan(
                    version: number, create: number == database.version ? nil : version.shape.createStatements)
            }
        }
    }

    /// Whether a file with this number in its header can belong to this database.
    package func owns(applicationID: Int) -> Bool {
        switch ownership {
        case .applicationID: applicationID == Int(self.applicationID)
        case .version: true
        }
    }

    /// The tables of a new file.
    package var newest: DatabaseShape { versions.last?.shape ?? DatabaseShape(version: database.version) }

    /// The migrations between the versions; empty if the mode is not `versioned`.
    package var migrations: [MigrationPlan] {
        switch database.migration {
        case .versioned: versions.compactMap(\.way?.migration)
        case .auto, .recreate, .none: []
        }
    }

    /// Whether a version and the next one only add columns. What is valid before and after them is also valid in
    /// between.
    package func isWithinAdditions(_ index: Int) -> Bool {
        [index, index + 1].allSatisfy {
            versions.indices.contains($0) && versions[$0].way?.migration.extent == .additions
        }
    }

    /// The tables at a version. If the version changes nothing, they are those of the previous one. Nil if the database
    /// does not reach the version.
    package func version(at number: Int) -> PlannedVersion? {
        guard number >= database.oldest, number <= database.version else { return nil }
        return versions.last { $0.number <= number }
    }
}

/// A version of a database that differs from the previous one.
package struct PlannedVersion: Sendable {
    package var number: Int
    package var state: DatabaseState
    /// The state in terms of SQL.
    package var shape: DatabaseShape
    /// The migration from the previous version; nil for the first one.
    package var way: PlannedWay?
}

/// The migration from one version to the next.
package struct PlannedWay: Sendable {
    package var transition: VersionTransition
    package var migration: MigrationPlan
}

/// A version that files of other programs can be adopted as.
package struct AdoptableVersionPlan: Equatable, Sendable {
    package var version: Int
    /// The statements that create it; nil for the newest version.
    package var create: [String]?
}

extension Schema {
    /// Plans a database: reconstructs its versions, and finds the statements between them. Nil if there is no database
    /// with this name.
    ///
    /// - Parameter oldest: The version to go back to. By default, it is the database's oldest.
    package func plannedDatabase(_ name: SwiftName, backTo oldest: Int = 1) -> PlannedDatabase? {
        guard let history = history(of: name, backTo: oldest) else { return nil }
        let forms = StoredForms(self)
        let isCompared = [.auto, .recreate].contains(history.database.migration)
        var shaping = DatabaseShaping(self, noting: isCompared ? forms : nil)
        var versions = [
            PlannedVersion(
                number: history.oldest.version, state: history.oldest, shape: shaping.shape(of: history.oldest))
        ]
        var findings = history.findings
        for transition in history.transitions {
            let before = versions[versions.count - 1].shape
            // In a version that only adds, everything existing keeps its shape.
            let (renamed, shape) =
                switch transition.reach {
                case .additions: (before, shaping.shape(of: transition.after, keeping: before))
                case .anything: (shaping.shape(of: transition.renamed), shaping.shape(of: transition.after))
                }
            var planning = MigrationPlanning(
                transition: transition,
                before: before,
                renamed: renamed,
                after: shape,
                oldestSQLite: history.database.oldestSQLite,
                forms: forms
            )
            let migration = planning.plan()
            findings +=
                history.database.migration == .versioned
                ? planning.findings : transition.idleSteps(in: history.database)
            versions.append(
                PlannedVersion(
                    number: transition.version, state: transition.after, shape: shape,
                    way: PlannedWay(transition: transition, migration: migration)))
        }
        findings += versions[versions.count - 1].shape.findings(for: history.database)
        findings += forms.findings(in: versions.map(\.state))
        findings += takenStepNames(history.transitions) + history.database.adoptionFindings
        findings += history.database.emptiedFiles
        return PlannedDatabase(
            database: history.database,
            applicationID: applicationID(of: name),
            versions: versions,
            findings: (findings + shaping.findings).uniqued(),
            forms: forms, defaults: DefaultSQL(self)
        )
    }
}

/// Finds Swift steps with the same name as an earlier one, or with a name that a requirement of a protocol cannot have.
private func takenStepNames(_ transitions: [VersionTransition]) -> [Finding] {
    var versions: [SwiftName: Int] = [:]
    var findings: [Finding] = []
    for transition in transitions {
        for step in transition.dataSteps {
            guard case .swift(let swift) = step.kind else { continue }
            let isType = transitions.contains { "Version\($0.version)" == swift.name.text }
            if isType || SwiftName.ofLanguage.contains(swift.name.text) {
                findings.append(
                    Finding(
                        rule: "step-name-taken",
                        message: "a step cannot be named `\(swift.name)`; rename it", element: step.element))
            }
            guard let earlier = versions.updateValue(transition.version, forKey: swift.name) else { continue }
            findings.append(
                Finding(
                    rule: "step-name-taken",
                    message: "a step to version \(earlier) is also named `\(swift.name)`; rename one of them",
                    element: step.element))
        }
    }
    return findings
}

extension Database {
    /// Finds a way to migrate that would drop the tables of another program.
    fileprivate var emptiedFiles: [Finding] {
        guard ownership == .version, migration == .recreate else { return [] }
        return [
            Finding(
                rule: "shared-file-emptied",
                message:
                    "`migration: recreate` would empty the files of the other program, too; use `migration: auto`, "
                    + "or remove `applicationID`",
                element: ElementID(.database(name), key: "applicationID"))
        ]
    }

    /// Finds versions under `adopt` that do not exist.
    fileprivate var adoptionFindings: [Finding] {
        func finding(_ message: String) -> Finding {
            Finding(rule: "adopted-version", message: message, element: ElementID(.database(name), key: "adopt"))
        }
        switch migration {
        case .versioned, .auto: break
        case .recreate, .none:
            return adopt.isEmpty
                ? []
                : [finding("a database with `migration: \(migration.rawValue)` does not adopt files; remove `adopt`")]
        }
        let versions = oldest == version ? "version \(version)" : "versions \(oldest) to \(version)"
        let unknown = Set(adopt.filter { $0 > version || $0 < oldest }).sorted().map {
            finding("version \($0) to adopt does not exist; `\(name)` has \(versions)")
        }
        let twice = Set(adopt.filter { each in adopt.count { $0 == each } > 1 }).sorted().map {
            finding("version \($0) is listed twice; remove one")
        }
        return unknown + twice
    }
}

/// A positive number that is the same on every machine: the FNV-1a hash of the name.
private func applicationID(of name: SwiftName) -> Int32 {
    var hash: UInt32 = 2_166_136_261
    for byte in name.text.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return max(1, Int32(truncatingIfNeeded: hash & 0x7FFF_FFFF))
}
