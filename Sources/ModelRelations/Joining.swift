import ModelSQLite

/// The root of conditions on a join of related models that starts with this model.
public enum Joined<First> {}

/// The columns of a model in a join, and its relations to further models.
@dynamicMemberLookup
public struct JoinedColumns<Record: TableRecord, Root>: Sendable {
    let alias: String

    @usableFromInline init(alias: String) { self.alias = alias }

    /// A column of the joined model, with the same name.
    public subscript<Value>(
        dynamicMember column: KeyPath<Record.Columns, SQLExpression<Record, Value>>
    ) -> SQLExpression<Root, Value> {
        Record.columns[keyPath: column].under(alias)
    }

    /// A column whose stored form does not sort like its values.
    public subscript<Value>(
        dynamicMember column: KeyPath<Record.Columns, UnorderedColumn<Record, Value>>
    ) -> UnorderedColumn<Root, Value> {
        UnorderedColumn(stored: Record.columns[keyPath: column].stored.under(alias))
    }

    /// A column that can only be compared with NULL.
    public subscript<Value>(
        dynamicMember column: KeyPath<Record.Columns, OpaqueColumn<Record, Value>>
    ) -> OpaqueColumn<Root, Value> {
        OpaqueColumn(stored: Record.columns[keyPath: column].stored.under(alias))
    }

    /// A relation to another model, which can be joined as well.
    public subscript<Related: RelatedRows>(
        dynamicMember relation: KeyPath<Record.Relations, Relation<Record, Related>>
    ) -> JoinedRelation<Related.RelatedRecord> {
        JoinedRelation(from: alias, join: Record.relations[keyPath: relation].join)
    }
}

/// A relation from a joined model to another one.
public struct JoinedRelation<Other: TableRecord> {
    @usableFromInline let from: String
    let join: @Sendable (_ from: String, _ alias: String, _ aliases: inout [String]) -> SQL

    @usableFromInline init(
        from: String, join: @escaping @Sendable (_ from: String, _ alias: String, _ aliases: inout [String]) -> SQL
    ) {
        self.from = from
        self.join = join
    }
}

extension SQLExpression {
    /// The same column of a table that has an alias in a join.
    func under<Other>(_ alias: String) -> SQLExpression<Other, Value> {
        let parts = sql.parts.map { part in
            if case .of(_, .column(let name), 0) = part { SQL.Part.column(name, table: alias) } else { part }
        }
        return SQLExpression<Other, Value>(SQL(parts: parts), level, conversion)
    }
}

extension Select where Root: TableRecord, Columns == Root.Columns, Output == Root {
    /// Joins these rows with their related rows.
    ///
    /// ```swift
    /// let pairs = try Post.all.joining(\.author)
    ///     .where { post, author in post.title.hasPrefix("A") || author.name == "Ann" }
    ///     .order { post, author in [author.name, post.id.desc] }
    ///     .all(db)                                                  // [(Post, User)]
    /// ```
    /// Rows without related rows are omitted, as with SQL's JOIN.
    @inlinable public func joining<Related: RelatedRows>(
        _ relation: KeyPath<Root.Relations, Relation<Root, Related>>
    ) -> Select<
        Joined<Root>,
        (JoinedColumns<Root, Joined<Root>>, JoinedColumns<Related.RelatedRecord, Joined<Root>>),
        (Root, Related.RelatedRecord)
    > {
        let relation = JoinedRelation<Related.RelatedRecord>(
            from: Root.table.name, join: Root.relations[keyPath: relation].join)
        // Does not call the query's closure for a row: reading both records in one place is a tenth faster.
        let both: @Sendable (borrowing Row, Database) throws -> (Root, Related.RelatedRecord) = { [width] row, _ in
            (try row.record(), try row.from(width).record())
        }
        return wider(relation, { (JoinedColumns(alias: relation.from), $0) }, decode: both) { statement, db, limit in
            try db.results(statement, atMost: limit) { row in try both(row, db) }
        }
    }
}

// Up to Swift 6.3.1, the previous tables cannot be a parameter pack: the compiler does not infer the types of a chain
// of calls in which the tuple of a pack grows.

extension Select {
    /// Joins a third model to which one of the joined models is related. There is one such function for each number of
    /// tables, up to eight.
    ///
    /// ```swift
    /// let triples = try Comment.all.joining(\.post)
    ///     .joining { comment, post in post.author }
    ///     .where { comment, post, author in author.name == "Ann" }
    ///     .all(db)                                                  // [(Comment, Post, User)]
    /// ```
    @inlinable public func joining<C1, C2, R1, R2, Right: TableRecord>(
        _ relation: (Columns) -> JoinedRelation<Right>
    ) -> Select<Root, (C1, C2, JoinedColumns<Right, Root>), (R1, R2, Right)>
    where Columns == (C1, C2), Output == (R1, R2) {
        joined(relation(columns), { (columns.0, columns.1, $0) }) { ($0.0, $0.1, $1) }
    }

