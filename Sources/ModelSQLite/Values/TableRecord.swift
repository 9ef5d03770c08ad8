import ModelRuntime

/// A model stored in a table, or read from a view. Generated.
public protocol TableRecord: RelatedRows, Sendable {
    /// The model that a relation to a single row leads to: the model itself.
    associatedtype RelatedRecord = Self
    /// The columns, for typed conditions.
    associatedtype Columns: TableColumns
    /// The relations to other models.
    associatedtype Relations: Sendable = NoRelations
    /// The table.
    static var table: Table<Self> { get }
    /// The relations.
    static var relations: Relations { get }
    /// Reads the columns in the table's order.
    ///
    /// An implementation should read all fields before it sets the first one (`try self.init(id: source.field(), …)`).
    /// A throwing initializer that sets one field at a time copies the struct at its end, which takes a tenth of the
    /// time of a fetch.
    init(fields source: inout RowReader) throws
    /// Binds column n to parameter n + 1.
    func write(fields sink: inout RecordStatement)
}

extension TableRecord {
    /// Reads the columns of a row.
    @inlinable public init(row: borrowing Row) throws {
        var columns = row.reader()
        try self.init(fields: &columns)
    }

    /// The columns, for typed conditions: `Post.columns.createdAt.desc`.
    @inlinable public static var columns: Columns { Columns() }
}

/// The columns of a model, for typed conditions. Generated.
public protocol TableColumns: Sendable {
    /// Creates the value.
    init()
}

/// The relations of a model that has no relations.
public struct NoRelations: Sendable {
    /// Creates the value.
    public init() {}
}

extension TableRecord where Relations == NoRelations {
    /// The model has no relations.
    public static var relations: NoRelations { NoRelations() }
}

/// A model whose table has a primary key. Generated.
public protocol KeyedRecord: TableRecord {
    /// The key: a single value, or a generated struct for several.
    associatedtype Key
    /// The key of this row.
    var primaryKey: Key { get }
    /// The keys of the rows, in order. A requirement, so that it is compiled in the model's own module: generic code
    /// would copy each row for its key.
    static func primaryKeys(of records: [Self]) -> [Key]
    /// Binds a key to the next parameters, in the form in which its columns store it. Generated for a key with a
    /// transformer.
    static func bind(_ key: Key, to statement: inout RecordStatement)
}

extension KeyedRecord {
    /// The keys of the rows, in order.
    @inlinable public static func primaryKeys(of records: [Self]) -> [Key] { records.map { $0.primaryKey } }
}

extension KeyedRecord where Key: SQLiteValue {
    /// Binds the key unchanged.
    @inlinable public static func bind(_ key: Key, to statement: inout RecordStatement) { statement.field(key) }
}

extension KeyedRecord where Key: TableKey {
    /// Binds the columns of the key in order.
    @inlinable public static func bind(_ key: Key, to statement: inout RecordStatement) { key.bind(keyTo: &statement) }
}

extension KeyedRecord where Self: Identifiable, Key == ID {
    /// The model's `id`.
    @inlinable public var primaryKey: Key { id }
}

/// A model whose table has no primary key; SQLite's rowid is its key.
public protocol RowIDRecord: TableRecord {
    /// The rowid; nil until the model is inserted.
    var rowID: Int64? { get set }
}

/// The table of a model.
///
/// ```swift
/// static let table = Table<Post>("posts", "id", TableColumn("userId", "user_id"), primaryKey: ["id"])
/// ```
public struct Table<Record>: Sendable {
    /// The names and the SQL.
    public let definition: TableDefinition

    /// Creates a table, or a view if there is no key. Key columns are specified by column name.
    public init(_ name: String, _ columns: TableColumn..., primaryKey: [String] = []) {
        self.init(name, columns, primaryKey: primaryKey)
    }

    /// Creates a table, or a view if there is no key, from an array of columns.
    public init(_ name: String, _ columns: [TableColumn], primaryKey: [String] = []) {
        definition = TableDefinition(
            name, model: String(describing: Record.self), columns: columns, primaryKey: primaryKey
        )
    }

    /// Creates a table with a column for each field of the model's JSON.
    ///
    /// ```swift
    /// static let table = Table<Post>("posts", jsonFields, primaryKey: ["id"])
    /// ```
    public init(_ name: String, _ fields: JSONFields, primaryKey: [String] = []) {
        self.init(name, fields.fields.map { TableColumn($0.name, $0.column) }, primaryKey: primaryKey)
    }

    /// The table's name.
    public var name: String { definition.name }
}

/// The target of a relation: a row, an optional row, or rows.
public protocol RelatedRows {
    /// The model of the rows.
    associatedtype RelatedRecord: TableRecord
}
