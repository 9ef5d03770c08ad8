import Foundation

/// The open questions of a repository: identical questions in the meantime get the same response.
///
/// Except after a write: the response may be older than the write, and a question after the write must see its result.
final class Flights<Key: Hashable & Sendable, Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    /// Those under way, even if they can no longer be joined.
    private var flights: [Flight] = []

    private final class Flight: @unchecked Sendable {
        let key: Key
        /// Whether it can be joined.
        var isOpen = true
        var task: Task<Void, Never>?
        var passengers: [UUID: CheckedContinuation<Value, any Error>] = [:]

        init(_ key: Key) {
            self.key = key
        }
    }

    /// The answer of a flight that is under way, or of a new one.
    func join(_ key: Key, _ ask: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let passenger = UUID()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                lock.withLock {
                    if Task.isCancelled { return continuation.resume(throwing: CancellationError()) }
                    let flight = flights.first { $0.isOpen && $0.key == key } ?? start(Flight(key), ask)
                    flight.passengers[passenger] = continuation
                }
            }
        } onCancel: {
            leave(passenger)
        }
    }

    /// A write has started: later questions do not join flights that are under way.
    func forget() {
        lock.withLock { for flight in flights { flight.isOpen = false } }
    }

    /// Called with the lock held.
    private func start(_ flight: Flight, _ ask: @escaping @Sendable () async throws -> Value) -> Flight {
        flights.append(flight)
        flight.task = Task { [self] in
            let result: Result<Value, any Error>
            do { result = .success(try await ask()) } catch { result = .failure(error) }
            let waiting = lock.withLock {
                flights.removeAll { $0 === flight }
                defer { flight.passengers = [:] }
                return Array(flight.passengers.values)
            }
            for continuation in waiting { continuation.resume(with: result) }
        }
        return flight
    }

    /// A task was cancelled. The request is cancelled with its last passenger.
    private func leave(_ passenger: UUID) {
        let left: CheckedContinuation<Value, any Error>? = lock.withLock {
            let flight = flights.first { $0.passengers[passenger] != nil }
            let continuation = flight?.passengers.removeValue(forKey: passenger)
            if let flight, flight.passengers.isEmpty {
                flight.isOpen = false
                flight.task?.cancel()
            }
            return continuation
        }
        left?.resume(throwing: CancellationError())
    }
}
