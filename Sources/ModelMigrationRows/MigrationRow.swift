import ModelSQLite

/// A row of a table as of the steps of one version. Generated for steps in Swift.
///
/// Its properties are the columns, with the values that SQLite stores. It uses no models or types of the program, so a
/// step, once written, always works on files of its version.
///
/// ```swift
/// struct Steps: BlogMigrations {
///     func fillSlugs(_ db: Database) throws {
///         try Version4.PostsRow.updateEach(db) { post in post.slug = slug(of: post.title) }
///     }
/// }
/// ```
public protocol MigrationRow: TableRecord, Hashable where Columns == NoColumns {}

/// The columns of a migration row, which has no typed conditions.
public struct NoColumns: TableColumns {
    /// Creates the value.
    public init() {}
}

/// A row with a sensitive column.
public protocol SensitiveMigrationRow: MigrationRow, CustomStringConvertible, CustomReflectable {}

extension SensitiveMigrationRow {
    /// The name of the table, without values.
    public var description: String { "a row of \(Self.table.name)" }
    /// Nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension MigrationRow {
    /// Returns the row with a key, or nil.
    ///
    /// ```swift
    /// let post = try Version4.PostsRow.find(12, db)
    /// ```
    public static func find(_ key: some SQLiteValue, _ db: Database) throws -> Self? { try find([key], db) }

    /// Returns the row with a key of several columns, in the key's order, or nil.
    public static func find(_ key: [any SQLiteValue], _ db: Database) throws -> Self? {
        guard key.count == table.definition.keys.count else {
            throw SQLiteError.misuse("the key of \(table.name) has \(table.definition.keys.count) columns")
        }
        let statement = try db.statement(table.definition.findSQL)
        defer { db.finish(statement) }
        try statement.bind { parameters in for value in key { parameters.field(value) } }
        return try db.record(statement)
    }

    /// Writes all columns of this row except its key.
    ///
    /// - Throws: ``SQLiteError/Kind/notFound(_:)`` if no row has the key.
    public func update(_ db: Database) throws {
        guard Self.table.definition.hasValues else { return }
        if try !overwrite(db) { throw SQLiteError.notFound(Self.self) }
    }

    /// Deletes this row; false if it does not exist.
    @discardableResult public func delete(_ db: Database) throws -> Bool {
        let definition = Self.table.definition
        let statement = try db.statement(definition.deleteByPlaceSQL)
        defer { db.finish(statement) }
        try statement.bindRow { bind(to: &$0) }
        try db.execute(statement)
        return db.changes > 0
    }

    /// Changes each row in the order of the key, and writes those that differ afterwards, using little memory.
    ///
    /// ```swift
    /// try Version4.PostsRow.updateEach(db) { post in post.slug = slug(of: post.title) }
    /// ```
    /// - Returns: how many rows differ.
    @discardableResult public static func updateEach(
        _ db: Database,
        _ change: (inout Self) throws -> Void
    ) throws -> Int {
        var changed = 0
        var last: Self?
        while true {
            let rows = try some(after: last, db)
            for row in rows {
                var new = row
                try change(&new)
                if new == row { continue }
                try new.update(db)
                changed += 1
            }
            guard let end = rows.last, rows.count == pageSize else { return changed }
            last = end
        }
    }

    private static var pageSize: Int { 500 }

    private static func some(after last: Self?, _ db: Database) throws -> [Self] {
        let definition = table.definition
        let statement = try db.statement(
            definition.pageSQL(size: pageSize, condition: last == nil ? "" : definition.afterSQL))
        defer { db.finish(statement) }
        if let last { try statement.bindRow { last.bind(to: &$0) } }
        return try db.records(statement)
    }
}

extension TableDefinition {
    private var keyNames: String { keys.map { columns[$0].name.quotedForSQL }.joined(separator: ", ") }
    private var keyParameters: String { keys.map { "?\($0 + 1)" }.joined(separator: ", ") }

    var deleteByPlaceSQL: String { "DELETE FROM \(name.quotedForSQL) WHERE (\(keyNames)) = (\(keyParameters))" }

    /// The rows after the one with a key.
    var afterSQL: String { " WHERE (\(keyNames)) > (\(keyParameters))" }

    /// Some rows in the order of the key.
    func pageSQL(size: Int, condition: String) -> String {
        "\(selectSQL)\(condition) ORDER BY \(keyNames) LIMIT \(size)"
    }
}
