import ModelgenDatabase
import ModelgenPlanning

extension RecordPlan: TemplateContext {
    package static let templateNames: TemplateNames<RecordPlan> = [
        .text("type", \.type),
        .text("access", \.access),
        .text("conformance", \.conformance),
        .text("tableType", \.tableType),
        .text("table", \.table),
        .lines("tableColumns", \.tableColumns),
        .text("primaryKey", ifPresent: \.primaryKey),
        .lines("members", \.members),
        .lines("columns", \.columns),
        .text("row", \.row),
        .text("rowParameter") { $0.row == "row" ? "row" : "row \($0.row)" },
        .text("statement", \.statement),
        .lines("reads", \.reads),
        .lines("binds", \.binds),
        .flag("hasRelations") { !$0.relations.isEmpty },
        .lines("relations", \.relations),
        .list("compositeKey", \.compositeKey),
        .list("finders", \.finders),
    ]
}

extension CompositeKeyPlan: TemplateContext {
    package static let templateNames: TemplateNames<CompositeKeyPlan> = [
        .text("type", \.type),
        .text("access", \.access),
        .text("count") { String($0.count) },
        .text("statementParameter") { "keyTo \($0.statement)" },
        .text("indexParameter") { "from \($0.index)" },
        .lines("binds", \.binds),
        .text("values", \.values),
    ]
}

extension FinderPlan: TemplateContext {
    package static let templateNames: TemplateNames<FinderPlan> = [
        .text("documentation", \.documentation),
        .text("access", \.access),
        .text("type", \.type),
        .text("parameters", \.parameters),
        .text("db", \.db),
        .text("first", \.first),
        .text("statement", \.statement),
        .text("condition", \.condition),
        .lines("binds", \.binds),
    ]
}

extension DraftRecordPlan: TemplateContext {
    package static let templateNames: TemplateNames<DraftRecordPlan> = [
        .text("type", \.type),
        .text("model", \.model),
        .text("access", \.access),
        .lines("table", \.table),
        .text("statement", \.statement),
        .lines("binds", \.binds),
        .lines("record", \.record),
    ]
}

extension QueriesPlan: TemplateContext {
    package static let templateNames: TemplateNames<QueriesPlan> = [
        .text("type", \.type),
        .lines("functions", \.functions),
        .list("rows", \.rows),
    ]
}

extension DatabaseTypePlan: TemplateContext {
    package static let templateNames: TemplateNames<DatabaseTypePlan> = [
        .lines("documentation", \.documentation),
        .text("access", \.access),
        .flag("isExported") { !$0.access.isEmpty },
        .text("name", \.name),
        .lines("schema", \.schema),
        .list("steps", \.steps),
        .list("versions", \.versions),
        .list("earliest", \.earliest),
    ]
}

extension EarliestVersionPlan: TemplateContext {
    package static let templateNames: TemplateNames<EarliestVersionPlan> = [
        .text("access", \.access),
        .text("database", \.database),
        .text("version", \.version),
        .lines("arguments", \.arguments),
    ]
}

extension FrozenVersionPlan: TemplateContext {
    package static let templateNames: TemplateNames<FrozenVersionPlan> = [
        .lines("documentation", \.documentation),
        .text("access", \.access),
        .text("database", \.database),
        .text("name", \.name),
        .list("rows", \.rows),
    ]
}

extension FrozenRowPlan: TemplateContext {
    package static let templateNames: TemplateNames<FrozenRowPlan> = [
        .lines("separators", \.separators),
        .lines("documentation", \.documentation),
        .text("access", \.access),
        .text("name", \.name),
        .text("type", \.type),
        .text("conformance", \.conformance),
        .text("tableType", \.tableType),
        .text("table", \.table),
        .lines("tableColumns", \.tableColumns),
        .text("key", \.key),
        .lines("properties", \.properties),
        .lines("reads", \.reads),
        .lines("binds", \.binds),
    ]
}

extension MigrationStepsPlan: TemplateContext {
    package static let templateNames: TemplateNames<MigrationStepsPlan> = [
        .text("access", \.access),
        .text("name", \.name),
        .text("database", \.database),
        .list("steps", \.steps),
        .lines("versions", \.versions),
    ]
}

extension MigrationStepsPlan.Step: TemplateContext {
    package static let templateNames: TemplateNames<MigrationStepsPlan.Step> = [
        .text("documentation", \.documentation),
        .text("name", \.name),
        .text("literal", \.literal),
        .text("call", \.call),
    ]
}
