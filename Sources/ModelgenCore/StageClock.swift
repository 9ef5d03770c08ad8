/// Measures the stages of a run. The clock itself belongs to the command; the pipeline only reports what it is doing.
package protocol StageClock: Sendable {
    /// Runs a stage, and records how long it took.
    func time<Result>(_ stage: String, _ work: () throws -> Result) rethrows -> Result
}

/// A clock that measures nothing.
package struct SilentClock: StageClock {
    package init() {}

    package func time<Result>(_ stage: String, _ work: () throws -> Result) rethrows -> Result { try work() }
}
