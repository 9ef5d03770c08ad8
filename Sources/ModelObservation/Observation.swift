import ModelSQLite

/// The values of a read: the current one, and another one after each commit that changes a table that it reads.
///
/// ```swift
/// for try await posts in blog.observe(Post.where { $0.userId == 7 }) { … }
/// ```
/// Each value comes from one snapshot. If commits are faster than the consumer, they are combined, and the last value
/// is always the newest. Writes by other processes are not observed. Cancelling the task ends the sequence.
public struct DatabaseObservation<Value: Sendable>: AsyncSequence, Sendable {
    /// The type of the values.
    public typealias Element = Value
    let pool: DatabasePool
    let fetch: @Sendable (Database) throws -> Value
    /// Whether a value need not be returned after another one; nil if all are returned.
    var isRepetition: (@Sendable (Value, Value) -> Bool)?

    /// Starts the observation.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// Iterates over the values.
    public struct Iterator: AsyncIteratorProtocol {
        private let observation: DatabaseObservation
        /// The last value, if repetitions are skipped.
        private var last: Value?
        private let observer: TableObserver
        private var changes: AsyncStream<Void>.Iterator

        init(_ observation: DatabaseObservation) {
            self.observation = observation
            // Commits that arrive faster than they are handled count as one.
            let (stream, changes) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
            self.changes = stream.makeAsyncIterator()
            observer = TableObserver(changes)
            observation.pool.observers.add(observer)
            changes.yield()
        }

        /// Returns the next value; nil if the task was cancelled or the database was closed.
        public mutating func next() async throws -> Value? {
            while let value = try await nextValue() {
                guard let isRepetition = observation.isRepetition else { return value }
                if let last, isRepetition(last, value) { continue }
                last = value
                return value
            }
            return nil
        }

        private mutating func nextValue() async throws -> Value? {
            guard await changes.next() != nil else { return nil }
            observer.begin()
            let fetch = observation.fetch
            do {
                let (value, tables) = try await observation.pool.read { db in (try fetch(db), db.seen) }
                observer.touched(tables)
                return value
            } catch is CancellationError {
                return nil
            } catch let error as SQLiteError where error.kind == .closed {
                // The database may have been closed before this observer was added.
                observer.committed(nil)
                return nil
            }
        }
    }
}

extension DatabaseObservation where Value: Equatable {
    /// Returns the same values without those that equal the previous one. A commit may change rows other than those
    /// that are read.
    ///
    /// ```swift
    /// for try await count in blog.observe({ db in try Post.count(db) }).removeDuplicates() { … }
    /// ```
    /// As everywhere in Swift, strings are equal if they are canonically equivalent.
    public func removeDuplicates() -> DatabaseObservation {
        DatabaseObservation(pool: pool, fetch: fetch, isRepetition: { $0 == $1 })
    }
}

extension DatabaseAccess {
    /// Observes a read: returns the current value, and another one after each commit that changes a table that it
    /// reads.
    public func observe<Value: Sendable>(
        _ fetch: @escaping @Sendable (Database) throws -> Value
    ) -> DatabaseObservation<Value> {
        DatabaseObservation(pool: pool, fetch: fetch)
    }

    /// Observes a query: returns the current results, and others after each commit that changes a table that it reads.
    public func observe<Root, Columns, Output: Sendable>(
        _ query: Select<Root, Columns, Output>
    ) -> DatabaseObservation<[Output]> {
        observe { db in try query.all(db) }
    }
}
