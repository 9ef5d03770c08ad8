import Foundation

// What the generated repositories say of the rows that a list is about.

extension Select where Root: TableRecord, Columns == Root.Columns, Output == Root {
    /// The rows whose column holds a value; every row where the value is nil.
    ///
    ///     Post.all.matching(\.userId, query.userId).page(limit: query.limit, offset: query.start)
    public func matching<Value>(
        _ column: KeyPath<Columns, SQLExpression<Root, Value>>,
        _ value: Value?
    ) -> Select {
        guard let value else { return self }
        return self.where { $0[keyPath: column] == value }
    }

    /// The rows whose column, which may be empty, holds a value; every row where the value is nil.
    public func matching<Value>(
        nullable column: KeyPath<Columns, SQLExpression<Root, Value?>>,
        _ value: Value?
    ) -> Select {
        guard let value else { return self }
        return self.where { $0[keyPath: column] == value }
    }

    /// At most `limit` rows after `offset`; all where both are nil.
    public func page(limit: Int?, offset: Int?) -> Select {
        guard limit != nil || offset != nil else { return self }
        return self.limit(max(0, limit ?? .max), offset: max(0, offset ?? 0))
    }

    /// The page of a number, counted from 1; all rows where neither is given, nil where a number has no size.
    public func page(number: Int?, size: Int?) -> Select? {
        guard let size else { return number == nil ? self : nil }
        let (offset, overflows) = max(0, (number ?? 1) - 1).multipliedReportingOverflow(by: max(0, size))
        return limit(max(0, size), offset: overflows ? .max : offset)
    }

    /// These rows in the order of their key, where they have no other.
    package var orderedByKey: Select {
        guard clauses.order.isEmpty else { return self }
        let definition = Root.table.definition
        var query = self
        query.clauses.order = definition.keys.map { place in
            SQL(parts: [.column(definition.columns[place].name, table: definition.name)])
        }
        return query
    }
}

extension Select where Root: KeyedRecord, Root.Key: SQLiteValue & Hashable, Columns == Root.Columns, Output == Root {
    /// Deletes the rows that are not among `records`. A query with a limit tells too little for that.
    package func deleteAll(but records: [Root], _ db: Database) throws {
        guard clauses.limit == nil else { return }
        let definition = Root.table.definition
        let key = SQL(parts: definition.keys.map { .column(definition.columns[$0].name, table: definition.name) })
        let rendered = try clauses.sql(selecting: key, from: source).rendered()
        let present = Set(records.map(\.primaryKey))
        let keys = try db.fetch(rendered.text) { statement in
            for (index, value) in rendered.values.enumerated() { try statement.bind(value, index + 1) }
        } _: { row in
            try row.read(Root.Key.self, 0)
        }
        for key in keys where !present.contains(key) { try Root.delete(key, db) }
    }
}

extension KeyedRecord {
    /// Inserts or updates many rows; those that are there keep what some columns hold.
    package static func upsert(_ records: [Self], _ db: Database, keeping columns: [String]) throws {
        try db.savepoint {
            let definition = table.definition
            let statement = try db.statement(definition.upsertSQL(keeping: columns))
            defer { db.finish(statement, runs: records.count) }
            for record in records {
                try record.bind(to: statement.handle(limit: definition.insertLimit))
                try db.execute(statement)
            }
        }
    }
}
