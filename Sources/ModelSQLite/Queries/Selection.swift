import Foundation

/// Chosen columns or aggregates of a model's rows, with their types.
///
/// ```swift
/// let counts = try Post.select { ($0.userId, $0.id.count) }.group { $0.userId }.all(db)      // [(Int64, Int)]
/// ```
public struct Selection<Record: TableRecord, Output>: Sendable {
    var clauses: Clauses
    let selection: SQL
    /// How the one selected value is stored; nil where several are selected.
    var conversion: (any Conversion<Output>)?
    let decode: @Sendable (borrowing Row) throws -> Output

    var sql: SQL { clauses.sql(selecting: selection, from: Record.table.definition.quotedName) }
    var subquery: [SQL.Part] { clauses.subquery(selecting: selection, from: Record.table.definition) }

    /// The rows that fulfil a condition, besides earlier ones.
    public func `where`(_ condition: (Record.Columns) -> Condition<Record>) -> Selection {
        changed { $0.add(condition(Record.columns)) }
    }

    /// One result for each different value of a column.
    public func group<Value>(_ column: (Record.Columns) -> SQLExpression<Record, Value>) -> Selection {
        changed { $0.group.append(column(Record.columns).sql) }
    }

    /// The groups that fulfil a condition.
    public func having(_ condition: (Record.Columns) -> Condition<Record>) -> Selection {
        changed { $0.add(having: condition(Record.columns)) }
    }

    /// Sorted by terms; replaces an earlier order.
    public func order(_ terms: (Record.Columns) -> [any OrderTerm<Record>]) -> Selection {
        changed { $0.order = terms(Record.columns).map(\.orderSQL) }
    }

    /// At most so many results, after leaving out `offset`.
    public func limit(_ limit: Int, offset: Int = 0) -> Selection {
        changed {
            $0.limit = limit
            $0.offset = offset
        }
    }

    /// Without the first results.
    public func offset(_ offset: Int) -> Selection { limit(clauses.limit ?? -1, offset: offset) }

    /// Each different result once.
    public func distinct() -> Selection { changed { $0.isDistinct = true } }

    private func changed(_ change: (inout Clauses) -> Void) -> Selection {
        var copy = self
        change(&copy.clauses)
        return copy
    }

    /// The results.
    public func all(_ db: Database) throws -> [Output] {
        let rendered = try sql.rendered()
        let statement = try db.statement(rendered.text)
        defer { db.finish(statement) }
        try rendered.bind(to: statement)
        var results: [Output] = []
        do {
            while try db.step(statement) { results.append(try decode(Row(statement.pointer))) }
        } catch { throw db.located(error, Record.self, statement) }
        return results
    }

    /// The first result, or nil where there is none.
    public func first(_ db: Database) throws -> Output? {
        try limit(Swift.min(clauses.limit ?? 1, 1), offset: clauses.offset).all(db).first
    }
}

extension Selection {
    /// The one value of a subquery, as an expression of another query.
    ///
    /// ```swift
    /// Post.where { $0.score.optional == Post.select { $0.score.max }.value() }
    /// ```
    public func value<Root>() -> SQLExpression<Root, Output> where Output: SQLiteValue {
        SQLExpression<Root, Output>([.text("(")] + subquery + [.text(")")], .atom, conversion ?? DirectConversion())
    }
}

extension Query {
    /// One column or aggregate of these rows.
    public func select<Value>(
        _ column: (Record.Columns) -> SQLExpression<Record, Value>
    ) -> Selection<Record, Value> {
        let term = column(Record.columns)
        return Selection(clauses: clauses, selection: term.sql, conversion: term.conversion) { row in
            try term.conversion.decode(row, 0)
        }
    }

    /// Chosen columns or aggregates of these rows.
    public func select<each Value>(
        _ columns: (Record.Columns) -> (repeat SQLExpression<Record, each Value>)
    ) -> Selection<Record, (repeat each Value)> {
        let terms = columns(Record.columns)
        var names: [SQL] = []
        repeat names.append((each terms).sql)
        let conversions = (repeat (each terms).conversion)
        return Selection(clauses: clauses, selection: .joined(names, by: ", "), conversion: nil) { row in
            var place = -1
            func next() -> Int {
                place += 1
                return place
            }
            return (repeat try (each conversions).decode(row, next()))
        }
    }
}

extension TableRecord {
    /// One column or aggregate of the rows.
    public static func select<Value>(_ column: (Columns) -> SQLExpression<Self, Value>) -> Selection<Self, Value> {
        Query<Self>().select(column)
    }

    /// Chosen columns or aggregates of the rows.
    public static func select<each Value>(
        _ columns: (Columns) -> (repeat SQLExpression<Self, each Value>)
    ) -> Selection<Self, (repeat each Value)> {
        Query<Self>().select(columns)
    }
}
