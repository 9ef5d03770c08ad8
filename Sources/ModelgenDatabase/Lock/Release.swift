import ModelgenSchema

/// Why the lock is compared with the schema.
package enum LockCheck: Hashable, Sendable {
    /// Everyday work: a version that is not pinned yet is a warning.
    case generating
    /// A check before a release: such a version is an error.
    case checking
}

extension Lock {
    /// Where the history of a database differs from the release in the lock.
    ///
    /// Call it for databases whose plans have no errors.
    package func findings(for planned: PlannedDatabase, _ check: LockCheck) -> [Finding] {
        guard planned.mode == .versioned else { return rewrittenVersion(of: planned) + emptyNames(of: planned) }
        // Even if the last release had no versioned migrations, its files have its version.
        let pinned = squashed(planned).database(planned.name)
        let lastPinned = pinned?.versions.last?.version ?? 0
        let unpinned = planned.versions.dropLast().map(\.number).filter { pinned?.version($0) == nil }
        let contradictions =
            lostVersions(of: planned, after: lastPinned)
            + lateVersions(of: planned, unpinned.filter { $0 < lastPinned }, pinned)
        let findings =
            contradictions
            + versionsToPin(of: planned, unpinned.filter { $0 > lastPinned }, check)
            + (contradictions.isEmpty ? missingSteps(in: planned) : [])
        let isAsReleased = findings.allSatisfy { $0.rule == "version-not-pinned" }
        return findings + (isAsReleased ? firstDifferences(of: pinned?.versions ?? [], from: planned) : [])
    }

    /// The version of the schema is older than the released one.
    private func lostVersions(of planned: PlannedDatabase, after last: Int) -> [Finding] {
        guard last > planned.version else { return [] }
        return [
            Finding(
                rule: "released-version-missing",
                message: "version \(last) of `\(planned.name)` was released, but the schema is at version "
                    + "\(planned.version); write `version: \(last)` and what belongs to it",
                element: ElementID(.database(planned.name), key: "version"))
        ]
    }

    /// Versions that were added after a later one had been released.
    ///
    /// - Parameter late: In their order. Of those before the first one in the lock, one is enough: the same mends all.
    private func lateVersions(of planned: PlannedDatabase, _ late: [Int], _ pinned: PinnedDatabase?) -> [Finding] {
        guard let first = pinned?.versions.first?.version, let last = pinned?.versions.last?.version else { return [] }
        let earlier = late.first { $0 < first }
        return (earlier.map { [$0] } ?? late).map { version in
            Finding(
                rule: "released-version-changed",
                message: version < first
                    ? before(first, version, of: planned.name) + "; write `oldest: \(first)`"
                    : "version \(version) of `\(planned.name)` was added after version \(last) was released, so files "
                        + "that have passed it never get there; write what belongs to it under version \(last + 1)",
                element: ElementID(.database(planned.name), key: "version"))
        }
    }

    /// Versions that are complete and not in the lock yet.
    private func versionsToPin(of planned: PlannedDatabase, _ versions: [Int], _ check: LockCheck) -> [Finding] {
        guard !versions.isEmpty else { return [] }
        let list = versions.map(String.init).joined(separator: ", ")
        let (noun, verb) = versions.count == 1 ? ("version", "is") : ("versions", "are")
        return [
            Finding(
                severity: check == .generating ? .warning : .error,
                rule: "version-not-pinned",
                message: "\(noun) \(list) of `\(planned.name)` \(verb) not in the lock, so nothing records what was "
                    + "released; run `modelgen release`",
                element: ElementID(.database(planned.name), key: "version"))
        ]
    }

    /// How the first released version that was rewritten differs: all later ones differ as well.
    private func firstDifferences(of versions: [Version], from planned: PlannedDatabase) -> [Finding] {
        for version in versions where version.version <= planned.version {
            let differences = differences(of: version, from: planned.facts(of: version.version), in: planned)
            if !differences.isEmpty { return differences }
        }
        return []
    }

