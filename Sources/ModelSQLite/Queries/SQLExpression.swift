import ModelRuntime

/// A column, or an expression of columns: part of a typed query on the model `Root`.
///
/// Because `Root` is part of the type, using a column of another table does not compile. Values that are compared with
/// an expression are bound in the form in which its column stores them.
public struct SQLExpression<Root, Value>: Sendable {
    package var sql: SQL
    package var level: Level
    package let conversion: any Conversion<Value>

    package init(_ sql: SQL, _ level: Level, _ conversion: any Conversion<Value>) {
        self.sql = sql
        self.level = level
        self.conversion = conversion
    }

    /// A condition.
    package init(_ sql: SQL, _ level: Level = .comparison) where Value == Bool {
        self.init(sql, level, ConditionConversion())
    }

    package typealias Level = SQLLevel

    /// The SQL, in parentheses if its precedence is lower than `wanted`.
    package func wrapped(_ wanted: Level) -> SQL { level.rawValue >= wanted.rawValue ? sql : "(\(sql))" }

    /// A value in the form in which this expression is stored.
    package func bound(_ value: Value) -> Self { Self(conversion.bound(value), .own, conversion) }
}

/// The precedence of an expression, so that parentheses are only added where needed. Your own SQL is always in
/// parentheses.
package enum SQLLevel: Int {
    case or, and, not, comparison, bits, sum, product, atom, own
}

/// A column of a model.
///
/// ```swift
/// let createdAt = Column<Post, Date>("created_at", using: UnixMilliseconds())
/// ```
public typealias Column<Root, Value> = SQLExpression<Root, Value>

/// A column of a model: an ordered, unordered or opaque one.
public protocol ColumnOf<Root>: Sendable {
    /// The model.
    associatedtype Root
    /// The type of its values.
    associatedtype Value
    /// The column in its stored form.
    var stored: SQLExpression<Root, Value> { get }
    /// Creates the column.
    init(stored: SQLExpression<Root, Value>)
}

extension SQLExpression: ColumnOf {
    /// Itself.
    public var stored: SQLExpression { self }
    /// Itself.
    public init(stored: SQLExpression) { self = stored }
}

extension SQLExpression where Root: TableRecord {
    private init(column name: String, _ conversion: any Conversion<Value>) {
        self.init(SQL(parts: [.column(name, table: Root.table.name)]), .atom, conversion)
    }

    /// Creates a column whose values are stored unchanged.
    public init(_ name: String) where Value: SQLiteValue { self.init(column: name, DirectConversion<Value>()) }

    /// Creates a column whose values are converted by a transformer.
    public init<T: Transformer>(_ name: String, using transformer: T) where T.Value == Value, T.Source: SQLiteValue {
        self.init(column: name, TransformedConversion(transformer: transformer))
    }

    /// Creates a column whose values are converted by a transformer, or NULL.
    public init<T: Transformer>(_ name: String, using transformer: T) where Value == T.Value?, T.Source: SQLiteValue {
        self.init(column: name, OptionalConversion(wrapped: TransformedConversion(transformer: transformer)))
    }
}

// The same for unordered and opaque columns. `SQLExpression` has its own initializers, because a call through the
// protocol would need a conformance for each type of column, which the compiler would have to look up for every model.
extension ColumnOf where Root: TableRecord {
    /// Creates a column whose values are stored unchanged.
    public init(_ name: String) where Value: SQLiteValue { self.init(stored: SQLExpression(name)) }

    /// Creates a column whose values are converted by a transformer.
    public init<T: Transformer>(_ name: String, using transformer: T) where T.Value == Value, T.Source: SQLiteValue {
        self.init(stored: SQLExpression(name, using: transformer))
    }

    /// Creates a column whose values are converted by a transformer, or NULL.
    public init<T: Transformer>(_ name: String, using transformer: T) where Value == T.Value?, T.Source: SQLiteValue {
        self.init(stored: SQLExpression(name, using: transformer))
    }
}

extension ColumnOf {
    /// The name of the column; nil for any other expression.
    package var name: String? {
        guard stored.sql.parts.count == 1, case .of(_, .column(let name), 0) = stored.sql.parts[0] else { return nil }
        return name
    }
}

extension SQLExpression {
    /// A condition or value in your own SQL; interpolated values are bound.
    ///
    /// ```swift
    /// Post.where { $0.userId == 7 && .sql("length(\($0.title)) > \(3)") }
    /// ```
    public static func sql(_ sql: SQL) -> SQLExpression where Value: SQLiteValue {
        SQLExpression("(\(sql))", .own, DirectConversion())
    }
}

extension SQL.StringInterpolation {
    /// Inserts a column or another expression.
    public mutating func appendInterpolation<Root, Value>(_ expression: SQLExpression<Root, Value>) {
        parts.append(contentsOf: expression.wrapped(.atom).parts)
    }
}
