/// One output file with every decision made: templates only print it.
package struct FilePlan: Sendable {
    /// `post.model.swift`
    package var name: String
    package var header: [String]
    package var imports: [ImportPlan]
    /// Aliases of types that exist only in runtimes of the same contract, or only if the user's types have the declared
    /// forms.
    package var contracts: [ContractPlan]
    /// The printed parts of the file, in order.
    package var parts: [String]
    /// How the types of the libraries are written in this schema.
    package var types: TypeSpelling

    /// The parts of a file, in order; each is printed by a template.
    package enum Part: Sendable {
        case enumeration(EnumerationPlan)
        case oneOf(OneOfPlan)
        case structure(StructurePlan)
        case draft(DraftPlan)
        case patch(PatchPlan)
        case json(JSONPlan)
        case record(RecordPlan)
        case conformance(ConformancePlan)
        case draftRecord(DraftRecordPlan)
        case queries(QueriesPlan)
        case database(DatabaseTypePlan)
        case client(ClientPlan)
        case repository(RepositoryPlan)
        case api(APIPlan)
        case description(DescriptionPlan)
    }
}

/// A module that a file imports.
package struct ImportPlan: Sendable {
    /// `public `, or nothing.
    package var access: String
    package var module: String
    /// Whether only some platforms have it.
    package var isPlatforms = false
}

/// A type that a file refers to so that it fails to compile without it.
package struct ContractPlan: Sendable {
    package var name: String
    package var type: String
}

/// What a run should generate.
package struct GenerationOptions: Hashable, Sendable {
    package var access: AccessLevel
    package var emits: Set<Emission>
    /// The user's own lines at the top of each file, as comments, such as a licence.
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

/// The access level of the generated declarations.
package enum AccessLevel: String, Hashable, Sendable, Codable, CaseIterable {
    case `internal`
    case package
    case `public`

    /// The modifier in front of a declaration, with its space; empty for `internal`, Swift's default.
    var modifier: String { self == .internal ? "" : rawValue + " " }
}

/// What can be generated besides the structs.
package enum Emission: String, Hashable, Sendable, Codable, CaseIterable {
    case json
    case sqlite
    case rest
}
