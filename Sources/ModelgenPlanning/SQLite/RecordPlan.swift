import ModelgenSchema

/// A model as the row of a table: its columns, and how each is read and bound.
package struct RecordPlan: Sendable {
    package var model: String
    package var access: String
    /// `KeyedRecord`, `RowIDRecord` or `TableRecord`, and `FullTextRecord`.
    package var protocols: [String]
    /// The name of the table, as a string literal.
    package var table: String
    /// Whether it is a table, not a view.
    package var isTable: Bool
    /// The names of the key's columns, as string literals.
    package var keyColumns: [String]
    /// The name of SQLite's rowid, as a string literal, if it is the key.
    package var rowIDColumn: String?
    /// The key, if it is not the model's `id`.
    package var key: [KeyPlan]
    /// The only field of the key, if a transformer changes its stored form.
    package var transformedKey: [Shared<FieldPlan>]
    /// The name of the table's full-text index, as a string literal.
    package var fullTextTable: String?
    /// The fields that have a column, in the order of the table, and all fields, in the order of the initializer.
    package var columns: [Shared<FieldPlan>]
    package var fields: [Shared<FieldPlan>]
    /// Whether the code that reads and writes its JSON also reads and writes its row.
    package var isSharedWithJSON: Bool
    /// The parameter for the source: `columns`, unless a property has that name; likewise the other.
    package var reader: String
    package var statement: String
    package var relations: [RelationPlan]
    /// The key of several fields.
    package var compositeKey: [CompositeKeyPlan]
    /// The finders, one for each unique key.
    package var finders: [FinderPlan]
}

/// A relation to another model.
package struct RelationPlan: Sendable {
    package var name: String
    /// `hasMany`
    package var kind: String
    /// `[Comment]`, `User?`
    package var result: String
    /// The property of the model, and its column as a string literal.
    package var property: String
    package var column: String
    /// The column of the intermediate rows, if there are any.
    package var through: [RelatedColumnPlan]
    /// The columns that are compared, from the model outwards.
    package var columns: [RelatedColumnPlan]
    /// Whether an index, not just the key, finds the rows by the first of these columns.
    package var isIndexed: Bool
}

/// A column of another model: `Post.columns.userId`.
package struct RelatedColumnPlan: Sendable {
    package var model: String
    package var property: String
    package var isOrdered: Bool
    /// The collation with which it is compared, as a string literal, if it is not its own.
    package var collation: String?
}

package struct CompositeKeyPlan: Sendable {
    package var type: String
    package var access: String
    /// The parameter: `statement`, unless a field of the key has that name.
    package var statement: String
    package var fields: [Shared<FieldPlan>]
}

/// A finder by a unique key.
package struct FinderPlan: Sendable {
    /// `` `name` and `place` ``
    package var names: String
    package var fields: [Shared<FieldPlan>]
    /// The parameter for the database: `db`, unless a field has that name.
    package var db: String
    /// Whether a parameter has the name of `first`, the method that finds a row.
    package var hidesFirst: Bool
    /// The condition, as a string literal.
    package var condition: String
}

/// A draft as a row.
package struct DraftRecordPlan: Sendable {
    package var type: String
    package var model: String
    package var access: String
    package var statement: String
    /// Whether the model's code binds its columns.
    package var isBoundByModel: Bool
    /// The fields that have a column, in the order of the table.
    package var columns: [Shared<FieldPlan>]
    /// The fields that SQLite assigns.
    package var filled: [Shared<FieldPlan>]
    /// The fields that the draft does not have, each with its index among them.
    package var assigned: [Shared<FieldPlan>]
    /// The parameter `row`, unless a property has that name.
    package var row: String
    /// `Post`, or `.init` if a member hides it.
    package var constructor: String
}
