import ModelSQLite

/// A number or an optional number.
public protocol NumberValue: SQLiteValue {
    /// The type of a sum: not optional, and large enough for a sum.
    associatedtype Number: SQLiteValue = Int
    /// The type of a rounded number: optional if the number is.
    associatedtype Rounded: SQLiteValue = Double
}
extension Int: NumberValue {}
extension Int8: NumberValue {}
extension Int16: NumberValue {}
extension Int32: NumberValue {}
extension Int64: NumberValue {
    /// The type itself.
    public typealias Number = Int64
}
// Stored numbers of these types are at most Int64.max, too.
extension UInt: NumberValue {}
extension UInt64: NumberValue {
    /// The type in which the numbers are stored.
    public typealias Number = Int64
}
extension UInt8: NumberValue {}
extension UInt16: NumberValue {}
extension UInt32: NumberValue {}
extension Double: NumberValue {
    /// The type itself.
    public typealias Number = Double
}
extension Float: NumberValue {
    /// SQLite computes with doubles.
    public typealias Number = Double
}
extension Optional: NumberValue where Wrapped: NumberValue {
    /// The type of the wrapped number's sum.
    public typealias Number = Wrapped.Number
    /// Nil if there is no number.
    public typealias Rounded = Wrapped.Rounded?
}

extension SQLExpression where Value: NumberValue {
    /// This number. If a transformer stores it in another form, SQLite would calculate with that, so the statement
    /// fails.
    private var number: Self {
        guard let transformer = conversion.transformer else { return self }
        let message = """
            `\(name ?? "the expression")` is stored by `\(type(of: transformer))`, and SQLite would calculate with the stored numbers; \
            write an expression of those as `.sql("…")`
            """
        return Self(SQL(parts: [.failure(SQLiteError.misuse(message))]), level, conversion)
    }

    /// This number, and as a REAL if it is a double. A column such as DECIMAL stores a whole double as INTEGER, so that
    /// a division would discard the remainder, and a sum could overflow.
    private var real: Self {
        guard Value.Number.self == Double.self else { return number }
        return Self("CAST(\(number.sql) AS REAL)", level == .own ? .own : .atom, conversion)
    }

    /// The sum; nil if no row has a value. An integer overflow is an error (https://www.sqlite.org/lang_aggfunc.html).
    public var sum: SQLExpression<Root, Value.Number?> { real.call("sum") }
    /// The sum as a double; 0 if no row has a value.
    public var total: SQLExpression<Root, Double> { number.call("total") }
    /// The mean; nil if no row has a value.
    public var average: SQLExpression<Root, Double?> { number.call("avg") }
    /// The number, rounded to a number of decimal places.
    public func rounded(_ decimals: Int = 0) -> SQLExpression<Root, Value.Rounded> {
        number.call("round", ["\(decimals)"])
    }
    /// The absolute value.
    public var absolute: SQLExpression<Root, Value> { number.call("abs", as: conversion) }

    fileprivate func arithmetic(_ symbol: SQL, _ level: Level, _ right: SQL) -> Self {
        Self("\(number.wrapped(level))\(symbol)\(right)", level, conversion)
    }

    /// The sum of a column and a value.
    public static func + (left: Self, right: Value) -> Self { left.arithmetic(" + ", .sum, left.bound(right).sql) }
    /// The difference of a column and a value.
    public static func - (left: Self, right: Value) -> Self { left.arithmetic(" - ", .sum, left.bound(right).sql) }
    /// The product of a column and a value.
    public static func * (left: Self, right: Value) -> Self { left.arithmetic(" * ", .product, left.bound(right).sql) }
    /// The quotient of a column and a value. For integers, the remainder is discarded. Division by 0 gives NULL, which
    /// cannot be read as a number that is not optional.
    public static func / (left: Self, right: Value) -> Self { left.arithmetic(" / ", .product, left.bound(right).sql) }
    /// The sum of two columns.
    public static func + (left: Self, right: Self) -> Self {
        left.arithmetic(" + ", .sum, right.number.wrapped(.product))
    }
    /// The difference of two columns.
    public static func - (left: Self, right: Self) -> Self {
        left.arithmetic(" - ", .sum, right.number.wrapped(.product))
    }
    /// The product of two columns.
    public static func * (left: Self, right: Self) -> Self {
        left.arithmetic(" * ", .product, right.number.wrapped(.atom))
    }
    /// The quotient of two columns. For integers, the remainder is discarded. Division by 0 gives NULL.
    public static func / (left: Self, right: Self) -> Self {
        left.real.arithmetic(" / ", .product, right.number.wrapped(.atom))
    }
}

// Of doubles, SQLite would only see the integer parts. Source: <https://www.sqlite.org/lang_expr.html#operators>.
extension SQLExpression where Value: NumberValue, Value.Number: BinaryInteger {
    /// The remainder of dividing a column by a value. Division by 0 gives NULL.
    public static func % (left: Self, right: Value) -> Self { left.arithmetic(" % ", .product, left.bound(right).sql) }
    /// The bits that are set in both a column and a value.
    public static func & (left: Self, right: Value) -> Self { left.arithmetic(" & ", .bits, left.bound(right).sql) }
    /// The bits that are set in a column or a value.
    public static func | (left: Self, right: Value) -> Self { left.arithmetic(" | ", .bits, left.bound(right).sql) }
}
