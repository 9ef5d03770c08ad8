import Foundation

/// The open questions of a repository: identical questions in the meantime get the same response.
///
/// Except after a write: the response may be older than the write, and a question after the write must see its result.
final class Flights<Key: Hashable & Sendable, Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var flights: [Key: Flight] = [:]
    /// The flight of each passenger, including flights that can no longer be joined.
    private var everyone: [UUID: Flight] = [:]

    private final class Flight: @unchecked Sendable {
        var task: Task<Void, Never>?
        var passengers: [UUID: CheckedContinuation<Value, any Error>] = [:]
    }

    /// The answer of a flight that is under way, or of a new one.
    func join(_ key: Key, _ ask: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let passenger = UUID()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                board(key, passenger, continuation, ask)
            }
        } onCancel: {
            leave(key, passenger)
        }
    }

    /// A write has started: later questions do not join flights that are under way.
    func forget() { lock.withLock { flights = [:] } }

    private func board(
        _ key: Key,
        _ passenger: UUID,
        _ continuation: CheckedContinuation<Value, any Error>,
        _ ask: @escaping @Sendable () async throws -> Value
    ) {
        lock.lock()
        defer { lock.unlock() }
        if Task.isCancelled { return continuation.resume(throwing: CancellationError()) }
        if let flight = flights[key] {
            flight.passengers[passenger] = continuation
            everyone[passenger] = flight
            return
        }
        let flight = Flight()
        flight.passengers[passenger] = continuation
        everyone[passenger] = flight
        flights[key] = flight
        flight.task = Task { [self] in
            let result: Result<Value, any Error>
            do { result = .success(try await ask()) } catch { result = .failure(error) }
            land(key, flight, result)
        }
    }

    private func land(_ key: Key, _ flight: Flight, _ result: Result<Value, any Error>) {
        let waiting = lock.withLock {
            if flights[key] === flight { flights[key] = nil }
            for passenger in flight.passengers.keys { everyone[passenger] = nil }
            defer { flight.passengers = [:] }
            return Array(flight.passengers.values)
        }
        for continuation in waiting { continuation.resume(with: result) }
    }

    /// A task was cancelled. The request is cancelled with its last passenger.
    private func leave(_ key: Key, _ passenger: UUID) {
        let left: CheckedContinuation<Value, any Error>? = lock.withLock {
            guard let flight = everyone.removeValue(forKey: passenger) else { return nil }
            let continuation = flight.passengers.removeValue(forKey: passenger)
            if flight.passengers.isEmpty {
                if flights[key] === flight { flights[key] = nil }
                flight.task?.cancel()
            }
            return continuation
        }
        left?.resume(throwing: CancellationError())
    }
}
