import Foundation
import ModelREST

/// The open questions of a repository: identical questions in the meantime get the same response.
///
/// Except after a write: the response may be older than the write, and a question after the write must see its result.
final class Flights<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// Those that can be joined.
    private let flights = Locked<[Key: Flight]>([:])

    private final class Flight: @unchecked Sendable {
        let id: UUID
        let task: Task<Value, any Error>
        /// How many wait for it; behind the lock.
        var passengers = 0

        init(_ id: UUID, _ task: Task<Value, any Error>) {
            self.id = id
            self.task = task
        }
    }

    /// The answer of a flight that is under way, or of a new one. A request is cancelled with its last passenger.
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

    /// A write has started: later questions do not join flights that are under way.
    func forget() { flights.withLock { $0 = [:] } }

    private func start(_ key: Key, _ ask: @escaping @Sendable () async throws -> Value) -> Flight {
        let id = UUID()
        return Flight(
            id,
            Task { [self] in
                // Whoever asks after the answer asks again.
                defer { flights.withLock { if $0[key]?.id == id { $0[key] = nil } } }
                return try await ask()
            })
    }
}
