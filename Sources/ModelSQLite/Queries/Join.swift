import Foundation

/// The rows of related models side by side: the root of conditions over all of them.
public enum Joined<Output> {}

/// The columns of a model within a join, and its ways to further models.
@dynamicMemberLookup
public struct JoinedColumns<Record: TableRecord, Root>: Sendable {
    let alias: String

    /// A column, by the same name as on the model.
    public subscript<Value>(
        dynamicMember column: KeyPath<Record.Columns, SQLExpression<Record, Value>>
    ) -> SQLExpression<Root, Value> {
        Record.columns[keyPath: column].under(alias)
    }

    /// A column whose stored form does not sort as its values do.
    public subscript<Value>(
        dynamicMember column: KeyPath<Record.Columns, UnorderedColumn<Record, Value>>
    ) -> UnorderedColumn<Root, Value> {
        UnorderedColumn(stored: Record.columns[keyPath: column].stored.under(alias))
    }

    /// The many rows of another model that belong to this one, to be joined as well.
    public subscript<Other: TableRecord>(
        dynamicMember relation: KeyPath<Record.Relations, Relation<Record, [Other]>>
    ) -> JoinedRelation<Other> {
        JoinedRelation(from: alias, join: Record.relations[keyPath: relation].join)
    }

    /// The row of another model that may belong to this one, to be joined as well.
    public subscript<Other: TableRecord>(
        dynamicMember relation: KeyPath<Record.Relations, Relation<Record, Other?>>
    ) -> JoinedRelation<Other> {
        JoinedRelation(from: alias, join: Record.relations[keyPath: relation].join)
    }

    /// The row of another model that this one refers to, to be joined as well.
    public subscript<Other: TableRecord>(
        dynamicMember relation: KeyPath<Record.Relations, Relation<Record, Other>>
    ) -> JoinedRelation<Other> {
        JoinedRelation(from: alias, join: Record.relations[keyPath: relation].join)
    }
}

/// A way from a model that takes part in a join to one that shall.
public struct JoinedRelation<Other: TableRecord> {
    let from: String
    let join: @Sendable (_ from: String, _ alias: String) -> SQL
}

extension SQLExpression {
    /// The same over a table that has another name in a join.
    func under<Other>(_ alias: String) -> SQLExpression<Other, Value> {
        let parts = sql.parts.map { part in
            if case .column(let name, _) = part { SQL.Part.column(name, table: alias) } else { part }
        }
        return SQLExpression<Other, Value>(parts, level, conversion)
    }
}

/// A query over related models.
///
/// ```swift
/// let pairs = try Post.all.joining(\.author)
///     .where { post, author in post.title.hasPrefix("A") || author.name == "Ann" }
///     .order { post, author in [author.name, post.id.desc] }
///     .all(db)                                                  // [(Post, User)]
/// let triples = try Comment.all.joining(\.post)
///     .joining { comment, post in post.author }
///     .where { comment, post, author in author.name == "Ann" }
///     .all(db)                                                  // [(Comment, Post, User)]
/// ```
/// A row without a related one takes no part, as with SQL's JOIN.
public struct JoinQuery<Output, Columns: Sendable>: Sendable {
    /// The root of conditions over all models.
    public typealias Root = Joined<Output>
    var clauses: Clauses
    let source: SQL
    let selection: SQL
    /// How many columns stand before those of a further model.
    let width: Int
    /// The names of the tables.
    let names: [String]
    let columns: Columns
    let decode: @Sendable (borrowing Row) throws -> Output

    /// The rows that fulfil a condition, besides earlier ones.
    public func `where`(_ condition: (Columns) -> Condition<Root>) -> JoinQuery {
        changed { $0.add(condition(columns)) }
    }

    /// Sorted by terms of any of the models; replaces an earlier order.
    public func order(_ terms: (Columns) -> [any OrderTerm<Root>]) -> JoinQuery {
        changed { $0.order = terms(columns).map(\.orderSQL) }
    }

    /// At most so many rows, after leaving out `offset`.
    public func limit(_ limit: Int, offset: Int = 0) -> JoinQuery {
        changed {
            $0.limit = limit
            $0.offset = offset
        }
    }

