import Foundation
import ModelRuntime

/// A column, or what is computed from columns: part of a typed query over the model `Root`.
///
/// Because `Root` is part of the type, a column of another table does not compile. Values that are compared with it are
/// bound, in the form in which the column stores them.
public struct SQLExpression<Root, Value>: Sendable {
    var sql: SQL
    var level: Level
    let conversion: Conversion<Value>
    /// The column's name, where this is nothing but a column.
    let name: String?

    init(_ parts: [SQL.Part], _ level: Level, _ conversion: Conversion<Value>) {
        sql = SQL(parts: parts)
        self.level = level
        self.conversion = conversion
        name = nil
    }

    typealias Level = SQLLevel

    /// This SQL, in parentheses if it binds less tightly than wanted.
    func wrapped(_ wanted: Level) -> SQL {
        if level.rawValue >= wanted.rawValue { return sql }
        return SQL(parts: [.text("(")] + sql.parts + [.text(")")])
    }
}

/// How tightly an expression binds, so that parentheses stand only where they must.
enum SQLLevel: Int {
    case or, and, not, comparison, bits, sum, product, atom
}

/// A column of a model.
///
/// ```swift
/// let createdAt = Column<Post, Date>("created_at", using: UnixMilliseconds())
/// ```
public typealias Column<Root, Value> = SQLExpression<Root, Value>

/// How the values of an expression are stored.
struct Conversion<Value>: Sendable {
    let encode: @Sendable (Value) throws -> DatabaseValue
    let decode: @Sendable (borrowing Row, Int) throws -> Value
    /// Whether NULL is one of the values: such columns are compared by IS, as Swift compares optionals.
    let acceptsNull: Bool

    func part(_ value: Value) -> SQL.Part {
        do { return .value(try encode(value)) } catch { return .failure(error) }
    }

    var optional: Conversion<Value?> {
        let inner = self
        return Conversion<Value?>(
            encode: { value in try value.map { try inner.encode($0) } ?? .null },
            decode: { row, index in row.isNull(index) ? nil : try inner.decode(row, index) }, acceptsNull: true)
    }
}

extension Conversion where Value: SQLiteValue {
    static var direct: Conversion {
        Conversion(
            encode: { try $0.databaseValue() }, decode: { row, index in try Value.read(row, index) },
            acceptsNull: Value.acceptsNull)
    }
}

extension SQLExpression where Root: TableRecord {
    private init(column name: String, _ conversion: Conversion<Value>) {
        sql = SQL(parts: [.column(name, table: Root.table.name)])
        level = .atom
        self.conversion = conversion
        self.name = name
    }

    /// A column whose values are stored as they are.
    public init(_ name: String) where Value: SQLiteValue { self.init(column: name, .direct) }

    /// A column whose values a transformer converts.
    public init<T: Transformer>(_ name: String, using transformer: T) where T.Value == Value, T.Source: SQLiteValue {
        self.init(column: name, .transformed(transformer))
    }

    /// A column whose values a transformer converts, or NULL.
    public init<T: Transformer>(_ name: String, using transformer: T) where Value == T.Value?, T.Source: SQLiteValue {
        self.init(column: name, Conversion<T.Value>.transformed(transformer).optional)
    }
}

extension Conversion {
    static func transformed<T: Transformer>(_ transformer: T) -> Conversion
    where T.Value == Value, T.Source: SQLiteValue {
        Conversion(
            encode: { value in
                do { return try transformer.encode(value).databaseValue() } catch let error as SQLiteError {
                    throw error
                } catch { throw SQLiteError.unencodable(Value.self, .transformer) }
            },
            decode: { row, index in try row.read(index, using: transformer) }, acceptsNull: T.Source.acceptsNull)
    }
}

/// A column of a model, whatever its values are.
public protocol ColumnOf<Root>: Sendable {
    /// The model.
    associatedtype Root
    /// The column's name; nil for an expression.
    var columnName: String? { get }
}

extension SQLExpression: ColumnOf {
    /// The column's name; nil for an expression.
    public var columnName: String? { name }
}

extension SQLExpression {
    /// A condition or value in your own SQL; interpolated values are bound.
    ///
    /// ```swift
    /// Post.where { $0.userId == 7 && .sql("length(\($0.title)) > \(3)") }
    /// ```
    public static func sql(_ sql: SQL) -> SQLExpression where Value: SQLiteValue {
        SQLExpression([.text("(")] + sql.parts + [.text(")")], .atom, .direct)
    }

    /// A value, for places that want an expression.
    public static func value(_ value: Value) -> SQLExpression where Value: SQLiteValue {
        SQLExpression([Conversion<Value>.direct.part(value)], .atom, .direct)
    }

    /// This expression within a subquery over another table: the one place where a column of another table is wanted.
    ///
    /// ```swift
    /// Post.where { post in Comment.where { $0.postId == post.id.outer() }.exists() }
    /// ```
    public func outer<Inner>() -> SQLExpression<Inner, Value> {
        SQLExpression<Inner, Value>(sql.parts, level, conversion)
    }
}
