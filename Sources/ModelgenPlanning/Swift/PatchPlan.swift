import ModelgenSchema

/// The struct of changes to a model, each untouched, null or a value.
package struct PatchPlan: Sendable {
    package var model: String
    package var access: String
    package var documentation: String
    package var properties: [String]
    /// `patch.title.apply(to: &title)`
    package var applications: [String]
}

extension ModelPlanning {
    /// The fields that may be changed one by one: those that are no key, and that are read or written at all.
    var patchFields: [Field] {
        let keys = Set(keyFields.map(\.name))
        return model.fields.filter {
            !keys.contains($0.name) && ($0.isRead || $0.isWritten) && $0.column?.generated == nil
        }
    }

    /// The changes to a model that has a key. A value without one is replaced as a whole.
    func patch() -> PatchPlan? {
        guard model.oneOf.isEmpty, !keyFields.isEmpty, !patchFields.isEmpty else { return nil }
        let patch = types.library("FieldPatch", of: .runtime)
        return PatchPlan(
            model: model.name.escaped, access: access,
            documentation:
                "Changes to \(model.name.text.lowerCamelCased.withArticle): each field is untouched, null or a value.",
            properties: patchFields.map { field in
                "\(access)var \(field.name.escaped): \(patch)<\(types.type(field.type.unwrapped))> = .untouched"
            },
            applications: patchFields.map { field in
                "patch.\(field.name.escaped).apply(to: &\(field.name.escaped == "patch" ? "self.patch" : field.name.escaped))"
            })
    }

    /// The mapping of its patch, by the model's table.
    func patchJSON() -> JSONPlan {
        var plan = emptyMapping(of: model.name.escaped + ".Patch")
        plan.modelTable = "\(model.name.escaped).jsonFields"
        for (index, field) in mappedFields.enumerated() where patchFields.contains(where: { $0.name == field.name }) {
            let name = field.name.escaped
            let using = field.transformer?.json.map { ", using: \(expression($0, for: field.type))" } ?? ""
            if field.isRead { plan.reads.append("case \(index): \(plan.source).readPatch(&\(name)\(using))") }
            if field.isWritten { plan.writes.append("\(plan.sink).writePatch(\(name), \(index)\(using))") }
        }
        return plan
    }
}
