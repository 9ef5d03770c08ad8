/// The table of a model.
package struct Table: Hashable, Sendable, Codable {
    package var name: SQLName
    package var database: SwiftName
    /// The version of the database that added it.
    package var since: Int
    /// The fields of the key, in its order. Empty if SQLite's rowid is the key.
    package var primaryKey: [SwiftName]
    package var indexes: [Index]
    package var checks: [TableCheck]
    package var isStrict: Bool
    package var isWithoutRowID: Bool
    package var fullText: [SwiftName]
    package var migrations: [TableMigration]

    package init(
        name: SQLName, database: SwiftName, since: Int = 1, primaryKey: [SwiftName] = [], indexes: [Index] = [],
        checks: [TableCheck] = [], isStrict: Bool = false, isWithoutRowID: Bool = false, fullText: [SwiftName] = [],
        migrations: [TableMigration] = []
    ) {
        self.name = name
        self.database = database
        self.since = since
        self.primaryKey = primaryKey
        self.indexes = indexes
        self.checks = checks
        self.isStrict = isStrict
        self.isWithoutRowID = isWithoutRowID
        self.fullText = fullText
        self.migrations = migrations
    }
}

/// The view of a read-only model.
package struct View: Hashable, Sendable, Codable {
    package var name: SQLName
    package var database: SwiftName
    package var since: Int
    @ExactText package var sql: String
    package var migrations: [TableMigration]

    package init(
        name: SQLName, database: SwiftName, since: Int = 1, sql: String, migrations: [TableMigration] = []
    ) {
        self.name = name
        self.database = database
        self.since = since
        self.sql = sql
        self.migrations = migrations
    }
}

/// An index of a table, unique or not. Every `unique` in a schema is an index, so that it can be added and removed
/// without a rebuild.
package struct Index: Hashable, Sendable, Codable {
    package enum Uniqueness: String, Hashable, Sendable, Codable {
        case plain
        case unique
    }

    package enum Term: Hashable, Sendable, Codable {
        case field(SwiftName, IndexOrder)
        case expression(String)

        package static func == (left: Term, right: Term) -> Bool {
            switch (left, right) {
            case (.field(let left, let order), .field(let right, let other)): left == right && order == other
            case (.expression(let left), .expression(let right)): left.isExactly(right)
            case (.field, .expression), (.expression, .field): false
            }
        }
    }

    package var name: SQLName
    package var terms: [Term]
    package var uniqueness: Uniqueness
    /// The condition of a partial index (https://www.sqlite.org/partialindex.html).
    @ExactIfPresent package var condition: String?
    package var since: Int

    package init(
        name: SQLName, terms: [Term], uniqueness: Uniqueness = .plain, condition: String? = nil, since: Int = 1
    ) {
        self.name = name
        self.terms = terms
        self.uniqueness = uniqueness
        self.condition = condition
        self.since = since
    }
}

package enum IndexOrder: String, Hashable, Sendable, Codable {
    case ascending
    case descending
}

/// A CHECK constraint of a whole table.
package struct TableCheck: Hashable, Sendable, Codable {
    package var name: SQLName?
    @ExactText package var expression: String
    package var since: Int

    package init(name: SQLName? = nil, expression: String, since: Int = 1) {
        self.name = name
        self.expression = expression
        self.since = since
    }
}

/// The steps of a version for one table, in the order in which they were written.
package struct TableMigration: Hashable, Sendable, Codable {
    package var version: Int
    package var steps: [TableStep]

    package init(version: Int, steps: [TableStep]) {
        self.version = version
        self.steps = steps
    }
}

