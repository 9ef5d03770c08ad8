import ModelgenPlanning

extension APIPlan: TemplateContext {
    package static let templateNames: TemplateNames<APIPlan> = [
        .lines("documentation", \.documentation),
        .text("access", \.access),
        .flag("isExported") { !$0.access.isEmpty },
        .text("name", \.name),
        .text("baseURL", \.baseURL),
        .text("basePath", ifPresent: \.basePath),
        .flag("hasHeaders") { !$0.headers.isEmpty },
        .list("headers", \.headers),
        .flag("hasSettings") { !$0.settings.isEmpty },
        .list("settings", \.settings),
        .flag("isXML", \.isXML),
        .list("envelope", \.envelope),
        .list("failure", \.failure),
        .list("pagination", \.pagination),
        .flag("hasCredentials") { !$0.credentials.isEmpty },
        .list("credentials", \.credentials),
        .flag("hasCredentialNames") { !$0.credentialNames.isEmpty },
        .lines("credentialNames", \.credentialNames),
        .text("attempts", ifPresent: \.attempts),
        .flag("changesMethod", \.changesMethod),
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
        .flag("hasArguments") { $0.start != nil || $0.number != nil || $0.next != nil },
        .text("start", ifPresent: \.start),
        .text("limit", ifPresent: \.limit),
        .text("number", ifPresent: \.number),
        .text("size", ifPresent: \.size),
        .text("parameter", ifPresent: \.parameter),
        .text("next", ifPresent: \.next),
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
        .text("access", \.access),
        .text("property", \.property),
        .text("type", \.type),
        .text("model", \.model),
        .flag("isInManyPlaces") { !$0.parameters.isEmpty },
        .list("parameters", \.parameters),
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
        .flag("isKeySecret", \.isKeySecret),
        .flag("isInManyPlaces") { !$0.pathParameters.isEmpty },
        .list("pathParameters", \.pathParameters),
        .lines("filled", \.filled),
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
        .list("properties", \.properties),
        .list("parameters", \.parameters),
    ]
}

extension ParameterPlan: TemplateContext {
    package static let templateNames: TemplateNames<ParameterPlan> = [
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
        .text("headers", ifPresent: \.headers),
    ]
}

extension EndpointPlan: TemplateContext {
    package static let templateNames: TemplateNames<EndpointPlan> = [
        .text("access", \.access),
        .lines("documentation", \.documentation.asDocumentation),
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
        .flag("hasQuery") { !$0.query.isEmpty },
        .list("query", \.query),
        .flag("hasHeaders") { !$0.headers.isEmpty },
        .list("headers", \.headers),
        .flag("isForm") { !$0.form.isEmpty },
        .list("form", \.form),
        .flag("isMultipart") { !$0.parts.isEmpty },
        .list("parts", \.parts),
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
        .flag("isKnown", \.isKnown),
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
