/// What is read of a database file: the schema as SQLite keeps it, and what is in the columns.
///
/// Plain values, so that the file can be read in one place and understood in another.
package struct DatabaseFacts: Sendable {
    /// A row of `sqlite_schema` (https://www.sqlite.org/schematab.html).
    package struct Entry: Sendable {
        package var type: String
        package var name: String
        package var table: String
        package var sql: String

        package init(type: String, name: String, table: String, sql: String) {
            self.type = type
            self.name = name
            self.table = table
            self.sql = sql
        }
    }

    /// A value of a row: its storage class, and what it is where that is short.
    package enum Value: Hashable, Sendable {
        case null
        case integer(Int64)
        case real(Double)
        case text(String)
        case blob
    }

    /// `blog` for `blog.sqlite`.
    package var name: String
    /// The name of the file, for comments.
    package var file: String
    package var userVersion: Int
    /// Which application the file says it belongs to (https://www.sqlite.org/pragma.html#pragma_application_id).
    package var applicationID: Int
    package var entries: [Entry]
    /// What is known of the values, by table or view and column.
    package var columns: [String: [String: ColumnFacts]]
    /// The tables that have more rows than were looked at, with the number of those that were.
    package var sampled: [String: Int] = [:]

    package init(
        name: String, file: String, userVersion: Int, applicationID: Int, entries: [Entry],
        values: [String: [String: [Value]]] = [:]
    ) {
        self.name = name
        self.file = file
        self.userVersion = userVersion
        self.applicationID = applicationID
        self.entries = entries
        columns = values.mapValues { columns in
            columns.mapValues { values in values.reduce(into: ColumnFacts()) { $0.note($1) } }
        }
    }
}
