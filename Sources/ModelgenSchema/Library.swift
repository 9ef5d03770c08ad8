/// A module whose types generated code uses.
///
/// A schema may have a type with the name of one of its types, which is then qualified by the module, but hardly one with
/// the name of the module.
package enum Library: String, Sendable, CaseIterable {
    case swift = "Swift"
    case foundation = "Foundation"
    case runtime = "ModelRuntime"
    case transformers = "ModelTransformers"
    case dateFormats = "ModelDateFormats"
    case geometry = "ModelGeometry"
    case leniency = "ModelLeniency"
    case hooks = "ModelHooks"
    case patches = "ModelPatches"
    case sqlite = "ModelSQLite"
    case storedGeometry = "ModelGeometrySQLite"
    case migrations = "ModelMigrations"
    case queries = "ModelQueries"
    case storedValues = "ModelStoredValues"
    case adoption = "ModelAdoption"
    case autoMigration = "ModelAutoMigration"
    case relations = "ModelRelations"
    case fullText = "ModelFullText"
    case migrationRows = "ModelMigrationRows"
    case rest = "ModelREST"
    case transfers = "ModelTransfers"
    case pagination = "ModelPagination"
    case credentials = "ModelCredentials"
    case retries = "ModelRetries"
    case outcomes = "ModelOutcomes"
    case deepParameters = "ModelDeepParameters"
    case repository = "ModelRepository"
    case databaseRepository = "ModelRepositorySQLite"
}
