import CModelSQLite
import Foundation

extension Database {
    /// Runs one statement with bound values and returns how many rows it changed.
    ///
    /// ```swift
    /// try db.run("UPDATE posts SET title = \(title) WHERE id = \(id)")
    /// ```
    @discardableResult public func run(_ sql: SQL) throws -> Int {
        try running(sql) { statement in
            let before = try sqlite3_total_changes(active().pointer)
            while try step(statement) {}
            return Int(sqlite3_total_changes(try active().pointer) - before)
        }
    }

    /// Runs several statements without values, in order.
    public func run(script: String) throws {
        let connection = try active()
        var rest = script
        while let (statement, tail) = try connection.prepareFirst(of: rest) {
            rest = tail
            try start(statement, connection)
            defer { finish(statement) }
            try checkControl(statement)
            while try step(statement) {}
        }
    }

    /// Returns the results of a closure for each row.
    ///
    /// ```swift
    /// let names = try db.rows("SELECT name FROM users WHERE age > \(18)") { row in try row.read(String.self, 0) }
    /// ```
    public func rows<Result>(_ sql: SQL, _ make: (borrowing Row) throws -> Result) throws -> [Result] {
        try running(sql) { try results($0, atMost: .max, make) }
    }

    /// Returns the first column of the first row, or nil if there is no row.
    ///
    /// ```swift
    /// let n = try db.value(Int.self, "SELECT count(*) FROM users")
    /// ```
    public func value<Value: SQLiteValue>(_ type: Value.Type, _ sql: SQL) throws -> Value? {
        try running(sql) { try results($0, atMost: 1) { row in try row.read(Value.self, 0) } }.first
    }

    /// Runs a statement with its values. A statement written by the user must not begin or end a transaction.
    package func running<Result>(_ sql: SQL, _ body: (PreparedStatement) throws -> Result) throws -> Result {
        let rendered = try sql.rendered()
        let statement = try statement(rendered.text)
        defer { finish(statement) }
        try checkControl(statement)
        let handle = statement.handle
        for (index, value) in rendered.values.enumerated() { try handle.bind(value, index + 1) }
        return try body(statement)
    }

    /// Maps each row of a fixed statement with a closure. Named queries are generated with this.
    ///
    /// - Parameters:
    ///   - sql: one statement, its parameters `?1`, `?2`.
    ///   - bind: binds the parameters.
    ///   - make: makes a result from one row.
    @inlinable public func fetch<Result>(
        _ sql: String,
        bind: (borrowing Statement) throws -> Void = { _ in },
        _ make: (borrowing Row) throws -> Result
    ) throws -> [Result] {
        try running(sql, Result.self, bind) { statement in try results(statement, atMost: .max, make) }
    }

    /// Maps the first row of a fixed statement with a closure, or returns nil if there is none.
    @inlinable public func fetchFirst<Result>(
        _ sql: String,
        bind: (borrowing Statement) throws -> Void = { _ in },
        _ make: (borrowing Row) throws -> Result?
    ) throws -> Result? {
        try running(sql, Result.self, bind) { statement in
            try step(statement) ? try make(Row(statement.pointer)) : nil
        }
    }

    /// Maps the first row of a fixed statement with a closure.
    ///
    /// - Throws: ``SQLiteError/Kind/notFound(_:)`` if there is no row.
    @inlinable public func fetchOne<Result>(
        _ sql: String,
        bind: (borrowing Statement) throws -> Void = { _ in },
        _ make: (borrowing Row) throws -> Result
    ) throws -> Result {
        let first: Result? = try fetchFirst(sql, bind: bind) { row in .some(try make(row)) }
        guard let first else { throw SQLiteError.noRow(Result.self, sql) }
        return first
    }

    /// Runs a fixed statement that returns no rows, and returns how many rows it changed.
    @discardableResult @inlinable public func execute(
        _ sql: String,
        bind: (borrowing Statement) throws -> Void = { _ in }
    ) throws -> Int {
        try running(sql, Void.self, bind) { statement in
            try execute(statement)
            return changes
        }
    }

    @inlinable func running<Model, Result>(
        _ sql: String,
        _ model: Model.Type,
        _ bind: (borrowing Statement) throws -> Void,
        _ body: (PreparedStatement) throws -> Result
    ) throws -> Result {
        let statement = try statement(sql)
        defer { finish(statement) }
        try bind(statement.handle)
        return try locating(model, statement) { try body(statement) }
    }

    /// Maps the next rows of a statement with a closure.
    @inlinable package func results<Result>(
        _ statement: PreparedStatement,
        atMost limit: Int,
        _ make: (borrowing Row) throws -> Result
    ) throws -> [Result] {
        var results: [Result] = []
        while results.count < limit, try step(statement) { results.append(try make(Row(statement.pointer))) }
        return results
    }

    private func checkControl(_ statement: PreparedStatement) throws {
        if statement.uses.controlsTransaction && mode != .bare {
            throw SQLiteError.misuse("the closure is the transaction; use `savepoint` for a nested one")
        }
    }
}

extension Connection {
    /// The first statement of a script, and what follows it; nil at the end.
    func prepareFirst(of script: String, flags: Int32 = 0) throws -> (PreparedStatement, String)? {
        var script = script
        while true {
            uses = StatementUses()
            var prepared: OpaquePointer?
            var rest = ""
            let code = script.withCString { start -> Int32 in
                var tail: UnsafePointer<CChar>?
                let code = compile(start, flags: flags, &prepared, &tail)
                if let tail { rest = String(cString: tail) }
                return code
            }
            guard code == SQLITE_OK else {
                throw SQLiteError.reported(by: pointer, code: code, sql: script, tables: tables)
            }
            if let prepared {
                let sql = sqlite3_sql(prepared).map { String(cString: $0) } ?? ""
                return (PreparedStatement(prepared, sql: sql, uses), rest)
            }
            if rest.isEmpty { return nil }  // white space or a comment is left
            script = rest
        }
    }
}
