import Foundation

extension String: SQLiteValue {
    /// Reads TEXT, which may contain NUL characters. Bytes that are not UTF-8 are an error.
    @inlinable public static func read(_ column: borrowing ColumnValue) throws -> String { try column.text() }
    /// The TEXT.
    @inlinable public func databaseValue() throws -> DatabaseValue { .text(self) }
}

extension UUID: SQLiteValue {
    /// Reads the 36 characters, in uppercase or lowercase.
    public static func read(_ column: borrowing ColumnValue) throws -> UUID {
        var text = try column.text()
        return try column.require(text.withUTF8(UUID.value))
    }
    /// TEXT, the 36 characters of `uuidString` (uppercase).
    @inlinable public func databaseValue() throws -> DatabaseValue { .text(uuidString) }
}

extension URL: SQLiteValue {
    /// Reads a URL; throws if the text is not a URL.
    public static func read(_ column: borrowing ColumnValue) throws -> URL {
        try column.require(URL(string: column.text()))
    }
    /// TEXT, the absolute string.
    public func databaseValue() throws -> DatabaseValue { .text(absoluteString) }
}

extension Date: SQLiteValue {
    /// Reads seconds since 1970.
    @inlinable public static func read(_ column: borrowing ColumnValue) throws -> Date {
        Date(timeIntervalSince1970: try column.real())
    }
    /// The value as a REAL, in seconds since 1970. A double represents current dates to a quarter of a microsecond.
    @inlinable public func databaseValue() throws -> DatabaseValue { .real(timeIntervalSince1970) }
}

extension Data: SQLiteValue {
    /// Reads a BLOB.
    @inlinable public static func read(_ column: borrowing ColumnValue) throws -> Data { try column.blob() }
    /// The BLOB.
    @inlinable public func databaseValue() throws -> DatabaseValue { .blob(self) }
}
