import ModelgenCore
import ModelgenDiagnostics

/// One run: what it reads, and what it does with it.
package struct Run {
    package var inputs: [SourceFile]
    package var imports: [SourceFile]
    package var configuration: ConfigurationFile
    package var pipeline: Pipeline
    /// What was released; nil before the first release.
    package var lock: SourceFile?

    package func generate(for purpose: Purpose) -> GenerationResult {
        pipeline.generate(inputs, imports: imports, lock: lock, for: purpose)
    }

    /// - Parameter target: The target that the models belong to, if others share the lock's place.
    package func release(target: String?) -> ReleaseResult {
        pipeline.release(inputs, imports: imports, lock: lock, target: target)
    }

    package func compare(with base: ComparisonBase) -> ModelgenCore.ComparisonResult {
        pipeline.compare(inputs, imports: imports, with: base)
    }

    package func squash(_ database: String?, before oldest: Int) -> SquashResult {
        pipeline.squash(inputs, imports: imports, lock: lock, database: database, before: oldest)
    }

    package func inspect() -> Analysis { pipeline.analyse(inputs, imports: imports, for: .inspecting) }
}
