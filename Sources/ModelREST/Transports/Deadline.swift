import ModelStoredForms

/// The time at which an exchange must be over, and how to end it. It is ended from outside its task, so a transport
/// that supports this needs no separate task for each request, which would take a tenth more time for a small one.
final class Deadline: Sendable {
    private struct State {
        var due: ContinuousClock.Instant
        var end: (@Sendable () -> Void)?
        var hasPassed = false
    }

    private let limit: Duration
    private let state: Locked<State>

    init(in limit: Duration) {
        self.limit = limit
        state = Locked(State(due: ContinuousClock.now + limit))
    }

    /// Whether the time has passed and the exchange was ended.
    var hasPassed: Bool { state.withLock { $0.hasPassed } }

    var due: ContinuousClock.Instant { state.withLock { $0.due } }

    /// Sets how to end the current exchange. If the time has already passed, ends it immediately.
    func arm(_ end: @escaping @Sendable () -> Void) {
        let hasPassed = state.withLock { state in
            state.end = end
            return state.hasPassed
        }
        if hasPassed { end() }
    }

    /// Starts the time again.
    func postpone() {
        state.withLock { $0.due = ContinuousClock.now + limit }
    }

    /// Ends the current exchange and every later one.
    func pass() {
        let end = state.withLock { state in
            state.hasPassed = true
            return state.end
        }
        end?()
    }
}

/// Ends operations that take too long, with a single timer.
///
/// A sleeping child task for each request would be simpler, but a cancelled `Task.sleep` keeps its timer until it is
/// due: at a few thousand requests per second, timers for minutes would pile up.
///
/// It is shared by all clients, because the timer of a client that was released would stay as well.
final class Watchdog: Sendable {
    static let shared = Watchdog()

    private struct State {
        var deadlines: [ObjectIdentifier: Deadline] = [:]
        var alarm: (due: ContinuousClock.Instant, timer: Task<Void, Never>)?
    }

    private let state = Locked(State())

    /// Runs an operation with a deadline. If it ends because the deadline has passed, throws
    /// `TransportError.Reason.timedOut`.
    func run<Result>(limit: Duration, _ operation: (Deadline) async throws -> Result) async throws -> Result {
        let deadline = Deadline(in: limit)
        state.withLock { state in
            state.deadlines[ObjectIdentifier(deadline)] = deadline
            setAlarm(at: deadline.due, &state)
        }
        defer { state.withLock { _ = $0.deadlines.removeValue(forKey: ObjectIdentifier(deadline)) } }
        do {
            return try await operation(deadline)
        } catch {
            throw deadline.hasPassed ? TransportError(.timedOut) : error
        }
    }

    private func setAlarm(at due: ContinuousClock.Instant, _ state: inout State) {
        if let alarm = state.alarm {
            guard due < alarm.due else { return }
            alarm.timer.cancel()
        }
        // Detached, so that it does not keep the task-local values of a request that may have ended long ago.
        let timer = Task.detached {
            guard (try? await Task.sleep(until: due, clock: .continuous)) != nil else { return }
            self.ring()
        }
        state.alarm = (due, timer)
    }

    private func ring() {
        let overdue = state.withLock { state in
            let now = ContinuousClock.now
            let overdue = state.deadlines.values.filter { $0.due <= now }
            for deadline in overdue { state.deadlines[ObjectIdentifier(deadline)] = nil }
            state.alarm = nil
            if let next = state.deadlines.values.map(\.due).min() { setAlarm(at: next, &state) }
            return overdue
        }
        for deadline in overdue { deadline.pass() }
    }
}
