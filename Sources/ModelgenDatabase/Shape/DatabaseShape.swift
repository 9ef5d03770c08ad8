import ModelgenSchema

/// The tables and views at a version of a database, in terms of SQL.
package struct DatabaseShape: Equatable, Sendable {
    package var version: Int
    package var tables: [TableShape] = []
    package var views: [ViewShape] = []

    package func table(_ origin: TableOrigin) -> TableShape? { tables.first { $0.origin == origin } }
}

/// A table in terms of SQL.
package struct TableShape: Equatable, Sendable {
    package var origin: TableOrigin
    package var name: SQLName
    package var columns: [ColumnShape]
    /// Empty if SQLite's rowid is the key.
    package var primaryKey: [SQLName]
    package var autoincrement: Autoincrement
    package var foreignKeys: [ForeignKeyShape]
    package var checks: [CheckShape]
    package var isStrict: Bool
    package var isWithoutRowID: Bool
    package var indexes: [IndexShape]
    package var fullText: FullTextShape?

    package func column(_ name: SQLName) -> ColumnShape? { columns.first { $0.name == name } }

    package func hasColumn(_ name: SQLName) -> Bool { columns.contains { $0.name == name } }

    /// The column that is an alias of the rowid (https://www.sqlite.org/lang_createtable.html#rowid).
    package var rowIDAlias: SQLName? {
        guard primaryKey.count == 1, let key = primaryKey.first, !isWithoutRowID else { return nil }
        return column(key)?.type.uppercased() == "INTEGER" ? key : nil
    }

    /// A name for the rowid that is not the name of a column; nil if there is no rowid.
    package var rowIDName: SQLName? {
        guard !isWithoutRowID else { return nil }
        return rowIDAlias ?? SQLName.rowID(besides: columns.map(\.name))
    }

    /// Whether both have the same key, foreign keys, table checks and options.
    package func hasSameConstraints(as other: TableShape) -> Bool {
        primaryKey == other.primaryKey && autoincrement == other.autoincrement && isStrict == other.isStrict
            && isWithoutRowID == other.isWithoutRowID && checks.hasSameElements(as: other.checks)
            && foreignKeys.hasSameElements(as: other.foreignKeys)
    }
}

package enum Nullability: String, Hashable, Sendable {
    case nullable
    case required
}

/// A column in terms of SQL.
package struct ColumnShape: Equatable, Sendable {
    private struct Contents: Equatable, Sendable {
        var name: SQLName
        var field: SwiftName
        var type: String
        var storage: StorageClass
        var nullability: Nullability
        var defaultSQL: SQLText?
        var fillSQL: SQLText?
        var collation: String?
        var check: SQLText?
        var generated: GeneratedColumn?
        var note: String?
    }

    private var contents: Shared<Contents>

    package var name: SQLName {
        get { contents.value.name }
        set { contents.value.name = newValue }
    }
    /// The field that the column stores.
    package var field: SwiftName {
        get { contents.value.field }
        set { contents.value.field = newValue }
    }
    package var type: String {
        get { contents.value.type }
        set { contents.value.type = newValue }
    }
    package var storage: StorageClass {
        get { contents.value.storage }
        set { contents.value.storage = newValue }
    }
    package var nullability: Nullability {
        get { contents.value.nullability }
        set { contents.value.nullability = newValue }
    }
    /// The SQL after DEFAULT.
    package var defaultSQL: SQLText? {
        get { contents.value.defaultSQL }
        set { contents.value.defaultSQL = newValue }
    }
    /// The value for older rows when the column is added, if it is not the default.
    package var fillSQL: SQLText? {
        get { contents.value.fillSQL }
        set { contents.value.fillSQL = newValue }
    }
    package var collation: String? {
        get { contents.value.collation }
        set { contents.value.collation = newValue }
    }
    package var check: SQLText? {
        get { contents.value.check }
        set { contents.value.check = newValue }
    }
    package var generated: GeneratedColumn? {
        get { contents.value.generated }
        set { contents.value.generated = newValue }
    }
    /// How the values are written, if a later program can only learn that from a comment in the file.
    package var note: String? {
        get { contents.value.note }
        set { contents.value.note = newValue }
    }

    init(
        name: SQLName, field: SwiftName, type: String, storage: StorageClass, nullability: Nullability,
        defaultSQL: SQLText?, fillSQL: SQLText?, collation: String?, check: SQLText?, generated: GeneratedColumn?,
        note: String?
    ) {
        contents = Shared(
            Contents(
                name: name, field: field, type: type, storage: storage, nullability: nullability,
                defaultSQL: defaultSQL, fillSQL: fillSQL, collation: collation, check: check, generated: generated,
                note: note))
    }

    /// Whether both columns are equal, except for the value for older rows.
    package func isSame(as other: ColumnShape) -> Bool {
        self == other
            || name == other.name && canonicalType(type) == canonicalType(other.type)
                && nullability == other.nullability
                && defaultSQL == other.defaultSQL
                && (collation ?? "BINARY").uppercased() == (other.collation ?? "BINARY").uppercased()
                && check == other.check && generated?.kind == other.generated?.kind
                && generated.map { SQLText($0.expression) } == other.generated.map { SQLText($0.expression) }
    }
}

/// A foreign key, of one column or several.
package struct ForeignKeyShape: Hashable, Sendable {
    package var columns: [SQLName]
    package var table: SQLName
    package var parentColumns: [SQLName]
    package var onDelete: ReferenceAction
    package var onUpdate: ReferenceAction
}

package struct CheckShape: Hashable, Sendable {
    package var name: SQLName?
    package var expression: SQLText
}

package struct IndexShape: Hashable, Sendable {
    package enum Term: Hashable, Sendable {
        case column(SQLName, IndexOrder)
        case expression(SQLText)
    }

    package var name: SQLName
    package var terms: [Term]
    package var uniqueness: Index.Uniqueness
    package var condition: SQLText?
}

/// An FTS5 table over some columns of its table (https://www.sqlite.org/fts5.html#external_content_tables).
package struct FullTextShape: Hashable, Sendable {
    package var name: SQLName
    package var columns: [SQLName]
    /// The column, or name of the rowid, that identifies the rows.
    package var rowID: SQLName
}

package struct ViewShape: Equatable, Sendable {
    package var origin: TableOrigin
    package var name: SQLName
    package var sql: SQLText
}

extension Array where Element: Hashable {
    /// Whether both have the same elements, each the same number of times.
    func hasSameElements(as other: [Element]) -> Bool {
        if self == other { return true }
        guard count == other.count else { return false }
        var counts: [Element: Int] = [:]
        for element in self { counts[element, default: 0] += 1 }
        for element in other { counts[element, default: 0] -= 1 }
        return counts.values.allSatisfy { $0 == 0 }
    }
}
