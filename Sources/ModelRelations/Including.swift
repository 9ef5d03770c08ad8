import ModelSQLite

extension Select where Root: TableRecord, Columns == Root.Columns, Output == Root {
    /// Returns rows together with their related rows, using one statement for the rows and one for each relation.
    ///
    /// ```swift
    /// for (post, comments, author) in try Post.all.including(\.comments, \.author).all(db) { … }     // three statements
    /// ```
    public func including<each Related>(
        _ relation: repeat KeyPath<Root.Relations, Relation<Root, each Related>>
    ) -> Select<Root, Columns, (Root, repeat each Related)> {
        including { relations in (repeat relations[keyPath: each relation]) }
    }

    // Inlinable and without a parameter pack, because the compiler would assemble the tuple of a pack at run time, for
    // each row.

    /// Returns rows together with the related rows of one relation.
    ///
    /// ```swift
    /// for (post, author) in try Post.all.including(\.author).all(db) { … }                            // two statements
    /// ```
    @inlinable public func including<Related>(
        _ relation: KeyPath<Root.Relations, Relation<Root, Related>>
    ) -> Select<Root, Columns, (Root, Related)> {
        let load = Root.relations[keyPath: relation].load
        return loading { records, db in
            let related = try load(records, RelatedClauses(), db)
            return try records.indices.map { index in (records[index], try related(index)) }
        }
    }

    /// Returns rows together with their related rows, each with its own related rows.
    ///
    /// ```swift
    /// try Post.all.including { ($0.comments.including(\.author, \.likes), $0.author) }.all(db)        // five statements
    /// ```
    public func including<each Related>(
        _ relations: (Root.Relations) -> (repeat Relation<Root, each Related>)
    ) -> Select<Root, Columns, (Root, repeat each Related)> {
        let relations = relations(Root.relations)
        return loading { records, db in
            let related = (repeat try (each relations).load(records, RelatedClauses(), db))
            return try records.indices.map { index in (records[index], repeat try (each related)(index)) }
        }
    }

    /// Returns the same rows with values that a closure loads for all of them.
    @usableFromInline func loading<Result>(
        _ loaded: @escaping @Sendable ([Root], Database) throws -> [Result]
    ) -> Select<Root, Columns, Result> {
        Select<Root, Columns, Result>(
            clauses: clauses, source: source, aliases: aliases, selection: selection, columns: columns, width: width,
            conversion: nil
        ) { [decode] row, db in
            try loaded([decode(row, db)], db)[0]
        } fetch: { [fetch] statement, db, limit in
            try loaded(fetch(statement, db, limit), db)
        }
    }
}
