import ModelgenPlanning

extension RepositoryPlan: TemplateContext {
    package static let templateNames: TemplateNames<RepositoryPlan> = [
        .text("access", \.access),
        .text("name", \.name),
        .text("model", \.model),
        .text("type", \.type),
        .text("expression", \.expression),
        .flag("hasCache") { !$0.cache.isEmpty },
        .list("cache", \.cache),
    ]
}

extension DatabaseCachePlan: TemplateContext {
    package static let templateNames: TemplateNames<DatabaseCachePlan> = [
        .text("database", \.database),
        .flag("isPlain", \.isPlain),
        .flag("hasLocalColumns") { !$0.localColumns.isEmpty },
        .lines("localColumns", \.localColumns),
        .list("nested", \.nested),
        .flag("isKeyedByProgram", \.isKeyedByProgram),
        .list("complete", \.complete),
        .flag("isPlaced", \.isPlaced),
    ]
}

extension NestedRowsPlan: TemplateContext {
    package static let templateNames: TemplateNames<NestedRowsPlan> = [
        .text("variable", ifPresent: \.variable),
        .text("tree", ifPresent: \.tree),
        .text("treeVariable", \.treeVariable),
        .list("rows", \.rows),
    ]
}

extension NestedRowsPlan.Row: TemplateContext {
    package static let templateNames: TemplateNames<NestedRowsPlan.Row> = [
        .text("property", \.property),
        .flag("hasLocalColumns") { !$0.localColumns.isEmpty },
        .lines("localColumns", \.localColumns),
        .list("nested", \.nested),
    ]
}

extension CompleteListPlan: TemplateContext {
    package static let templateNames: TemplateNames<CompleteListPlan> = [
        .flag("usesQuery", \.usesQuery),
        .flag("hasUnanswered") { !$0.unanswered.isEmpty },
        .lines("unanswered", \.unanswered),
        .list("matches", \.matches),
    ]
}

extension MatchPlan: TemplateContext {
    package static let templateNames: TemplateNames<MatchPlan> = [
        .flag("isKeys", \.isKeys),
        .flag("isNullable", \.isNullable),
        .text("property", \.property),
        .text("parameter", ifPresent: \.parameter),
        .text("constant", ifPresent: \.constant),
    ]
}
