import Foundation
import ModelREST
import ModelStoredForms

/// The requests that are running, so that identical questions share one response.
///
/// A question after a write does not share an earlier request: its response may be older than the write, and the
/// question must see the result.
final class Flights<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// The requests that can be joined.
    private let flights = Locked<[Key: Flight]>([:])

    private final class Flight: @unchecked Sendable {
        let id: UUID
        let task: Task<Value, any Error>
        /// The number of tasks that wait for it, protected by the lock.
        var passengers = 0

        init(_ id: UUID, _ task: Task<Value, any Error>) {
            self.id = id
            self.task = task
        }
    }

    /// Joins a running request, or starts a new one, and returns the answer. The request is cancelled when the last
    /// task stops waiting.
    func join(_ key: Key, _ ask: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try Task.checkCancellation()
        let flight = flights.withLock { flights in
            let flight = flights[key] ?? start(key, ask)
            flight.passengers += 1
            flights[key] = flight
            return flight
        }
        defer {
            let isEmpty = flights.withLock { flights in
                flight.passengers -= 1
                if flight.passengers == 0, flights[key] === flight { flights[key] = nil }
                return flight.passengers == 0
            }
            if isEmpty { flight.task.cancel() }
        }
        return try await flight.task.valueUnlessCancelled
    }

    /// Called when a write starts: later questions do not join requests that are already running.
    func forget() { flights.withLock { $0 = [:] } }

    private func start(_ key: Key, _ ask: @escaping @Sendable () async throws -> Value) -> Flight {
        let id = UUID()
        return Flight(
            id,
            Task { [self] in
                // A question that comes after the answer is sent again.
                defer { flights.withLock { if $0[key]?.id == id { $0[key] = nil } } }
                return try await ask()
            })
    }
}
