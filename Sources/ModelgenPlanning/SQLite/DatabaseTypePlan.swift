/// A database: its type, the SQL of a new file, and the steps from earlier versions.
package struct DatabaseTypePlan: Sendable {
    package var access: String
    package var name: String
    /// The name of the database as a string literal.
    package var literal: String
    package var version: String
    /// The oldest version that can be migrated, if it is not the first.
    package var oldest: String?
    /// `0x2edb7f18`
    package var applicationID: String
    /// Whether a file's version is enough to recognize it.
    package var isOwnedByVersion: Bool
    /// The mode, if it does not migrate by versions: `recreate`.
    package var mode: String?
    /// The values other than 0 or empty that automatic migration writes into required columns of existing rows.
    package var fills: [TableFills]
    /// Statements, as string literals.
    package var create: [String]
    package var migrations: [DatabaseMigrationPlan]
    package var adoptable: [AdoptableTypePlan]
    /// The libraries that it needs besides ModelSQLite.
    package var additions: [TypeSpelling.Library]
    package var steps: [MigrationStepsPlan]
    /// The rows for Swift steps, by version.
    package var versions: [FrozenVersionPlan]
    /// The protocol of the Swift steps; at most one.
    package var earliest: [EarliestVersionPlan]

    /// The columns of a table; its name is a string literal.
    package struct TableFills: Sendable {
        package var table: String
        package var columns: [ColumnFill] = []
    }

    /// A column and the SQL of its value, as string literals; nil if it has no value.
    package struct ColumnFill: Sendable {
        package var column: String
        package var sql: String?
    }
}

/// The steps that lead to a version.
package struct DatabaseMigrationPlan: Sendable {
    package var version: String
    package var steps: [Step]

    package enum Step: Sendable {
        /// A statement, as a string literal.
        case sql(String)
        /// The name of a step in Swift, as a string literal.
        case swift(String)
        case rebuild(Rebuild)
        /// The name of a table, as a string literal.
        case dropTable(String)
    }

    /// The rebuild of a table. Names and statements are string literals.
    package struct Rebuild: Sendable {
        package var table: String
        package var create: String
        package var copy: String
        package var isCounterKept: Bool
        package var dropped: [String]
    }
}

/// A version whose files are adopted.
package struct AdoptableTypePlan: Sendable {
    package var version: String
    /// Its statements as string literals; nil if it is the newest version or the first version of the migrations.
    package var create: [String]?
}

/// The oldest version, from which tests of a database's migrations start.
package struct EarliestVersionPlan: Sendable {
    package var access: String
    /// `BlogDatabase`
    package var database: String
    package var version: String
    package var create: [String]
    package var samples: [ColumnSamplePlan]
    /// The models that are read after the last step.
    package var models: [String]
}

/// Sample values of a column from a version on. Names are string literals.
package struct ColumnSamplePlan: Sendable {
    package var table: String
    package var column: String
    package var since: String?
    /// The case of ModelMigrations' `StoredForm`.
    package var form: String
    /// The pattern of dates, as a string literal.
    package var pattern: String?
    /// Values in SQL, as string literals.
    package var values: [String] = []
}

/// The tables as a version's Swift steps see them.
package struct FrozenVersionPlan: Sendable {
    package var documentation: [String]
    package var access: String
    package var database: String
    /// `Version4`
    package var name: String
    package var rows: [FrozenRowPlan]
}

/// A row of a table at the point at which a version's steps run.
package struct FrozenRowPlan: Sendable {
    package var documentation: [String]
    package var access: String
    /// `PostsRow`
    package var name: String
    /// `BlogDatabase.Version4.PostsRow`
    package var type: String
    package var conformance: String
    /// The name of the table, as a string literal.
    package var table: String
    /// The names of the key columns, as string literals.
    package var key: [String]
    package var fields: [FrozenFieldPlan]
}

/// A column of such a row.
package struct FrozenFieldPlan: Sendable {
    package var name: String
    package var label: String
    /// The name and the name of the column, as string literals.
    package var literal: String
    package var column: String
    package var type: String
    package var isOptional: Bool
    package var isNamedAlike: Bool
    package var isVariable: Bool
    /// Whether SQLite assigns its value.
    package var isFilled: Bool
    /// Whether it is bound anyway, because it is a key that SQLite would assign.
    package var isBound: Bool
    package var index: Int
}

/// The protocol for a migration's Swift steps.
package struct MigrationStepsPlan: Sendable {
    package var access: String
    /// `BlogMigrations`
    package var name: String
    package var database: String
    /// `BlogDatabase`
    package var type: String
    package var steps: [Step]
    /// The types of the rows that they use: `Version4`.
    package var versions: [String]

    package struct Step: Sendable {
        package var documentation: String
        package var name: String
        package var literal: String
        /// Whether a parameter hides it.
        package var isHidden: Bool
    }
}
