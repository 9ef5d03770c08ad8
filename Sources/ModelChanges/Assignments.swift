import ModelRuntime
import ModelSQLite

/// New values for columns, in a bulk update.
///
/// ```swift
/// try Post.update(db, where: { $0.userId == 7 }) { $0.title = "New" }
/// try Post.update(db, where: { _ in .all }) { $0.set(\.views) { $0 + 1 } }
/// ```
@dynamicMemberLookup
public struct Assignments<Record: TableRecord> {
    private(set) var pieces: [SQL] = []

    init() {}

    /// The statement that changes rows, up to its condition.
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
            append(target, target.bound(newValue))
        }
    }

    /// Sets a column to an expression of itself or other columns.
    public mutating func set<Value>(
        _ column: KeyPath<Record.Columns, SQLExpression<Record, Value>>,
        _ value: (SQLExpression<Record, Value>) -> SQLExpression<Record, Value>
    ) {
        let target = Record.columns[keyPath: column]
        append(target, value(target).sql)
    }

    /// Sets the column of a field to a value converted by a transformer, or to NULL. A field without a column is skipped.
    mutating func set(field: String, _ value: (any Sendable)?, using transformer: any Transformer) {
        guard let column = Record.table.definition.columns.first(where: { $0.field == field }) else { return }
        let assigned = SQL.Part.bound { try value.map { try stored($0, transformer) } ?? .null }
        pieces.append("\(name: column.name) = \(SQL(parts: [assigned]))")
    }

    /// The stored value. The types match: they are those of `bind(to:)`, which the compiler checks.
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
