import ModelRuntime
import ModelSQLite

/// The new values of columns in a bulk update.
///
/// ```swift
/// try Post.update(db, where: { $0.userId == 7 }) { $0.title = "New" }
/// try Post.update(db, where: { _ in .all }) { $0.set(\.views) { $0 + 1 } }
/// ```
@dynamicMemberLookup
public struct Assignments<Record: TableRecord> {
    private(set) var pieces: [SQL] = []

    /// The UPDATE statement up to its condition.
    func sql(_ policy: ConflictPolicy) -> SQL {
        let update = SQL(trusted: "\(policy.update) \(Record.table.definition.quotedName) SET ")
        return "\(update)\(SQL.joined(pieces, by: ", "))"
    }

    /// Sets a column to a value. Columns can only be assigned, because there is no row to read from.
    public subscript<C: ColumnOf<Record>>(dynamicMember column: KeyPath<Record.Columns, C>) -> C.Value {
        @available(*, unavailable, message: "a column can be assigned here, not read; use set(_:_:)")
        get { preconditionFailure("the compiler refuses to read an assignment") }
        set {
            let target = Record.columns[keyPath: column].stored
            append(target, target.bound(newValue).sql)
        }
    }

    /// Sets a column to an expression of itself or other columns.
    public mutating func set<Value>(
        _ column: KeyPath<Record.Columns, SQLExpression<Record, Value>>,
        _ value: (SQLExpression<Record, Value>) -> SQLExpression<Record, Value>
    ) {
        let target = Record.columns[keyPath: column]
        let value = value(target)
        append(target, target.accepting(value.sql, value.form))
    }

    /// Sets the column of a field to a value that a transformer converts, or to NULL. A field without a column is
    /// skipped.
    mutating func set(field: String, _ value: (any Sendable)?, using transformer: any Transformer) {
        guard let column = Record.table.definition.columns.first(where: { $0.field == field }) else { return }
        let assigned = SQL.Part.bound { try value.map { try stored($0, transformer) } ?? .null }
        pieces.append("\(name: column.name) = \(SQL(parts: [assigned]))")
    }

    /// The stored form of a value. The types match, because they are those of `write(fields:)`, which the compiler has
    /// checked.
    private func stored<T: Transformer>(_ value: any Sendable, _ transformer: T) throws -> DatabaseValue {
        do {
            guard let value = value as? T.Value, let stored = try transformer.encode(value) as? any SQLiteValue else {
                throw SQLiteError.unencodable(T.Value.self, .transformer)
            }
            return try stored.databaseValue()
        } catch { throw SQLiteError.refused(T.Value.self, error) }
    }

    private mutating func append<Value>(_ target: SQLExpression<Record, Value>, _ value: SQL) {
        pieces.append("\(name: target.name ?? "") = \(value)")
    }
}

extension TableRecord {
    /// Changes the rows that satisfy a condition, and returns how many there were. `where: { _ in .all }` changes every
    /// row.
    @discardableResult public static func update(
        _ db: Database,
        onConflict policy: ConflictPolicy = .abort,
        where condition: (Columns) -> Condition<Self>,
        _ assign: (inout Assignments<Self>) -> Void
    ) throws -> Int {
        var assignments = Assignments<Self>()
        assign(&assignments)
        if assignments.pieces.isEmpty { return 0 }
        return try change(db, "\(assignments.sql(policy)) WHERE \(condition(columns).truth.sql)")
    }

    /// Deletes the rows that satisfy a condition, and returns how many there were. `where: { _ in .all }` deletes every
    /// row.
    @discardableResult public static func delete(
        _ db: Database, where condition: (Columns) -> Condition<Self>
    ) throws -> Int {
        try change(db, "DELETE FROM \(name: table.name) WHERE \(condition(columns).truth.sql)")
    }

    /// Runs a statement that changes rows, and returns how many.
    private static func change(_ db: Database, _ sql: SQL) throws -> Int {
        try db.active().use(table.definition)
        return try db.running(sql, Self.self) { statement in
            try db.execute(statement)
            return db.changes
        }
    }
}

extension KeyedRecord {
    /// Applies a patch to the row with a key. Fields that are not set in the patch stay unchanged. Null clears a column
    /// that can be NULL, and leaves any other column unchanged.
    ///
    /// - Throws: ``SQLiteError/Kind/notFound(_:)`` if no row has the key.
    public static func update(_ key: Key, _ db: Database, applying patch: some FieldChanges<Self>) throws {
        var assignments = Assignments<Self>()
        for (field, value, transformer) in patch.columnChanges {
            assignments.set(field: field, value, using: transformer)
        }
        if assignments.pieces.isEmpty {
            guard try exists(key, db) else { throw SQLiteError.notFound(Self.self) }
            return
        }
        let update = try assignments.sql(.abort).rendered()
        let first = update.values.count + 1
        try db.active().use(table.definition)
        let condition = table.definition.keyCondition { first + $0 }
        try db.running("\(update.text) WHERE \(condition)", Self.self) { statement in
            for value in update.values { statement.field(value) }
            bind(key, to: &statement)
        } _: { statement in
            try db.execute(statement)
            if db.changes == 0 { throw SQLiteError.notFound(Self.self) }
        }
    }

    /// Writes only some fields of this row. Without columns, nothing happens.
    ///
    /// ```swift
    /// try post.update(db, columns: { [$0.title, $0.body] })
    /// ```
    /// - Throws: ``SQLiteError/Kind/notFound(_:)`` if no row has the key, unless the policy is `.ignore`.
    public func update(
        _ db: Database, onConflict policy: ConflictPolicy = .abort, columns: (Columns) -> [any ColumnOf<Self>]
    ) throws {
        let definition = Self.table.definition
        let places = try columns(Self.columns).map { column in
            guard let name = column.name, let place = definition.columns.firstIndex(where: { $0.name.isName(name) })
            else {
                throw SQLiteError.misuse("only columns can be updated, not expressions")
            }
            return place
        }
        if places.isEmpty { return }
        try db.active().use(definition)
        let statement = try db.statement(definition.updateSQL(places, policy))
        defer { db.finish(statement) }
        try statement.bindRow { write(fields: &$0) }
        try db.execute(statement)
        if db.changes == 0 && policy != .ignore { throw SQLiteError.notFound(Self.self) }
    }
}
