import Foundation
import ModelRuntime

extension SQLiteValue where Self: FixedWidthInteger {
    /// Reads an INTEGER; one that does not fit the type is an error.
    @inlinable public static func read(_ column: borrowing ColumnValue) throws -> Self {
        try column.require(Self(exactly: column.integer()))
    }
    /// The value as an INTEGER. A value above `Int64.max` is an error, because SQLite has no unsigned integers.
    @inlinable public func databaseValue() throws -> DatabaseValue {
        guard let value = Int64(exactly: self) else { throw SQLiteError.unencodable(Self.self, .outOfRange) }
        return .integer(value)
    }
}

extension Int: SQLiteValue {}
extension Int8: SQLiteValue {}
extension Int16: SQLiteValue {}
extension Int32: SQLiteValue {}
extension Int64: SQLiteValue {}
extension UInt: SQLiteValue {}
extension UInt8: SQLiteValue {}
extension UInt16: SQLiteValue {}
extension UInt32: SQLiteValue {}
extension UInt64: SQLiteValue {}

extension Bool: SQLiteValue {
    /// Reads 0 or 1; any other number is an error.
    @inlinable public static func read(_ column: borrowing ColumnValue) throws -> Bool {
        switch try column.integer() {
        case 0: return false
        case 1: return true
        default: throw column.mismatch(Bool.self)
        }
    }
    /// 0 or 1.
    @inlinable public func databaseValue() throws -> DatabaseValue { .integer(self ? 1 : 0) }
}

extension Double: SQLiteValue {
    /// Reads a REAL, or an INTEGER that a double holds exactly.
    @inlinable public static func read(_ column: borrowing ColumnValue) throws -> Double { try column.real() }
    /// The value as a REAL. Infinities are stored; NaN is an error when it is bound.
    @inlinable public func databaseValue() throws -> DatabaseValue { .real(self) }
}

extension Float: SQLiteValue {
    /// Reads a REAL, rounded to the nearest `Float`. One that only fits a double is an error.
    @inlinable public static func read(_ column: borrowing ColumnValue) throws -> Float {
        let double = try column.real()
        let value = Float(double)
        if value.isInfinite && double.isFinite { throw column.mismatch(Float.self) }
        return value
    }
    /// The value as a REAL.
    @inlinable public func databaseValue() throws -> DatabaseValue { .real(Double(self)) }
}

extension Decimal: SQLiteValue {
    /// Reads text that is a number in JSON's notation and that a Decimal can represent, or a number that SQLite stores. A
    /// REAL is read as the shortest digits that stand for the same double.
    public static func read(_ column: borrowing ColumnValue) throws -> Decimal {
        // Foundation reads `1.5abc` as 1.5, and traps on a double that it cannot represent.
        let digits = column.storage == .real ? "\(try column.real())" : nil
        if column.storage == .integer { return Decimal(try column.integer()) }
        return try column.require(JSONNumber(digits ?? column.text())?.decimal)
    }
    /// The digits as TEXT, because REAL would lose some.
    public func databaseValue() throws -> DatabaseValue {
        if isNaN { throw SQLiteError.unencodable(Decimal.self, .notANumber) }
        return .text(description)
    }
}
