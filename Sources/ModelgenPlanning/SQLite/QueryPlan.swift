/// The named queries of a model: a function for each, and the types of rows that are no model's.
package struct QueriesPlan: Sendable {
    package var type: String
    /// The functions with their documentation, finished lines; an empty one between two functions.
    package var functions: [String]
    /// `PerUser`
    package var rows: [StructurePlan]
}
