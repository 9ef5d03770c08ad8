import ModelgenDatabase
import ModelgenDiagnostics
import ModelgenPlanning
import ModelgenSchema

extension Pipeline {
    /// The lock after releasing the inputs: every version is pinned, and no pinned version has changed.
    ///
    /// - Parameter target: The target that the inputs belong to, if other targets look for their locks at the same place.
    package func release(
        _ inputs: [SourceFile], imports: [SourceFile] = [], lock: SourceFile?, target: String? = nil
    ) -> ReleaseResult {
        let generated = generate(inputs, imports: imports, lock: lock, for: .releasing)
        guard let models = generated.models else { return ReleaseResult(diagnostics: generated.diagnostics) }

        let earlier = models.lock ?? Lock()
        var (released, findings) = earlier.releasing(
            models.databases, of: models.schema.compared(options.emits), models.schema.codeOptions(options))
        let all = (generated.diagnostics + findings.map(models.positions.diagnostic)).sorted()
        guard !all.containsErrors else { return ReleaseResult(diagnostics: all) }
        released.target = target ?? released.target
        let databases = models.databases.map { planned in
            let pinned = released.database(planned.name)?.versions.map(\.version) ?? []
            let former = earlier.database(planned.name)
            let last = former?.versions.last
            // Without versions, the last release is recorded but not pinned.
            let before = Set((former?.versions ?? []).dropLast(former?.mode == .versioned ? 0 : 1).map(\.version))
            return ReleasedDatabase(
                name: planned.name, mode: planned.mode, pinned: pinned.filter { !before.contains($0) },
                version: planned.version,
                hasWidened: last.map { $0.forms != released.database(planned.name)?.version(planned.version)?.forms }
                    ?? false)
        }
        return ReleaseResult(lock: released.text, databases: databases, diagnostics: all)
    }
}

/// The result of a release.
package struct ReleaseResult: Sendable {
    /// The text of the lock; nil if there are errors, and nothing is released.
    package var lock: String?
    package var databases: [ReleasedDatabase] = []
    /// All diagnostics, sorted.
    package var diagnostics: [Diagnostic]
}

/// What a release did for one database.
package struct ReleasedDatabase: Sendable {
    package var name: SwiftName
    /// The mode of its migrations. Only the versions of a `versioned` database are pinned.
    package var mode: MigrationMode
    /// The versions that were not in the lock before.
    package var pinned: [Int]
    /// The newest version.
    package var version: Int
    /// Whether that version was pinned before, and its columns can contain more since.
    package var hasWidened: Bool
}
