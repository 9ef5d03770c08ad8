import ModelgenSchema

/// One output file with every decision made. Templates only print it.
package struct FilePlan: Sendable {
    /// `post.model.swift`
    package var name: String
    package var header: [String]
    package var imports: [ImportPlan]
    /// Aliases of types that exist only in a runtime of the same contract, or only if the user's types have the
    /// declared conversions.
    package var contracts: [ContractPlan]
    /// The printed parts of the file, in order.
    package var parts: [String]
    /// How the libraries' types are written in this schema.
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
    /// `public `, `package ` or nothing.
    package var access: String
    package var module: String
    /// Whether it is a `package import`: declarations with that access name its types.
    package var isPackages: Bool { access == AccessLevel.package.modifier }
    /// Whether the module exists only on some platforms.
    package var isPlatforms = false
}

/// A type that a file refers to so that it fails to compile without it.
package struct ContractPlan: Sendable {
    package var name: String
    package var type: String
}
