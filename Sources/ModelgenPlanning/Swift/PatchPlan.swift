import ModelgenDatabase
import ModelgenSchema

/// The changes to a model, each untouched, null or a value.
package struct PatchPlan: Sendable {
    package var model: String
    /// `Patch`, within the model.
    package var name: String
    package var access: String
    package var documentation: String
    /// `var title: PatchField<Post, String> { PatchField("title", \.title) }`
    package var fields: [String]
    /// `return [fields.title, fields.body]`, finished lines.
    package var list: [String]
    /// The fields that are called like something that every patch has.
    package var hidden: [HiddenFieldPlan]
}

/// A field that the runtime's own member of that name would hide.
package struct HiddenFieldPlan: Sendable {
    /// An empty line before every field but the first.
    package var separators: [String]
    package var access: String
    package var name: String
    package var type: String
}

extension ModelPlanning {
    /// What ``ModelPatch`` has by itself.
    private static let patchMembers: Set<String> = [
        "assign", "copy", "customMirror", "debugDescription", "encode", "jsonData", "jsonProperties", "jsonString",
        "write",
        "xmlData",
    ]

    var patchFields: [Field] { schema.patchFields(of: model) }

    /// The changes to a model that has a key. A value without one is replaced as a whole.
    func patch() -> PatchPlan? {
        let patchFields = patchFields
        guard hasPatch, model.oneOf.isEmpty, !keyFields.isEmpty, !patchFields.isEmpty else { return nil }
        let names = Set(patchFields.map(\.name))
        let hidden = patchFields.filter { Self.patchMembers.contains($0.name.text) }
        return PatchPlan(
            model: model.name.escaped, name: "Patch", access: access,
            documentation:
                "Changes to \(model.name.text.lowerCamelCased.withArticle): each field is untouched, null or a value.",
            fields: mappedFields.filter { names.contains($0.name) }.flatMap(patchField),
            list: patchFields.map { "fields.\($0.name.escaped)" }.asList("return ", indentation: 8),
            hidden: hidden.enumerated().map { offset, field in
                HiddenFieldPlan(
                    separators: offset == 0 ? [] : [""], access: access, name: field.name.escaped,
                    type: types.type(field.type.unwrapped))
            })
    }

    /// `var title: PatchField<Post, String> { PatchField("title", \.title) }`
    private func patchField(_ field: Field) -> [String] {
        let type = types.library("PatchField", of: .runtime)
        let name = field.name.escaped
        let head = "\(access)var \(name): \(type)<\(model.name.escaped), \(types.type(field.type.unwrapped))> {"
        let value =
            "\(type)(\(SwiftLiteral.string(field.name.text)), \\.\(name)\(patchTransformers(field)))\(patchPolicy(field))"
        let single = "\(head) \(value) }"
        return 8 + single.count <= 120 ? [single] : [head, "    \(value)", "}"]
    }

    /// `, using: UnixMilliseconds()`
    private func patchTransformers(_ field: Field) -> String {
        let json = field.transformer?.json.map { expression($0, for: field.type) }
        let isStored = field.column != nil && model.table != nil && options.emits.contains(.sqlite)
        let sqlite = isStored ? field.transformer?.sqlite.map { expression($0, for: field.type) } : json
        if json == sqlite { return json.map { ", using: \($0)" } ?? "" }
        let none = types.library("AsIs", of: .runtime) + "()"
        return ", json: \(json ?? none), sqlite: \(sqlite ?? none)"
    }

    /// `.ifValid()`: what becomes of a value that is not valid, where it is no error.
    private func patchPolicy(_ field: Field) -> String {
        switch field.onInvalid {
        case .fail: return ""
        case .default: return ".ifValid()"
        case .skipElement:
            let json = field.transformer?.json.map { expression($0, for: skippedType(of: field)) }
            return ".validElements(\(json.map { "using: \($0)" } ?? ""))"
        }
    }
}
