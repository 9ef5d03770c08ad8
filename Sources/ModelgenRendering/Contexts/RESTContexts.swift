import ModelgenPlanning

extension APIPlan: TemplateContext {
    package static let templateNames: TemplateNames<APIPlan> = [
        .lines("documentation", \.documentation),
        .text("access", \.access),
        .text("name", \.name),
        .lines("defaults", \.defaults),
        .list("clients", \.clients),
    ]
}

extension APIPlan.Reference: TemplateContext {
    package static let templateNames: TemplateNames<APIPlan.Reference> = [
        .text("access", \.access),
        .text("property", \.property),
        .text("type", \.type),
        .text("model", \.model),
    ]
}

extension ClientPlan: TemplateContext {
    package static let templateNames: TemplateNames<ClientPlan> = [
        .text("access", \.access),
        .text("model", \.model),
        .text("protocolName", \.protocolName),
        .text("name", \.name),
        .text("endpoints", \.endpoints),
        .list("query", \.query),
        .lines("documentation", \.documentation),
        .lines("protocolHead", \.protocolHead),
        .flag("hasMethods") { !$0.requirements.isEmpty },
        .lines("requirements", \.requirements),
        .flag("hasConveniences") { !$0.conveniences.isEmpty },
        .lines("conveniences", \.conveniences),
        .lines("methods", \.methods),
        .flag("hasResponses") { !$0.responses.isEmpty },
        .lines("responses", \.responses),
        .lines("endpointsHead", \.endpointsHead),
        .lines("endpointTypes", \.endpointTypes),
        .text("resource", \.resource),
        .flag("hasEndpointFunctions") { !$0.endpointFunctions.isEmpty },
        .lines("endpointFunctions", \.endpointFunctions),
    ]
}

extension QueryPlan: TemplateContext {
    package static let templateNames: TemplateNames<QueryPlan> = [
        .text("access", \.access),
        .text("name", \.name),
        .text("model", \.model),
        .lines("properties", \.properties),
        .lines("signature", \.signature),
        .lines("assignments", \.assignments),
        .lines("parameters", \.parameters),
    ]
}

extension RepositoryPlan: TemplateContext {
    package static let templateNames: TemplateNames<RepositoryPlan> = [
        .text("access", \.access),
        .text("model", \.model),
        .text("type", \.type),
        .text("endpoints", \.endpoints),
        .flag("hasMembers") { !$0.members.isEmpty },
        .lines("members", \.members),
    ]
}
