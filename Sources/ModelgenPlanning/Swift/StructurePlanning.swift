import ModelgenDatabase
import ModelgenSchema

extension FieldType {
    /// Whether it is a type of points and sizes.
    var isGeometry: Bool {
        if case .geometry = self { true } else { false }
    }
}

extension ModelPlanning {
    /// The struct of the model.
    func structure() -> StructurePlan {
        var plan = structure(
            name: model.name.escaped, fields: model.fields,
            documentation: documentationLines(model.documentation) + warningLines(deprecated: model.deprecated),
            conformances: ["Hashable", "Sendable"] + (isIdentifiable ? ["Identifiable"] : []))
        plan.isolation = "nonisolated "
        plan.fields = structFields()
        plan.hasInitializer = plan.hasInitializer || plan.isIndirect
        plan.hasRowID = isKeyedByRowID
        if isIdentifiable, model.field("id") == nil { plan.identity = [KeyPlan(fields: facts(keyFields))] }
        plan.key = compositeKey().map { [$0] } ?? []
        return plan
    }

    /// The fields of the struct, with the names of those that it stores elsewhere.
    private func structFields() -> [Shared<FieldPlan>] {
        let scope = NameScope(model.fields.map(\.name))
        return zip(model.fields, facts(model.fields)).map { field, facts in
            var facts = facts
            if schema.isIndirect(field, of: model) { facts.value.storage = scope.free("_" + field.name.text) }
            return facts
        }
    }

    /// The struct without the fields that the server or the database assigns, if there are any.
    func draft() -> DraftPlan? {
        guard hasDraft else { return nil }
        let assigned = assignedFields.map { "`\($0.name)`" }
        let assigner = model.fields.contains(where: \.isAssignedByServer) ? "server" : "database"
        let noun = model.name.text.asWords
        return DraftPlan(
            model: model.name.escaped, access: access,
            structure: structure(
                name: "Draft", fields: draftFields,
                documentation: [
                    "\(noun.withArticle.capitalizedFirst) without \(assigned.enumerated), which the \(assigner) assigns."
                ],
                conformances: ["Equatable", "Sendable"]),
            noun: noun, article: noun.withArticle, assignedNames: assigned.enumerated,
            sources: (["a draft"] + assigned).enumerated,
            draft: assignedFields.contains { $0.name == "draft" } ? "newDraft" : "draft",
            assigned: facts(assignedFields), modelFields: facts(model.fields),
            lacksOnlyID: assignedFields.map(\.name) == ["id"] && !assignedFields[0].type.isOptional,
            isMappedByModel: isDraftMappedByModel)
    }

    /// A name from Swift's standard library, qualified if the schema hides it.
    func swift(_ name: String) -> String { types.library(name, of: .swift) }

    private func structure(
        name: String, fields: [Field], documentation: [String], conformances: [String]
    ) -> StructurePlan {
        StructurePlan(
            documentation: documentation.asDocumentation, access: access, isolation: "", name: name,
            conformances: conformances.map(swift), fields: facts(fields), hasInitializer: !hasMemberwiseInitializer,
            hashing: conformances.contains("Hashable") ? hashing(of: fields.map { ($0.name, $0.type) }) : [])
    }

    /// The struct for a key of several fields: the parameter of `find` and the type of `id`.
    private func compositeKey() -> StructurePlan? {
        guard keyFields.count > 1 else { return nil }
        var plan = structure(
            name: "Key", fields: keyFields,
            documentation: ["The key of \(model.name.text.asWords.withArticle)."],
            conformances: ["Hashable", "Sendable"])
        for index in plan.fields.indices { plan.fields[index].value.standard = nil }
        return plan
    }

    /// What is hashed in values with geometry: everything else, because on older platforms geometry types are Equatable
    /// but not Hashable.
    func hashing(of properties: [(name: SwiftName, type: FieldType)]) -> [HashingPlan] {
        let hashed = properties.filter { !$0.type.innermost.isGeometry }
        guard hashed.count < properties.count else { return [] }
        return [
            HashingPlan(
                hasher: NameScope(properties.map(\.name)).free("hasher"),
                hashed: hashed.map { Shared(FieldPlan(name: $0.name, type: $0.type, types: types)) })
        ]
    }

    /// Whether the compiler's memberwise initializer, which is internal, suffices. It makes the code shorter.
    var hasMemberwiseInitializer: Bool { options.access == .internal }

    /// The descriptions of the model, its draft and its key, if some fields are sensitive.
    func descriptions() -> [DescriptionPlan] {
        let name = model.name.escaped
        return [
            description(of: name, fields: model.fields, hasRowID: isKeyedByRowID).map {
                var plan = $0
                plan.fields = structFields()
                return plan
            },
            hasDraft ? description(of: name + ".Draft", fields: draftFields) : nil,
            keyFields.count > 1 ? description(of: name + ".Key", fields: keyFields) : nil,
        ].compactMap { $0 }
    }

    func description(of type: String, fields: [Field], hasRowID: Bool = false) -> DescriptionPlan? {
        guard fields.contains(where: \.isSensitive) else { return nil }
        return DescriptionPlan(
            type: type, access: access, isForDebugging: fields.contains { $0.name == "description" },
            fields: facts(fields), hasRowID: hasRowID)
    }
}
