import ModelgenPlanning

extension FieldPlan: TemplateContext {
    package static let templateNames: TemplateNames<FieldPlan> = [
        .lines("documentation", \.documentation),
        .text("name", \.name),
        .text("label", \.label),
        .text("literal", \.literal),
        .text("getter", \.getter),
        .text("type", \.type),
        .text("value", \.value),
        .flag("isOptional", \.isOptional),
        .text("standard", ifPresent: \.standard),
        .text("fallback", ifPresent: \.fallback),
        .text("argument", ifPresent: \.argument),
        .flag("isRequired") { !$0.isOptional && $0.standard == nil },
        .flag("isSensitive", \.isSensitive),
        .text("direction", ifPresent: \.direction),
        .flag("isAssigned", \.isAssigned),
        .flag("isPlaceheld", \.isPlaceheld),
        .flag("isPatched", \.isPatched),
        .flag("isMapped") { $0.json != nil },
        .flag("isRead") { $0.json?.isRead ?? false },
        .flag("isWritten") { $0.json?.isWritten ?? false },
        .flag("isPlain") { $0.json.map { $0.isNamedAlike && $0.traits.isEmpty && $0.column == nil } ?? false },
        .flag("isNamedAlike") { $0.json?.isNamedAlike ?? false },
        .text("codingKey", ifPresent: { $0.json?.key }),
        .text("place", ifPresent: { $0.json?.places.first }),
        .flag("hasAlternatives") { $0.json.map { $0.places.count > 1 } ?? false },
        .lines("alternatives") { Array($0.json?.places.dropFirst() ?? []) },
        .text("sharedColumn", ifPresent: { $0.json?.column }),
        .flag("hasTraits") { $0.json?.traits.isEmpty == false },
        .flag("hasManyTraits") { $0.json.map { $0.traits.count > 1 } ?? false },
        .lines("traits") { $0.json?.traits ?? [] },
        .flag("failsIfInvalid") { $0.json.map { !$0.defaultsIfInvalid && !$0.skipsInvalid } ?? false },
        .flag("defaultsIfInvalid") { $0.json?.defaultsIfInvalid ?? false },
        .flag("skipsInvalid") { $0.json?.skipsInvalid ?? false },
        .text("transformer", ifPresent: { $0.json?.transformer }),
        .text("elementTransformer", ifPresent: { $0.json?.elementTransformer }),
        .flag("isOmitted") { $0.json?.isOmitted ?? false },
        .flag("isStored") { $0.column != nil },
        .text("column", ifPresent: { $0.column?.name }),
        .flag("isPlainColumn") { $0.column.map { $0.isNamedAlike && !$0.isGenerated } ?? false },
        .flag("isRenamedColumn") { $0.column.map { !$0.isNamedAlike } ?? false },
        .flag("isGenerated") { $0.column?.isGenerated ?? false },
        .text("columnType", ifPresent: { $0.column?.type }),
        .text("columnTransformer", ifPresent: { $0.column?.transformer }),
        .flag("isTwofold", \.isTwofold),
        .flag("isMatched", \.isMatched),
        .text("index") { String($0.index) },
    ]
}

extension KeyPlan: TemplateContext {
    package static let templateNames: TemplateNames<KeyPlan> = [
        .list("fields", \.fields),
        .flag("isSingle", \.isSingle),
    ]
}
