import ModelgenSchema

/// Who asks whether the lock and the schema agree.
package enum LockCheck: Hashable, Sendable {
    /// While one works: a version that is not pinned yet is a warning.
    case generating
    /// Before one ships: it is an error.
    case checking
}

extension Lock {
    /// Where the history of a database is not what the lock says was released.
    ///
    /// Call it for databases whose plan has no errors.
    package func findings(for planned: PlannedDatabase, _ check: LockCheck) -> [Finding] {
        let name = planned.plan.database
        let element = ElementID(.database(name), key: "version")
        guard planned.plan.mode == .versioned else { return [] }
        var findings: [Finding] = []
        let pinned = database(name)
        if let last = pinned?.versions.last?.version, last > planned.plan.version {
            findings.append(
                Finding(
                    rule: "released-version-missing",
                    message: "version \(last) of \(name) was released, but the schema is at version "
                        + "\(planned.plan.version); write `version: \(last)` and what belongs to it",
                    element: element
                )
            )
        }
        let missing = (1..<max(1, planned.plan.version)).filter { pinned?.version($0) == nil }
        if !missing.isEmpty {
            let list = missing.map(String.init).joined(separator: ", ")
            let isOne = missing.count == 1
            findings.append(
                Finding(
                    severity: check == .generating ? .warning : .error,
                    rule: "version-not-pinned",
                    message:
                        "\(isOne ? "version" : "versions") \(list) of \(name) \(isOne ? "is" : "are") not in the lock, "
                        + "so nothing proves what was released; run `modelgen release`",
                    element: element
                )
            )
        }
        for version in pinned?.versions ?? [] where version.version <= planned.plan.version {
            findings += differences(of: version, in: planned)
            // A rewritten version changes all the later ones alike.
            if findings.contains(where: { $0.rule == "released-version-changed" }) { break }
        }
        return findings
    }

    private func differences(of version: Version, in planned: PlannedDatabase) -> [Finding] {
        let now = planned.facts(of: version.version)
        guard now != version.facts else { return [] }
        let next = max(planned.plan.version, database(planned.plan.database)?.versions.last?.version ?? 0)
        let last = database(planned.plan.database)?.versions.last?.version ?? version.version
        let advice = ReleasedChange(
            released: version.facts,
            now: now,
            planned: planned,
            version: version.version,
            nextVersion: next > last ? next : last + 1
        )
        return advice.findings()
    }

    /// The lock after a release of these databases, and what stands against it: nothing may be released while there are
    /// errors.
    package func releasing(_ databases: [PlannedDatabase], of schema: Schema) -> (lock: Lock, findings: [Finding]) {
        var lock = self
        var findings: [Finding] = []
        for planned in databases where planned.plan.mode == .versioned {
            let problems = self.findings(for: planned, .generating).filter { $0.severity == .error }
            findings += problems
            guard problems.isEmpty else { continue }
            var pinned =
                lock.database(planned.plan.database) ?? PinnedDatabase(name: planned.plan.database, versions: [])
            for shape in planned.shapes where pinned.version(shape.version) == nil {
                pinned.versions.append(Version(version: shape.version, facts: planned.facts(of: shape.version)))
            }
            pinned.versions.sort { $0.version < $1.version }
            lock.databases.removeAll { $0.name == pinned.name }
            lock.databases.append(pinned)
        }
        lock.databases.sort { $0.name < $1.name }
        lock.json = schema.jsonFacts
        lock.swift = schema.swiftFacts
        return (findings.isEmpty ? lock : self, findings)
    }
}
