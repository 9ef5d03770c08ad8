import ModelgenDatabase
import ModelgenDiagnostics
import ModelgenParsing
import ModelgenSchema

extension Pipeline {
    /// The models and the lock without the versions of a database before `oldest`, if nothing else changes.
    ///
    /// - Parameters:
    ///   - name: The database; nil for the only one.
    ///   - oldest: The oldest version that files may have from now on.
    package func squash(
        _ inputs: [SourceFile], imports: [SourceFile] = [], lock: SourceFile?, database name: String?,
        before oldest: Int
    ) -> SquashResult {
        let before = generate(inputs, imports: imports, lock: lock, for: .generating)
        guard let models = before.models else { return SquashResult(diagnostics: before.diagnostics) }
        let planned: PlannedDatabase
        switch models.squashable(name) {
        case .success(let found): planned = found
        case .failure(let refusal): return SquashResult(refusal)
        }
        let database = planned.name
        if let refusal = models.refusal(to: oldest, planned) { return SquashResult(refusal) }

        var refusal = SquashRefusal("")
        // A later step may need the values with which older rows were filled.
        for fills in [VersionRemoval.Fills.removed, .kept] {
            let removal = VersionRemoval(of: database, in: models.schema, before: oldest, fills: fills)
            let files = inputs.map(removal.applied)
            let shortened = models.lock.map { $0.squashed(database, before: oldest) }
            let newLock = shortened.flatMap { new in lock.map { SourceFile(path: $0.path, text: new.text) } }
            let after = generate(files, imports: imports, lock: newLock, for: .releasing)
            if let difference = planned.difference(since: oldest, in: after, from: before) {
                refusal = difference
                continue
            }
            return SquashResult(
                database: database, oldest: oldest,
                files: zip(inputs, files).filter { $0 != $1 }.map { SquashResult.File(old: $0, new: $1) },
                lock: newLock, steps: planned.swiftSteps(to: oldest), diagnostics: before.diagnostics)
        }
        return SquashResult(refusal)
    }
}

/// The result of a squash.
package struct SquashResult: Sendable {
    package struct File: Sendable {
        package var old: SourceFile
        package var new: SourceFile
    }

    package var database: SwiftName = ""
    package var oldest = 1
    /// The inputs that change.
    package var files: [File] = []
    /// The lock without the versions; nil if there is none.
    package var lock: SourceFile?
    /// The Swift steps that are no longer called.
    package var steps: [SwiftName] = []
    /// All diagnostics, sorted. If there are errors, nothing may be written.
    package var diagnostics: [Diagnostic]
}

extension SquashResult {
    fileprivate init(_ refusal: SquashRefusal) {
        self.init(diagnostics: [Diagnostic(rule: "squash-refused", refusal.message, at: nil)])
    }
}

private struct SquashRefusal: Error {
    var message: String

    init(_ message: String) { self.message = message }
}

extension PlannedModels {
    fileprivate func squashable(_ name: String?) -> Result<PlannedDatabase, SquashRefusal> {
        let candidates = databases.filter { $0.mode == .versioned }
        let names = candidates.map(\.name.text).joined(separator: ", ")
        if let name {
            guard let found = candidates.first(where: { $0.name.text == name }) else {
                let known = names.isEmpty ? "" : "; the databases with versions are \(names)"
                return .failure(SquashRefusal("unknown database `\(name)`\(known)"))
            }
            return .success(found)
        }
        guard let only = candidates.first else {
            return .failure(SquashRefusal("no database has versions"))
        }
        return candidates.count == 1
            ? .success(only)
            : .failure(SquashRefusal("there are several databases (\(names)); add --database NAME"))
    }

    fileprivate func refusal(to oldest: Int, _ planned: PlannedDatabase) -> SquashRefusal? {
        let name = planned.name
        let first = planned.database.oldest
        if oldest > planned.version {
            return SquashRefusal(
                "`\(name)` is at version \(planned.version), so none of its files has version \(oldest) yet")
        }
        if oldest <= first {
            return SquashRefusal("`\(name)` has no versions before \(oldest); its oldest is \(first)")
        }
        if let lock, (lock.database(name)?.versions.last?.version ?? 0) < oldest {
            return SquashRefusal("version \(oldest) of `\(name)` was never released; run `modelgen release` first")
        }
        return nil
    }
}

extension PlannedDatabase {
    /// What differs without the versions before `oldest`, apart from these versions themselves; nil if nothing does.
    fileprivate func difference(
        since oldest: Int, in after: GenerationResult, from before: GenerationResult
    ) -> SquashRefusal? {
        let errors = after.diagnostics.errors
        guard errors.isEmpty, let remaining = after.models?.databases.first(where: { $0.name == name }) else {
            let reason = errors.first.map { ": \($0.message)" } ?? ""
            return SquashRefusal("`\(name)` depends on the versions before \(oldest)\(reason)")
        }
        if let difference = difference(since: oldest, from: remaining) {
            return SquashRefusal("without the versions before \(oldest), \(difference)")
        }
        // An alias may share a node with another database.
        let databases = after.models?.databases ?? []
        for other in before.models?.databases ?? [] where other.name != name {
            let remaining = databases.first { $0.name == other.name }
            guard let remaining, other.difference(since: 0, from: remaining) == nil else {
                return SquashRefusal(
                    "without the versions before \(oldest), the database `\(other.name)` would be different")
            }
        }
        let others = Set(before.files).subtracting(after.files).map(\.name).sorted()
        return others.first { $0 != "\(database.file).model.swift" }.map {
            SquashRefusal("without the versions before \(oldest), \($0) would change")
        }
    }

    /// What differs in the remaining versions, and in the steps between them, of which every migration path consists.
    private func difference(since oldest: Int, from other: PlannedDatabase) -> String? {
        guard version == other.version, applicationID == other.applicationID,
            newest.createStatements == other.newest.createStatements
        else { return "new files would be different" }
        let numbers = Set((versions + other.versions).map(\.number).filter { $0 > oldest }).sorted()
        let (ways, others) = (ways(after: oldest), other.ways(after: oldest))
        if let changed = numbers.first(where: { ways[$0] != others[$0] }) {
            return "the steps to version \(changed) would be different"
        }
        let isSame = ([oldest] + numbers).allSatisfy {
            self.version(at: $0)?.shape.facts == other.version(at: $0)?.shape.facts
        }
        return isSame ? nil : "the remaining versions would be different"
    }

    /// Everything that is done in each version, wherever the schema declares it.
    private func ways(after oldest: Int) -> [Int: MigrationPlan] {
        var ways: [Int: MigrationPlan] = [:]
        for var plan in migrations where plan.version > oldest {
            for index in plan.steps.indices {
                plan.steps[index].element = ElementID(.database(name))
                plan.steps[index].table = nil
            }
            ways[plan.version] = plan
        }
        return ways
    }

    fileprivate func swiftSteps(to version: Int) -> [SwiftName] {
        migrations.filter { $0.version <= version }.flatMap(\.steps).compactMap { step in
            if case .swift(let name) = step.action { name } else { nil }
        }
    }
}

/// Explains `squash`.
package let squashRule = RuleEntry(
    id: "squash-refused", summary: "A squash changes nothing for files that can still be opened.",
    explanation: """
        `modelgen squash --before N` removes the steps, `since` and lock entries of versions before N from the models,
        and proves that every later step consists of the same statements, that new files are the same, and that no
        other code changes. If it cannot prove that, nothing is written. One possible reason is YAML aliases and merge
        keys shared by several versions: expand them. Another is a version under `adopt` that would be removed.
        """)
