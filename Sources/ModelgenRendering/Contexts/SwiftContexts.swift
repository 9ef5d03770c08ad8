import ModelgenDatabase
import ModelgenPlanning

extension EnumerationPlan: TemplateContext {
    package static let templateNames: TemplateNames<EnumerationPlan> = [
        .lines("documentation", \.documentation),
        .text("access", \.access),
        .text("name", \.name),
        .text("rawType", \.rawType),
        .lines("head", \.head),
        .text("conformances") { $0.conformances.joined(separator: ", ") },
        .list("cases", \.cases),
        .flag("keepsUnknown", \.keepsUnknown),
        .text("fallback", ifPresent: \.fallback),
        .text("allCases", \.allCases),
        .flag("isClosed", \.isClosed),
    ]
}

extension CasePlan: TemplateContext {
    package static let templateNames: TemplateNames<CasePlan> = [
        .lines("documentation", \.documentation),
        .text("name", \.name),
        .text("rawValue", \.rawValue),
        .text("explicitRawValue", ifPresent: \.explicitRawValue),
    ]
}

extension OneOfPlan: TemplateContext {
    package static let templateNames: TemplateNames<OneOfPlan> = [
        .text("indirection", \.indirection),
        .lines("documentation", \.documentation),
        .text("access", \.access),
        .text("name", \.name),
        .text("conformances", \.conformances),
        .text("discriminator", ifPresent: \.discriminator),
        .list("cases", \.cases),
        .lines("failure", \.failure),
        .list("choices", \.choices),
        .text("expected", ifPresent: \.expected),
    ]

    private var discriminator: String? {
        if case .discriminator(let key, _) = telling { key } else { nil }
    }

    private var failure: [String] {
        if case .discriminator(_, let failure) = telling { failure } else { [] }
    }

    private var choices: [OneOfPlan.Choice] {
        if case .choices(let choices, _) = telling { choices } else { [] }
    }

    private var expected: String? {
        if case .choices(_, let expected) = telling { expected } else { nil }
    }
}

extension OneOfPlan.Choice: TemplateContext {
    package static let templateNames: TemplateNames<OneOfPlan.Choice> = [
        .text("pattern", \.pattern),
        .list("only") { $0.cases.count == 1 ? $0.cases : [] },
        .flag("isTried") { $0.cases.count > 1 },
        .list("attempts") { $0.cases.count == 1 ? [] : $0.cases },
    ]
}

extension OneOfPlan.Case: TemplateContext {
    package static let templateNames: TemplateNames<OneOfPlan.Case> = [
        .text("name", \.name),
        .text("type", \.type),
        .text("value", \.value),
        .text("transformer", ifPresent: \.transformer),
    ]
}

extension StructurePlan: TemplateContext {
    package static let templateNames: TemplateNames<StructurePlan> = [
        .lines("documentation", \.documentation),
        .text("access", \.access),
        .text("isolation", \.isolation),
        .text("name", \.name),
        .text("conformances", \.conformances),
        .list("properties", \.properties),
        .lines("identity", \.identity),
        .flag("hasInitializer", \.hasInitializer),
        .lines("signature", \.signature),
        .lines("assignments", \.assignments),
        .flag("hashesByHand") { !$0.hashing.isEmpty },
        .lines("hashing", \.hashing),
        .list("key", \.key),
        .flag("isEmpty") { structure in
            structure.properties.isEmpty && structure.identity.isEmpty && !structure.hasInitializer
                && structure.hashing.isEmpty && structure.key.isEmpty
        },
    ]
}

extension PropertyPlan: TemplateContext {
    package static let templateNames: TemplateNames<PropertyPlan> = [
        .lines("documentation", \.documentation),
        .lines("declaration", \.declaration),
    ]
}

extension DraftPlan: TemplateContext {
    package static let templateNames: TemplateNames<DraftPlan> = [
        .text("model", \.model),
        .list("structure") { [$0.structure] },
        .lines("completionDocumentation", \.completionDocumentation),
        .lines("completion", \.completion),
        .text("conformance", \.conformance),
        .lines("reductionDocumentation", \.reductionDocumentation),
        .lines("reduction", \.reduction),
        .flag("hasPlaceholder") { !$0.placeholder.isEmpty },
        .lines("placeholderDocumentation", \.placeholderDocumentation),
        .lines("placeholder", \.placeholder),
    ]
}

extension PatchPlan: TemplateContext {
    package static let templateNames: TemplateNames<PatchPlan> = [
        .text("model", \.model),
        .text("name", \.name),
        .text("access", \.access),
        .text("documentation", \.documentation),
        .lines("fields", \.fields),
        .lines("list", \.list),
        .flag("hasHidden") { !$0.hidden.isEmpty },
        .list("hidden", \.hidden),
    ]
}

extension HiddenFieldPlan: TemplateContext {
    package static let templateNames: TemplateNames<HiddenFieldPlan> = [
        .lines("separators", \.separators),
        .text("access", \.access),
        .text("name", \.name),
        .text("type", \.type),
    ]
}

extension DescriptionPlan: TemplateContext {
    package static let templateNames: TemplateNames<DescriptionPlan> = [
        .text("type", \.type),
        .text("access", \.access),
        .text("conformance", \.conformance),
        .text("property", \.property),
        .text("stringType", \.stringType),
        .lines("children", \.children),
    ]
}

extension ConformancePlan: TemplateContext {
    package static let templateNames: TemplateNames<ConformancePlan> = [
        .text("comment", \.comment),
        .lines("declaration", \.declaration),
    ]
}

extension JSONPlan: TemplateContext {
    package static let templateNames: TemplateNames<JSONPlan> = [
        .text("type", \.type),
        .text("metatype", \.metatype),
        .text("access", \.access),
        .text("conformance", \.conformance),
        .list("table") { $0.table.map { [$0] } ?? [] },
        .text("source", \.source),
        .text("sink", \.sink),
        .text("sourceParameter") { "fields \($0.source)" },
        .text("sinkParameter") { "fields \($0.sink)" },
        .lines("construction", \.construction),
        .lines("writes", \.writes),
        .flag("writesNothing", \.writes.isEmpty),
    ]
}

extension JSONTablePlan: TemplateContext {
    package static let templateNames: TemplateNames<JSONTablePlan> = [
        .text("table", \.type),
        .lines("fields", \.fields),
        .lines("options", \.options),
    ]
}