    /// Finds a version that was pinned and has changed, while the database has no versions. If the database gets
    /// versions again, its files are assumed to be as the lock says.
    private func rewrittenVersion(of planned: PlannedDatabase) -> [Finding] {
        guard planned.mode != .none, let pinned = database(planned.name), pinned.mode == .versioned,
            let last = pinned.versions.last, last.version >= planned.version
        else { return [] }
        let released = last.withoutSteps.facts
        let now = planned.facts(of: planned.version).filter { !$0.kind.isStep }.keepingOrder(ofViews: released)
        let forms = StoredForm.all(now)
        let isAsReleased =
            released.filter { !$0.kind.isForm } == now.filter { !$0.kind.isForm }
            && StoredForm.all(released).allSatisfy { column, earlier in
                forms[column].map { $0.reads(earlier) && earlier.reads($0) } ?? true
            }
        guard !isAsReleased else { return [] }
        return [
            Finding(
                rule: "released-version-changed",
                message:
                    "version \(last.version) of `\(planned.name)` was released with `migration: versioned` and cannot "
                    + "change; write `version: \(last.version + 1)`",
                element: ElementID(.database(planned.name), key: "version"))
        ]
    }

    /// How the newest release differs from the schema without its unreleased steps. These are the steps that must be
    /// written.
    ///
    /// - Parameter planned: It need not go further back than the release. Steps of earlier versions may contradict each
    ///   other as long as these are missing.
    package func missingSteps(in planned: PlannedDatabase) -> [Finding] {
        guard planned.mode == .versioned, let last = squashed(planned).database(planned.name)?.versions.last,
            last.version <= planned.version
        else { return [] }
        let facts = planned.facts(of: last.version).filter { !$0.kind.isStep }
        return differences(of: last.withoutSteps, from: facts, in: planned)
    }

    /// The version of each database that was last released.
    package var lastVersions: [SwiftName: Int] {
        Dictionary(
            firstOf: databases.compactMap { database in database.versions.last.map { (database.name, $0.version) } })
    }

    /// Why a version before the first one in the lock is missing.
    private func before(_ first: Int, _ version: Int, of name: SwiftName) -> String {
        guard let pinned = database(name), pinned.mode != .versioned else {
            return "version \(version) of `\(name)` was removed from the lock, which starts at version \(first)"
        }
        return "`\(name)` was released without versions before version \(first), so nothing records version \(version)"
    }

    /// Finds databases that were released under another name. Unless any file is opened, files are recognized by that
    /// name.
    package func renamedDatabases(_ databases: [PlannedDatabase]) -> [Finding] {
        let names = Set(databases.map(\.name))
        let gone = self.databases.filter { !names.contains($0.name) && $0.mode != .none }
        return databases.filter { $0.mode != .none && database($0.name) == nil }.compactMap { planned in
            let tables = Set(planned.versions.flatMap(\.shape.tables).map(\.name.quoted))
            let former = gone.first { pinned in
                let released = Set(pinned.versions.last?.facts.filter { $0.kind == .table }.map(\.subject) ?? [])
                return !released.isEmpty && released.intersection(tables).count * 2 >= released.count
            }
            guard let former else { return nil }
            return Finding(
                rule: "released-database-renamed",
                message: "the database `\(former.name)` was released and is now named `\(planned.name)`, but a program "
                    + "identifies its files by the name and would reject them; restore `name: \(former.name)`",
                element: ElementID(.database(planned.name)))
        }
    }

    /// Finds databases whose files would no longer be recognized, because a program that keeps another program's number
    /// does not set its own.
    package func disownedDatabases(_ databases: [PlannedDatabase]) -> [Finding] {
        databases.filter { $0.ownership == .applicationID && database($0.name)?.ownership == .version }.map { planned in
            Finding(
                rule: "released-files-disowned",
                message: "`\(planned.name)` was released with `applicationID: keep`, so its files do not have the "
                    + "application_id by which a program without it identifies them, and it would reject them; restore "
                    + "`applicationID: keep`",
                element: ElementID(.database(planned.name)))
        }
    }

