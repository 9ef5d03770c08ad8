import ModelSQLite

extension SQLExpression where Value == String {
    /// The number of Unicode scalars up to the first NUL, not the number of Swift's characters
    /// (https://www.sqlite.org/lang_corefunc.html#length).
    public var length: SQLExpression<Root, Int> { call("length") }
}

extension SQLExpression where Value == String? {
    /// The number of Unicode scalars up to the first NUL, not the number of Swift's characters; nil for nil.
    public var length: SQLExpression<Root, Int?> { call("length") }
}

extension SQLExpression where Value: TextValue {
    /// The text in lowercase. SQLite only converts ASCII letters.
    public var lower: SQLExpression<Root, Value> { call("lower", as: conversion) }
    /// The text in uppercase. SQLite only converts ASCII letters.
    public var upper: SQLExpression<Root, Value> { call("upper", as: conversion) }
    /// The text with each occurrence of a string replaced.
    public func replacing(_ part: String, with other: String) -> SQLExpression<Root, Value> {
        call("replace", ["\(part)", "\(other)"], as: conversion)
    }
    /// The first `length` Unicode scalars, which may be fewer of Swift's characters. It ends at the first NUL.
    public func prefix(_ length: Int) -> SQLExpression<Root, Value> {
        // SQLite reads 32 bits of the number.
        call("substr", ["1", "\(Int32(clamping: length))"], as: conversion)
    }
    /// The text with a string appended. NULL stays NULL.
    public static func + (left: SQLExpression, right: String) -> SQLExpression { left.concatenated("\(right)") }
    /// Two texts, concatenated. NULL if either is NULL.
    public static func + (left: SQLExpression, right: SQLExpression) -> SQLExpression { left.concatenated(right.sql) }
    private func concatenated(_ right: SQL) -> SQLExpression {
        SQLExpression("(\(sql) || \(right))", level == .own ? .own : .atom, conversion)
    }
    /// The text without spaces at both ends.
    public var trimmed: SQLExpression<Root, Value> { call("trim", as: conversion) }
}
