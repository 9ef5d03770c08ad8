import ModelgenPlanning

/// The templates for a part of a file, and the names that each may use.
enum TemplatePart: String, CaseIterable {
    case file
    case enumeration
    case oneOf = "one-of"
    case structure
    case draft
    case patch
    case description
    case json
    case record
    case conformance
    case draftRecord = "draft-record"
    case queries
    case database
    case client
    case repository
    case nestedRows = "nested-rows"
    case parameter
    case pagination
    case api

    var context: any TemplateContext.Type {
        switch self {
        case .file: PrintedFile.self
        case .enumeration: EnumerationPlan.self
        case .oneOf: OneOfPlan.self
        case .structure: StructurePlan.self
        case .draft: DraftPlan.self
        case .patch: PatchPlan.self
        case .description: DescriptionPlan.self
        case .json: JSONPlan.self
        case .record: RecordPlan.self
        case .conformance: ConformancePlan.self
        case .draftRecord: DraftRecordPlan.self
        case .queries: QueriesPlan.self
        case .database: DatabaseTypePlan.self
        case .client: ClientPlan.self
        case .repository: RepositoryPlan.self
        case .nestedRows: NestedRowsPlan.self
        case .parameter: ParameterPlan.self
        case .pagination: APIPlan.PaginationPlan.self
        case .api: APIPlan.self
        }
    }
}

extension FilePlan.Part {
    /// The template of the part, and its plan as seen by that template.
    var template: (part: TemplatePart, context: any TemplateContext) {
        switch self {
        case .enumeration(let plan): (.enumeration, plan)
        case .oneOf(let plan): (.oneOf, plan)
        case .structure(let plan): (.structure, plan)
        case .draft(let plan): (.draft, plan)
        case .patch(let plan): (.patch, plan)
        case .description(let plan): (.description, plan)
        case .json(let plan): (.json, plan)
        case .record(let plan): (.record, plan)
        case .conformance(let plan): (.conformance, plan)
        case .draftRecord(let plan): (.draftRecord, plan)
        case .queries(let plan): (.queries, plan)
        case .database(let plan): (.database, plan)
        case .client(let plan): (.client, plan)
        case .repository(let plan): (.repository, plan)
        case .api(let plan): (.api, plan)
        }
    }
}
