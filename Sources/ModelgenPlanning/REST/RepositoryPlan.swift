/// What joins a model's client with a cache: the model's `Repository`.
package struct RepositoryPlan: Sendable {
    package var access: String
    /// `Repository`, within the model.
    package var name: String
    package var model: String
    /// `Post`, as a type.
    package var type: String
    /// What the runtime's repository does not have; finished lines, a member each with an empty line between.
    package var members: [String]
    /// Whether it can keep what it knows as rows.
    package var hasTable: Bool
}
