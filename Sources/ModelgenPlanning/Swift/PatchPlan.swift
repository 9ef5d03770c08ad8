import ModelgenDatabase
import ModelgenSchema

/// The changes to a model: each field is untouched, null or a value.
package struct PatchPlan: Sendable {
    package var model: String
    package var access: String
    package var fields: [Shared<FieldPlan>]
    /// The fields with the name of a member that every patch has.
    package var hidden: [Shared<FieldPlan>]
}

extension ModelPlanning {
    /// The members of ``ModelPatch`` itself.
    private static let patchMembers: Set<String> = [
        "columnChanges", "copy", "customMirror", "debugDescription", "encode", "jsonData", "jsonProperties",
        "jsonString", "write", "xmlData",
    ]

    /// The changes to a model.
    func patch() -> PatchPlan? {
        let patchFields = model.patchFields
        guard hasPatch, model.oneOf.isEmpty, !patchFields.isEmpty else { return nil }
        return PatchPlan(
            model: model.name.escaped, access: access,
            fields: facts(patchFields), hidden: facts(patchFields.filter { Self.patchMembers.contains($0.name.text) }))
    }
}
