import Foundation
import ModelSQLite

/// How a model is related to others. Generated for the schema's `relations`.
///
/// ```swift
/// struct Relations: Sendable {
///     let comments = Relation<Post, [Comment]>.hasMany({ $0.id }, column: "id", Comment.columns.postId, isIndexed: true)
///     let author = Relation<Post, User>.belongsTo({ $0.userId }, column: "user_id", User.columns.id)
/// }
/// let tree = try Post.all.including(\.comments).all(db)      // [(Post, [Comment])], two statements
/// ```
@dynamicMemberLookup
public struct Relation<Record: TableRecord, Related>: Sendable {
    /// Loads the related rows of the given rows with one statement. The result is a function that returns those of the
    /// row at an index. An array would require each row to be copied into it, and from there into the results.
    @usableFromInline let load: @Sendable ([Record], RelatedClauses, Database) throws -> (Int) throws -> Related
    /// Joins the related table to this one, using the names of both in the statement. If it needs more names, it adds
    /// them to `aliases`.
    @usableFromInline let join: @Sendable (_ from: String, _ alias: String, _ aliases: inout [String]) -> SQL

    @usableFromInline init(
        load: @escaping @Sendable ([Record], RelatedClauses, Database) throws -> (Int) throws -> Related,
        join: @escaping @Sendable (_ from: String, _ alias: String, _ aliases: inout [String]) -> SQL
    ) {
        self.load = load
        self.join = join
    }

    /// The rows whose column equals a key. `distribute` assigns them to the rows that have these keys.
    @inlinable init<Other: TableRecord, Key: Hashable & SQLiteValue & Sendable>(
        _ key: @escaping @Sendable (Record) -> Key?,
        _ column: String,
        _ otherColumn: SQLExpression<Other, Key>,
        isIndexed: Bool = false,
        _ distribute: @escaping @Sendable (KeysOfRows<Key>, [(place: Int, row: Other)]) -> (Int) throws -> Related
    ) {
        load = { records, clauses, db in
            let keys = KeysOfRows(records, key)
            return distribute(keys, try otherColumn.matches(keys.distinct, clauses, db, isIndexed: isIndexed))
        }
        join = { from, alias, _ in otherColumn.joined(to: column, of: from, as: alias) }
    }
}

extension Array: RelatedRows where Element: TableRecord {
    /// The model of the rows.
    public typealias RelatedRecord = Element
}

extension Optional: RelatedRows where Wrapped: TableRecord {
    /// The model of the row.
    public typealias RelatedRecord = Wrapped
}

// Inlinable, because the dictionary below is several times faster when the compiler knows the type of the key.

extension Relation {
    /// Many rows of another table refer to this one. They are returned in no particular order. `isIndexed` says that
    /// the column with the reference has an index: the rows of each key are then looked up there, which is faster than
    /// reading the table once for all keys.
    @inlinable public static func hasMany<Other: TableRecord, Key: Hashable & SQLiteValue & Sendable>(
        _ key: @escaping @Sendable (Record) -> Key,
        column: String,
        _ foreignColumn: SQLExpression<Other, Key>,
        isIndexed: Bool = false
    ) -> Relation where Related == [Other] {
        Relation(key, column, foreignColumn, isIndexed: isIndexed) { keys, found in keys.groups(found) }
    }

    /// Many rows of another table may refer to this one, by an optional column.
    @inlinable public static func hasMany<Other: TableRecord, Key: Hashable & SQLiteValue & Sendable>(
        _ key: @escaping @Sendable (Record) -> Key,
        column: String,
        _ foreignColumn: SQLExpression<Other, Key?>,
        isIndexed: Bool = false
    ) -> Relation where Related == [Other] {
        Relation(key, column, foreignColumn.required(), isIndexed: isIndexed) { keys, found in keys.groups(found) }
    }

    /// At most one row of another table refers to this one.
    @inlinable public static func hasOne<Other: TableRecord, Key: Hashable & SQLiteValue & Sendable>(
        _ key: @escaping @Sendable (Record) -> Key,
        column: String,
        _ foreignColumn: SQLExpression<Other, Key>,
        isIndexed: Bool = false
    ) -> Relation where Related == Other? {
        Relation(key, column, foreignColumn, isIndexed: isIndexed) { keys, found in keys.firsts(found) }
    }

    /// This row refers to an existing row of another table, by a foreign key that is not optional. If that row is
    /// missing, fetching throws a `SQLiteError` of the kind `notFound`. If the other column is not the primary key, it
    /// has a unique index, so pass `isIndexed` as for `hasMany`.
    @inlinable public static func belongsTo<Key: Hashable & SQLiteValue & Sendable>(
        _ key: @escaping @Sendable (Record) -> Key,
        column: String,
        _ otherColumn: SQLExpression<Related, Key>,
        isIndexed: Bool = false
    ) -> Relation where Related: TableRecord {
        Relation(key, column, otherColumn, isIndexed: isIndexed) { keys, found in
            let first = keys.firsts(found)
            return { index in
                guard let other = first(index) else { throw SQLiteError.notFound(Related.self) }
                return other
            }
        }
    }

