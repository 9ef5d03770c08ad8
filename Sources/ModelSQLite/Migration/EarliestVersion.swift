/// The earliest version of a database, for the tests of its migrations. Generated, for debug builds only.
public struct EarliestVersion: Sendable {
    /// Its number.
    public let version: Int
    /// The statements that make it in an empty file.
    public let create: [String]
    /// The columns of all versions whose values their type in SQLite does not tell.
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

/// What a column holds, from one version on.
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

/// Which values a column holds.
public enum StoredForm: Sendable {
    /// Any of its type.
    case plain
    /// These, as literals of SQL.
    case values([String])
    /// 0 and 1.
    case boolean
    /// Integers from 0 to 100, which every type of integers has.
    case small
    /// A decimal number as text.
    case decimal
    case uuid
    case url
    /// A text of a date: of a pattern, or as RFC 3339 has it.
    case date(String?)
    /// Milliseconds since 1970.
    case milliseconds
    /// Any JSON.
    case json
    /// What only the program can make: a type or a transformer of its own.
    case unknown
}
