import ModelSchemas

/// What is read from a database file: the schema as SQLite stores it, and the contents of the columns.
///
/// It consists of plain values, so that the file can be read in one place and interpreted in another.
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

    /// `blog` for `blog.sqlite`.
    package var name: String
    /// The name of the file, for comments.
    package var file: String
    package var userVersion: Int
    /// The application that the file belongs to according to its header
    /// (https://www.sqlite.org/pragma.html#pragma_application_id).
    package var applicationID: Int
    package var entries: [Entry]
    /// What is known about the values, by table or view and column.
    package var columns: [FoldedName: [FoldedName: ColumnFacts]] = [:]
    /// The tables with more rows than were read, and how many were read.
    package var sampled: [String: Int] = [:]

    package init(name: String, file: String, userVersion: Int, applicationID: Int, entries: [Entry]) {
        self.name = name
        self.file = file
        self.userVersion = userVersion
        self.applicationID = applicationID
        self.entries = entries
    }
}
