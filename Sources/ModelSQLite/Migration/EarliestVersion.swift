/// The earliest version of a database, for the tests of its migrations. Generated, for debug builds only.
public struct EarliestVersion: Sendable {
    /// Its number.
    public let version: Int
    /// The statements that create it in an empty file.
    public let create: [String]
    /// What ModelMigrations knows about its rows.
    package let rows: any Sendable

    package init(_ version: Int, create: [String], rows: any Sendable) {
        self.version = version
        self.create = create
        self.rows = rows
    }
}
