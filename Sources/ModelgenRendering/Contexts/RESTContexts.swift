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
        .text("type", \.type),
        .lines("protocols", \.protocols),
        .text("resource", \.resource),
        .text("path", \.path),
        .list("key", \.key),
        .list("query", \.query),
        .list("operations", \.operations),
    ]
}

extension ClientPlan.KeyPlan: TemplateContext {
    package static let templateNames: TemplateNames<ClientPlan.KeyPlan> = [
        .text("access", \.access),
        .text("type", \.type),
        .text("property", \.property),
        .flag("isID", \.isID),
    ]
}

extension QueryPlan: TemplateContext {
    package static let templateNames: TemplateNames<QueryPlan> = [
        .text("access", \.access),
        .text("model", \.model),
        .flag("isOptional", \.isOptional),
        .flag("isExported") { !$0.access.isEmpty },
        .list("parameters", \.parameters),
    ]
}

extension ParameterPlan: TemplateContext {
    package static let templateNames: TemplateNames<ParameterPlan> = [
        .text("label", \.label),
        .text("name", \.name),
        .text("type", \.type),
        .flag("isOptional", \.isOptional),
        .text("key", \.key),
        .text("value", \.value),
    ]
}

extension EndpointPlan: TemplateContext {
    package static let templateNames: TemplateNames<EndpointPlan> = [
        .text("access", \.access),
        .lines("documentation", \.documentation),
        .text("name", \.name),
        .list("parameters", \.parameters),
        .text("place", ifPresent: \.place),
        .text("result", \.result),
        .list("alias", \.alias),
        .list("request", \.request),
    ]
}

extension EndpointPlan.Alias: TemplateContext {
    package static let templateNames: TemplateNames<EndpointPlan.Alias> = [
        .text("name", \.name),
        .list("arguments", \.arguments),
    ]
}

extension EndpointPlan.ArgumentPlan: TemplateContext {
    package static let templateNames: TemplateNames<EndpointPlan.ArgumentPlan> = [
        .text("label", ifPresent: \.label),
        .text("value", \.value),
    ]
}

extension RequestPlan: TemplateContext {
    package static let templateNames: TemplateNames<RequestPlan> = [
        .text("operation", \.operation),
        .text("method", \.method),
        .text("path", \.path),
        .text("queryValue", ifPresent: \.queryValue),
        .text("bodyFormat", ifPresent: \.bodyFormat),
        .text("bodyValue", ifPresent: \.bodyValue),
        .text("shape", \.shape),
        .text("root", ifPresent: \.root),
        .list("query", \.query),
        .list("headers", \.headers),
        .list("form", \.form),
        .list("parts", \.parts),
        .text("timeout", ifPresent: \.timeout),
    ]
}

extension RepositoryPlan: TemplateContext {
    package static let templateNames: TemplateNames<RepositoryPlan> = [
        .text("access", \.access),
        .text("model", \.model),
        .text("type", \.type),
        .flag("hasMembers") { !$0.members.isEmpty },
        .lines("members", \.members),
    ]
}
