import ModelSQLite

// Relations of related rows. Each one takes one more statement, whatever the number of rows.

extension Relation {
    /// The related rows, each with its own related rows.
    ///
    /// ```swift
    /// let tree = try Post.all.including(\.comments.author).all(db)      // [(Post, [(Comment, User)])], three statements
    /// ```
    public subscript<Other: TableRecord, Next>(
        dynamicMember relation: KeyPath<Other.Relations, Relation<Other, Next>>
    ) -> Relation<Record, [(Other, Next)]> where Related == [Other] {
        including(relation)
    }

    /// The related row, if there is one, with its own related rows.
    public subscript<Other: TableRecord, Next>(
        dynamicMember relation: KeyPath<Other.Relations, Relation<Other, Next>>
    ) -> Relation<Record, (Other, Next)?> where Related == Other? {
        including(relation)
    }

    /// The related row with its own related rows.
    public subscript<Next>(
        dynamicMember relation: KeyPath<Related.Relations, Relation<Related, Next>>
    ) -> Relation<Record, (Related, Next)> where Related: TableRecord {
        including(relation)
    }
}

extension Relation {
    /// The related rows, each with several of its own relations.
    ///
    /// ```swift
    /// try Post.all.including { ($0.comments.including(\.author, \.likes), $0.tags) }.all(db)
    /// ```
    public func including<Other: TableRecord, each Next>(
        _ relation: repeat KeyPath<Other.Relations, Relation<Other, each Next>>
    ) -> Relation<Record, [(Other, repeat each Next)]> where Related == [Other] {
        let relations = (repeat Other.relations[keyPath: each relation])
        return followed { related, db in
            let flat = related.flatMap { $0 }
            let columns = (repeat try (each relations).load(flat, RelatedClauses(), db))
            var place = 0
            return try related.map { group in
                try group.map { other in
                    defer { place += 1 }
                    return (other, repeat try (each columns)(place))
                }
            }
        }
    }

    /// The related row, if there is one, with several of its own relations.
    public func including<Other: TableRecord, each Next>(
        _ relation: repeat KeyPath<Other.Relations, Relation<Other, each Next>>
    ) -> Relation<Record, (Other, repeat each Next)?> where Related == Other? {
        let relations = (repeat Other.relations[keyPath: each relation])
        return followed { related, db in
            let columns = (repeat try (each relations).load(related.compactMap { $0 }, RelatedClauses(), db))
            var place = 0
            return try related.map { other in
                guard let other else { return nil }
                defer { place += 1 }
                return (other, repeat try (each columns)(place))
            }
        }
    }

    /// The related row with several of its own relations.
    public func including<each Next>(
        _ relation: repeat KeyPath<Related.Relations, Relation<Related, each Next>>
    ) -> Relation<Record, (Related, repeat each Next)> where Related: TableRecord {
        let relations = (repeat Related.relations[keyPath: each relation])
        return followed { related, db in
            let columns = (repeat try (each relations).load(related, RelatedClauses(), db))
            return try related.indices.map { index in (related[index], repeat try (each columns)(index)) }
        }
    }

    private func followed<New>(
        _ next: @escaping @Sendable ([Related], Database) throws -> [New]
    ) -> Relation<Record, New> {
        Relation<Record, New>(
            load: { [load] records, _, db in
                let new = try next(try records.indices.map(load(records, RelatedClauses(), db)), db)
                return { index in new[index] }
            },
            join: join)
    }
}
