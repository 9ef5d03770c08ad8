import ModelgenDatabase
import ModelgenPlanning

extension EnumerationPlan: TemplateContext {
    package static let templateNames: TemplateNames<EnumerationPlan> = [
        .lines("documentation", \.documentation),
        .text("access", \.access),
        .text("name", \.name),
        .text("rawType", \.rawType),
        .lines("conformances", \.conformances),
        .list("cases", \.cases),
        .flag("keepsUnknown", \.keepsUnknown),
        .text("fallback", ifPresent: \.fallback),
        .flag("isClosed", \.isClosed),
    ]
}

extension CasePlan: TemplateContext {
    package static let templateNames: TemplateNames<CasePlan> = [
        .lines("documentation", \.documentation),
        .text("name", \.name),
        .text("rawValue", \.rawValue),
        .flag("hasOtherForms", \.hasOtherForms),
        .text("explicitRawValue", ifPresent: \.explicitRawValue),
    ]
}

extension OneOfPlan: TemplateContext {
    package static let templateNames: TemplateNames<OneOfPlan> = [
        .text("indirection", \.indirection),
        .lines("documentation", \.documentation),
        .text("access", \.access),
        .text("name", \.name),
        .text("literal", \.literal),
        .lines("conformances", \.conformances),
        .flag("isMapped", \.isMapped),
        .text("discriminator", ifPresent: \.discriminator),
        .text("unknown", ifPresent: \.unknown),
        .list("cases", \.cases),
        .lines("kinds", \.kinds),
        .list("choices", \.choices),
        .text("expected", ifPresent: \.expected),
        .flag("hasGeometry") { $0.cases.contains(where: \.isGeometry) },
    ]
}

extension OneOfPlan.Choice: TemplateContext {
    package static let templateNames: TemplateNames<OneOfPlan.Choice> = [
        .text("kind", \.kind),
        .flag("hasCondition") { $0.key != nil || $0.presentKey != nil },
        .text("key", ifPresent: \.key),
        .flag("isSingle") { $0.values.count == 1 },
        .lines("values", \.values),
        .text("presentKey", ifPresent: \.presentKey),
        .list("cases", \.cases),
        .list("only") { $0.cases.count == 1 ? $0.cases : [] },
        .flag("isTried") { $0.cases.count > 1 },
    ]
}

extension OneOfPlan.Case: TemplateContext {
    package static let templateNames: TemplateNames<OneOfPlan.Case> = [
        .text("name", \.name),
        .text("type", \.type),
        .text("value", \.value),
        .text("transformer", ifPresent: \.transformer),
        .flag("isGeometry", \.isGeometry),
    ]
}

extension StructurePlan: TemplateContext {
    package static let templateNames: TemplateNames<StructurePlan> = [
        .lines("documentation", \.documentation),
        .text("access", \.access),
        .text("isolation", \.isolation),
        .text("name", \.name),
        .lines("conformances", \.conformances),
        .list("fields", \.fields),
        .flag("hasCodingKeys") { $0.fields.contains { $0.value.json?.key != nil } },
        .flag("hasRowID", \.hasRowID),
        .list("identity", \.identity),
        .flag("isIndirect", \.isIndirect),
        .flag("hasInitializer", \.hasInitializer),
        .list("hashing", \.hashing),
        .list("key", \.key),
        .flag("isEmpty", \.isEmpty),
    ]
}

extension HashingPlan: TemplateContext {
    package static let templateNames: TemplateNames<HashingPlan> = [
        .text("hasher", \.hasher),
        .list("hashed", \.hashed),
    ]
}

extension DraftPlan: TemplateContext {
    package static let templateNames: TemplateNames<DraftPlan> = [
        .text("model", \.model),
        .text("access", \.access),
        .list("structure") { [$0.structure] },
        .text("noun", \.noun),
        .text("article", \.article),
        .text("assignedNames", \.assignedNames),
        .text("sources", \.sources),
        .text("draft", \.draft),
        .list("assigned", \.assigned),
        .list("modelFields", \.modelFields),
        .flag("lacksOnlyID", \.lacksOnlyID),
        .flag("isMappedByModel", \.isMappedByModel),
    ]
}

extension PatchPlan: TemplateContext {
    package static let templateNames: TemplateNames<PatchPlan> = [
        .text("model", \.model),
        .text("access", \.access),
        .list("fields", \.fields),
        .flag("hasHidden") { !$0.hidden.isEmpty },
        .list("hidden", \.hidden),
    ]
}

extension DescriptionPlan: TemplateContext {
    package static let templateNames: TemplateNames<DescriptionPlan> = [
        .text("type", \.type),
        .text("access", \.access),
        .flag("isForDebugging", \.isForDebugging),
        .list("fields", \.fields),
        .flag("hasRowID", \.hasRowID),
    ]
}

extension ConformancePlan: TemplateContext {
    package static let templateNames: TemplateNames<ConformancePlan> = [
        .text("comment", \.comment),
        .text("type", \.type),
        .lines("protocols", \.protocols),
    ]
}

extension JSONPlan: TemplateContext {
    package static let templateNames: TemplateNames<JSONPlan> = [
        .text("model", \.type),
        .text("metatype", \.metatype),
        .text("access", \.access),
        .text("conformance", \.conformance),
        .flag("isRecord", \.isRecord),
        .flag("isPatchable", \.isPatchable),
        .flag("hasFields") { !$0.fields.isEmpty },
        .list("fields", \.fields),
        .text("reading", ifPresent: \.reading),
        .text("root", ifPresent: \.root),
        .text("source", \.source),
        .text("sink", \.sink),
    ]
}
