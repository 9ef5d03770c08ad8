import CModelSQLite

extension Database {
    /// Runs one statement with bound values, and returns how many rows it changed, not counting changes by triggers and
    /// foreign keys.
    ///
    /// ```swift
    /// try db.run("UPDATE posts SET title = \(title) WHERE id = \(id)")
    /// ```
    @discardableResult public func run(_ sql: SQL) throws -> Int {
        let pointer = try active().pointer
        let before = sqlite3_total_changes(pointer)
        try running(sql, Void.self) { while try step($0) {} }
        // Statements that change no rows leave the previous count in place.
        return sqlite3_total_changes(pointer) == before ? 0 : changes
    }

    /// Runs several statements without values, in order.
    public func run(script: String) throws {
        let connection = try active()
        try connection.statements(of: script) { statement in
            try statement.require(parameters: 0)
            try start(statement, connection)
            defer { finish(statement) }
            while try step(statement) {}
        }
    }

    /// Calls a closure for each row, and returns the results.
    ///
    /// ```swift
    /// let names = try db.rows("SELECT name FROM users WHERE age > \(18)") { row in try row.read(String.self, 0) }
    /// ```
    public func rows<Result>(_ sql: SQL, _ make: (borrowing Row) throws -> Result) throws -> [Result] {
        try running(sql, Result.self) { try results($0, make) }
    }

    /// Returns the first column of the first row, or nil if there is no row. If the column may be NULL, pass an optional
    /// type.
    ///
    /// ```swift
    /// let n = try db.value(Int.self, "SELECT count(*) FROM users")
    /// let oldest = try db.value(Int?.self, "SELECT max(age) FROM users") ?? nil
    /// ```
    public func value<Value: SQLiteValue>(_ type: Value.Type, _ sql: SQL) throws -> Value? {
        try running(sql, Value.self) { try step($0) ? Row($0.pointer).read(Value.self, 0) : nil }
    }

    /// Runs a statement with its values. If a row cannot be read, the error names the model.
    @usableFromInline package func running<Model, Result>(
        _ sql: SQL, _ model: Model.Type, _ body: (PreparedStatement) throws -> Result
    ) throws -> Result {
        let (text, values) = try sql.rendered()
        return try running(text, model) {
            for value in values { $0.field(value) }
        } _: {
            try $0.require(parameters: values.count)
            return try body($0)
        }
    }

    /// Runs a fixed statement whose parameters are bound by a closure.
    @inlinable package func running<Model, Result>(
        _ sql: String,
        _ model: Model.Type,
        _ bind: (inout RecordStatement) throws -> Void,
        _ body: (PreparedStatement) throws -> Result
    ) throws -> Result {
        let statement = try statement(sql)
        defer { finish(statement) }
        try statement.bind(bind)
        do {
            let result = try body(statement)
            // If only one row of RETURNING was read, a statement that is its own transaction is not committed yet.
            while !statement.isReadOnly, sqlite3_stmt_busy(statement.pointer) != 0, try step(statement) {}
            return result
        } catch { throw Row(statement.pointer).located(error, model) }
    }

    /// Maps the next rows of a statement with a closure.
    @inlinable package func results<Result>(
        _ statement: PreparedStatement, atMost limit: Int = .max, _ make: (borrowing Row) throws -> Result
    ) throws -> [Result] {
        var results: [Result] = []
        while results.count < limit, try step(statement) { results.append(try make(Row(statement.pointer))) }
        return results
    }
}
