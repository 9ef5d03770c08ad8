import Foundation

/// The rows of two related models side by side: the root of conditions over both.
public enum Joined<Left, Right> {}

/// The columns of a model within a join.
@dynamicMemberLookup
public struct JoinedColumns<Record: TableRecord, Root> {
    let alias: String

    /// A column, by the same name as on the model.
    public subscript<Value>(
        dynamicMember column: KeyPath<Record.Columns, SQLExpression<Record, Value>>
    ) -> SQLExpression<Root, Value> {
        let expression = Record.columns[keyPath: column]
        let parts = expression.sql.parts.map { part in
            if case .column(let name, _) = part { SQL.Part.column(name, table: alias) } else { part }
        }
        return SQLExpression<Root, Value>(parts, expression.level, expression.conversion)
    }
}

/// A query over two related models.
///
/// ```swift
/// let pairs = try Post.joining(\.author)
///     .where { post, author in post.title.hasPrefix("A") || author.name == "Ann" }
///     .order { post, author in [author.name, post.id.desc] }
///     .all(db)      // [(Post, User)]
/// ```
public struct JoinQuery<Left: TableRecord, Right: TableRecord>: Sendable {
    /// The root of conditions over both models.
    public typealias Root = Joined<Left, Right>
    var clauses = Clauses()
    let join: SQL
    let alias: String

    private var left: JoinedColumns<Left, Root> { JoinedColumns(alias: Left.table.name) }
    private var right: JoinedColumns<Right, Root> { JoinedColumns(alias: alias) }

    /// The pairs that fulfil a condition, besides earlier ones.
    public func `where`(
        _ condition: (JoinedColumns<Left, Root>, JoinedColumns<Right, Root>) -> Condition<Root>
    ) -> JoinQuery {
        changed { $0.add(condition(left, right)) }
    }

    /// Sorted by terms of either model; replaces an earlier order.
    public func order(
        _ terms: (JoinedColumns<Left, Root>, JoinedColumns<Right, Root>) -> [any OrderTerm<Root>]
    ) -> JoinQuery {
        changed { $0.order = terms(left, right).map(\.orderSQL) }
    }

    /// At most so many pairs, after leaving out `offset`.
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

    private var source: SQL {
        SQL(parts: [.text("\(Left.table.definition.quotedName) ")] + join.parts)
    }

    /// The pairs.
    public func all(_ db: Database) throws -> [(Left, Right)] {
        var selection = Left.table.definition.columnList
        selection.append(", ")
        selection.append(Right.table.definition.columnList(as: alias))
        let second = Left.table.definition.columns.count
        return try db.qualifiedRows(clauses.sql(selecting: selection, from: source)) { row in
            (try Left(row: row), try Right(row: row.from(second)))
        }
    }

    /// How many pairs there are.
    public func count(_ db: Database) throws -> Int {
        var counted = clauses
        counted.order = []
        return try db.qualifiedRows(counted.sql(selecting: "count(*)", from: source)) { row in
            try row.read(Int.self, 0)
        }.first ?? 0
    }

    /// Chosen columns or aggregates of the pairs.
    public func select<each Value>(
        _ columns: (JoinedColumns<Left, Root>, JoinedColumns<Right, Root>) -> (repeat SQLExpression<Root, each Value>)
    ) -> JoinSelection<Left, Right, (repeat each Value)> {
        let terms = columns(left, right)
        var names: [SQL] = []
        repeat names.append((each terms).sql)
        let conversions = (repeat (each terms).conversion)
        return JoinSelection(query: self, source: source, selection: .joined(names, by: ", ")) { row in
            var place = -1
            func next() -> Int {
                place += 1
                return place
            }
            return (repeat try (each conversions).decode(row, next()))
        }
    }
}

/// Chosen columns or aggregates of the pairs of a join.
public struct JoinSelection<Left: TableRecord, Right: TableRecord, Output>: Sendable {
    /// The root of conditions over both models.
    public typealias Root = Joined<Left, Right>
    var query: JoinQuery<Left, Right>
    let source: SQL
    let selection: SQL
    let decode: @Sendable (borrowing Row) throws -> Output

    /// One result for each different value of a column.
    public func group<Value>(
        _ column: (JoinedColumns<Left, Root>, JoinedColumns<Right, Root>) -> SQLExpression<Root, Value>
    ) -> JoinSelection {
        var copy = self
        let sql = column(JoinedColumns(alias: Left.table.name), JoinedColumns(alias: query.alias)).sql
        copy.query.clauses.group.append(sql)
        return copy
    }

    /// The results.
    public func all(_ db: Database) throws -> [Output] {
        try db.qualifiedRows(query.clauses.sql(selecting: selection, from: source)) { row in try decode(row) }
    }
}

extension Query {
    /// Pairs of these rows and their related rows.
    public func joining<Right: TableRecord>(
        _ relation: KeyPath<Record.Relations, Relation<Record, [Right]>>
    ) -> JoinQuery<Record, Right> {
        joined(Record.relations[keyPath: relation].join)
    }

    /// Pairs of these rows and their related row, where there is one.
    public func joining<Right: TableRecord>(
        _ relation: KeyPath<Record.Relations, Relation<Record, Right?>>
    ) -> JoinQuery<Record, Right> {
        joined(Record.relations[keyPath: relation].join)
    }

    /// Pairs of these rows and their related row.
    public func joining<Right: TableRecord>(
        _ relation: KeyPath<Record.Relations, Relation<Record, Right>>
    ) -> JoinQuery<Record, Right> {
        joined(Record.relations[keyPath: relation].join)
    }

    private func joined<Right>(_ join: (String) -> SQL) -> JoinQuery<Record, Right> {
        let name = Right.table.name
        let alias = name == Record.table.name ? name + "_2" : name
        return JoinQuery(clauses: clauses, join: join(alias), alias: alias)
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