    /// Joins a fourth model.
    @inlinable public func joining<C1, C2, C3, R1, R2, R3, Right: TableRecord>(
        _ relation: (Columns) -> JoinedRelation<Right>
    ) -> Select<Root, (C1, C2, C3, JoinedColumns<Right, Root>), (R1, R2, R3, Right)>
    where Columns == (C1, C2, C3), Output == (R1, R2, R3) {
        joined(relation(columns), { (columns.0, columns.1, columns.2, $0) }) { ($0.0, $0.1, $0.2, $1) }
    }

    /// Joins a fifth model.
    @inlinable public func joining<C1, C2, C3, C4, R1, R2, R3, R4, Right: TableRecord>(
        _ relation: (Columns) -> JoinedRelation<Right>
    ) -> Select<Root, (C1, C2, C3, C4, JoinedColumns<Right, Root>), (R1, R2, R3, R4, Right)>
    where Columns == (C1, C2, C3, C4), Output == (R1, R2, R3, R4) {
        joined(relation(columns), { (columns.0, columns.1, columns.2, columns.3, $0) }) { ($0.0, $0.1, $0.2, $0.3, $1) }
    }

    /// Joins a sixth model.
    @inlinable public func joining<C1, C2, C3, C4, C5, R1, R2, R3, R4, R5, Right: TableRecord>(
        _ relation: (Columns) -> JoinedRelation<Right>
    ) -> Select<Root, (C1, C2, C3, C4, C5, JoinedColumns<Right, Root>), (R1, R2, R3, R4, R5, Right)>
    where Columns == (C1, C2, C3, C4, C5), Output == (R1, R2, R3, R4, R5) {
        joined(relation(columns), { (columns.0, columns.1, columns.2, columns.3, columns.4, $0) }) {
            ($0.0, $0.1, $0.2, $0.3, $0.4, $1)
        }
    }

    /// Joins a seventh model.
    @inlinable public func joining<C1, C2, C3, C4, C5, C6, R1, R2, R3, R4, R5, R6, Right: TableRecord>(
        _ relation: (Columns) -> JoinedRelation<Right>
    ) -> Select<Root, (C1, C2, C3, C4, C5, C6, JoinedColumns<Right, Root>), (R1, R2, R3, R4, R5, R6, Right)>
    where Columns == (C1, C2, C3, C4, C5, C6), Output == (R1, R2, R3, R4, R5, R6) {
        joined(relation(columns), { (columns.0, columns.1, columns.2, columns.3, columns.4, columns.5, $0) }) {
            ($0.0, $0.1, $0.2, $0.3, $0.4, $0.5, $1)
        }
    }

    /// Joins an eighth model.
    @inlinable public func joining<C1, C2, C3, C4, C5, C6, C7, R1, R2, R3, R4, R5, R6, R7, Right: TableRecord>(
        _ relation: (Columns) -> JoinedRelation<Right>
    ) -> Select<Root, (C1, C2, C3, C4, C5, C6, C7, JoinedColumns<Right, Root>), (R1, R2, R3, R4, R5, R6, R7, Right)>
    where Columns == (C1, C2, C3, C4, C5, C6, C7), Output == (R1, R2, R3, R4, R5, R6, R7) {
        joined(relation(columns), { (columns.0, columns.1, columns.2, columns.3, columns.4, columns.5, columns.6, $0) })
        { ($0.0, $0.1, $0.2, $0.3, $0.4, $0.5, $0.6, $1) }
    }

    // Inlinable, because reading a row is several times faster if the compiler knows the types of both sides.
    @inlinable func joined<Right, Wider, WiderColumns, WiderOutput>(
        _ relation: JoinedRelation<Right>,
        _ columns: (JoinedColumns<Right, Wider>) -> WiderColumns,
        _ combine: @escaping @Sendable (Output, Right) -> WiderOutput
    ) -> Select<Wider, WiderColumns, WiderOutput> {
        let both: @Sendable (borrowing Row, Database) throws -> WiderOutput = { [decode, width] row, db in
            combine(try decode(row, db), try row.from(width).record())
        }
        return wider(relation, columns, decode: both) { statement, db, limit in
            try db.results(statement, atMost: limit) { row in try both(row, db) }
        }
    }

    @usableFromInline func wider<Right, Wider, WiderColumns, WiderOutput>(
        _ relation: JoinedRelation<Right>,
        _ columns: (JoinedColumns<Right, Wider>) -> WiderColumns,
        decode: @escaping @Sendable (borrowing Row, Database) throws -> WiderOutput,
        fetch: @escaping @Sendable (PreparedStatement, Database, Int) throws -> [WiderOutput]
    ) -> Select<Wider, WiderColumns, WiderOutput> {
        let table = Right.table.definition
        // A table that occurs twice needs two names.
        let alias = table.name.different(from: aliases)
        var aliases = aliases + [alias]
        let join = relation.join(relation.from, alias, &aliases)
        return Select<Wider, WiderColumns, WiderOutput>(
            clauses: clauses,
            source: "\(source) \(join)",
            aliases: aliases,
            selection: SQL(parts: selection.parts + [.text(", "), .columns(table, alias: alias)]),
            columns: columns(JoinedColumns(alias: alias)),
            width: width + table.columns.count,
            conversion: nil,
            decode: decode,
            fetch: fetch)
    }
}

extension Row {
    /// The same row, read starting at a later column.
    @inlinable func from(_ index: Int) -> Row { Row(statement, from: start + index) }
}
