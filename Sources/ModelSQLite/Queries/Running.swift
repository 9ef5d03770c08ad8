import Foundation

extension Query {
    /// The rows.
    @inlinable public func all(_ db: Database) throws -> [Record] {
        let statement = try prepare(db)
        defer { db.finish(statement) }
        return try db.records(statement)
    }

    /// The first row, or nil where there is none.
    @inlinable public func first(_ db: Database) throws -> Record? {
        let statement = try atMostOne.prepare(db)
        defer { db.finish(statement) }
        return try db.record(statement)
    }

    /// Calls a closure with one row after the other, without holding them all.
    ///
    /// ```swift
    /// try Post.all.forEach(db) { post in total += post.title.count }
    /// ```
    @inlinable public func forEach(_ db: Database, _ body: (Record) throws -> Void) throws {
        let statement = try prepare(db)
        defer { db.finish(statement) }
        while try db.step(statement) {
            let record: Record
            do { record = try Record(row: Row(statement.pointer)) } catch {
                throw db.located(error, Record.self, statement)
            }
            try body(record)
        }
    }

    @usableFromInline var atMostOne: Query { limit(Swift.min(clauses.limit ?? 1, 1), offset: clauses.offset) }

    @usableFromInline func prepare(_ db: Database) throws -> PreparedStatement {
        let rendered = try sql.rendered()
        let statement = try db.statement(rendered.text)
        do { try rendered.bind(to: statement) } catch {
            db.finish(statement)
            throw error
        }
        return statement
    }

    /// How many rows there are.
    public func count(_ db: Database) throws -> Int {
        var counted = clauses
        counted.order = []
        let sql: SQL
        if counted.limit == nil && !counted.isDistinct {
            sql = counted.sql(selecting: "count(*)", from: Record.table.definition.quotedName)
        } else {
            let inner = clauses.sql(
                selecting: Record.table.definition.columnList,
                from: Record.table.definition.quotedName
            )
            sql = SQL(parts: [.text("SELECT count(*) FROM (")] + inner.parts + [.text(")")])
        }
        return try db.first(sql) { row in try row.read(Int.self, 0) } ?? 0
    }

    /// Whether there is a row.
    public func exists(_ db: Database) throws -> Bool {
        let inner = clauses.sql(selecting: "1", from: Record.table.definition.quotedName)
        let sql = SQL(parts: [.text("SELECT EXISTS (")] + inner.parts + [.text(")")])
        return try db.first(sql) { row in try row.read(Bool.self, 0) } ?? false
    }

    /// Whether there is a row, as a condition of another query.
    public func exists<Root>() -> Condition<Root> {
        let inner = clauses.subquery(selecting: "1", from: Record.table.definition)
        return Condition<Root>([.text("EXISTS (")] + inner + [.text(")")], .atom, DirectConversion())
    }

    /// The plan by which SQLite would run this query, a line for each step, to see whether an index is used.
    public func explained(_ db: Database) throws -> [String] {
        let rendered = try sql.rendered()
        return try db.fetch("EXPLAIN QUERY PLAN " + rendered.text) { statement in
            for (index, value) in rendered.values.enumerated() { try statement.bind(value, index + 1) }
        } _: { row in
            try row.read(String.self, 3)
        }
    }
}

extension Database {
    /// What a closure makes of the first row.
    func first<Result>(_ sql: SQL, _ make: (borrowing Row) throws -> Result) throws -> Result? {
        let rendered = try sql.rendered()
        let statement = try statement(rendered.text)
        defer { finish(statement) }
        try rendered.bind(to: statement)
        return try step(statement) ? try make(Row(statement.pointer)) : nil
    }
}