    /// This row may refer to a row of another table.
    @inlinable public static func belongsTo<Other: TableRecord, Key: Hashable & SQLiteValue & Sendable>(
        _ key: @escaping @Sendable (Record) -> Key?,
        column: String,
        _ otherColumn: SQLExpression<Other, Key>,
        isIndexed: Bool = false
    ) -> Relation where Related == Other? {
        Relation(key, column, otherColumn, isIndexed: isIndexed) { keys, found in keys.firsts(found) }
    }

    /// Rows of another table are linked to this one by the rows of a third table.
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
        _ otherColumn: SQLExpression<Other, OtherKey>,
        isIndexed: Bool = false
    ) -> Relation where Related == [Other] {
        let link = Link.table.definition
        let other = Other.table.definition
        // The rows of the other table may be the links, too.
        let alias = link.name.different(from: [other.name])
        let linked: SQLExpression<Link, Key> = here.under(alias)
        let target: SQLExpression<Link, OtherKey> = there.under(alias)
        return Relation(
            load: { records, clauses, db in
                let keys = KeysOfRows(records, key)
                let others = SQL(parts: [.text(" JOIN "), .table(other, alias: other.name), .text(" ON ")])
                let links: SQL = "\(others)\(otherColumn) = \(target)"
                return keys.groups(try linked.matches(keys.distinct, clauses, db, linked: links, isIndexed: isIndexed))
            },
            join: { from, alias, aliases in
                // Two relations through the same table need different names.
                let through = "\(alias)_\(link.name)".different(from: aliases)
                aliases.append(through)
                let joined = here.joined(to: column, of: from, as: through)
                return "\(joined) \(otherColumn.joined(to: there.name ?? "", of: through, as: alias))"
            })
    }
}

extension Relation {
    /// Rows of another table are linked to this one by those rows of a third table whose optional column is not nil.
    public static func manyToMany<
        Link: TableRecord,
        Other: TableRecord,
        Key: Hashable & SQLiteValue & Sendable,
        OtherKey
    >(
        _ key: @escaping @Sendable (Record) -> Key,
        column: String,
        through here: SQLExpression<Link, Key>,
        _ there: SQLExpression<Link, OtherKey?>,
        _ otherColumn: SQLExpression<Other, OtherKey>,
        isIndexed: Bool = false
    ) -> Relation where Related == [Other] {
        manyToMany(key, column: column, through: here, there, otherColumn.optional, isIndexed: isIndexed)
    }
}

/// The distinct keys of rows, and which row has which key.
@usableFromInline struct KeysOfRows<Key: Hashable & SQLiteValue> {
    /// Each key once, in the order of the first rows that have it.
    @usableFromInline private(set) var distinct: [Key] = []
    /// The index of each row's key in ``distinct``; nil for a row without a key.
    @usableFromInline private(set) var rows: [Int?] = []

    @inlinable init<Record>(_ records: [Record], _ key: (Record) -> Key?) {
        var places: [StoredKey<Key>: Int] = [:]
        rows.reserveCapacity(records.count)
        for record in records {
            guard let key = key(record) else {
                rows.append(nil)
                continue
            }
            if let place = places[StoredKey(key: key)] {
                rows.append(place)
            } else {
                rows.append(distinct.count)
                places[StoredKey(key: key)] = distinct.count
                distinct.append(key)
            }
        }
    }

    /// Returns the results for the key of the row at an index.
    @inlinable func groups<Other>(_ found: [(place: Int, row: Other)]) -> (Int) -> [Other] {
        var groups = [[Other]](repeating: [], count: distinct.count)
        for (place, other) in found { groups[place].append(other) }
        return { [rows, groups] index in rows[index].map { groups[$0] } ?? [] }
    }

    /// Returns the first result for the key of the row at an index.
    @inlinable func firsts<Other>(_ found: [(place: Int, row: Other)]) -> (Int) -> Other? {
        var firsts = [Other?](repeating: nil, count: distinct.count)
        for (place, other) in found where firsts[place] == nil { firsts[place] = other }
        return { [rows, firsts] index in rows[index].flatMap { firsts[$0] } }
    }
}

/// A key that equals another one if SQLite stores them identically. In Swift, `é` equals `e` followed by an accent.
@usableFromInline struct StoredKey<Key: Hashable & SQLiteValue>: Hashable {
    @usableFromInline let key: Key

    @inlinable init(key: Key) { self.key = key }

    @inlinable static func == (left: StoredKey, right: StoredKey) -> Bool {
        // Constant for the compiler, because it knows the type.
        let isExact = Key.self == Int64.self || Key.self == Int.self || Key.self == UUID.self
        return left.key == right.key && (isExact || left.isStored(like: right))
    }

