import ModelSQLite

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
    public struct Iterator: AsyncIteratorProtocol {
        private let pool: DatabasePool
        private let fetch: @Sendable (Database) throws -> Value
        private let registration: Registration

        init(pool: DatabasePool, fetch: @escaping @Sendable (Database) throws -> Value) {
            self.pool = pool
            self.fetch = fetch
            registration = Registration(pool.observers)
        }

        /// The next value; nil when the task is cancelled or the database closed.
        public mutating func next() async throws -> Value? {
            guard await registration.observer.next() else { return nil }
            let fetch = fetch
            do {
                let (value, tables) = try await pool.read { db in (try fetch(db), db.seen) }
                registration.observer.touched(tables)
                return value
            } catch is CancellationError {
                return nil
            } catch let error as SQLiteError where error.kind == .closed {
                return nil
            }
        }
    }
}

/// Is told of commits as long as the iterator lives.
private final class Registration {
    let observer = TableObserver()
    private let list: ObserverList

    init(_ list: ObserverList) {
        self.list = list
        list.add(observer)
    }

    deinit { list.remove(observer) }
}

extension DatabasePool {
    /// The values of a read, at once and after each commit that changed a table that it reads.
    public func observe<Value: Sendable>(
        _ fetch: @escaping @Sendable (Database) throws -> Value
    ) -> DatabaseObservation<Value> {
        DatabaseObservation(pool: self, fetch: fetch)
    }

    /// The results of a query, at once and after each commit that changed a table that it reads.
    public func observe<Root, Columns, Output: Sendable>(
        _ query: Select<Root, Columns, Output>
    ) -> DatabaseObservation<[Output]> {
        observe { db in try query.all(db) }
    }
}

extension SQLiteDatabase {
    /// The results of a query, at once and after each commit that changed a table that it reads.
    public func observe<Root, Columns, Output: Sendable>(
        _ query: Select<Root, Columns, Output>
    ) -> DatabaseObservation<[Output]> {
        pool.observe(query)
    }

    /// The values of a read, at once and after each commit that changed a table that it reads.
    public func observe<Value: Sendable>(
        _ fetch: @escaping @Sendable (Database) throws -> Value
    ) -> DatabaseObservation<Value> {
        pool.observe(fetch)
    }
}
