import ModelRepository
import ModelSQLite

/// Writes the rows that answers bring, those of nested objects with them.
struct RowWriter<Record: KeyedRecord>: Sendable where Record.Key: SQLiteValue {
    let localColumns: [String]
    let nested: [NestedRows<Record>]

    /// Writes models whose rows nothing protects, and returns all of them as they are in the table then; without those
    /// that are gone.
    ///
    /// - Parameters:
    ///   - kind: whether they were read or written.
    ///   - asked: when the answer that brings them was asked for.
    ///   - stamp: from when on it counts.
    func write(
        _ models: [Record],
        protecting protected: Protection,
        _ kind: LandingKind,
        _ asked: Int64,
        _ stamp: Int64,
        _ ledger: Ledger
    ) throws -> [Record] {
        // A write says what its own rows are from when it landed; of nested ones it is an answer like any other.
        for part in nested { try part.write(models, asked, ledger) }
        return try store(models, protecting: protected, kind, asked, stamp, ledger)
    }

    /// The rows of this table alone.
    func store(
        _ models: [Record],
        protecting protected: Protection,
        _ kind: LandingKind,
        _ asked: Int64,
        _ stamp: Int64,
        _ ledger: Ledger
    ) throws -> [Record] {
        let db = ledger.db
        let definition = Record.table.definition
        var free = models
        if !protected.isEmpty {
            free = try models.filter { try !protected.contains($0.primaryKey.databaseValue()) }
        }
        var changed: Set<DatabaseValue> = []
        try Record.run(definition.refreshSQL(keeping: localColumns), for: free, db) { record, changes in
            if changes > 0 { changed.insert(try record.primaryKey.databaseValue()) }
        }
        let table = definition.name
        try ledger.dropValidators(of: table, holding: changed, but: nil)
        try ledger.note(
            kind, of: free.map { try $0.primaryKey.databaseValue() }, in: table, asked: asked, stamp: stamp)
        if free.count == models.count, localColumns.isEmpty { return models }
        return try models.compactMap { try Record.find($0.primaryKey, db) }
    }
}

/// Objects within models that have rows in a table of their own: `store: nested` at a field.
public struct NestedRows<Record: Sendable>: Sendable {
    private let write: @Sendable ([Record], Int64, Ledger) throws -> Void

    private init<Nested: KeyedRecord>(
        _ localColumns: [String],
        _ nested: [NestedRows<Nested>],
        _ objects: @escaping @Sendable (Record) -> [Nested]
    ) where Nested.Key: SQLiteValue {
        let writer = RowWriter<Nested>(localColumns: localColumns, nested: nested)
        write = { models, asked, ledger in
            let found = models.flatMap(objects)
            guard !found.isEmpty else { return }
            for part in nested { try part.write(found, asked, ledger) }
            let landings = try ledger.landings(in: Nested.table.definition.name, after: asked)
            _ = try writer.store(found, protecting: Protection(landings, from: .reads), .read, asked, asked, ledger)
        }
    }

    /// An object.
    public init<Nested: KeyedRecord>(
        _ path: any KeyPath<Record, Nested> & Sendable,
        localColumns: [String] = [],
        nested: [NestedRows<Nested>] = []
    ) where Nested.Key: SQLiteValue {
        self.init(localColumns, nested) { [$0[keyPath: path]] }
    }

    /// An object that may be nil.
    public init<Nested: KeyedRecord>(
        _ path: any KeyPath<Record, Nested?> & Sendable,
        localColumns: [String] = [],
        nested: [NestedRows<Nested>] = []
    ) where Nested.Key: SQLiteValue {
        self.init(localColumns, nested) { $0[keyPath: path].map { [$0] } ?? [] }
    }

    /// A list of objects.
    public init<Nested: KeyedRecord>(
        _ path: any KeyPath<Record, [Nested]> & Sendable,
        localColumns: [String] = [],
        nested: [NestedRows<Nested>] = []
    ) where Nested.Key: SQLiteValue {
        self.init(localColumns, nested) { $0[keyPath: path] }
    }

    /// A list of objects that may be nil.
    public init<Nested: KeyedRecord>(
        _ path: any KeyPath<Record, [Nested]?> & Sendable,
        localColumns: [String] = [],
        nested: [NestedRows<Nested>] = []
    ) where Nested.Key: SQLiteValue {
        self.init(localColumns, nested) { $0[keyPath: path] ?? [] }
    }

    func write(_ models: [Record], _ asked: Int64, _ ledger: Ledger) throws {
        try write(models, asked, ledger)
    }
}