    @inlinable func hash(into hasher: inout Hasher) { hasher.combine(key) }

    @usableFromInline func isStored(like other: StoredKey) -> Bool {
        (try? key.databaseValue()) == (try? other.key.databaseValue())
    }
}

extension SQLExpression where Root: TableRecord {
    /// The rows of another model that belong to rows with one of these values in the column, each with the index of its
    /// value. With `links`, they are the rows that those link to.
    ///
    /// SQLite compares the values, because a column may have a collation.
    @inlinable func matches<Other: TableRecord>(
        _ values: [Value], _ clauses: RelatedClauses, _ db: Database, linked links: SQL = "", isIndexed: Bool
    ) throws -> [(place: Int, row: Other)] {
        if values.isEmpty { return [] }
        let sql = try matching(values, clauses, links, Other.table.definition, isIndexed: isIndexed)
        return try db.running(sql, Other.self) { statement in
            let width = Other.table.definition.columns.count
            return try db.results(statement) { row in
                (place: try row.read(Int.self, width), row: try row.record())
            }
        }
    }

    /// If the column has an index, or the table's key begins with it, each value is looked up there. Otherwise, the
    /// table is read once: `IN` skips other rows, and SQLite creates an index of the list to find the value for each
    /// row. For that, the list needs the affinity of the column (https://www.sqlite.org/datatype3.html#affinity).
    @usableFromInline func matching(
        _ values: [Value], _ clauses: RelatedClauses, _ links: SQL, _ other: TableDefinition, isIndexed: Bool
    ) throws -> SQL {
        let stored = try values.map { try conversion.encode($0) }
        var list = try SQL.each(stored)
        if let type = DatabaseValue.columnType(of: stored) { list.value = "CAST(\(list.value) AS \(type))" }
        let keys = SQL(parts: [.text("modelgen_keys")])
        // The names of its columns must not be those of columns to which your own SQL refers.
        let value = SQL(parts: [.column("modelgen_value", table: "modelgen_keys")])
        let selection = SQL(parts: [
            .columns(other, alias: other.name), .text(", "), .column("modelgen_key", table: "modelgen_keys"),
        ])
        let definition = Root.table.definition
        let table = SQL(parts: [.table(definition, alias: alias ?? definition.name)])
        let isIndexed = isIndexed || definition.keys.first.map { definition.columns[$0].name == name } ?? false
        let (outer, inner) = isIndexed ? (keys, table) : (table, keys)
        let isListed: SQL = "\(self) IN (SELECT modelgen_value FROM modelgen_keys)"
        var condition = clauses.condition
        if !isIndexed { condition.add(Condition<Root>(isListed)) }
        let filter: SQL = condition.map { " WHERE \($0.sql)" } ?? ""
        let order: SQL = clauses.order.isEmpty ? "" : " ORDER BY \(SQL.joined(clauses.order, by: ", "))"
        return """
            WITH modelgen_keys (modelgen_key, modelgen_value) AS (SELECT key, \(list.value) FROM \(list.table)) \
            SELECT \(selection) FROM \(outer) CROSS JOIN \(inner) ON \(self) = \(value)\(links)\(filter)\(order)
            """
    }

    /// The name of the column's table in the statement.
    private var alias: String? {
        for case .of(let name, .column, _) in sql.parts { return name }
        return nil
    }

    /// Joins this column's table, with the condition that this column equals a column of another table. On the left,
    /// its collation counts (https://www.sqlite.org/datatype3.html#collation).
    @usableFromInline func joined(to column: String, of table: String, as alias: String) -> SQL {
        let own: SQLExpression = under(alias)
        let joined = SQL(parts: [.table(Root.table.definition, alias: alias)])
        return "JOIN \(joined) ON \(own) = \(SQL(parts: [.column(column, table: table)]))"
    }

    /// The column, compared with another collation than its own. Generated for a column that refers to one with that
    /// collation: it determines to which row a foreign key refers.
    ///
    /// ```swift
    /// let tagged = Relation<Tag, [PostTag]>.hasMany({ $0.name }, column: "name", PostTag.columns.tag.collating("NOCASE"))
    /// ```
    public func collating(_ collation: String) -> SQLExpression {
        SQLExpression("\(sql) COLLATE \(name: collation)", .atom, conversion)
    }
}

extension DatabaseValue {
    /// The type of a column with such values; nil if they have different types.
    fileprivate static func columnType(of values: [DatabaseValue]) -> SQL? {
        let types = Set(values.map(\.columnType))
        return types.count == 1 ? types.first.flatMap { $0 }.map { SQL(parts: [.text($0)]) } : nil
    }

    private var columnType: String? {
        switch self {
        case .integer: "INTEGER"
        case .real: "REAL"
        case .text, .malformedText: "TEXT"
        case .blob, .null: nil
        }
    }
}
