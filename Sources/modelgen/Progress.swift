import Foundation
import ModelgenCore
import ModelgenFiles

/// A line that shows that a long run is still working.
enum Progress {
    /// Does the work. If it takes longer than a second, a terminal shows the title until the work is done.
    static func shown<Result: Sendable>(_ title: String, _ work: () -> Result) -> Result {
        guard StandardError.isTerminal else { return work() }
        let timer = DispatchSource.makeTimerSource(queue: .global())
        let start = ContinuousClock.now
        timer.setEventHandler {
            StandardError.write("\r\(title)… \((ContinuousClock.now - start).components.seconds) s")
        }
        timer.schedule(deadline: .now() + 1, repeating: 1)
        timer.resume()
        let result = work()
        timer.cancel()
        if ContinuousClock.now - start > .seconds(1) { StandardError.write("\r\u{1B}[K") }
        return result
    }
}

/// The clock of `--timings`.
final class TimingClock: StageClock {
    private let lock = NSLock()
    nonisolated(unsafe) private var stages: [(name: String, duration: Duration)] = []

    func time<Result>(_ stage: String, _ work: () throws -> Result) rethrows -> Result {
        let start = ContinuousClock.now
        defer {
            let duration = ContinuousClock.now - start
            lock.withLock { stages.append((stage, duration)) }
        }
        return try work()
    }

    /// One line per stage, and the sum.
    var report: String {
        let stages = lock.withLock { self.stages }
        let total = stages.reduce(Duration.zero) { $0 + $1.duration }
        return (stages + [("total", total)]).map { name, duration in
            let milliseconds = duration / .milliseconds(1)
            return name.padding(toLength: 16, withPad: " ", startingAt: 0) + String(format: "%10.1f ms\n", milliseconds)
        }.joined()
    }
}
