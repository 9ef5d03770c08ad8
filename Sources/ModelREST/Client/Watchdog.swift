/// Ends operations that take too long, with one timer for all of them.
///
/// A sleeping child task for each request would be simpler, but a cancelled `Task.sleep` keeps its timer until it is due:
/// at some thousand requests a second, minutes' worth of timers would pile up.
///
/// For all clients, since the timer of a released one would stay as well.
final class Watchdog: Sendable {
    static let shared = Watchdog()

    private struct Watch {
        var due: ContinuousClock.Instant
        let limit: Duration
        let interruption: Interruption
    }

    private struct State {
        var watches: [Int: Watch] = [:]
        var nextID = 0
        var alarm: (due: ContinuousClock.Instant, timer: Task<Void, Never>)?
    }

    private let state = Locked(State())

    /// Runs an operation, and interrupts it when `limit` has passed since its start, or since the last call of the
    /// function it receives; then throws `DeadlineExceeded`.
    func run<Result>(
        limit: Duration,
        interrupting interruption: Interruption,
        _ operation: (_ stillMoving: @escaping @Sendable () -> Void) async throws -> Result
    ) async throws -> Result {
        let id = state.withLock { state in
            state.nextID += 1
            let due = ContinuousClock.now + limit
            state.watches[state.nextID] = Watch(due: due, limit: limit, interruption: interruption)
            setAlarm(at: due, &state)
            return state.nextID
        }
        defer { state.withLock { _ = $0.watches.removeValue(forKey: id) } }
        do {
            return try await operation { self.postpone(id) }
        } catch {
            if interruption.isOver { throw DeadlineExceeded(limit: limit) }
            throw error
        }
    }

    private func postpone(_ id: Int) {
        state.withLock { state in
            guard let watch = state.watches[id] else { return }
            state.watches[id]?.due = ContinuousClock.now + watch.limit
        }
    }

    private func setAlarm(at due: ContinuousClock.Instant, _ state: inout State) {
        if let alarm = state.alarm {
            guard due < alarm.due else { return }
            alarm.timer.cancel()
        }
        // Detached: it must not keep the task-local values of a request that may be long over.
        let timer = Task.detached {
            guard (try? await Task.sleep(until: due, clock: .continuous)) != nil else { return }
            self.ring()
        }
        state.alarm = (due, timer)
    }

    private func ring() {
        let overdue = state.withLock { state in
            let now = ContinuousClock.now
            let overdue = state.watches.filter { $0.value.due <= now }
            for id in overdue.keys { state.watches[id] = nil }
            state.alarm = nil
            if let next = state.watches.values.map(\.due).min() { setAlarm(at: next, &state) }
            return overdue.values.map(\.interruption)
        }
        for interruption in overdue { interruption.interrupt() }
    }
}

/// An operation took too long.
struct DeadlineExceeded: Error {
    let limit: Duration
}