    private func differences(of version: Version, from facts: [Fact], in planned: PlannedDatabase) -> [Finding] {
        var version = version
        version.facts = version.facts.withoutIdleFills
        let facts = facts.keepingOrder(ofViews: version.facts)
        guard facts != version.facts, let present = planned.version(at: version.version) else { return [] }
        let next = max(planned.version, database(planned.name)?.versions.last?.version ?? 0)
        let last = database(planned.name)?.versions.last ?? version
        let nextVersion = next > last.version ? next : last.version + 1
        let (released, now) = (version.facts.filter { !$0.kind.isForm }, facts.filter { !$0.kind.isForm })
        if released != now {
            let versions = database(planned.name)?.versions ?? []
            let change = ReleasedChange(
                released: version.facts.withDeclaredNames, now: now.withDeclaredNames, planned: planned,
                version: version.version, nextVersion: nextVersion,
                history: (squashed(planned).database(planned.name)?.versions ?? []).filter {
                    $0.version <= version.version
                },
                later: versions.filter { $0.version > version.version },
                filled: Set(versions.flatMap(\.facts).filter { $0.kind == .fill }.map(\.subject)))
            return change.findings()
        }
        let forms = ReleasedForms(released: version.facts, last: last, planned: planned, version: present)
        return forms.findings(nextVersion)
    }

    /// The lock after a release of these databases, and what prevents the release. If there are errors, nothing may be
    /// released.
    ///
    /// - Parameter options: The options of its code.
    package func releasing(
        _ databases: [PlannedDatabase], of schema: Schema, _ options: CodeOptions = CodeOptions()
    ) -> (lock: Lock, findings: [Finding]) {
        var lock = self
        // Nothing in these databases is pinned.
        let names = Set(databases.map(\.name))
        lock.databases.removeAll { $0.mode != .versioned && !names.contains($0.name) }
        var findings: [Finding] = []
        for planned in databases {
            let problems = self.findings(for: planned, .generating).errors
            findings += problems
            guard problems.isEmpty else { continue }
            let isVersioned = planned.mode == .versioned
            var pinned =
                lock.squashed(planned).database(planned.name) ?? PinnedDatabase(name: planned.name, versions: [])
            var last = pinned.versions.last
            // Without versions, nothing more is pinned; a release is only what the next one is compared with.
            if !isVersioned {
                if pinned.mode != .versioned { _ = pinned.versions.popLast() }
                pinned.versions.removeAll { $0.version >= planned.version }
            }
            pinned.mode = planned.mode
            for version in isVersioned ? planned.versions.map(\.number) : [planned.version]
            where pinned.version(version) == nil {
                let next = Version(version: version, facts: planned.facts(of: version)).containing(last, in: planned)
                pinned.versions.append(next)
                last = next
            }
            if form == .withoutStoredForms { pinned.addForms(of: planned) }
            if isVersioned { pinned.widenForms(of: planned) }
            pinned.ownership = planned.ownership
            pinned.versions.sort { $0.version < $1.version }
            lock.databases.removeAll { $0.name == pinned.name }
            lock.databases.append(pinned)
        }
        lock.databases.sort { $0.name < $1.name }
        lock.json = schema.jsonFacts
        lock.swift = schema.swiftFacts(options)
        return (findings.isEmpty ? lock : self, findings)
    }
}

extension Lock.Version {
    /// The version with what its columns also contain: what remains of the rows of an earlier release.
    fileprivate func containing(_ released: Lock.Version?, in planned: PlannedDatabase) -> Lock.Version {
        guard let released, let before = planned.version(at: released.version),
            let after = planned.version(at: version)
        else { return self }
        let remaining = ReleasedForms(released: released.facts, last: released, planned: planned, version: before)
            .remaining(in: after)
        let forms = StoredForm.all(facts).flatMap { column, form in
            let earlier = remaining[column].flatMap { form.reads($0) ? $0 : nil }
            return (earlier?.widened(to: form) ?? form).facts(of: column.text)
        }
        return Lock.Version(version: version, facts: (facts.filter { !$0.kind.isForm } + forms).sorted())
    }
}

extension Lock.PinnedDatabase {
    /// Adds what the columns of the released version can contain by now.
    fileprivate mutating func widenForms(of planned: PlannedDatabase) {
        guard let last = versions.last, let now = planned.version(at: last.version), last.version == planned.version
        else { return }
        let present = last.facts.filter { !$0.kind.isForm } + planned.formFacts(of: now)
        versions[versions.count - 1] = Lock.Version(version: last.version, facts: present).containing(last, in: planned)
    }

    /// Adds how the columns of released versions are written, according to the present schema.
    fileprivate mutating func addForms(of planned: PlannedDatabase) {
        for index in versions.indices where !versions[index].facts.contains(where: { $0.kind.isForm }) {
            guard let version = planned.version(at: versions[index].version) else { continue }
            versions[index].facts = (versions[index].facts + planned.formFacts(of: version)).sorted()
        }
    }
}
