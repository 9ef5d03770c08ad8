import Foundation

/// What went wrong in the database.
///
/// An error carries the SQL with the positions of its parameters (`?1`), never a bound value, so that it may be logged.
public struct SQLiteError: Error, Hashable, Sendable {
    /// What kind of error this is.
    public var kind: Kind
    /// SQLite's extended result code; 0 where the error is not SQLite's. Source: <https://www.sqlite.org/rescode.html>.
    public var code: Int32
    /// What happened, in words.
    public var message: String
    /// The statement that failed, without values.
    public var sql: String?

    /// Makes an error.
    public init(_ kind: Kind, code: Int32 = 0, message: String, sql: String? = nil) {
        self.kind = kind
        self.code = code
        self.message = message
        self.sql = sql
    }

    /// The kinds that a program tells apart.
    public enum Kind: Hashable, Sendable {
        /// A row breaks a rule of the schema.
        case constraint(ConstraintViolation)
        /// Another connection held the lock for longer than the time that the configuration allows.
        case busy
        /// The disk, or the number of pages allowed, is used up.
        case full
        /// The database cannot be written.
        case readOnly
        /// The file is damaged.
        case corrupt
        /// The file is not a database, or it is encrypted.
        case notADatabase
        /// The file cannot be opened.
        case cannotOpen
        /// The disk failed.
        case inputOutput
        /// The statement was interrupted.
        case interrupted
        /// A value is larger than SQLite's limits.
        case tooBig
        /// A column holds what its Swift type cannot be made from.
        case decoding(DecodingFailure)
        /// A Swift value has no form in SQLite.
        case encoding(EncodingFailure)
        /// No row has the key, or a query found none. Holds the name of the type that a row would have given.
        case notFound(String)
        /// A migration cannot be done.
        case migration(MigrationFailure)
        /// The interface was used in a way that cannot work: a connection beyond its closure, a write within a read.
        case misuse
        /// The pool is closed.
        case closed
        /// Any other error of SQLite: a syntax error, a missing table.
        case other
    }
}

/// A column that could not be read.
public struct DecodingFailure: Hashable, Sendable {
    /// The model that was read; empty outside a model.
    public var model: String
    /// The column's name in the result.
    public var column: String
    /// Which row it is: `id 17`, or `rowid 3` where the table has no key; empty outside a table.
    public var row: String
    /// The Swift type that was wanted.
    public var expected: String
    /// What the column holds: its class, never its value.
    public var found: StorageClass

    /// Describes a column that could not be read.
    public init(model: String, column: String, row: String = "", expected: String, found: StorageClass) {
        self.model = model
        self.column = column
        self.row = row
        self.expected = expected
        self.found = found
    }
}

/// A value that cannot be stored.
public struct EncodingFailure: Hashable, Sendable {
    /// The Swift type of the value.
    public var type: String
    /// Why it cannot be stored.
    public var reason: Reason

    /// Describes a value that cannot be stored.
    public init(type: String, reason: Reason) {
        self.type = type
        self.reason = reason
    }

    /// Why a value cannot be stored.
    public enum Reason: String, Hashable, Sendable {
        /// An integer above `Int64.max`.
        case outOfRange
        /// NaN, which SQLite would turn into NULL.
        case notANumber
        /// A value that has no JSON form.
        case notJSON
        /// A transformer refused the value.
        case transformer
    }
}

/// A constraint that a row breaks, by the names of the schema.
public struct ConstraintViolation: Hashable, Sendable {
    /// The rule that is broken.
    public var rule: Rule
    /// The table, where SQLite tells it.
    public var table: String?
    /// The columns, where SQLite tells them.
    public var columns: [String]
    /// The model of the table, where the connection has used it.
    public var model: String?
    /// The fields of the columns, where the connection has used the table.
    public var fields: [String]

    package init(rule: Rule, table: String?, columns: [String], model: String?, fields: [String]) {
        self.rule = rule
        self.table = table
        self.columns = columns
        self.model = model
        self.fields = fields
    }

    /// The rules that a schema can hold.
    public enum Rule: Hashable, Sendable {
        case unique
        case primaryKey
        case notNull
        case foreignKey
        /// A check, by its name or its text.
        case check(String)
        /// A value of a class that a STRICT column does not take.
        case dataType
        /// A trigger that raised an error.
        case trigger
        case other
    }
}

extension SQLiteError: CustomStringConvertible, LocalizedError {
    /// The message, what it concerns, and the SQL without values.
    public var description: String {
        var text = message
        if case .constraint(let violation) = kind, let model = violation.model {
            text += " (\(([model] + violation.fields).joined(separator: ".")))"
        }
        if code != 0 { text += " [\(code)]" }
        if let sql { text += " in: \(sql)" }
        return text
    }

    /// The same as ``description``.
    public var errorDescription: String? { description }

    /// Whether a unique constraint or the primary key refused the row.
    public var isUniqueViolation: Bool {
        guard case .constraint(let violation) = kind else { return false }
        return violation.rule == .unique || violation.rule == .primaryKey
    }
}

extension SQLiteError {
    @usableFromInline static func unencodable<T>(_ type: T.Type, _ reason: EncodingFailure.Reason) -> SQLiteError {
        SQLiteError(
            .encoding(EncodingFailure(type: String(describing: type), reason: reason)),
            message: "a \(type) cannot be stored: \(reason.rawValue)"
        )
    }

    @usableFromInline static func noRow<T>(_ type: T.Type, _ sql: String) -> SQLiteError {
        SQLiteError(.notFound(String(describing: type)), message: "the query found no row", sql: sql)
    }

    package static func misuse(_ message: String) -> SQLiteError { SQLiteError(.misuse, message: message) }

    @usableFromInline package static func notFound<T>(_ model: T.Type) -> SQLiteError {
        SQLiteError(.notFound(String(describing: model)), message: "no \(model) has this key")
    }
}
