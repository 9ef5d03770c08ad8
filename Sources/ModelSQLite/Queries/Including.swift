import Foundation

/// Rows together with their related rows, in a fixed number of statements: one, and one for each relation.
public struct IncludingQuery<Record: TableRecord, Output>: Sendable {
    let query: Query<Record>
    let assemble: @Sendable ([Record], Database) throws -> [Output]

    /// The rows, each with its related rows.
    public func all(_ db: Database) throws -> [Output] { try assemble(try query.all(db), db) }

    /// The first row with its related rows, or nil where there is none.
    public func first(_ db: Database) throws -> Output? {
        try assemble(try query.first(db).map { [$0] } ?? [], db).first
    }
}

extension Query {
    /// Rows together with their related rows.
    ///
    /// ```swift
    /// for (post, comments, author) in try Post.all.including(\.comments, \.author).all(db) { … }     // three statements
    /// ```
    public func including<each Related>(
        _ relation: repeat KeyPath<Record.Relations, Relation<Record, each Related>>
    ) -> IncludingQuery<Record, (Record, repeat each Related)> {
        including { relations in (repeat relations[keyPath: each relation]) }
    }

    /// Rows together with their related rows, and those with theirs.
    ///
    /// ```swift
    /// try Post.all.including { ($0.comments.including(\.author, \.likes), $0.author) }.all(db)        // five statements
    /// ```
    public func including<each Related>(
        _ relations: (Record.Relations) -> (repeat Relation<Record, each Related>)
    ) -> IncludingQuery<Record, (Record, repeat each Related)> {
        let relations = relations(Record.relations)
        return IncludingQuery(query: self) { records, db in
            let columns = (repeat try (each relations).load(records, db))
            return records.indices.map { index in (records[index], repeat (each columns)[index]) }
        }
    }
}

extension DatabasePool {
    /// Rows with their related rows, at once and after each commit that changed one of the tables.
    public func observe<Record, Output: Sendable>(
        _ query: IncludingQuery<Record, Output>
    ) -> DatabaseObservation<[Output]> {
        observe { db in try query.all(db) }
    }
}
