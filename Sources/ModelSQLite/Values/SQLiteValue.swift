import Foundation

/// A Swift type that is stored in one column.
///
/// Conformances of the standard types: integers and `Bool` are INTEGER, `Double` and `Float` REAL, `Date` REAL (seconds since
/// 1970), `String`, `UUID`, `URL` and `Decimal` TEXT, `Data` BLOB, collections and `JSON` TEXT that holds JSON. `Optional` adds
/// NULL. An enum with raw values only declares the conformance; for any other type of your own, use
/// ``SQLiteRepresentable``.
public protocol SQLiteValue: TableKey {
    /// The storage class that values of this type have, other than NULL.
    static var storage: StorageClass { get }
    /// Whether NULL is one of the values. True for `Optional` alone.
    static var acceptsNull: Bool { get }
    /// Reads the value of a column.
    ///
    /// - Throws: ``SQLiteError`` with ``SQLiteError/Kind/decoding(_:)`` if the column holds something else.
    static func read(_ row: borrowing Row, _ index: Int) throws -> Self
    /// Reads the value of a column that may be NULL.
    static func readIfPresent(_ row: borrowing Row, _ index: Int) throws -> Self?
    /// Binds this value to a parameter; the first has index 1.
    func bind(to statement: borrowing Statement, _ index: Int) throws
    /// This value as SQLite stores it.
    func databaseValue() throws -> DatabaseValue
}

extension SQLiteValue {
    /// Whether NULL is one of the values.
    @inlinable public static var acceptsNull: Bool { false }

    /// Reads nil for NULL, otherwise the value.
    @inlinable public static func readIfPresent(_ row: borrowing Row, _ index: Int) throws -> Self? {
        row.isNull(index) ? nil : try read(row, index)
    }

    /// Binds the stored form.
    @inlinable public func bind(to statement: borrowing Statement, _ index: Int) throws {
        try statement.bind(try databaseValue(), index)
    }

    /// Binds this value as a key with one column.
    @inlinable public func bind(keyTo statement: borrowing Statement, from index: Int) throws {
        try bind(to: statement, index)
    }

    /// One column.
    @inlinable public static var columnCount: Int { 1 }

    /// The values of the key's columns.
    public func keyValues() throws -> [DatabaseValue] { [try databaseValue()] }
}

/// The primary key of a table: one value, or a generated struct of several.
public protocol TableKey {
    /// How many columns the key has.
    static var columnCount: Int { get }
    /// Binds the columns of the key in order to consecutive parameters.
    func bind(keyTo statement: borrowing Statement, from index: Int) throws
    /// The values of the key's columns in order.
    func keyValues() throws -> [DatabaseValue]
}

/// An external type that is stored as a type SQLite supports; required for types listed under `types:` in a schema.
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
    /// Creates the value from its stored form; an error rejects the row.
    init(stored: Stored) throws
    /// The stored type.
    var stored: Stored { get throws }
}

extension SQLiteRepresentable {
    /// The storage class of the stored type.
    @inlinable public static var storage: StorageClass { Stored.storage }
    /// Reads the stored form and creates the value from it.
    @inlinable public static func read(_ row: borrowing Row, _ index: Int) throws -> Self {
        let stored = try Stored.read(row, index)
        do { return try Self(stored: stored) } catch { throw row.rejected(index, Self.self, error) }
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
    /// The storage class of the raw value.
    @inlinable public static var storage: StorageClass { RawValue.storage }
    /// Reads the raw value; one without a case is an error.
    @inlinable public static func read(_ row: borrowing Row, _ index: Int) throws -> Self {
        guard let value = Self(rawValue: try RawValue.read(row, index)) else {
            throw row.rejected(index, Self.self, nil)
        }
        return value
    }
    /// The raw value as SQLite stores it.
    @inlinable public func databaseValue() throws -> DatabaseValue { try rawValue.databaseValue() }
}

extension Optional: TableKey where Wrapped: SQLiteValue {}

extension Optional: SQLiteValue where Wrapped: SQLiteValue {
    /// The storage class of the wrapped type.
    @inlinable public static var storage: StorageClass { Wrapped.storage }
    /// True.
    @inlinable public static var acceptsNull: Bool { true }
    /// Reads nil for NULL, otherwise the wrapped value.
    @inlinable public static func read(_ row: borrowing Row, _ index: Int) throws -> Wrapped? {
        try Wrapped.readIfPresent(row, index)
    }
    /// NULL for nil, otherwise the stored form of the wrapped value.
    @inlinable public func databaseValue() throws -> DatabaseValue { try self?.databaseValue() ?? .null }
}
