import ModelSQLite

extension EarliestVersion {
    /// Describes the earliest version.
    public init(
        _ version: Int, create: [String], samples: [ColumnSamples] = [], models: [any TableRecord.Type] = []
    ) {
        self.init(version, create: create, rows: EarliestRows(samples: samples, models: models))
    }

    /// The columns of all versions whose values are not determined by their SQLite type.
    public var samples: [ColumnSamples] { (rows as? EarliestRows)?.samples ?? [] }

    /// The models that read the rows of the newest version.
    package var models: [any TableRecord.Type] { (rows as? EarliestRows)?.models ?? [] }
}

private struct EarliestRows {
    let samples: [ColumnSamples]
    let models: [any TableRecord.Type]
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
    /// Any of its type.
    case plain
    /// These, as literals of SQL.
    case values([String])
    /// 0 and 1.
    case boolean
    /// Integers from 0 to 100, which fit every integer type.
    case small
    /// A decimal number as text.
    case decimal
    case uuid
    case url
    /// A date as text: with a pattern, or in RFC 3339 format.
    case date(String?)
    /// Milliseconds since 1970.
    case milliseconds
    /// Any JSON.
    case json
    /// Values that only the program can create: an external type or a custom transformer.
    case unknown
}
