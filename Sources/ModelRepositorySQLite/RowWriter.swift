import ModelRepository
import ModelSQLite

/// Writes the rows of answers.
struct RowWriter<Record: KeyedRecord>: Sendable where Record.Key: SQLiteValue {
    let localColumns: [String]
    let extent: RowExtent

    /// Writes the models whose rows are not protected. Returns all of them as they are stored afterwards, except for
    /// those that no longer exist.
    ///
    /// - Parameter keys: The keys of the models.
    func write(
        _ models: [Record],
        _ keys: [DatabaseValue],
        protecting protected: Protection,
        _ arrival: Arrival,
        _ ledger: Ledger
    ) throws -> [Record] {
        var written = (models: models, keys: keys)
        if !protected.isEmpty {
            let free = models.indices.filter { !protected.contains(keys[$0]) }
            written = (free.map { models[$0] }, free.map { keys[$0] })
        }
        let changed = try Record.refresh(written.models, written.keys, extent, keeping: localColumns, ledger.db)
        if !changed.isEmpty {
            try ledger.dropValidators(holding: changed.map { written.keys[$0] })
        }
        try ledger.note(arrival, of: written.keys)
        let isAsWritten = protected.isEmpty && localColumns.isEmpty && extent == .whole
        if isAsWritten { return models }
        // What the server does not know may be unreadable, and then it stays so.
        return try readable { try Record.find(keys: keys, ledger.db) } ?? models
    }
}

/// Nested objects whose rows are in a table of their own: `store: nested` on a field.
///
/// Such an object often contains only some of the fields. A field that is nil keeps its value in the row.
public struct NestedRows<Record: Sendable>: Sendable {
    /// Writes the rows, and returns the keys of those in the table of the ledger.
    fileprivate let write: Write
    fileprivate typealias Write = @Sendable ([Record], Int64, Ledger) throws -> [DatabaseValue]
    /// The form of the objects in this release of the program.
    let form: UInt64

    /// Creates the objects of a tree, whose form is known already.
    private init(write: @escaping Write) {
        self.write = write
        form = 0
    }

    private init<Nested: KeyedRecord>(
        _ localColumns: [String],
        _ nested: [NestedRows<Nested>],
        _ objects: @escaping @Sendable (Record) -> [Nested]
    ) where Nested.Key: SQLiteValue {
        form = nested.reduce(storedForm(of: Nested.self)) { $0 &* 31 &+ $1.form }
        let writer = RowWriter<Nested>(localColumns: localColumns, extent: .part)
        write = { models, asked, outer in
            let found = models.flatMap(objects)
            guard !found.isEmpty else { return [] }
            let inner = try nested.write(found, asked, outer)
            let ledger = Ledger(outer.db, Nested.table.definition.name)
            let protected = try ledger.protection(from: .read, asked)
            let keys = try Nested.keys(of: found, ledger.db)
            // For nested rows, the result of a write is an answer like any other.
            _ = try writer.write(found, keys, protecting: protected, .read(asked), ledger)
            return ledger.table == outer.table ? inner + keys : inner
        }
    }

    /// Describes a nested object, which may be nil.
    public init<Nested: KeyedRecord>(
        _ object: @escaping @Sendable (Record) -> Nested?,
        localColumns: [String] = [],
        nested: [NestedRows<Nested>] = []
    ) where Nested.Key: SQLiteValue {
        self.init(localColumns, nested) { object($0).map { [$0] } ?? [] }
    }

    /// Describes a list of nested objects, which may be nil.
    public init<Nested: KeyedRecord>(
        _ objects: @escaping @Sendable (Record) -> [Nested]?,
        localColumns: [String] = [],
        nested: [NestedRows<Nested>] = []
    ) where Nested.Key: SQLiteValue {
        self.init(localColumns, nested) { objects($0) ?? [] }
    }

    /// Objects that contain objects of their own type, to any depth:
    /// `NestedRows.tree { comment in [NestedRows(\.replies, nested: comment)] }`.
    public static func tree(_ parts: @escaping @Sendable ([NestedRows]) -> [NestedRows]) -> [NestedRows] {
        parts([NestedRows(write: { models, asked, ledger in try tree(parts).write(models, asked, ledger) })])
    }
}

extension Array {
    /// Writes the rows of all nested objects in models, and returns the keys of those in the table of the ledger.
    func write<Record>(_ models: [Record], _ asked: Int64, _ ledger: Ledger) throws -> [DatabaseValue]
    where Element == NestedRows<Record> {
        try flatMap { part in try part.write(models, asked, ledger) }
    }
}
