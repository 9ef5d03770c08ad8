import Foundation
import ModelStoredForms

/// Limits the connections to each host, first come, first served. Other requests wait before their timeouts start.
///
/// In a transport's own queue, a request's timeout would run while it waits, and nobody could tell why it timed out.
package final class ConnectionSlots: Sendable {
    private typealias Waiter = CheckedContinuation<Void, any Error>

    private struct Host {
        var taken = 0
        var waiters: [UUID: Waiter] = [:]
        /// The requests that are waiting or have waited, first come, first served.
        var order: ArraySlice<UUID> = []
    }

    private let limit: Int
    private let hosts = Locked<[String: Host]>([:])

    package init(perHost limit: Int) {
        self.limit = max(1, limit)
    }

    /// Waits for a connection to a host. Throws `CancellationError` if the task is cancelled first.
    func take(_ host: String) async throws {
        if hosts.withLock({ take(host, &$0) }) { return }
        let id = UUID()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome = hosts.withLock { hosts -> Result<Void, any Error>? in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if take(host, &hosts) { return .success(()) }
                    hosts[host]?.waiters[id] = continuation
                    hosts[host]?.order.append(id)
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            hosts.withLock { $0[host]?.waiters.removeValue(forKey: id) }?.resume(throwing: CancellationError())
        }
    }

    /// Passes a connection to the request that has waited longest.
    func release(_ host: String) {
        let next = hosts.withLock { hosts -> Waiter? in
            while let id = hosts[host]?.order.popFirst() {
                if let next = hosts[host]?.waiters.removeValue(forKey: id) { return next }
            }
            hosts[host]?.taken -= 1
            if hosts[host]?.taken == 0 { hosts[host] = nil }
            return nil
        }
        next?.resume()
    }

    private func take(_ host: String, _ hosts: inout [String: Host]) -> Bool {
        let isFree = hosts[host]?.taken ?? 0 < limit
        if isFree { hosts[host, default: Host()].taken += 1 }
        return isFree
    }
}
