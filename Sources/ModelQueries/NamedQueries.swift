import ModelRuntime
import ModelSQLite

// The functions that generated `queries` call.

extension Database {
    /// Maps each row of a fixed statement with a closure. Generated named queries call this.
    ///
    /// - Parameters:
    ///   - sql: A single statement, with parameters `?1`, `?2`.
    ///   - bind: Binds the parameters, in their order.
    ///   - make: Creates a result from one row.
    @inlinable public func fetch<Result>(
        _ sql: String, bind: (inout RecordStatement) throws -> Void = { _ in }, _ make: (borrowing Row) throws -> Result
    ) throws -> [Result] {
        try running(sql, Result.self, bind) { statement in try results(statement, atMost: .max, make) }
    }

    /// Maps the first row of a fixed statement with a closure, or returns nil if there is none.
    @inlinable public func fetchFirst<Result>(
        _ sql: String,
        bind: (inout RecordStatement) throws -> Void = { _ in },
        _ make: (borrowing Row) throws -> Result?
    ) throws -> Result? {
        try running(sql, Result.self, bind) { statement in
            try step(statement) ? try make(Row(statement.pointer)) : nil
        }
    }

    /// Maps the first row of a fixed statement with a closure.
    ///
    /// - Throws: ``SQLiteError/Kind/notFound(_:)`` if no row is found.
    @inlinable public func fetchOne<Result>(
        _ sql: String, bind: (inout RecordStatement) throws -> Void = { _ in }, _ make: (borrowing Row) throws -> Result
    ) throws -> Result {
        let first: Result? = try fetchFirst(sql, bind: bind) { row in .some(try make(row)) }
        guard let first else {
            throw SQLiteError(
                .notFound(String(describing: Result.self)), message: "the query found no row", sql: sql)
        }
        return first
    }

    /// Runs a fixed statement that returns no rows, and returns how many rows it changed.
    @discardableResult @inlinable public func execute(
        _ sql: String, bind: (inout RecordStatement) throws -> Void = { _ in }
    ) throws -> Int {
        try running(sql, Void.self, bind) { statement in
            try execute(statement)
            return changes
        }
    }
}

extension RecordStatement {
    /// Binds the next parameter to values that the SQL matches with `IN (SELECT value FROM json_each(?1))`. They are
    /// bound as a single JSON string of their stored forms; nil is bound as NULL.
    ///
    /// Source: <https://www.sqlite.org/json1.html>, section 4.23.
    ///
    /// Values that are stored as REAL or BLOB are an error, because JSON does not represent them exactly.
    public mutating func list<Values: Sequence>(_ values: Values?) where Values.Element: SQLiteValue {
        next {
            guard let values else { return .null }
            guard let json = SQL.json(try values.map { try $0.databaseValue() }) else {
                throw SQLiteError.unencodable(Values.self, .notJSON)
            }
            return .text(json)
        }
    }

    /// Binds the next parameter to values that a transformer converts, to be matched as described for ``list(_:)``.
    public mutating func list<Form: Transformer>(_ values: Form.Value?, using form: Form)
    where Form.Source: Sequence, Form.Source.Element: SQLiteValue {
        do { list(try values.map { try Self.encoded($0, form) }) } catch { fail(error) }
    }
}
