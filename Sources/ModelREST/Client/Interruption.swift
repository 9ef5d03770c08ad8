/// Ends an exchange from outside its task, for a timer: a transport that supports this needs no separate task for each
/// request, which would add a tenth to the cost of a small one.
final class Interruption: Sendable {
    private enum State {
        case unarmed
        case armed(@Sendable () -> Void)
        case interrupted
    }

    private let state = Locked(State.unarmed)

    /// Whether it was interrupted.
    var isOver: Bool {
        state.withLock { if case .interrupted = $0 { true } else { false } }
    }

    /// Sets how to end the current exchange; if it was already interrupted, ends it immediately.
    func arm(_ end: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            if case .interrupted = state { return true }
            state = .armed(end)
            return false
        }
        if isLate { end() }
    }

    /// Ends the current exchange, and every later one.
    func interrupt() {
        let end = state.withLock { state -> (@Sendable () -> Void)? in
            defer { state = .interrupted }
            if case .armed(let end) = state { return end }
            return nil
        }
        end?()
    }
}

/// A transport that uses `TransportOptions.interruption`, and then throws `TransportError.Reason.timedOut`.
protocol InterruptibleTransport: Transport {}
