/// A Swift type that is stored in one column.
///
/// The standard types are stored as follows: integers and `Bool` as INTEGER; `Double`, `Float` and `Date` (seconds
/// since 1970) as REAL; `String`, `UUID`, `URL` and `Decimal` as TEXT; `Data` as BLOB; and collections and `JSON` as
/// TEXT that contains JSON. `Optional` adds NULL. An enum with raw values only needs to declare the conformance. For
/// any other type of your own, use ``SQLiteRepresentable``.
public protocol SQLiteValue {
    /// Whether NULL is one of the values. True only for `Optional`.
    static var acceptsNull: Bool { get }
    /// Reads the value of a column.
    ///
    /// - Throws: ``SQLiteError`` with ``SQLiteError/Kind/decoding(_:)`` if the column holds something else.
    static func read(_ column: borrowing ColumnValue) throws -> Self
    /// Converts this value to the form in which SQLite stores it.
    func databaseValue() throws -> DatabaseValue
}

extension SQLiteValue {
    /// Whether NULL is one of the values.
    @inlinable public static var acceptsNull: Bool { false }
}

/// A primary key of several columns. Generated.
public protocol TableKey {
    /// Binds the columns of the key in order to the next parameters.
    func bind(keyTo statement: inout RecordStatement)
}

/// An external type that is stored as a type that SQLite supports. Types listed under `types:` in a schema must
/// conform.
///
/// ```swift
/// extension Money: SQLiteRepresentable {
///     public init(stored cents: Int64) throws { self.init(cents: cents) }
///     public var stored: Int64 { cents }
/// }
/// ```
public protocol SQLiteRepresentable: SQLiteValue {
    /// The type that is stored.
    associatedtype Stored: SQLiteValue
    /// Creates the value from its stored form. An error rejects the row.
    init(stored: Stored) throws
    /// The stored form.
    var stored: Stored { get throws }
}

extension SQLiteRepresentable {
    /// Reads the stored form and creates the value from it.
    @inlinable public static func read(_ column: borrowing ColumnValue) throws -> Self {
        let stored = try Stored.read(column)
        do { return try Self(stored: stored) } catch { throw column.rejected(Self.self, error) }
    }
    /// The stored form as SQLite stores it.
    @inlinable public func databaseValue() throws -> DatabaseValue { try stored.databaseValue() }
}

/// Verifies at compile time that a type is stored as declared in the schema: `Int64` for INTEGER, `Double` for REAL,
/// `String` for TEXT, `Data` for BLOB.
///
/// ```swift
/// private typealias MoneyStoredForm = DeclaredStoredForm<Money, Int64>
/// ```
public enum DeclaredStoredForm<Value: SQLiteRepresentable, Stored> where Value.Stored == Stored {}

extension SQLiteValue where Self: RawRepresentable, RawValue: SQLiteValue {
    /// Reads the raw value; one without a case is an error.
    @inlinable public static func read(_ column: borrowing ColumnValue) throws -> Self {
        try column.require(Self(rawValue: RawValue.read(column)))
    }
    /// The raw value as SQLite stores it.
    @inlinable public func databaseValue() throws -> DatabaseValue { try rawValue.databaseValue() }
}

extension Optional: SQLiteValue where Wrapped: SQLiteValue {
    /// True.
    @inlinable public static var acceptsNull: Bool { true }
    /// Reads nil for NULL, otherwise the wrapped value.
    @inlinable public static func read(_ column: borrowing ColumnValue) throws -> Wrapped? {
        column.isNull ? nil : try Wrapped.read(column)
    }
    /// NULL for nil, otherwise the stored form of the wrapped value.
    @inlinable public func databaseValue() throws -> DatabaseValue { try self?.databaseValue() ?? .null }
}
