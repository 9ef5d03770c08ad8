import ModelgenSchema

/// What a run should generate.
package struct GenerationOptions: Hashable, Sendable {
    package var access: AccessLevel
    package var emits: Set<Emission>
    /// The user's lines at the top of each file, such as a license, as comments.
    package var header: [String]
    /// Whether JSON and rows with the same fields are read and written by the same code, if the templates support it.
    package var sharesFields = true

    package init(
        access: AccessLevel = .internal, emits: Set<Emission> = Set(Emission.allCases), header: [String] = []
    ) {
        self.access = access
        self.emits = emits
        self.header = header
    }
}

extension Schema {
    /// The schema without the tables and clients that are not generated.
    package func emitting(_ emits: Set<Emission>) -> Schema {
        var schema = self
        if !emits.contains(.sqlite) {
            schema.databases = []
            for index in schema.models.indices {
                schema.models[index].storage = .none
                schema.models[index].relations = []
                schema.models[index].queries = []
            }
        }
        if !emits.contains(.rest) {
            schema.apis = []
            for index in schema.models.indices { schema.models[index].client = nil }
        }
        return schema
    }
}

extension AccessLevel {
    /// The modifier in front of a declaration, with its space; empty for `internal`, Swift's default.
    var modifier: String { self == .internal ? "" : rawValue + " " }
}
