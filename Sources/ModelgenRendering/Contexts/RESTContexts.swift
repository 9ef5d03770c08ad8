import ModelgenPlanning

extension APIPlan: TemplateContext {
    package static let templateNames: [TemplateProperty<APIPlan>] = [
        .lines("documentation", \.documentation),
        .text("access", \.access),
        .text("name", \.name),
        .lines("defaults", \.defaults),
        .list("clients", \.clients),
    ]
}

extension APIPlan.Reference: TemplateContext {
    package static let templateNames: [TemplateProperty<APIPlan.Reference>] = [
        .text("access", \.access),
        .text("property", \.property),
        .text("type", \.type),
        .text("model", \.model),
    ]
}

extension ClientPlan: TemplateContext {
    package static let templateNames: [TemplateProperty<ClientPlan>] = [
        .text("access", \.access),
        .text("model", \.model),
        .text("protocolName", \.protocolName),
        .text("name", \.name),
        .list("query", \.query),
        .list("methods", \.methods),
        .list("responses") { $0.methods.filter { $0.responseDeclaration != nil } },
        .list("endpoints") { $0.methods.filter { $0.endpointDeclaration != nil } },
        .flag("hasConveniences") { !$0.conveniences.isEmpty },
        .lines("conveniences", \.conveniences),
    ]
}

extension QueryPlan: TemplateContext {
    package static let templateNames: [TemplateProperty<QueryPlan>] = [
        .text("access", \.access),
        .text("name", \.name),
        .text("model", \.model),
        .lines("properties", \.properties),
        .lines("signature", \.signature),
        .lines("assignments", \.assignments),
        .lines("parameters", \.parameters),
    ]
}

extension ClientMethodPlan: TemplateContext {
    package static let templateNames: [TemplateProperty<ClientMethodPlan>] = [
        .text("access", \.access),
        .text("summary", \.summary),
        .text("declaration", \.declaration),
        .text("body", \.body),
        .text("responseDeclaration", ifPresent: \.responseDeclaration),
        .text("responseBody", \.responseBody),
        .text("endpointDeclaration", ifPresent: \.endpointDeclaration),
        .lines("endpointBody", \.endpointBody),
    ]
}

extension RepositoryPlan: TemplateContext {
    package static let templateNames: [TemplateProperty<RepositoryPlan>] = [
        .text("access", \.access),
        .text("model", \.model),
        .text("type", \.type),
        .text("client", \.client),
        .text("cache", \.cache),
        .list("database", \.database),
        .text("storageCache", \.storageCache),
        .text("storage", \.storage),
        .lines("methods", \.methods),
    ]
}

extension DatabaseCachePlan: TemplateContext {
    package static let templateNames: [TemplateProperty<DatabaseCachePlan>] = [
        .text("access", \.access),
        .text("client", \.client),
        .text("name", \.name),
        .lines("lines", \.lines),
    ]
}
