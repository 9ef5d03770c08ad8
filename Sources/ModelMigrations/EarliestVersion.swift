import ModelSQLite

/// A database with earlier versions. Generated.
public protocol MigratedDatabase: SQLiteDatabase {
    /// The version from which tests migrate; nil in release builds, and as long as there is only one version.
    static var earliestVersion: EarliestVersion? { get }
}

extension MigratedDatabase {
    /// Nil: no earlier version is known, as when a single version can be adopted.
    public static var earliestVersion: EarliestVersion? { nil }
}

/// The earliest version of a database, for the tests of its migrations. Generated, for debug builds only.
public struct EarliestVersion: Sendable {
    /// Its number.
    public let version: Int
    /// The statements that create it in an empty file.
    public let create: [String]
    /// The columns of all versions whose values are not determined by their SQLite type.
    public let samples: [ColumnSamples]
    /// The models that read the rows of the newest version.
    package let models: [any TableRecord.Type]

    /// Describes the earliest version.
    public init(
        _ version: Int, create: [String], samples: [ColumnSamples] = [], models: [any TableRecord.Type] = []
    ) {
        self.version = version
        self.create = create
        self.samples = samples
        self.models = models
    }
}

/// The values of a column, starting with a version.
public struct ColumnSamples: Sendable {
    package let table: String
    package let column: String
    package let since: Int
    package let form: StoredForm

    /// Describes the values of a column.
    public init(_ table: String, _ column: String, since: Int = 0, _ form: StoredForm) {
        self.table = table
        self.column = column
        self.since = since
        self.form = form
    }
}

/// The kind of values in a column.
public enum StoredForm: Sendable {
    /// Any value of the column's type.
    case plain
    /// One of these, as SQL literals.
    case values([String])
    /// 0 and 1.
    case boolean
    /// Integers from 0 to 100, which fit every integer type.
    case small
    /// A decimal number as text.
    case decimal
    /// A UUID as text.
    case uuid
    /// A URL as text.
    case url
    /// A date as text: with a pattern, or in RFC 3339 format.
    case date(String?)
    /// Milliseconds since 1970.
    case milliseconds
    /// Any JSON document.
    case json
    /// Values that only the program can create: an external type or a custom transformer.
    case unknown
}
