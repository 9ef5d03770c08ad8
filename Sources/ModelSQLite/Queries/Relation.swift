import Foundation

/// How a model is related to others. Generated for the schema's `relations`.
///
/// ```swift
/// struct Relations: Sendable {
///     let comments = Relation<Post, [Comment]>.hasMany(\.id, Comment.columns.postId, \.postId)
///     let author = Relation<Post, User>.belongsTo(\.userId, User.columns.id, \.id)
/// }
/// let tree = try Post.all.including(\.comments).all(db)      // [(Post, [Comment])], two statements
/// ```
@dynamicMemberLookup
public struct Relation<Record: TableRecord, Related>: Sendable {
    /// The related rows for each of the given rows, by one statement.
    let load: @Sendable ([Record], Database) throws -> [Related]
    /// Joins the related table to this one, by the names that both have in the statement.
    let join: @Sendable (_ from: String, _ alias: String) -> SQL
}

extension Relation {
    /// Many rows of another table refer to this one.
    public static func hasMany<Other: TableRecord, Key: Hashable & SQLiteValue & Sendable>(
        _ key: @escaping @Sendable (Record) -> Key,
        column: String,
        _ foreignColumn: SQLExpression<Other, Key>,
        _ foreignKey: @escaping @Sendable (Other) -> Key
    ) -> Relation where Related == [Other] {
        Relation(
            load: { records, db in
                let found = try foreignColumn.rows(records.map(key), db)
                let groups = Dictionary(grouping: found, by: foreignKey)
                return records.map { groups[key($0)] ?? [] }
            },
            join: { from, alias in joined(column, from, foreignColumn, alias) }
        )
    }

    /// Many rows of another table may refer to this one: their column is optional.
    public static func hasMany<Other: TableRecord, Key: Hashable & SQLiteValue & Sendable>(
        _ key: @escaping @Sendable (Record) -> Key,
        column: String,
        _ foreignColumn: SQLExpression<Other, Key?>,
        _ foreignKey: @escaping @Sendable (Other) -> Key?
    ) -> Relation where Related == [Other] {
        Relation(
            load: { records, db in
                let found = try foreignColumn.rows(records.map { Optional(key($0)) }, db)
                let groups = Dictionary(grouping: found, by: foreignKey)
                return records.map { groups[key($0)] ?? [] }
            },
            join: { from, alias in joined(column, from, foreignColumn, alias) }
        )
    }

    /// At most one row of another table refers to this one.
    public static func hasOne<Other: TableRecord, Key: Hashable & SQLiteValue & Sendable>(
        _ key: @escaping @Sendable (Record) -> Key,
        column: String,
        _ foreignColumn: SQLExpression<Other, Key>,
        _ foreignKey: @escaping @Sendable (Other) -> Key
    ) -> Relation where Related == Other? {
        Relation(
            load: { records, db in
                let found = try foreignColumn.rows(records.map(key), db)
                let byKey = Dictionary(found.map { (foreignKey($0), $0) }) { first, _ in first }
                return records.map { byKey[key($0)] }
            },
            join: { from, alias in joined(column, from, foreignColumn, alias) }
        )
    }

    /// This row refers to one row of another table, which is there: a foreign key that is not optional.
    public static func belongsTo<Key: Hashable & SQLiteValue & Sendable>(
        _ key: @escaping @Sendable (Record) -> Key,
        column: String,
        _ otherColumn: SQLExpression<Related, Key>,
        _ otherKey: @escaping @Sendable (Related) -> Key
    ) -> Relation where Related: TableRecord {
        Relation(
            load: { records, db in
                let found = try otherColumn.rows(records.map(key), db)
                let byKey = Dictionary(found.map { (otherKey($0), $0) }) { first, _ in first }
                return try records.map { record in
                    guard let other = byKey[key(record)] else { throw SQLiteError.notFound(Related.self) }
                    return other
                }
            },
            join: { from, alias in joined(column, from, otherColumn, alias) }
        )
    }

