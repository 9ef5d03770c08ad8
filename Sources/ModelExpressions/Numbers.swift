import ModelSQLite

/// Numbers, and optional ones.
public protocol NumberValue: SQLiteValue {
    /// The type of sums: not optional, and larger than the parts.
    associatedtype Number: SQLiteValue = Int
    /// The type of a rounded number: optional like the number.
    associatedtype Rounded: SQLiteValue = Double
}
extension Int: NumberValue {}
extension Int8: NumberValue {}
extension Int16: NumberValue {}
extension Int32: NumberValue {}
extension Int64: NumberValue {
    /// Itself.
    public typealias Number = Int64
}
// A stored number is at most Int64.max, also of these.
extension UInt: NumberValue {}
extension UInt64: NumberValue {
    /// The stored form of the numbers.
    public typealias Number = Int64
}
extension UInt8: NumberValue {}
extension UInt16: NumberValue {}
extension UInt32: NumberValue {}
extension Double: NumberValue {
    /// Itself.
    public typealias Number = Double
}
extension Float: NumberValue {
    /// SQLite computes in doubles.
    public typealias Number = Double
}
extension Optional: NumberValue where Wrapped: NumberValue {
    /// The number within.
    public typealias Number = Wrapped.Number
    /// Nil for no number.
    public typealias Rounded = Wrapped.Rounded?
}

extension SQLExpression where Value: NumberValue {
    /// This number. If a transformer stores others, SQLite would calculate with those: the statement fails.
    private var number: Self {
        guard let transformer = conversion.transformer else { return self }
        let message = """
            `\(name ?? "the expression")` is stored by `\(type(of: transformer))`, and SQLite would calculate with the stored numbers; \
            write an expression of those as `.sql("…")`
            """
        return Self(SQL(parts: [.failure(SQLiteError.misuse(message))]), level, conversion)
    }

    /// The sum; nil if no row has a value. An integer overflow is an error (https://www.sqlite.org/lang_aggfunc.html).
    public var sum: SQLExpression<Root, Value.Number?> { number.call("sum") }
    /// The sum as a double; 0 if no row has a value.
    public var total: SQLExpression<Root, Double> { number.call("total") }
    /// The mean; nil if no row has a value.
    public var average: SQLExpression<Root, Double?> { number.call("avg") }
    /// Rounded to a number of decimals.
    public func rounded(_ decimals: Int = 0) -> SQLExpression<Root, Value.Rounded> {
        number.call("round", ["\(decimals)"])
    }
    /// Without its sign.
    public var absolute: SQLExpression<Root, Value> { number.call("abs", as: conversion) }

    private func arithmetic(_ symbol: SQL, _ level: Level, _ right: SQL) -> Self {
        Self("\(number.wrapped(level))\(symbol)\(right)", level, conversion)
    }

    /// The sum of a column and a value.
    public static func + (left: Self, right: Value) -> Self { left.arithmetic(" + ", .sum, left.bound(right)) }
    /// The difference of a column and a value.
    public static func - (left: Self, right: Value) -> Self { left.arithmetic(" - ", .sum, left.bound(right)) }
    /// The product of a column and a value.
    public static func * (left: Self, right: Value) -> Self { left.arithmetic(" * ", .product, left.bound(right)) }
    /// The quotient of a column and a value, without the remainder for integers. Dividing by 0 gives NULL, which cannot
    /// be read as a number that is not optional.
    public static func / (left: Self, right: Value) -> Self { left.arithmetic(" / ", .product, left.bound(right)) }
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
    /// The quotient of two columns, without the remainder for integers; NULL when dividing by 0.
    public static func / (left: Self, right: Self) -> Self {
        left.arithmetic(" / ", .product, right.number.wrapped(.atom))
    }
    /// The remainder of a column and a value; NULL when dividing by 0.
    public static func % (left: Self, right: Value) -> Self { left.arithmetic(" % ", .product, left.bound(right)) }
    /// The bits set in both a column and a value.
    public static func & (left: Self, right: Value) -> Self { left.arithmetic(" & ", .bits, left.bound(right)) }
    /// The bits set in a column or a value.
    public static func | (left: Self, right: Value) -> Self { left.arithmetic(" | ", .bits, left.bound(right)) }
}
