import ModelSQLite

/// A row of a table as of the steps of one version. Generated for steps in Swift.
///
/// Its properties are the columns, with the values that SQLite stores. It uses no models or types of the program, so a
/// step continues to work on files of its version, however the program changes.
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
    /// Empty, so that no value is revealed.
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
        if Self.table.definition.values.isEmpty { return }
        if try !overwrite(db) { throw SQLiteError.notFound(Self.self) }
    }

    /// Deletes this row, and returns whether it existed.
    @discardableResult public func delete(_ db: Database) throws -> Bool {
        let definition = Self.table.definition
        let statement = try db.statement(definition.deleteByPlaceSQL)
        defer { db.finish(statement) }
        try statement.bindRow { write(fields: &$0) }
        try db.execute(statement)
        return db.changes > 0
    }

    /// Calls a closure with each row, and writes the rows that it changes: first the rows with a NULL in their key, then
    /// the others in the order of the key. Uses little memory.
    ///
    /// ```swift
    /// try Version4.PostsRow.updateEach(db) { post in post.slug = slug(of: post.title) }
    /// ```
    /// Only columns that differ are written, so triggers on other columns do not run.
    ///
    /// - Returns: The number of rows that were changed.
    @discardableResult public static func updateEach(
        _ db: Database,
        _ change: (inout Self) throws -> Void
    ) throws -> Int {
        var changed = 0
        // Except in WITHOUT ROWID tables, a key may be NULL, even in several rows, and no row comes after NULL.
        var rows = try rowsWithoutKey(db)
        var last: Self?
        repeat {
            for (row, rowID) in rows {
                var new = row
                try change(&new)
                if try row.replace(with: new, at: rowID, db) { changed += 1 }
            }
            rows = try Self.rows(table.definition.pageSQL(isFirst: last == nil), of: last, db).map { ($0, nil) }
            last = rows.last?.0
        } while !rows.isEmpty
        return changed
    }

    /// The rows with a NULL in their key, and conditions that find them again by their rowids, because nothing else
    /// identifies them.
    private static func rowsWithoutKey(_ db: Database) throws -> [(Self, SQL?)] {
        let definition = table.definition
        let rows = "FROM \(definition.name.quotedForSQL) WHERE \(definition.keyIsNull)"
        guard try db.value(Int.self, SQL(trusted: "SELECT 1 \(rows) LIMIT 1")) != nil else { return [] }
        let columns = try db.rows("SELECT name FROM pragma_table_xinfo(\(definition.name))") {
            try $0.read(String.self, 0)
        }
        guard let name = columns.freeRowIDName else {
            throw SQLiteError.misuse(
                "rows of \(definition.name) have no key, and all names of the rowid are columns; set the key with SQL"
            )
        }
        return try db.rows(SQL(trusted: "SELECT \(name), \(definition.columnNames) \(rows)")) { row in
            let rowID = try row.read(Int64.self, 0)
            return (try Row(row.statement, from: 1).record(), "\(SQL(trusted: name)) = \(rowID)")
        }
    }

    private static func rows(_ clauses: String, of last: Self? = nil, _ db: Database) throws -> [Self] {
        let statement = try db.statement(table.definition.selectSQL + clauses)
        defer { db.finish(statement) }
        if let last { try statement.bindRow { last.write(fields: &$0) } }
        return try db.records(statement)
    }

    /// Writes the columns that differ from those of another row. Returns false if none does.
    ///
    /// - Parameter place: The condition that identifies the row; nil if its key does.
    private func replace(with new: Self, at place: SQL?, _ db: Database) throws -> Bool {
        let definition = Self.table.definition
        let (old, values) = (try storedValues(db), try new.storedValues(db))
        guard definition.keys.allSatisfy({ old[$0] == values[$0] }) else {
            throw SQLiteError.misuse("`updateEach` cannot change the key of \(definition.name)")
        }
        let places = definition.columns.indices
        let key = definition.keys.map { place -> SQL in "\(name: definition.columns[place].name) IS \(old[place])" }
        let changes = places.filter { old[$0] != values[$0] }.map { place -> SQL in
            "\(name: definition.columns[place].name) = \(values[place])"
        }
        guard !changes.isEmpty else { return false }
        try db.run(
            "UPDATE \(name: definition.name) SET \(SQL.joined(changes, by: ", ")) WHERE \(place ?? SQL.joined(key, by: " AND "))"
        )
        return true
    }

    /// The values of the columns, as they are stored.
    private func storedValues(_ db: Database) throws -> [DatabaseValue] {
        let columns = Self.table.definition.columns
        let statement = try db.statement("SELECT " + columns.indices.map { "?\($0 + 1)" }.joined(separator: ", "))
        defer { db.finish(statement) }
        try statement.bindRow { write(fields: &$0) }
        _ = try db.step(statement)
        return try columns.indices.map { try Row(statement.pointer).read(DatabaseValue.self, $0) }
    }
}

extension TableDefinition {
    private var keyNames: String { keys.map { columns[$0].name.quotedForSQL }.joined(separator: ", ") }
    fileprivate var columnNames: String { columns.map(\.name.quotedForSQL).joined(separator: ", ") }
    private var keyParameters: String { keys.map { "?\($0 + 1)" }.joined(separator: ", ") }

    var deleteByPlaceSQL: String { "DELETE FROM \(name.quotedForSQL) WHERE (\(keyNames)) = (\(keyParameters))" }

    /// Whether a column of the key is NULL.
    var keyIsNull: String { keys.map { "\(columns[$0].name.quotedForSQL) IS NULL" }.joined(separator: " OR ") }

    /// A page of rows with a key, in its order: the first one, or the one after a row.
    func pageSQL(isFirst: Bool) -> String {
        " WHERE NOT (\(keyIsNull))\(isFirst ? "" : " AND (\(keyNames)) > (\(keyParameters))") ORDER BY \(keyNames) LIMIT 500"
    }
}