    /// This row may refer to one row of another table.
    public static func belongsTo<Other: TableRecord, Key: Hashable & SQLiteValue & Sendable>(
        _ key: @escaping @Sendable (Record) -> Key?,
        column: String,
        _ otherColumn: SQLExpression<Other, Key>,
        _ otherKey: @escaping @Sendable (Other) -> Key
    ) -> Relation where Related == Other? {
        Relation(
            load: { records, db in
                let found = try otherColumn.rows(records.compactMap(key), db)
                let byKey = Dictionary(found.map { (otherKey($0), $0) }) { first, _ in first }
                return records.map { key($0).flatMap { byKey[$0] } }
            },
            join: { from, alias in joined(column, from, otherColumn, alias) }
        )
    }

    /// Rows of another table are tied to this one by rows of a third table.
    ///
    /// ```swift
    /// let tags = Relation<Post, [Tag]>.manyToMany(
    ///     { $0.id }, column: "id", through: PostTag.columns.postId, PostTag.columns.tagId, Tag.columns.id)
    /// ```
    public static func manyToMany<
        Link: TableRecord,
        Other: TableRecord,
        Key: Hashable & SQLiteValue & Sendable,
        OtherKey
    >(
        _ key: @escaping @Sendable (Record) -> Key,
        column: String,
        through here: SQLExpression<Link, Key>,
        _ there: SQLExpression<Link, OtherKey>,
        _ otherColumn: SQLExpression<Other, OtherKey>
    ) -> Relation where Related == [Other] {
        let link = Link.table.definition
        let other = Other.table.definition
        return Relation(
            load: { records, db in
                var sql = SQL(trusted: "SELECT ")
                sql.append(other.columnList)
                sql.parts += [.text(", "), .column(here.name ?? "", table: link.name)]
                sql.append(" FROM \(link.quotedName) JOIN \(other.quotedName) ON ")
                sql.append(there.sql)
                sql.append(" = ")
                sql.append(otherColumn.sql)
                sql.append(" WHERE ")
                sql.append(here.in(records.map(key).unique).sql)
                var groups: [Key: [Other]] = [:]
                let pairs = try db.qualifiedRows(sql) { row in
                    (try here.conversion.decode(row, other.columns.count), try Other(row: row))
                }
                for (key, record) in pairs { groups[key, default: []].append(record) }
                return records.map { groups[key($0)] ?? [] }
            },
            join: { from, alias in
                // Two ways through the same table are two.
                let through = "\(alias)_\(link.name)".different(from: [from, alias])
                var sql = SQL(trusted: "JOIN \(link.quotedName) AS \(through.quotedForSQL) ON ")
                sql.parts += [
                    .column(column, table: from), .text(" = "), .column(here.name ?? "", table: through),
                    .text(" JOIN \(other.quotedName) AS \(alias.quotedForSQL) ON "),
                    .column(there.name ?? "", table: through), .text(" = "),
                    .column(otherColumn.name ?? "", table: alias),
                ]
                return sql
            }
        )
    }

    private static func joined<Other: TableRecord, Key>(
        _ column: String,
        _ from: String,
        _ otherColumn: SQLExpression<Other, Key>,
        _ alias: String
    ) -> SQL {
        SQL(parts: [
            .text("JOIN \(Other.table.definition.quotedName) AS \(alias.quotedForSQL) ON "),
            .column(column, table: from), .text(" = "), .column(otherColumn.name ?? "", table: alias),
        ])
    }
}

extension SQLExpression where Root: TableRecord, Value: Hashable {
    /// The rows in which this column has one of the values.
    func rows(_ values: [Value], _ db: Database) throws -> [Root] {
        if values.isEmpty { return [] }
        return try Query<Root>().where { _ in self.in(values.unique) }.all(db)
    }
}

extension Array where Element: Hashable {
    /// Each element once, in the order of the first.
    var unique: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
