/// Ends operations that take too long, with one timer for all of them.
///
/// A sleeping child task for each request would be simpler, but a cancelled `Task.sleep` keeps its timer until it is due:
/// at some thousand requests a second, minutes' worth of timers would pile up.
final class Watchdog: Sendable {
    private struct Watch {
        var due: ContinuousClock.Instant
        let limit: Duration
        let bark: @Sendable () -> Void
    }

    private struct State {
        var watches: [Int: Watch] = [:]
        var nextID = 0
        var alarm: (due: ContinuousClock.Instant, timer: Task<Void, Never>)?
    }

    private let state = Locked(State())

    /// Runs an operation in the task that calls, and interrupts it when `limit` has passed.
    func run<Result>(
        limit: Duration,
        interrupting interruption: Interruption,
        _ operation: () async throws -> Result
    ) async throws -> Result {
        let id = nextID()
        watch(id, limit: limit) { interruption.interrupt() }
        defer { forget(id) }
        return try await operation()
    }

    /// Runs an operation and cancels it when `limit` has passed since its start, or since it last called the function
    /// that it is handed; then throws `DeadlineExceeded`.
    func run<Result: Sendable>(
        limit: Duration,
        _ operation: @escaping @Sendable (_ stillMoving: @escaping @Sendable () -> Void) async throws -> Result
    ) async throws -> Result {
        let barked = Locked(false)
        let id = nextID()
        let task = Task { try await operation { self.postpone(id) } }
        watch(id, limit: limit) {
            barked.withLock { $0 = true }
            task.cancel()
        }
        defer { forget(id) }
        do {
            return try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        } catch {
            if barked.withLock({ $0 }) { throw DeadlineExceeded(limit: limit) }
            throw error
        }
    }

    private func nextID() -> Int {
        state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
    }

    private func forget(_ id: Int) {
        state.withLock { _ = $0.watches.removeValue(forKey: id) }
    }

    private func watch(_ id: Int, limit: Duration, bark: @escaping @Sendable () -> Void) {
        state.withLock { state in
            let due = ContinuousClock.now + limit
            state.watches[id] = Watch(due: due, limit: limit, bark: bark)
            setAlarm(at: due, &state)
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
        let timer = Task { [weak self] in
            guard (try? await Task.sleep(until: due, clock: .continuous)) != nil else { return }
            self?.ring()
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
            return overdue.values.map(\.bark)
        }
        for bark in overdue { bark() }
    }
}

/// An operation took longer than it may.
struct DeadlineExceeded: Error {
    let limit: Duration
}
