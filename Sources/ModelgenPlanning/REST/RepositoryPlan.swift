/// What joins a model's client with a cache: the model's `Repository`.
package struct RepositoryPlan: Sendable {
    package var access: String
    /// `Repository`, within the model.
    package var name: String
    package var model: String
    /// `Post`, as a type, and where an expression begins.
    package var type: String
    package var expression: String
    /// The rows that it keeps what it knows in, if the model has a table.
    package var cache: [DatabaseCachePlan]
    /// Lists by the names of their parameters, which the runtime's repository does not have.
    package var lists: [RepositoryListPlan]
}

/// A list as a function of a repository.
package struct RepositoryListPlan: Sendable {
    /// `list`, or `all` for all pages.
    package var name: String
    package var isWhole: Bool
    package var parameters: [ParameterPlan]
    /// Whether a parameter has the name of the function.
    package var isHidden: Bool
    /// The parameter for the policy, `policy` unless another one is called so.
    package var policy: String
}

/// How the answers of a server become rows.
package struct DatabaseCachePlan: Sendable {
    /// `BlogDatabase`
    package var database: String
    /// The columns that the server knows nothing of, as string literals.
    package var localColumns: [String]
    package var nested: [NestedRowsPlan]
    /// Whether the program makes keys, so that a row that the server does not list may be a new one.
    package var isKeyedByProgram: Bool
    /// What a complete list says.
    package var complete: [CompleteListPlan]
    /// Whether rows are of one place among several.
    package var isPlaced: Bool
}

/// The rows of the objects within a model.
package struct NestedRowsPlan: Sendable {
    /// The rows around these that occur here again, by the name of the parameter that they are.
    package var variable: String?
    /// The model whose rows occur within its own, and the parameter that they are.
    package var tree: String?
    package var treeVariable = ""
    package var rows: [Row] = []

    package struct Row: Sendable {
        package var property: String
        package var localColumns: [String]
        package var nested: [NestedRowsPlan]
    }
}

/// Which rows the query of a complete list is about.
package struct CompleteListPlan: Sendable {
    /// Whether that can be known.
    package var isKnown: Bool
    /// The parameters that rows say nothing about: if one is given, nothing is known.
    package var unanswered: [String] = []
    package var matches: [MatchPlan] = []

    package var usesQuery: Bool { isKnown && (!unanswered.isEmpty || matches.contains { $0.parameter != nil }) }
}

/// A property that a parameter of the query, or a constant, is the value of.
package struct MatchPlan: Sendable {
    package var isKeys: Bool
    package var isNullable: Bool
    package var property: String
    package var parameter: String?
    package var constant: String?
}