    private func changed(_ change: (inout Clauses) -> Void) -> JoinQuery {
        var copy = self
        change(&copy.clauses)
        return copy
    }

    /// The rows of all models, side by side.
    public func all(_ db: Database) throws -> [Output] {
        try db.qualifiedRows(clauses.sql(selecting: selection, from: source), decode)
    }

    /// The first, or nil where there is none.
    public func first(_ db: Database) throws -> Output? {
        try limit(Swift.min(clauses.limit ?? 1, 1), offset: clauses.offset).all(db).first
    }

    /// How many there are.
    public func count(_ db: Database) throws -> Int {
        var counted = clauses
        counted.order = []
        let isPlain = counted.limit == nil
        let inner = counted.sql(selecting: isPlain ? "count(*)" : "1", from: source)
        let sql = isPlain ? inner : SQL(parts: [.text("SELECT count(*) FROM (")] + inner.parts + [.text(")")])
        return try db.qualifiedRows(sql) { row in try row.read(Int.self, 0) }.first ?? 0
    }

    /// Chosen columns or aggregates.
    public func select<each Value>(
        _ terms: (Columns) -> (repeat SQLExpression<Root, each Value>)
    ) -> JoinSelection<Root, Columns, (repeat each Value)> {
        let terms = terms(columns)
        var names: [SQL] = []
        repeat names.append((each terms).sql)
        let conversions = (repeat (each terms).conversion)
        return JoinSelection(
            clauses: clauses, source: source, selection: .joined(names, by: ", "), columns: columns
        ) { row in
            var place = -1
            func next() -> Int {
                place += 1
                return place
            }
            return (repeat try (each conversions).decode(row, next()))
        }
    }
}

/// Chosen columns or aggregates of a join.
public struct JoinSelection<Root, Columns: Sendable, Output>: Sendable {
    var clauses: Clauses
    let source: SQL
    let selection: SQL
    let columns: Columns
    let decode: @Sendable (borrowing Row) throws -> Output

    /// One result for each different value of a column.
    public func group<Value>(_ column: (Columns) -> SQLExpression<Root, Value>) -> JoinSelection {
        changed { $0.group.append(column(columns).sql) }
    }

    /// The groups that fulfil a condition.
    public func having(_ condition: (Columns) -> Condition<Root>) -> JoinSelection {
        changed { $0.add(having: condition(columns)) }
    }

    /// Sorted by terms of any of the models; replaces an earlier order.
    public func order(_ terms: (Columns) -> [any OrderTerm<Root>]) -> JoinSelection {
        changed { $0.order = terms(columns).map(\.orderSQL) }
    }

    /// At most so many results, after leaving out `offset`.
    public func limit(_ limit: Int, offset: Int = 0) -> JoinSelection {
        changed {
            $0.limit = limit
            $0.offset = offset
        }
    }

    /// Each different result once.
    public func distinct() -> JoinSelection { changed { $0.isDistinct = true } }

    private func changed(_ change: (inout Clauses) -> Void) -> JoinSelection {
        var copy = self
        change(&copy.clauses)
        return copy
    }

    /// The results.
    public func all(_ db: Database) throws -> [Output] {
        try db.qualifiedRows(clauses.sql(selecting: selection, from: source), decode)
    }
}

extension Row {
    /// The same row, read from a later column on.
    func from(_ index: Int) -> Row { Row(statement, from: start + index) }
}

extension Database {
    /// What a closure makes of each row of a statement in which every column is qualified.
    func qualifiedRows<Result>(
        _ sql: SQL,
        _ make: (borrowing Row) throws -> Result
    ) throws -> [Result] {
        let rendered = try sql.rendered(.qualified)
        let statement = try statement(rendered.text)
        defer { finish(statement) }
        try rendered.bind(to: statement)
        var results: [Result] = []
        do {
            while try step(statement) { results.append(try make(Row(statement.pointer))) }
        } catch { throw located(error, Result.self, statement) }
        return results
    }
}