/// A step in the history of a table. Steps use the names that are valid after the renames of their version.
package enum TableStep: Hashable, Sendable, Codable {
    /// The field was called `from` before. Its column is renamed too, unless it has a name of its own, in which case
    /// `column` is nil.
    case renameField(from: SwiftName, to: SwiftName, column: ColumnRename?)
    case renameColumn(ColumnRename)
    /// The field as it was, with the indexes that it declared itself. Those without a name are named after their table
    /// and column.
    case drop(Field, indexes: [Index] = [])
    /// The field as it was, under its present name, and how its values are converted. `since` is the version that added
    /// it, if the step says so; otherwise, that of the present definition applies.
    case change(from: Field, since: Int? = nil, FieldConversion)
    case was(EarlierTable)
    case sql(String)
    case swift(SwiftStep)
}

/// How the values of a changed column are converted.
package enum FieldConversion: Hashable, Sendable, Codable {
    /// SQLite keeps them, or converts them without loss.
    case automatic
    /// By a SQL expression for the new value, with the old columns.
    case using(String)
    /// Not at all: the author declares that the stored values mean the same.
    case same
}

/// A step that is a function of the user.
package struct SwiftStep: Hashable, Sendable, Codable, ExpressibleByStringLiteral {
    package var name: SwiftName
    /// The models whose rows it uses, in addition to the one to which it belongs.
    package var models: [SwiftName]

    package init(name: SwiftName, models: [SwiftName] = []) {
        self.name = name
        self.models = models
    }

    package init(stringLiteral name: String) { self.init(name: SwiftName(name)) }
}

/// The old and the new name of a column.
package struct ColumnRename: Hashable, Sendable, Codable {
    package var from: SQLName
    package var to: SQLName

    package init(from: SQLName, to: SQLName) {
        self.from = from
        self.to = to
    }
}

/// The earlier keys of a table that a `was` step declares; nil for those that it does not.
package struct EarlierTable: Hashable, Sendable, Codable {
    package var name: SQLName?
    package var primaryKey: [SwiftName]?
    /// The unique indexes among ``Table/indexes``.
    package var uniques: [Index]?
    /// The plain indexes among ``Table/indexes``.
    package var indexes: [Index]?
    package var checks: [TableCheck]?
    package var isStrict: Bool?
    package var isWithoutRowID: Bool?
    package var fullText: [SwiftName]?
    /// The SELECT of a view.
    package var view: String?

    package init() {}
}

extension Index {
    /// The fields among the terms.
    package var fields: [SwiftName] {
        terms.compactMap { term in
            switch term {
            case .field(let name, _): name
            case .expression: nil
            }
        }
    }
}

extension Model {
    /// The plain fields of each unique key that covers all rows, by which a row can be found.
    package var uniqueFinders: [[Field]] {
        let uniques = table?.indexes.filter { $0.uniqueness == .unique && $0.condition == nil } ?? []
        var finders: [[Field]] = []
        for index in uniques {
            let fields = index.fields.compactMap { field($0) }
            let isPlain = fields.count == index.terms.count && fields.allSatisfy { $0.column != nil }
            // A field that is unique on its own may also have a unique index.
            if isPlain, !finders.contains(fields) { finders.append(fields) }
        }
        return finders
    }

    /// Whether an index of the table, other than that of its key, finds the rows with a value of the field.
    package func findsByIndex(_ name: SwiftName) -> Bool {
        guard let table, table.primaryKey.first != name else { return false }
        return table.indexes.contains { index in
            guard index.condition == nil, case .field(name, _) = index.terms.first else { return false }
            return true
        }
    }
}

extension Table {
    /// Whether these fields, in any order, are the primary key or have a unique index without a condition.
    package func isUnique(_ wanted: [SwiftName]) -> Bool {
        let fields = Set(wanted)
        guard !fields.isEmpty, fields.count == wanted.count else { return false }
        if Set(primaryKey) == fields { return true }
        return indexes.contains { index in
            let names = index.terms.compactMap { term -> SwiftName? in
                if case .field(let name, _) = term { name } else { nil }
            }
            return index.uniqueness == .unique && index.condition == nil && names.count == index.terms.count
                && Set(names) == fields
        }
    }
}
