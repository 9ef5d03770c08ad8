import Foundation

/// Rows of a model: which, in what order, how many.
///
/// A query is a value; it runs when ``all(_:)``, ``first(_:)``, ``count(_:)``, ``exists(_:)`` or ``forEach(_:_:)`` is
/// called, or when it is observed.
public struct Query<Record: TableRecord>: Sendable {
    var clauses = Clauses()

    /// Every row.
    public init() {}

    /// The rows that fulfil a condition, besides earlier ones.
    public func `where`(_ condition: (Record.Columns) -> Condition<Record>) -> Query {
        changed { $0.add(condition(Record.columns)) }
    }

    /// The rows that fulfil a condition in your own SQL.
    public func `where`(_ condition: SQL) -> Query { changed { $0.add(Condition<Record>.sql(condition)) } }

    /// Sorted by terms; replaces an earlier order.
    public func order(_ terms: (Record.Columns) -> [any OrderTerm<Record>]) -> Query {
        changed { $0.order = terms(Record.columns).map(\.orderSQL) }
    }

    /// At most so many rows, after leaving out `offset`.
    public func limit(_ limit: Int, offset: Int = 0) -> Query {
        changed {
            $0.limit = limit
            $0.offset = offset
        }
    }

    /// Without the first rows.
    public func offset(_ offset: Int) -> Query { limit(clauses.limit ?? -1, offset: offset) }

    /// Each different row once.
    public func distinct() -> Query { changed { $0.isDistinct = true } }

    private func changed(_ change: (inout Clauses) -> Void) -> Query {
        var copy = self
        change(&copy.clauses)
        return copy
    }

    var sql: SQL {
        clauses.sql(selecting: Record.table.definition.columnList, from: Record.table.definition.quotedName)
    }
}

/// What stands around the columns of a SELECT.
struct Clauses: Sendable {
    var condition: SQL?
    var conditionIsCompound = false
    var order: [SQL] = []
    var group: [SQL] = []
    var having: SQL?
    var limit: Int?
    var offset = 0
    var isDistinct = false

    mutating func add<Root>(_ more: Condition<Root>) {
        guard var sql = condition else {
            condition = more.sql
            conditionIsCompound = more.level == .or
            return
        }
        if conditionIsCompound { sql = SQL(parts: [.text("(")] + sql.parts + [.text(")")]) }
        conditionIsCompound = false
        condition = SQL(parts: sql.parts + [.text(" AND ")] + more.wrapped(.and).parts)
    }

    mutating func add<Root>(having more: Condition<Root>) {
        guard let sql = having else {
            having = more.wrapped(.and)
            return
        }
        having = SQL(parts: sql.parts + [.text(" AND ")] + more.wrapped(.and).parts)
    }

    func sql(selecting selection: SQL, from source: String) -> SQL {
        sql(selecting: selection, from: SQL(trusted: source))
    }

    func sql(selecting selection: SQL, from source: SQL) -> SQL {
        var sql = SQL(trusted: isDistinct ? "SELECT DISTINCT " : "SELECT ")
        sql.append(selection)
        sql.append(" FROM ")
        sql.append(source)
        if let condition {
            sql.append(" WHERE ")
            sql.append(condition)
        }
        if !group.isEmpty {
            sql.append(" GROUP BY ")
            sql.append(.joined(group, by: ", "))
        }
        if let having {
            sql.append(" HAVING ")
            sql.append(having)
        }
        if !order.isEmpty {
            sql.append(" ORDER BY ")
            sql.append(.joined(order, by: ", "))
        }
        if let limit {
            sql.append(" LIMIT ")
            sql.parts.append(.value(.integer(Int64(limit))))
            if offset != 0 {
                sql.append(" OFFSET ")
                sql.parts.append(.value(.integer(Int64(offset))))
            }
        }
        return sql
    }
}

extension Clauses {
    /// This query as a part of another one. Where it refers to its own table in the query around it, the inner one gets
    /// another name.
    func subquery(selecting selection: SQL, from table: TableDefinition) -> [SQL.Part] {
        let parts = sql(selecting: selection, from: table.quotedName).parts
        var names: Set<String> = []
        var isCorrelatedWithItself = false
        for part in parts {
            switch part {
            case .column(_, let name): names.insert(name)
            case .outer(_, let name, _):
                names.insert(name)
                if name == table.name { isCorrelatedWithItself = true }
            case .text, .value, .failure: continue
            }
        }
        guard isCorrelatedWithItself else { return parts.map(\.oneLevelUp) }
        let alias = table.name.different(from: names)
        let source = SQL(trusted: "\(table.quotedName) AS \(alias.quotedForSQL)")
        return sql(selecting: selection, from: source).parts.map { part in
            if case .column(let name, table.name) = part { return .column(name, table: alias) }
            return part.oneLevelUp
        }
    }
}

extension SQL.Part {
    /// This part of a subquery, seen from the query around it.
    fileprivate var oneLevelUp: SQL.Part {
        guard case .outer(let name, let table, let levels) = self else { return self }
        return levels == 1 ? .column(name, table: table) : .outer(name, table: table, levels: levels - 1)
    }
}

extension TableDefinition {
    /// The columns as parts, which are qualified where other tables take part.
    var columnList: SQL { columnList(as: name) }

    func columnList(as alias: String) -> SQL {
        var sql = SQL(parts: [])
        for (index, column) in columns.enumerated() {
            if index > 0 { sql.append(", ") }
            sql.parts.append(.column(column.name, table: alias))
        }
        return sql
    }
}

extension TableRecord {
    /// A query of every row.
    public static var all: Query<Self> { Query() }

    /// A query of the rows that fulfil a condition.
    ///
    /// ```swift
    /// try Post.where { $0.userId == 7 && $0.title.hasPrefix("A") }
    ///     .order { [$0.createdAt.desc, $0.title] }
    ///     .limit(10, offset: 5)
    ///     .all(db)
    /// ```
    public static func `where`(_ condition: (Columns) -> Condition<Self>) -> Query<Self> { Query().where(condition) }

    /// A query of the rows that fulfil a condition in your own SQL.
    public static func `where`(_ condition: SQL) -> Query<Self> { Query().where(condition) }

    /// A query in an order.
    public static func order(_ terms: (Columns) -> [any OrderTerm<Self>]) -> Query<Self> { Query().order(terms) }
}
