/// A query: what it selects, from which tables and rows, in which order, and how many.
///
/// ```swift
/// try Post.where { $0.userId == 7 && $0.title.hasPrefix("A") }
///     .order { [$0.createdAt.desc, $0.title] }
///     .limit(10, offset: 5)
///     .all(db)                                                              // [Post]
/// try Post.select { ($0.userId, $0.id.count) }.group { $0.userId }.all(db)  // [(Int64, Int)]
/// try Post.all.joining(\.author)
///     .where { post, author in author.name == "Ann" }
///     .all(db)                                                              // [(Post, User)]
/// ```
/// A query is a value: conditions, order, groups and limits can be added in any order. It runs when ``all(_:)``,
/// ``first(_:)``, ``count(_:)``, ``exists(_:)`` or ``forEach(_:_:)`` is called, or when it is observed. `Query<Post>`
/// is short for a query that selects whole rows of one table.
///
/// - `Root` is part of the type of each condition, so using a column of another table does not compile.
/// - `Columns` is the parameter of the closures: the columns of the table, or a tuple with those of each joined table.
/// - `Output` is the type of each result.
public struct Select<Root, Columns: Sendable, Output>: Sendable {
    package var clauses: Clauses
    /// The tables, as written after FROM.
    package var source: SQL
    /// The names of the tables.
    package var aliases: [String]
    package let selection: SQL
    @usableFromInline package let columns: Columns
    /// The number of selected columns.
    @usableFromInline package let width: Int
    /// How the only selected value is stored; nil for rows, several values, and your own SQL.
    package let conversion: (any Conversion<Output>)?
    /// Reads one row.
    @usableFromInline package let decode: @Sendable (borrowing Row, Database) throws -> Output
    /// Reads at most `limit` rows.
    package let fetch: @Sendable (_ statement: PreparedStatement, _ db: Database, _ limit: Int) throws -> [Output]

    package init(
        clauses: Clauses, source: SQL, aliases: [String], selection: SQL, columns: Columns, width: Int,
        conversion: (any Conversion<Output>)?,
        decode: @escaping @Sendable (borrowing Row, Database) throws -> Output,
        fetch: (@Sendable (_ statement: PreparedStatement, _ db: Database, _ limit: Int) throws -> [Output])? = nil
    ) {
        self.clauses = clauses
        self.source = source
        self.aliases = aliases
        self.selection = selection
        self.columns = columns
        self.width = width
        self.conversion = conversion
        self.decode = decode
        self.fetch =
            fetch ?? { statement, db, limit in
                try db.results(statement, atMost: limit) { row in try decode(row, db) }
            }
    }
}

/// A query for rows of a model.
public typealias Query<Record: TableRecord> = Select<Record, Record.Columns, Record>

extension Select where Root: TableRecord, Columns == Root.Columns, Output == Root {
    /// Creates a query for every row.
    @inlinable public init() {
        self.init(table: Root.table.definition, columns: Root.columns) { row, _ in
            try row.record()
        } fetch: { statement, db, limit in
            try db.records(statement, atMost: limit)
        }
    }

    @usableFromInline init(
        table: TableDefinition,
        columns: Columns,
        decode: @escaping @Sendable (borrowing Row, Database) throws -> Output,
        fetch: @escaping @Sendable (PreparedStatement, Database, Int) throws -> [Output]
    ) {
        self.init(
            clauses: Clauses(), source: SQL(parts: [.table(table, alias: table.name)]), aliases: [table.name],
            selection: SQL(parts: [.columns(table, alias: table.name)]), columns: columns, width: table.columns.count,
            conversion: nil, decode: decode, fetch: fetch)
    }
}

extension Select {
    /// Adds a condition, combined with earlier ones by AND.
    public func `where`(_ condition: (Columns) -> Condition<Root>) -> Select {
        changed { $0.condition.add(condition(columns)) }
    }

    /// Adds a condition in your own SQL.
    public func `where`(_ condition: SQL) -> Select { changed { $0.condition.add(Condition<Root>.sql(condition)) } }

    /// Sorts the results, replacing an earlier order.
    public func order(_ terms: (Columns) -> [any OrderTerm<Root>]) -> Select {
        changed { $0.order = terms(columns).map(\.orderSQL) }
    }

    /// Limits the number of results, skipping the first `offset`; if that is nil, the argument of ``offset(_:)`` still
    /// applies. A negative limit counts as 0.
    public func limit(_ limit: Int, offset: Int? = nil) -> Select {
        changed {
            $0.limit = max(0, limit)
            $0.offset = offset ?? $0.offset
        }
    }

    /// Skips the first results.
    public func offset(_ offset: Int) -> Select { changed { $0.offset = offset } }

    /// Removes duplicate results.
    public func distinct() -> Select { changed { $0.isDistinct = true } }

    package func changed(_ change: (inout Clauses) -> Void) -> Select {
        var copy = self
        change(&copy.clauses)
        return copy
    }
}

extension Select {
    /// Selects one column or aggregate of these rows.
    public func select<Value>(_ column: (Columns) -> SQLExpression<Root, Value>) -> Select<Root, Columns, Value> {
        let term = column(columns)
        return selecting(term.sql, width: 1, term.form) { row in try term.conversion.decode(row.column(0)) }
    }

    /// Selects several columns or aggregates of these rows.
    public func select<each Value>(
        _ terms: (Columns) -> (repeat SQLExpression<Root, each Value>)
    ) -> Select<Root, Columns, (repeat each Value)> {
        let terms = terms(columns)
        var names: [SQL] = []
        repeat names.append((each terms).sql)
        let conversions = (repeat (each terms).conversion)
        return selecting(.joined(names, by: ", "), width: names.count, nil) { row in
            var place = -1
            func next() -> Int {
                place += 1
                return place
            }
            return (repeat try (each conversions).decode(row.column(next())))
        }
    }

    private func selecting<Value>(
        _ selection: SQL,
        width: Int,
        _ conversion: (any Conversion<Value>)?,
        _ decode: @escaping @Sendable (borrowing Row) throws -> Value
    ) -> Select<Root, Columns, Value> {
        Select<Root, Columns, Value>(
            clauses: clauses, source: source, aliases: aliases, selection: selection, columns: columns, width: width,
            conversion: conversion
        ) { row, _ in try decode(row) }
    }
}

extension TableRecord {
    /// A query for every row.
    @inlinable public static var all: Query<Self> { Query<Self>() }

    /// A query for the rows that satisfy a condition.
    ///
    /// ```swift
    /// try Post.where { $0.userId == 7 && $0.title.hasPrefix("A") }.all(db)
    /// ```
    @inlinable public static func `where`(_ condition: (Columns) -> Condition<Self>) -> Query<Self> {
        all.where(condition)
    }

    /// A query for the rows that satisfy a condition in your own SQL.
    @inlinable public static func `where`(_ condition: SQL) -> Query<Self> { all.where(condition) }

    /// A query for every row, in an order.
    @inlinable public static func order(_ terms: (Columns) -> [any OrderTerm<Self>]) -> Query<Self> {
        all.order(terms)
    }

    /// A query for one column or aggregate of all rows.
    public static func select<Value>(
        _ column: (Columns) -> SQLExpression<Self, Value>
    ) -> Select<Self, Columns, Value> {
        all.select(column)
    }

    /// A query for several columns or aggregates of all rows.
    public static func select<each Value>(
        _ terms: (Columns) -> (repeat SQLExpression<Self, each Value>)
    ) -> Select<Self, Columns, (repeat each Value)> {
        all.select(terms)
    }
}
