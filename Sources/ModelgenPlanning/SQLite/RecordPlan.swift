/// What makes a model the rows of a table: its columns, and what reads and binds each.
package struct RecordPlan: Sendable {
    package var type: String
    package var access: String
    /// `KeyedRecord`, `RowIDRecord` or `TableRecord`, and `FullTextRecord`.
    package var conformance: String
    package var hasFullText: Bool
    /// `Table<Post>`
    package var tableType: String
    /// The name of the table, as a string literal.
    package var table: String
    /// `TableColumn("userId", "user_id")`, or `"title"`.
    package var tableColumns: [String]
    /// `primaryKey: ["id"]`; nil for a view.
    package var primaryKey: String?
    /// `typealias Key = Int64`, where the key is not the model's `id`; `static let fullTextTable = "posts_fts"`.
    package var members: [String]
    /// `var userId: Column<Post, Int64> { Column("user_id") }`
    package var columns: [String]
    /// The parameter that is read from, `row` unless a property is called so.
    package var row: String
    package var statement: String
    /// `try self.init(id: columns.read(), title: columns.read())`, finished lines.
    package var reads: [String]
    /// `statement.bind(id)`
    package var binds: [String]
    /// `let comments = Relation<Post, [Comment]>.hasMany(…)`
    package var relations: [String]
    /// The key of several fields as a key of the table.
    package var compositeKey: [CompositeKeyPlan]
    /// `static func find(username: String, _ db: Database)`: one for each unique key.
    package var finders: [FinderPlan]
}

package struct CompositeKeyPlan: Sendable {
    package var type: String
    package var access: String
    package var count: Int
    /// The parameters, `statement` and `index` unless a field of the key is called so.
    package var statement: String
    package var index: String
    package var binds: [String]
    package var values: String
}

/// A finder by a unique key.
package struct FinderPlan: Sendable {
    package var documentation: String
    package var access: String
    package var type: String
    package var parameters: String
    /// The parameter for the database, `db` unless a field is called so; likewise the closure's.
    package var db: String
    /// What finds one row: `first`, or `Self.first` where a parameter is called so.
    package var first: String
    package var statement: String
    /// The condition, as a string literal.
    package var condition: String
    package var binds: [String]
}

/// What makes a draft a row.
package struct DraftRecordPlan: Sendable {
    package var type: String
    package var model: String
    package var access: String
    /// `static let table = DraftTable<Post>(columns: ["user_id", "title"])`, finished lines.
    package var table: [String]
    package var statement: String
    package var binds: [String]
    /// `record(rowID:)` or `record(filledBy:)`, head and body.
    package var record: [String]
}

/// A database: its type, the SQL of a fresh install, and the steps from older versions.
package struct DatabaseTypePlan: Sendable {
    package var documentation: [String]
    package var access: String
    package var name: String
    /// The arguments of its schema, finished lines.
    package var schema: [String]
    /// What it needs beyond ModelSQLite.
    package var additions: [TypeSpelling.Library]
    package var steps: [MigrationStepsPlan]
    /// The rows that steps in Swift find, by version.
    package var versions: [FrozenVersionPlan]
    /// At most one.
    package var earliest: [EarliestVersionPlan]
}

/// The tables as the steps in Swift of one version find them.
package struct FrozenVersionPlan: Sendable {
    package var documentation: [String]
    package var access: String
    package var database: String
    /// `Version4`
    package var name: String
    package var rows: [FrozenRowPlan]
}

/// A row of a table in the phase in which the steps of a version run.
package struct FrozenRowPlan: Sendable {
    /// An empty line before every row but the first.
    package var separators: [String]
    package var documentation: [String]
    package var access: String
    /// `PostsRow`
    package var name: String
    /// `BlogDatabase.Version4.PostsRow`
    package var type: String
    package var conformance: String
    /// `Table<PostsRow>`
    package var tableType: String
    /// The name of the table, as a string literal.
    package var table: String
    /// `TableColumn("userId", "user_id")`, or `"title"`.
    package var tableColumns: [String]
    /// The names of the key's columns, as string literals.
    package var key: String
    /// `var title: String`
    package var properties: [String]
    /// `title: row.read(String.self, 1),`
    package var reads: [String]
    /// `statement.bind(title, 2)`
    package var binds: [String]
}

/// The protocol that a migration's steps in Swift are written to.
package struct MigrationStepsPlan: Sendable {
    package var access: String
    /// `BlogMigrations`
    package var name: String
    package var database: String
    package var steps: [Step]
    /// `typealias Version4 = BlogDatabase.Version4`
    package var versions: [String]

    package struct Step: Sendable {
        package var documentation: String
        package var name: String
        package var literal: String
        /// The step as it is called: `fillSlugs`, or `self.db` where a parameter hides it.
        package var call: String
    }
}
