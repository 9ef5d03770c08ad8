import Foundation

extension SQLiteValue where Self: FixedWidthInteger {
    /// INTEGER.
    @inlinable public static var storage: StorageClass { .integer }
    /// Reads an INTEGER that fits the type; any other is an error.
    @inlinable public static func read(_ row: borrowing Row, _ index: Int) throws -> Self {
        guard let value = Self(exactly: try row.integer(index)) else { throw row.rejected(index, Self.self, nil) }
        return value
    }
    /// Reads an INTEGER that fits the type, or NULL.
    @inlinable public static func readIfPresent(_ row: borrowing Row, _ index: Int) throws -> Self? {
        guard let integer = try row.integerIfPresent(index) else { return nil }
        guard let value = Self(exactly: integer) else { throw row.rejected(index, Self.self, nil) }
        return value
    }
    /// The INTEGER; a value above `Int64.max` is an error, since SQLite has no unsigned integers.
    @inlinable public func databaseValue() throws -> DatabaseValue {
        guard let value = Int64(exactly: self) else { throw SQLiteError.unencodable(Self.self, .outOfRange) }
        return .integer(value)
    }
}

extension Int: SQLiteValue {}
extension Int8: SQLiteValue {}
extension Int16: SQLiteValue {}
extension Int32: SQLiteValue {}
extension UInt: SQLiteValue {}
extension UInt8: SQLiteValue {}
extension UInt16: SQLiteValue {}
extension UInt32: SQLiteValue {}
extension UInt64: SQLiteValue {}

extension Int64: SQLiteValue {
    /// Reads an INTEGER.
    @inlinable public static func read(_ row: borrowing Row, _ index: Int) throws -> Int64 { try row.integer(index) }
    /// Reads an INTEGER or NULL.
    @inlinable public static func readIfPresent(_ row: borrowing Row, _ index: Int) throws -> Int64? {
        try row.integerIfPresent(index)
    }
    /// The INTEGER.
    @inlinable public func databaseValue() throws -> DatabaseValue { .integer(self) }
}

extension Bool: SQLiteValue {
    /// INTEGER, 0 or 1.
    @inlinable public static var storage: StorageClass { .integer }
    /// Reads 0 or 1; any other number is an error.
    @inlinable public static func read(_ row: borrowing Row, _ index: Int) throws -> Bool {
        switch try row.integer(index) {
        case 0: return false
        case 1: return true
        default: throw row.rejected(index, Bool.self, nil)
        }
    }
    /// 0 or 1.
    @inlinable public func databaseValue() throws -> DatabaseValue { .integer(self ? 1 : 0) }
}

extension Double: SQLiteValue {
    /// REAL.
    @inlinable public static var storage: StorageClass { .real }
    /// Reads a REAL, or an INTEGER that a double holds exactly.
    @inlinable public static func read(_ row: borrowing Row, _ index: Int) throws -> Double { try row.real(index) }
    /// Reads a REAL or NULL.
    @inlinable public static func readIfPresent(_ row: borrowing Row, _ index: Int) throws -> Double? {
        try row.realIfPresent(index)
    }
    /// The REAL; infinities are stored, NaN is an error, since SQLite would store NULL.
    @inlinable public func databaseValue() throws -> DatabaseValue {
        if isNaN { throw SQLiteError.unencodable(Double.self, .notANumber) }
        return .real(self)
    }
}

extension Float: SQLiteValue {
    /// REAL.
    @inlinable public static var storage: StorageClass { .real }
    /// Reads a REAL, rounded to the nearest `Float`; one that only fits a double is an error.
    @inlinable public static func read(_ row: borrowing Row, _ index: Int) throws -> Float {
        let double = try row.real(index)
        let value = Float(double)
        if value.isInfinite && double.isFinite { throw row.rejected(index, Float.self, nil) }
        return value
    }
    /// The REAL.
    @inlinable public func databaseValue() throws -> DatabaseValue { try Double(self).databaseValue() }
}

extension Decimal: SQLiteValue {
    /// TEXT, since REAL would lose digits.
    @inlinable public static var storage: StorageClass { .text }
    /// Reads decimal digits with a point, or a number as stored by SQLite.
    public static func read(_ row: borrowing Row, _ index: Int) throws -> Decimal {
        switch row.storage(index) {
        case .integer: return Decimal(try row.integer(index))
        case .real: return Decimal(try row.real(index))
        default: break
        }
        let text = try row.text(index)
        guard let value = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")), !value.isNaN, !text.isEmpty
        else { throw row.rejected(index, Decimal.self, nil) }
        return value
    }
    /// The digits.
    public func databaseValue() throws -> DatabaseValue { .text(try digits()) }

    private func digits() throws -> String {
        if isNaN { throw SQLiteError.unencodable(Decimal.self, .notANumber) }
        return NSDecimalNumber(decimal: self).description(withLocale: Locale(identifier: "en_US_POSIX"))
    }
}
