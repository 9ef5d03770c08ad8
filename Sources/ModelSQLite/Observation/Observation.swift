import Foundation

/// The values of a read, again and again: at once, and after each commit that changed a table that it reads.
///
/// ```swift
/// for try await posts in blog.observe(Post.where { $0.userId == 7 }) { … }
/// ```
/// Each value comes from one snapshot. Commits that follow each other faster than values are taken are one value, the last
/// value is always the newest. Writes of other processes are not seen. Cancelling the task ends the sequence.
public struct DatabaseObservation<Value: Sendable>: AsyncSequence, Sendable {
    /// What the sequence gives.
    public typealias Element = Value
    let pool: DatabasePool
    let fetch: @Sendable (Database) throws -> Value

    /// Begins to observe.
    public func makeAsyncIterator() -> Iterator { Iterator(pool: pool, fetch: fetch) }

    /// Takes one value after the other.
    public final class Iterator: AsyncIteratorProtocol {
        private let pool: DatabasePool
        private let fetch: @Sendable (Database) throws -> Value
        private let observer = TableObserver()

        init(pool: DatabasePool, fetch: @escaping @Sendable (Database) throws -> Value) {
            self.pool = pool
            self.fetch = fetch
            pool.observers.add(observer)
        }

        deinit { pool.observers.remove(observer) }

        /// The next value; nil when the task is cancelled or the database closed.
        public func next() async throws -> Value? {
            guard await observer.next() else { return nil }
            let fetch = fetch
            do {
                let (value, tables) = try await pool.read { db in (try fetch(db), db.seen) }
                observer.touched(tables)
                return value
            } catch is CancellationError {
                return nil
            } catch let error as SQLiteError where error.kind == .closed {
                return nil
            }
        }
    }
}

extension DatabasePool {
    /// The values of a read, at once and after each commit that changed a table that it reads.
    public func observe<Value: Sendable>(
        _ fetch: @escaping @Sendable (Database) throws -> Value
    ) -> DatabaseObservation<Value> {
        DatabaseObservation(pool: self, fetch: fetch)
    }

    /// The rows of a query, at once and after each commit that changed a table that it reads.
    public func observe<Record: TableRecord>(_ query: Query<Record>) -> DatabaseObservation<[Record]> {
        observe { db in try query.all(db) }
    }
}
