/// The clauses of a SELECT, except for its columns.
package struct Clauses: Sendable {
    var condition: Condition<Any>?
    package var order: [SQL] = []
    package var group: [SQL] = []
    package var having: Condition<Any>?
    var limit: Int?
    var offset = 0
    var isDistinct = false

    func sql(selecting selection: SQL, from source: SQL) -> SQL {
        var sql: SQL = isDistinct ? "SELECT DISTINCT " : "SELECT "
        sql.append("\(selection) FROM \(source)")
        if let condition { sql.append(" WHERE \(condition.sql)") }
        if !group.isEmpty { sql.append(" GROUP BY \(SQL.joined(group, by: ", "))") }
        if let having { sql.append(" HAVING \(having.sql)") }
        if !order.isEmpty { sql.append(" ORDER BY \(SQL.joined(order, by: ", "))") }
        // A negative limit means none. Source: <https://www.sqlite.org/lang_select.html>, section 5.
        if limit != nil || offset != 0 { sql.append(" LIMIT \(limit ?? -1)") }
        if offset != 0 { sql.append(" OFFSET \(offset)") }
        return sql
    }
}

extension Condition<Any>? {
    /// Adds a condition, combined with the existing one by AND.
    package mutating func add<Root>(_ more: Condition<Root>) {
        let more = Condition<Any>(more.truth.sql, more.truth.level)
        self = map { $0 && more } ?? more
    }
}
