import ModelStoredForms

/// A column of a table and the field that it stores.
public struct TableColumn: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The field's name in Swift.
    public let field: String
    /// The column's name in the table.
    public let name: String
    /// Who assigns the value, and therefore whether the program may write it.
    public let source: Source

    /// Who assigns the value.
    public enum Source: Hashable, Sendable {
        /// The program.
        case program
        /// SQLite: a generated column, or the rowid.
        case database
    }

    /// Creates a column that has the name of its field and that the program writes: `"title"`.
    public init(stringLiteral name: String) { self.init(name) }

    /// Creates a column that has the name of its field.
    public init(_ name: String, _ source: Source = .program) { self.init(name, name, source) }

    /// Creates a column whose name differs from that of its field.
    public init(_ field: String, _ name: String, _ source: Source = .program) {
        self.field = field
        self.name = name
        self.source = source
    }
}

/// The names of a table and its columns, and the SQL that is derived from them.
public final class TableDefinition: Sendable {
    /// The table's name.
    public let name: String
    /// The model's name.
    public let model: String
    /// The columns in the order of the model's `init(fields:)` and `write(fields:)`.
    public let columns: [TableColumn]
    /// The indexes of the key's columns.
    @usableFromInline package let keys: [Int]
    /// A small number that is unique to the table in this process, and identifies its statements.
    @usableFromInline let number: Int
    /// The columns that `init(fields:)` reads: `"id", "user_id"`.
    @usableFromInline let selection: String
    package let quotedName: String
    /// The indexes of the columns that an insert writes.
    let written: [Int]
    /// The indexes of written columns that are not part of the key.
    @usableFromInline package let values: [Int]

    /// The last number of a table in the process.
    private static let last = Locked(0)

    init(_ name: String, model: String, columns: [TableColumn], primaryKey: [String]) {
        self.name = name
        self.model = model
        self.columns = columns
        keys = primaryKey.compactMap { key in columns.firstIndex { $0.name.isName(key) } }
        number = Self.last.withLock {
            $0 += 1
            return $0
        }
        selection = columns.map(\.name.quotedForSQL).joined(separator: ", ")
        quotedName = name.quotedForSQL
        written = columns.indices.filter { columns[$0].source == .program }
        values = written.filter { [keys] in !keys.contains($0) }
    }

    /// The columns of the table under an alias: `"p"."id", "p"."user_id"`.
    func selection(as alias: String) -> String {
        let alias = alias.quotedForSQL
        return columns.map { "\(alias).\($0.name.quotedForSQL)" }.joined(separator: ", ")
    }

    package func field(ofColumn column: String) -> String? {
        columns.first { $0.name.isName(column) }?.field
    }
}

// MARK: - SQL

extension TableDefinition {
    /// The condition on the key: `"id" = ?1 AND "group_id" = ?2`.
    package func keyCondition(_ parameter: (Int) -> Int) -> String {
        keys.enumerated().map { "\(quoted($1)) = ?\(parameter($0))" }.joined(separator: " AND ")
    }

    private func quoted(_ place: Int) -> String { columns[place].name.quotedForSQL }

    private func list(_ places: [Int], _ term: (Int) -> String) -> String {
        places.map(term).joined(separator: ", ")
    }

    /// `"title" = ?2, "user_id" = ?3`.
    private func assignments(_ places: [Int]) -> String { list(places) { "\(quoted($0)) = ?\($0 + 1)" } }

    /// The statement of one of the table's own operations.
    func sql(_ slot: Slot, _ policy: ConflictPolicy, returning filled: [String]) -> String {
        switch slot {
        case .find: findSQL
        case .exists: "SELECT 1 FROM \(quotedName) WHERE \(keyByOrder)"
        case .all: selectSQL
        case .first: orderedSQL("ASC")
        case .latest: orderedSQL("DESC")
        case .update: updateSQL(values)
        case .delete: "DELETE FROM \(quotedName) WHERE \(keyByOrder)"
        case .upsert: upsertSQL
        case .insert, .insertDraft: insertSQL(policy, returning: filled)
        }
    }

    private var keyByOrder: String { keyCondition { $0 + 1 } }

    @usableFromInline package var selectSQL: String { "SELECT \(selection) FROM \(quotedName)" }
    package var findSQL: String { "\(selectSQL) WHERE \(keyByOrder)" }

    /// The statement that inserts a row without the columns that the database fills in, and returns those.
    package func insertSQL(_ policy: ConflictPolicy, returning filled: [String] = []) -> String {
        let bound = written.filter { place in !filled.contains(where: columns[place].name.isName) }
        let row = "(\(list(bound, quoted))) VALUES (\(list(bound) { "?\($0 + 1)" }))"
        let sql = "\(policy.insert) INTO \(quotedName) \(bound.isEmpty ? "DEFAULT VALUES" : row)"
        return filled.isEmpty ? sql : "\(sql) RETURNING \(filled.map(\.quotedForSQL).joined(separator: ", "))"
    }

    /// The statement that updates the columns at these indexes.
    package func updateSQL(_ places: [Int], _ policy: ConflictPolicy = .abort) -> String {
        let key = keyCondition { keys[$0] + 1 }
        return "\(policy.update) \(quotedName) SET \(assignments(places)) WHERE \(key)"
    }

    /// The statement that inserts a row, or updates the one with the same key.
    private var upsertSQL: String {
        // Not `excluded.…`, which is the row itself in a table with that name.
        let action = values.isEmpty ? "NOTHING" : "UPDATE SET \(assignments(values))"
        return "\(insertSQL(.abort)) ON CONFLICT (\(list(keys, quoted))) DO \(action)"
    }

    /// The statement for the first row in the order of the key. Views have no key, and therefore no order.
    private func orderedSQL(_ direction: String) -> String {
        let order = list(keys) { "\(quoted($0)) \(direction)" }
        return order.isEmpty ? "\(selectSQL) LIMIT 1" : "\(selectSQL) ORDER BY \(order) LIMIT 1"
    }
}

/// The statements of a table that each connection prepares once.
@usableFromInline package enum Slot: Int {
    case find, exists, all, first, latest, update, delete, upsert
    /// Five: one for each conflict policy.
    case insert
    /// Five: one for each conflict policy.
    case insertDraft = 13

    /// How many there are.
    static let count = 18
}

/// What happens if a row violates a unique, not-null or check constraint.
///
/// Source: <https://www.sqlite.org/lang_conflict.html>.
public enum ConflictPolicy: Int, Hashable, Sendable, CaseIterable {
    /// The statement is rolled back and an error thrown.
    case abort
    /// An error is thrown; earlier changes of the same statement are kept.
    case fail
    /// The row is skipped without an error.
    case ignore
    /// Conflicting rows are deleted.
    case replace
    /// The whole transaction is rolled back and an error thrown.
    case rollback

    var insert: String { "INSERT\(clause)" }
    package var update: String { "UPDATE\(clause)" }
    private var clause: String { self == .abort ? "" : " OR \(String(describing: self).uppercased())" }
}
