import Foundation

/// A database error.
///
/// An error contains the SQL with placeholders for its parameters (`?1`) and, of the values, at most a key that is not
/// sensitive, so it can be logged.
public struct SQLiteError: Error, Hashable, Sendable {
    /// What kind of error this is.
    public var kind: Kind
    /// SQLite's extended result code; 0 if the error is not from SQLite. Source: <https://www.sqlite.org/rescode.html>.
    public var code: Int32
    /// What happened, in words.
    public var message: String
    /// The statement that failed, without values.
    public var sql: String?

    /// Creates an error.
    public init(_ kind: Kind, code: Int32 = 0, message: String, sql: String? = nil) {
        self.kind = kind
        self.code = code
        self.message = message
        self.sql = sql
    }

    /// The kinds of errors.
    public enum Kind: Hashable, Sendable {
        /// A row violates a constraint of the schema.
        case constraint(ConstraintViolation)
        /// Another connection held a lock longer than the configured timeout.
        case busy
        /// The disk is full, or the database has reached its maximum number of pages.
        case full
        /// The database cannot be written.
        case readOnly
        /// The file is damaged.
        case corrupt
        /// The file is not a database, or it is encrypted.
        case notADatabase
        /// The file cannot be opened.
        case cannotOpen
        /// Reading from or writing to the disk failed.
        case inputOutput
        /// The statement was interrupted.
        case interrupted
        /// A value is larger than SQLite's limits.
        case tooBig
        /// A column contains a value that cannot be converted to its Swift type.
        case decoding(DecodingFailure)
        /// A Swift value cannot be represented in SQLite.
        case encoding(EncodingFailure)
        /// No row has the key, or a query found no row. Contains the name of the expected type.
        case notFound(String)
        /// A migration is not possible.
        case migration(MigrationFailure)
        /// The API was misused, for example by using a connection after its closure, or by writing in a read.
        case misuse
        /// The pool is closed.
        case closed
        /// Any other SQLite error: a syntax error, a missing table.
        case other
    }
}

/// A column that could not be read.
public struct DecodingFailure: Hashable, Sendable {
    /// The model that was read; empty outside a model.
    public var model: String
    /// The column's name in the result.
    public var column: String
    /// The row, as in `id 17`, or `rowid 3` if the table has no key; empty outside a table.
    public var row: String
    /// The expected Swift type.
    public var expected: String
    /// The storage class of the value, never the value itself.
    public var found: StorageClass
}

/// A value that cannot be stored.
public struct EncodingFailure: Hashable, Sendable {
    /// The Swift type of the value.
    public var type: String
    /// Why it cannot be stored.
    public var reason: Reason

    /// Why a value cannot be stored.
    public enum Reason: String, Hashable, Sendable {
        /// An integer above `Int64.max`.
        case outOfRange
        /// NaN, which SQLite would turn into NULL.
        case notANumber
        /// A value that cannot be represented in JSON.
        case notJSON
        /// A transformer rejected the value.
        case transformer
    }
}

/// The constraint that a row violates, in the schema's terms.
public struct ConstraintViolation: Hashable, Sendable {
    /// The violated rule.
    public var rule: Rule
    /// The table, if SQLite provides it.
    public var table: String?
    /// The columns, if SQLite provides them.
    public var columns: [String] = []
    /// The model of the table, if the connection has used it.
    public var model: String?
    /// The fields of the columns, if the connection has used the table.
    public var fields: [String] = []

    package init(_ rule: Rule) { self.rule = rule }

    /// The rules that a schema can contain.
    public enum Rule: Hashable, Sendable {
        case unique
        case primaryKey
        case notNull
        case foreignKey
        /// A check, with its name or its text.
        case check(String)
        /// A value with a storage class that a STRICT column does not accept.
        case dataType
        /// A trigger that raised an error.
        case trigger
        case other
    }
}

extension SQLiteError: CustomStringConvertible, LocalizedError {
    /// The message, the model and fields it concerns, and the SQL without values.
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

    /// Whether the row violates a unique constraint or the primary key.
    public var isUniqueViolation: Bool {
        if case .constraint(let violation) = kind { [.unique, .primaryKey].contains(violation.rule) } else { false }
    }
}

extension SQLiteError {
    @usableFromInline @inline(never)
    package static func unencodable(_ type: Any.Type, _ reason: EncodingFailure.Reason) -> any Error {
        SQLiteError(
            .encoding(EncodingFailure(type: String(describing: type), reason: reason)),
            message: "a `\(type)` cannot be stored: \(reason.rawValue)"
        )
    }

    /// The error for a value that a transformer cannot store. The transformer's own error is not passed on, unless it
    /// is a ``SQLiteError``.
    @usableFromInline @inline(never) package static func refused(_ type: Any.Type, _ error: any Error) -> any Error {
        error is SQLiteError ? error : unencodable(type, .transformer)
    }

    static func rolledBack(_ sql: String? = nil) -> SQLiteError {
        SQLiteError(.other, message: "the transaction has been rolled back by an earlier error", sql: sql)
    }

    static func writeInRead(_ sql: String? = nil) -> SQLiteError {
        SQLiteError(.readOnly, message: "a read cannot change the database; use `write`", sql: sql)
    }

    package static func misuse(_ message: String) -> SQLiteError { SQLiteError(.misuse, message: message) }

    @usableFromInline package static func notFound<T>(_ model: T.Type) -> SQLiteError {
        SQLiteError(.notFound(String(describing: model)), message: "no `\(model)` has this key")
    }
}
