import Foundation

/// The right to use one of a host's connections, first come first served: the other requests wait before their timeouts
/// start.
///
/// In a transport's own queue, a request would wait while its timeout runs, and nobody could find out why it timed out.
package final class ConnectionSlots: Sendable {
    private typealias Waiter = (id: UUID, continuation: CheckedContinuation<Void, any Error>)

    private struct Host {
        var taken = 0
        var waiters: [Waiter] = []
    }

    private let limit: Int
    private let hosts = Locked<[String: Host]>([:])

    package init(perHost limit: Int) {
        self.limit = max(1, limit)
    }

    /// Waits for a connection to a host; throws `CancellationError` if its task is cancelled first.
    func take(_ host: String) async throws {
        if hosts.withLock({ take(host, &$0) }) { return }
        let id = UUID()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome = hosts.withLock { hosts -> Result<Void, any Error>? in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if take(host, &hosts) { return .success(()) }
                    hosts[host]?.waiters.append((id, continuation))
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let waiter = hosts.withLock { hosts -> Waiter? in
                let index = hosts[host]?.waiters.firstIndex { $0.id == id }
                return index.flatMap { hosts[host]?.waiters.remove(at: $0) }
            }
            waiter?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Passes a connection to the request that has waited longest.
    func release(_ host: String) {
        let next = hosts.withLock { hosts -> Waiter? in
            guard var place = hosts[host] else { return nil }
            let next = place.waiters.isEmpty ? nil : place.waiters.removeFirst()
            if next == nil { place.taken -= 1 }
            hosts[host] = place.taken > 0 ? place : nil
            return next
        }
        next?.continuation.resume()
    }

    private func take(_ host: String, _ hosts: inout [String: Host]) -> Bool {
        guard hosts[host, default: Host()].taken < limit else { return false }
        hosts[host, default: Host()].taken += 1
        return true
    }
}
