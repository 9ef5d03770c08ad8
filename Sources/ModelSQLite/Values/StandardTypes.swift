import Foundation

extension String: SQLiteValue {
    /// TEXT.
    @inlinable public static var storage: StorageClass { .text }
    /// Reads TEXT, including NUL characters; bytes that are not UTF-8 are an error.
    @inlinable public static func read(_ row: borrowing Row, _ index: Int) throws -> String { try row.text(index) }
    /// Reads TEXT or NULL.
    @inlinable public static func readIfPresent(_ row: borrowing Row, _ index: Int) throws -> String? {
        try row.textIfPresent(index)
    }
    /// The TEXT.
    @inlinable public func databaseValue() throws -> DatabaseValue { .text(self) }
}

extension UUID: SQLiteValue {
    /// TEXT, in the form of `uuidString` (uppercase).
    @inlinable public static var storage: StorageClass { .text }
    /// Reads the 36 characters, in uppercase or lowercase.
    public static func read(_ row: borrowing Row, _ index: Int) throws -> UUID {
        guard let value = UUID(uuidString: try row.text(index)) else { throw row.rejected(index, UUID.self, nil) }
        return value
    }
    /// The 36 characters.
    @inlinable public func databaseValue() throws -> DatabaseValue { .text(uuidString) }
}

extension URL: SQLiteValue {
    /// TEXT, the absolute string.
    @inlinable public static var storage: StorageClass { .text }
    /// Reads a URL; throws if the text is not a URL.
    public static func read(_ row: borrowing Row, _ index: Int) throws -> URL {
        guard let value = URL(string: try row.text(index)) else { throw row.rejected(index, URL.self, nil) }
        return value
    }
    /// The absolute string.
    public func databaseValue() throws -> DatabaseValue { .text(absoluteString) }
}

extension Date: SQLiteValue {
    /// REAL, seconds since 1970. A double represents current dates to a quarter of a microsecond.
    @inlinable public static var storage: StorageClass { .real }
    /// Reads seconds since 1970.
    @inlinable public static func read(_ row: borrowing Row, _ index: Int) throws -> Date {
        Date(timeIntervalSince1970: try row.real(index))
    }
    /// The seconds since 1970.
    @inlinable public func databaseValue() throws -> DatabaseValue { try timeIntervalSince1970.databaseValue() }
}

extension Data: SQLiteValue {
    /// BLOB.
    @inlinable public static var storage: StorageClass { .blob }
    /// Reads a BLOB.
    @inlinable public static func read(_ row: borrowing Row, _ index: Int) throws -> Data { try row.blob(index) }
    /// The BLOB.
    @inlinable public func databaseValue() throws -> DatabaseValue { .blob(self) }
}
