import ModelgenDatabase
import ModelgenPlanning

extension DatabaseTypePlan: TemplateContext {
    package static let templateNames: TemplateNames<DatabaseTypePlan> = [
        .text("access", \.access),
        .flag("isExported") { !$0.access.isEmpty },
        .text("name", \.name),
        .flag("isMigrated") { $0.additions.contains(.migrations) },
        .text("literal", \.literal),
        .text("version", \.version),
        .text("oldest", ifPresent: \.oldest),
        .text("applicationID", \.applicationID),
        .flag("isOwnedByVersion", \.isOwnedByVersion),
        .text("mode", ifPresent: \.mode),
        .flag("hasFills") { !$0.fills.isEmpty },
        .list("fills", \.fills),
        .lines("create", \.create),
        .flag("hasMigrations") { !$0.migrations.isEmpty },
        .list("migrations", \.migrations),
        .flag("hasAdoptable") { !$0.adoptable.isEmpty },
        .list("adoptable", \.adoptable),
        .list("steps", \.steps),
        .list("versions", \.versions),
        .list("earliest", \.earliest),
    ]
}

extension DatabaseTypePlan.TableFills: TemplateContext {
    package static let templateNames: TemplateNames<DatabaseTypePlan.TableFills> = [
        .text("table", \.table),
        .list("columns", \.columns),
    ]
}

extension DatabaseTypePlan.ColumnFill: TemplateContext {
    package static let templateNames: TemplateNames<DatabaseTypePlan.ColumnFill> = [
        .text("column", \.column),
        .text("sql", ifPresent: \.sql),
    ]
}

extension DatabaseMigrationPlan: TemplateContext {
    package static let templateNames: TemplateNames<DatabaseMigrationPlan> = [
        .text("version", \.version),
        .flag("hasSteps") { !$0.steps.isEmpty },
        .list("steps", \.steps),
    ]
}

extension DatabaseMigrationPlan.Step: TemplateContext {
    package static let templateNames: TemplateNames<DatabaseMigrationPlan.Step> = [
        .text("sql", ifPresent: { if case .sql(let sql) = $0 { sql } else { nil } }),
        .text("swift", ifPresent: { if case .swift(let name) = $0 { name } else { nil } }),
        .text("droppedTable", ifPresent: { if case .dropTable(let table) = $0 { table } else { nil } }),
        .flag("isRebuild") { $0.rebuild != nil },
        .text("table", ifPresent: { $0.rebuild?.table }),
        .text("create", ifPresent: { $0.rebuild?.create }),
        .text("copy", ifPresent: { $0.rebuild?.copy }),
        .flag("isCounterKept") { $0.rebuild?.isCounterKept ?? false },
        .flag("hasDropped") { $0.rebuild?.dropped.isEmpty == false },
        .lines("dropped") { $0.rebuild?.dropped ?? [] },
    ]

    private var rebuild: DatabaseMigrationPlan.Rebuild? {
        if case .rebuild(let rebuild) = self { rebuild } else { nil }
    }
}

extension AdoptableTypePlan: TemplateContext {
    package static let templateNames: TemplateNames<AdoptableTypePlan> = [
        .text("version", \.version),
        .flag("hasStatements") { $0.create != nil },
        .lines("create") { $0.create ?? [] },
    ]
}

extension EarliestVersionPlan: TemplateContext {
    package static let templateNames: TemplateNames<EarliestVersionPlan> = [
        .text("access", \.access),
        .text("database", \.database),
        .text("version", \.version),
        .lines("create", \.create),
        .flag("hasSamples") { !$0.samples.isEmpty },
        .list("samples", \.samples),
        .flag("hasModels") { !$0.models.isEmpty },
        .lines("models", \.models),
    ]
}

extension ColumnSamplePlan: TemplateContext {
    package static let templateNames: TemplateNames<ColumnSamplePlan> = [
        .text("table", \.table),
        .text("column", \.column),
        .text("since", ifPresent: \.since),
        .text("form", \.form),
        .text("pattern", ifPresent: \.pattern),
        .flag("hasValues") { $0.form == "values" },
        .lines("values", \.values),
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
        .lines("documentation", \.documentation),
        .text("access", \.access),
        .text("name", \.name),
        .text("type", \.type),
        .text("conformance", \.conformance),
        .text("table", \.table),
        .lines("key", \.key),
        .list("fields", \.fields),
    ]
}

extension FrozenFieldPlan: TemplateContext {
    package static let templateNames: TemplateNames<FrozenFieldPlan> = [
        .text("name", \.name),
        .text("label", \.label),
        .text("literal", \.literal),
        .text("column", \.column),
        .text("type", \.type),
        .flag("isOptional", \.isOptional),
        .flag("isPlain") { $0.isNamedAlike && !$0.isFilled },
        .flag("isNamedAlike", \.isNamedAlike),
        .flag("isVariable", \.isVariable),
        .flag("isFilled", \.isFilled),
        .flag("isBound", \.isBound),
        .flag("isHidden") { $0.name == "statement" },
        .text("index") { String($0.index) },
    ]
}

extension MigrationStepsPlan: TemplateContext {
    package static let templateNames: TemplateNames<MigrationStepsPlan> = [
        .text("access", \.access),
        .text("name", \.name),
        .text("database", \.database),
        .text("type", \.type),
        .list("steps", \.steps),
        .lines("versions", \.versions),
    ]
}

extension MigrationStepsPlan.Step: TemplateContext {
    package static let templateNames: TemplateNames<MigrationStepsPlan.Step> = [
        .text("documentation", \.documentation),
        .text("name", \.name),
        .text("literal", \.literal),
        .flag("isHidden", \.isHidden),
    ]
}
