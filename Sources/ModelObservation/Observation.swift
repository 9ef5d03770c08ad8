import ModelSQLite

/// The values of a read: the current one, and a new one after each commit that changed a table it reads.
///
/// ```swift
/// for try await posts in blog.observe(Post.where { $0.userId == 7 }) { … }
/// ```
/// Each value is from one snapshot. If commits are faster than the consumer, they are coalesced; the last value is
/// always the newest. Writes of other processes are not observed. Cancelling the task ends the sequence.
public struct DatabaseObservation<Value: Sendable>: AsyncSequence, Sendable {
    /// The type of the values.
    public typealias Element = Value
    let pool: DatabasePool
    let fetch: @Sendable (Database) throws -> Value
    /// Whether a value is not worth returning after another; nil if all are.
    var isRepetition: (@Sendable (Value, Value) -> Bool)?

    /// Starts observing.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// Iterates over the values.
    public struct Iterator: AsyncIteratorProtocol {
        private let observation: DatabaseObservation
        /// The last value, if repetitions are left out.
        private var last: Value?
        private let observer: TableObserver
        private var changes: AsyncStream<Void>.Iterator

        init(_ observation: DatabaseObservation) {
            self.observation = observation
            // Commits that come faster than they are read are one change.
            let (stream, changes) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
            self.changes = stream.makeAsyncIterator()
            observer = TableObserver(changes)
            observation.pool.observers.add(observer)
            changes.yield()
        }

        /// Returns the next value; nil if the task was cancelled or the database closed.
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
                // It may have been closed before this observer was added.
                observer.committed(nil)
                return nil
            }
        }
    }
}

extension DatabaseObservation where Value: Equatable {
    /// Returns the same values without those that equal the one before: a commit may change other rows than those that
    /// are read.
    ///
    /// ```swift
    /// for try await count in blog.observe({ db in try Post.count(db) }).removeDuplicates() { … }
    /// ```
    /// Texts in two normal forms are equal, as they are in Swift.
    public func removeDuplicates() -> DatabaseObservation {
        DatabaseObservation(pool: pool, fetch: fetch, isRepetition: { $0 == $1 })
    }
}

extension DatabaseAccess {
    /// Returns the values of a read: the current one, and a new one after each commit that changed a table it reads.
    public func observe<Value: Sendable>(
        _ fetch: @escaping @Sendable (Database) throws -> Value
    ) -> DatabaseObservation<Value> {
        DatabaseObservation(pool: pool, fetch: fetch)
    }

    /// Returns the results of a query: the current ones, and new ones after each commit that changed a table it reads.
    public func observe<Root, Columns, Output: Sendable>(
        _ query: Select<Root, Columns, Output>
    ) -> DatabaseObservation<[Output]> {
        observe { db in try query.all(db) }
    }
}
