import ModelgenSchema

/// The named queries of a model: a function for each, and the types of rows that are not models.
package struct QueriesPlan: Sendable {
    package var type: String
    package var access: String
    package var functions: [QueryFunctionPlan]
    /// `PerUser`
    package var rows: [StructurePlan]

    /// The transformers of parameters and columns, each with the type of its values.
    package var transformers: [(use: TransformerUse, type: FieldType)] { functions.flatMap(\.transformers) }
}

/// A named query as a function.
package struct QueryFunctionPlan: Sendable {
    package var documentation: [String]
    package var query: SwiftName
    /// The query's name as an identifier.
    package var name: String
    /// The parameters, in the order of their numbers in the SQL.
    package var parameters: [Shared<FieldPlan>]
    /// The parameter for the database: `db`, unless another one has that name; likewise the parameters of the closures.
    package var db: String
    package var statement: String
    package var row: String
    /// `[Post]`
    package var result: String
    /// The method that runs it: `fetch`, or `execute` for a statement without rows.
    package var call: String
    package var givesRows: Bool
    /// The SQL as a string literal, on several lines if it is long.
    package var sql: String
    /// How a row is read.
    package var reading: [RowReadingPlan]
    /// The transformers of its parameters and columns, each with the type of its values.
    package var transformers: [(use: TransformerUse, type: FieldType)]
}

/// How a row of a query becomes a value.
package struct RowReadingPlan: Sendable {
    /// The type of a row: `PerUser`, or `Self` if a member hides the model; nil for a single value.
    package var type: String?
    /// Whether the type's own `init(row:)` reads the rows.
    package var isRecord: Bool
    /// The columns, each with its index in the row.
    package var fields: [Shared<FieldPlan>]
    /// The index of the rowid.
    package var rowID: String?
}
