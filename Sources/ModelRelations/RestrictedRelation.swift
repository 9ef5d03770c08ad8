import ModelSQLite

extension Relation {
    /// The related rows that satisfy a condition, in an order.
    ///
    /// ```swift
    /// try Post.all.including { $0.comments(where: { $0.isSpam == false }, order: { [$0.createdAt.desc] }) }.all(db)
    /// ```
    /// Rows without such related rows are returned, too. A second call adds its condition, and replaces the order.
    public func callAsFunction<Other: TableRecord>(
        where condition: ((Other.Columns) -> Condition<Other>)? = nil,
        order terms: ((Other.Columns) -> [any OrderTerm<Other>])? = nil
    ) -> Relation where Related == [Other] {
        restricted(RelatedClauses(condition?(Other.columns), terms?(Other.columns) ?? []))
    }

    /// The related row, if there is one that satisfies a condition.
    public func callAsFunction<Other: TableRecord>(
        where condition: (Other.Columns) -> Condition<Other>
    ) -> Relation where Related == Other? {
        restricted(RelatedClauses(condition(Other.columns), []))
    }

    private func restricted(_ clauses: RelatedClauses) -> Relation {
        Relation(load: { [load] records, more, db in try load(records, clauses.adding(more), db) }, join: join)
    }
}

/// The condition and the order of related rows.
@usableFromInline struct RelatedClauses: Sendable {
    private(set) var condition: Condition<Any>?
    private(set) var order: [SQL] = []

    @usableFromInline init() {}

    init<Other: TableRecord>(_ condition: Condition<Other>?, _ terms: [any OrderTerm<Other>]) {
        if let condition { self.condition.add(condition) }
        order = terms.map(\.orderSQL)
    }

    func adding(_ more: RelatedClauses) -> RelatedClauses {
        var all = self
        if let condition = more.condition { all.condition.add(condition) }
        if !more.order.isEmpty { all.order = more.order }
        return all
    }
}
