import ModelgenPlanning

extension APIPlan: TemplateContext {
    package static let templateNames: TemplateNames<APIPlan> = [
        .text("access", \.access),
        .flag("isExported") { !$0.access.isEmpty },
        .text("name", \.name),
        .text("baseURL", \.baseURL),
        .text("basePath", ifPresent: \.basePath),
        .flag("hasHeaders") { !$0.headers.isEmpty },
        .list("headers", \.headers),
        .list("settings", \.settings),
        .flag("isXML", \.isXML),
        .list("envelope", \.envelope),
        .list("failure", \.failure),
        .list("pagination", \.pagination),
        .flag("hasCredentials") { !$0.credentials.isEmpty },
        .list("credentials", \.credentials),
        .text("credential", ifPresent: \.credential),
        .flag("hasCredentialNames") { !$0.credentialNames.isEmpty },
        .lines("credentialNames", \.credentialNames),
        .text("attempts", ifPresent: \.attempts),
        .flag("changesMethod", \.changesMethod),
        .flag("hasClients") { !$0.clients.isEmpty },
        .flag("documentsClients") { $0.clients.contains { !$0.documentation.isEmpty } },
        .list("clients", \.clients),
    ]
}

extension APIPlan.Entry: TemplateContext {
    package static let templateNames: TemplateNames<APIPlan.Entry> = [
        .text("key", \.key),
        .text("value", \.value),
        .flag("isInQuery", \.isInQuery),
    ]
}

extension APIPlan.EnvelopePlan: TemplateContext {
    package static let templateNames: TemplateNames<APIPlan.EnvelopePlan> = [
        .text("object", ifPresent: \.object),
        .text("list", ifPresent: \.list),
        .text("meta", ifPresent: \.meta),
        .text("body", ifPresent: \.body),
    ]
}

extension APIPlan.FailurePlan: TemplateContext {
    package static let templateNames: TemplateNames<APIPlan.FailurePlan> = [
        .text("code", ifPresent: \.code),
        .text("success", ifPresent: \.success),
        .text("message", ifPresent: \.message),
    ]
}

extension APIPlan.PaginationPlan: TemplateContext {
    package static let templateNames: TemplateNames<APIPlan.PaginationPlan> = [
        .text("kind", \.kind),
        .flag("hasArguments") { $0.kind != "link" },
        .text("start", ifPresent: \.start),
        .text("limit", ifPresent: \.limit),
        .text("number", ifPresent: \.number),
        .text("size", ifPresent: \.size),
        .text("parameter", ifPresent: \.parameter),
        .text("next", ifPresent: \.next),
        .text("key", ifPresent: \.key),
        .text("more", ifPresent: \.more),
        .flag("endsShort", \.endsShort),
        .text("total", ifPresent: \.total),
    ]
}

extension APIPlan.CredentialPlan: TemplateContext {
    package static let templateNames: TemplateNames<APIPlan.CredentialPlan> = [
        .text("scheme", \.scheme),
        .text("key", ifPresent: \.key),
        .text("literal", ifPresent: \.name),
    ]
}

extension APIPlan.Reference: TemplateContext {
    package static let templateNames: TemplateNames<APIPlan.Reference> = [
        .lines("documentation", \.documentation),
        .text("access", \.access),
        .text("property", \.property),
        .text("type", \.type),
        .text("expression", \.expression),
        .flag("isInManyPlaces") { !$0.parameters.isEmpty },
        .flag("hidesClient") { $0.parameters.contains { $0.name == "client" } },
        .list("parameters", \.parameters),
    ]
}
