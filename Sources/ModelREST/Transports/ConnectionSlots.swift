/// A transport with a limit on concurrent requests to one host: the others wait before their timeouts start.
package protocol LimitedTransport: Transport {
    /// The slots that its requests wait for.
    var slots: ConnectionSlots { get }
}

/// The right to use one of a host's connections, first come first served.
///
/// In a transport's own queue, a request would wait while its timeout runs, and nobody could find out why it timed out.
package final class ConnectionSlots: Sendable {
    private struct Host {
        var taken = 0
        var waiters: [(id: Int, continuation: CheckedContinuation<Void, any Error>)] = []
    }

    private let limit: Int
    private let state = Locked<(hosts: [String: Host], nextID: Int)>(([:], 0))

    package init(perHost limit: Int) {
        self.limit = max(1, limit)
    }

    /// Waits for a connection to a host; throws `CancellationError` if its task is cancelled first.
    func take(_ host: String) async throws {
        if state.withLock({ take(host, &$0.hosts) }) { return }
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome = state.withLock { state -> Result<Void, any Error>? in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if take(host, &state.hosts) { return .success(()) }
                    state.hosts[host]?.waiters.append((id, continuation))
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let waiter = state.withLock { state -> CheckedContinuation<Void, any Error>? in
                guard let index = state.hosts[host]?.waiters.firstIndex(where: { $0.id == id }) else { return nil }
                return state.hosts[host]?.waiters.remove(at: index).continuation
            }
            waiter?.resume(throwing: CancellationError())
        }
    }

    /// Passes a connection to the request that has waited longest.
    func release(_ host: String) {
        let next = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            guard var place = state.hosts[host] else { return nil }
            if !place.waiters.isEmpty {
                let next = place.waiters.removeFirst()
                state.hosts[host] = place
                return next.continuation
            }
            place.taken -= 1
            state.hosts[host] = place.taken > 0 ? place : nil
            return nil
        }
        next?.resume()
    }

    private func take(_ host: String, _ hosts: inout [String: Host]) -> Bool {
        guard hosts[host, default: Host()].taken < limit else { return false }
        hosts[host, default: Host()].taken += 1
        return true
    }
}
