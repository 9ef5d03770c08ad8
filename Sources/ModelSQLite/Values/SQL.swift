import ModelStoredForms

/// SQL whose values are bound, never written into the text.
///
/// ```swift
/// try db.run("UPDATE posts SET title = \(title) WHERE id = \(id)")      // UPDATE posts SET title = ?1 WHERE id = ?2
/// Post.where(SQL("length(title) > \(3)"))
/// ```
/// Interpolating a value binds it; interpolating a column writes its quoted name; interpolating `SQL` inserts it.
public struct SQL: Sendable, ExpressibleByStringInterpolation {
    @usableFromInline package enum Part: Sendable {
        case text(String)
        case value(DatabaseValue)
        /// Part of a table, by the table's name in the query that is this many levels further out.
        case of(String, Piece, out: Int = 0)
        case failure(any Error)

        @usableFromInline package enum Piece: Sendable {
            case column(String)
            /// The table itself, after FROM or JOIN.
            case table(TableDefinition)
            case allColumns(TableDefinition)
        }

        package static func column(_ name: String, table: String) -> Part { .of(table, .column(name)) }
        package static func table(_ table: TableDefinition, alias: String) -> Part { .of(alias, .table(table)) }
        package static func columns(_ table: TableDefinition, alias: String) -> Part { .of(alias, .allColumns(table)) }

        /// A parameter, or the error that says why its value cannot be stored.
        package static func bound(_ value: () throws -> DatabaseValue) -> Part {
            do { return .value(try value()) } catch { return .failure(error) }
        }
    }

    @usableFromInline package var parts: [Part]

    package init(parts: [Part]) { self.parts = parts }

    /// Creates SQL from a trusted string. No part of it may come from outside the program.
    public init(trusted text: String) { parts = [.text(text)] }

    /// Creates SQL without values.
    public init(stringLiteral text: String) { parts = [.text(text)] }

    /// Creates SQL with values between its parts.
    public init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

    /// Copies SQL, so that an argument can be written as `SQL("…")`.
    public init(_ sql: SQL) { self = sql }

    /// Collects the parts of an interpolated string.
    public struct StringInterpolation: StringInterpolationProtocol {
        var parts: [Part] = []

        /// Reserves capacity.
        public init(literalCapacity: Int, interpolationCount: Int) { parts.reserveCapacity(2 * interpolationCount + 1) }
        /// Appends literal SQL.
        public mutating func appendLiteral(_ literal: String) { if !literal.isEmpty { parts.append(.text(literal)) } }
        /// Binds a value.
        public mutating func appendInterpolation(_ value: some SQLiteValue) {
            parts.append(.bound(value.databaseValue))
        }
        /// Binds a value, or NULL. Without this overload, Swift would warn about optionals.
        public mutating func appendInterpolation<Value: SQLiteValue>(_ value: Value?) {
            parts.append(.bound(value.databaseValue))
        }
        /// Inserts SQL with its values.
        public mutating func appendInterpolation(_ sql: SQL) { parts.append(contentsOf: sql.parts) }
        /// Inserts the quoted name of a table or column that is known only at run time.
        public mutating func appendInterpolation(name: String) { parts.append(.text(name.quotedForSQL)) }
    }
}

extension SQL {
    /// The text with its values. Columns are qualified if there are several tables.
    package func rendered() throws -> (text: String, values: [DatabaseValue]) {
        let qualified = namesSeveralTables
        var text = ""
        text.reserveCapacity(256)
        var values: [DatabaseValue] = []
        for part in parts {
            switch part {
            case .text(let piece): text += piece
            case .value(let value):
                values.append(value)
                text += "?\(values.count)"
            case .of(_, _, let out) where out != 0:
                throw SQLiteError.misuse("`outer()` can only be used in a subquery")
            case .of(let alias, .column(let name), _):
                if qualified { text += alias.quotedForSQL + "." }
                text += name.quotedForSQL
            case .of(let alias, .allColumns(let table), _):
                text += qualified ? table.selection(as: alias) : table.selection
            case .of(let alias, .table(let table), _):
                text += table.quotedName
                if !alias.isExactly(table.name) { text += " AS \(alias.quotedForSQL)" }
            case .failure(let error): throw error
            }
        }
        return (text, values)
    }

    private var namesSeveralTables: Bool {
        var first: String?
        for case .of(let alias, _, _) in parts {
            if first?.isExactly(alias) == false { return true }
            first = alias
        }
        return false
    }

    package mutating func append(_ sql: SQL) { parts.append(contentsOf: sql.parts) }

    package static func joined(_ pieces: [SQL], by separator: SQL) -> SQL {
        var result = SQL(parts: [])
        for (index, piece) in pieces.enumerated() {
            if index > 0 { result.append(separator) }
            result.append(piece)
        }
        return result
    }
}
