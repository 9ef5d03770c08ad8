import ModelgenPlanning

extension ClientPlan: TemplateContext {
    package static let templateNames: TemplateNames<ClientPlan> = [
        .text("access", \.access),
        .text("model", \.model),
        .text("type", \.type),
        .lines("protocols", \.protocols),
        .text("resource", \.resource),
        .text("path", \.path),
        .flag("isKeySecret", \.isKeySecret),
        .text("keyForm", ifPresent: \.keyForm),
        .flag("isInManyPlaces") { !$0.pathParameters.isEmpty },
        .list("pathParameters", \.pathParameters),
        .lines("filled", \.filled),
        .lines("held", \.held),
        .lines("missing", \.missing),
        .list("key", \.key),
        .list("query", \.query),
        .list("lookup", \.lookup),
        .list("operations", \.operations),
    ]
}

extension LookupPlan: TemplateContext {
    package static let templateNames: TemplateNames<LookupPlan> = [
        .text("access", \.access),
        .text("key", \.key),
        .text("arguments", \.arguments),
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
        .flag("hasProperties") { !$0.properties.isEmpty },
        .list("properties", \.properties),
        .list("parameters", \.parameters),
    ]
}

extension ParameterPlan: TemplateContext {
    package static let templateNames: TemplateNames<ParameterPlan> = [
        .lines("documentation", \.documentation.asDocumentation),
        .text("label", \.label),
        .text("argument", \.argument),
        .text("name", \.name),
        .text("type", \.type),
        .text("standard", ifPresent: \.standard),
        .text("ownStandard", ifPresent: { $0.standard == "nil" ? nil : $0.standard }),
        .text("key", \.key),
        .text("value", \.value),
        .text("style", ifPresent: \.style),
        .text("transformer", ifPresent: \.transformer),
        .flag("isSensitive", \.isSensitive),
        .flag("isDeep", \.isDeep),
        .flag("isJSON", \.isJSON),
        .flag("isJSONValues", \.isJSONValues),
        .text("headers", ifPresent: \.headers),
    ]
}

extension EndpointPlan: TemplateContext {
    package static let templateNames: TemplateNames<EndpointPlan> = [
        .text("access", \.access),
        .lines("documentation", \.fullDocumentation.asDocumentation),
        .text("name", \.name),
        .list("parameters", \.parameters),
        .text("place", ifPresent: \.place),
        .text("result", \.result),
        .list("outcomes", \.outcomes),
        .list("alias", \.alias),
        .list("request", \.request),
    ]
}

extension OutcomePlan: TemplateContext {
    package static let templateNames: TemplateNames<OutcomePlan> = [
        .flag("isFailure") { $0.kind == .failure },
        .text("access", \.access),
        .text("name", \.name),
        .text("operation", \.operation),
        .list("cases", \.cases),
    ]
}

extension OutcomePlan.CasePlan: TemplateContext {
    package static let templateNames: TemplateNames<OutcomePlan.CasePlan> = [
        .text("status", ifPresent: \.status),
        .flag("tellsStatus", \.tellsStatus),
        .text("name", \.name),
        .text("type", ifPresent: \.type),
        .text("shape", \.shape),
        .text("outcome", \.outcome),
        .text("filler", ifPresent: \.filler),
        .text("root", ifPresent: \.root),
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
        .text("bodyRoot", ifPresent: \.bodyRoot),
        .text("shape", \.shape),
        .text("filler", ifPresent: \.filler),
        .text("root", ifPresent: \.root),
        .text("echo", ifPresent: \.echo),
        .flag("hasQuery") { !$0.query.isEmpty },
        .list("query", \.query),
        .flag("hasHeaders") { !$0.headers.isEmpty },
        .list("headers", \.headers),
        .flag("isForm") { !$0.form.isEmpty },
        .list("form", \.form),
        .flag("isMultipart") { !$0.parts.isEmpty },
        .list("parts", \.parts),
        .list("pagination", \.pagination),
        .text("timeout", ifPresent: \.timeout),
        .flag("isExpecting") { !$0.expected.isEmpty },
        .lines("expected", \.expected),
        .flag("isIdempotent", \.isIdempotent),
        .text("idempotencyHeader", ifPresent: \.idempotencyHeader),
        .flag("isAuthenticatedApart", \.isAuthenticatedApart),
        .flag("hasCredentials") { !$0.credentials.isEmpty },
        .lines("credentials", \.credentials),
        .text("attempts", ifPresent: \.attempts),
        .flag("isByStatus") { !$0.successes.isEmpty },
        .list("successes", \.successes),
        .lines("accepted", \.accepted),
        .list("failures", \.failures),
    ]
}
