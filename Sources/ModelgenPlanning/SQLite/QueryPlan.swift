/// The named queries of a model: a function for each, and the types of rows that are no model's.
package struct QueriesPlan: Sendable {
    package var type: String
    package var access: String
    package var functions: [QueryFunctionPlan]
    /// `PerUser`
    package var rows: [StructurePlan]
}

/// A named query as a function.
package struct QueryFunctionPlan: Sendable {
    package var documentation: [String]
    package var name: String
    /// The parameters, each with its number in the SQL.
    package var parameters: [FieldPlan]
    /// The parameter for the database, `db` unless another one is called so; likewise those of the closures.
    package var db: String
    package var statement: String
    package var row: String
    /// `[Post]`
    package var result: String
    /// What runs it: `fetch`, or `execute` for a statement that gives no rows.
    package var call: String
    package var givesRows: Bool
    /// The SQL as a string literal; of several lines where it is long.
    package var sql: String
    /// How a row is read.
    package var reading: [RowReadingPlan]
}

/// How a row of a query becomes a value.
package struct RowReadingPlan: Sendable {
    /// `PerUser`, or `Self` where a member hides the model; nil for a single value.
    package var type: String?
    /// Whether the type reads its rows by itself, as they come.
    package var isRecord: Bool
    /// The columns, each with its place in the row.
    package var fields: [FieldPlan]
    /// The place of the rowid.
    package var rowID: String?
}
