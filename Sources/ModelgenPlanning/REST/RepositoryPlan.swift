/// The model's `Repository`, which combines its client with a cache.
package struct RepositoryPlan: Sendable {
    package var access: String
    /// `Repository`, inside the model. With rows as its cache, the runtime declares it.
    package var name: String
    package var model: String
    /// `Post`, as a type, and at the beginning of an expression.
    package var type: String
    package var expression: String
    /// The rows of its cache, if the model has a table.
    package var cache: [DatabaseCachePlan]
}

/// How the server's responses become rows.
package struct DatabaseCachePlan: Sendable {
    /// `BlogDatabase`
    package var database: String
    /// The columns that the server does not know, as string literals.
    package var localColumns: [String]
    package var nested: [NestedRowsPlan]
    /// Whether the program creates keys, so that a row missing from the server's list may be new.
    package var isKeyedByProgram: Bool
    /// The rows that a complete list covers.
    package var complete: [CompleteListPlan]
    /// Whether the rows belong to one of several places.
    package var isPlaced: Bool

    /// Whether the runtime's defaults suffice: every column comes from the server, and no list is complete.
    package var isPlain: Bool { localColumns.isEmpty && nested.isEmpty && complete.isEmpty }
}

/// The rows of the objects inside a model.
package struct NestedRowsPlan: Sendable {
    /// The name of the parameter for the enclosing rows, if they occur here again.
    package var variable: String?
    /// The model whose rows occur inside its own, and the parameter for them.
    package var tree: String?
    package var treeVariable = ""
    package var rows: [Row] = []

    package struct Row: Sendable {
        package var property: String
        package var localColumns: [String]
        package var nested: [NestedRowsPlan]
    }
}

/// The rows that a complete list's query matches.
package struct CompleteListPlan: Sendable {
    /// The parameters that no field corresponds to. If one is given, the matching rows are unknown.
    package var unanswered: [String] = []
    package var matches: [MatchPlan] = []

    package var usesQuery: Bool { !unanswered.isEmpty || matches.contains { $0.parameter != nil } }
}

/// A property that equals a query parameter or a constant.
package struct MatchPlan: Sendable {
    package var isKeys: Bool
    package var isNullable: Bool
    package var property: String
    package var parameter: String?
    package var constant: String?
}
