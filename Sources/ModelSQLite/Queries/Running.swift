extension Select {
    /// Returns all results.
    public func all(_ db: Database) throws -> [Output] { try db.running(sql, Root.self) { try fetch($0, db, .max) } }

    /// Returns the first result, or nil if there is none.
    public func first(_ db: Database) throws -> Output? {
        try db.running(changed { $0.limit = min($0.limit ?? 1, 1) }.sql, Root.self) {
            try db.step($0) ? try decode(Row($0.pointer), db) : nil
        }
    }

    /// Calls a closure with each result. At most 64 results are in memory at a time.
    ///
    /// ```swift
    /// try Post.all.forEach(db) { post in total += post.title.count }
    /// ```
    public func forEach(_ db: Database, _ body: (Output) throws -> Void) throws {
        try db.running(sql, Root.self) { statement in
            var results: [Output]
            repeat {
                results = try fetch(statement, db, 64)
                for result in results { try body(result) }
                // Stepping a statement that has ended would restart it.
            } while results.count == 64
        }
    }

    /// Returns the number of results.
    public func count(_ db: Database) throws -> Int {
        var counted = self
        counted.clauses.order = []
        return try db.value(Int.self, "SELECT count(*) FROM (\(counted.sql))") ?? 0
    }

    /// Returns whether there is any result.
    public func exists(_ db: Database) throws -> Bool {
        try db.value(Bool.self, "SELECT EXISTS (\(existing))") ?? false
    }

    /// The values of an expression in the rows that the query finds.
    package func values(of expression: SQL, _ db: Database) throws -> [DatabaseValue] {
        try db.running(clauses.sql(selecting: expression, from: source), Root.self) {
            try db.results($0) { try $0.read(DatabaseValue.self, 0) }
        }
    }

    package var sql: SQL { clauses.sql(selecting: selection, from: source) }

    /// Whether the query selects whole rows, not single values.
    private var selectsRows: Bool {
        selection.parts.allSatisfy { part in
            if case .of(_, .allColumns, _) = part { true } else if case .text(", ") = part { true } else { false }
        }
    }

    /// The query, reduced to what matters for EXISTS. An aggregate in the selection matters, because it has a result
    /// even without rows. A DISTINCT needs a subquery: directly inside EXISTS, SQLite ignores it, so an offset would
    /// skip too few rows.
    package var existing: SQL {
        selectsRows && !clauses.isDistinct ? clauses.sql(selecting: "1", from: source) : "SELECT 1 FROM (\(sql))"
    }
}
