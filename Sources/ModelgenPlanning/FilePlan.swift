/// One output file, every decision taken: templates only print it.
package struct FilePlan: Sendable {
    /// `post.model.swift`
    package var name: String
    package var header: [String]
    package var imports: [ImportPlan]
    /// Names for types that only runtimes of the same contract have, and that only types of the user's with the declared
    /// forms give.
    package var contracts: [ContractPlan]
    /// What the file holds, one after the other, printed.
    package var parts: [String]
    /// How the types of the libraries are spelled in this schema.
    package var types: TypeSpelling

    /// What a file holds, one after the other, each printed by a template of its own.
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

/// A type that a file refers to so that it does not compile without it.
package struct ContractPlan: Sendable {
    package var name: String
    package var type: String
}

/// What a run was asked to make of a schema.
package struct GenerationOptions: Hashable, Sendable {
    package var access: AccessLevel
    package var emits: Set<Emission>
    /// Lines of the user's own above each file, as comments: a licence, say.
    package var header: [String]

    package init(
        access: AccessLevel = .internal, emits: Set<Emission> = Set(Emission.allCases), header: [String] = []
    ) {
        self.access = access
        self.emits = emits
        self.header = header
    }
}

/// Who sees the generated declarations.
package enum AccessLevel: String, Hashable, Sendable, Codable, CaseIterable {
    case `internal`
    case package
    case `public`

    /// The modifier as it stands before a declaration, with its space; nothing for `internal`, which Swift assumes.
    var modifier: String { self == .internal ? "" : rawValue + " " }
}

/// What can be generated beside the structs.
package enum Emission: String, Hashable, Sendable, Codable, CaseIterable {
    case json
    case sqlite
    case rest
}
