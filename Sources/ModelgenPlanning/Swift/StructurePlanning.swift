import ModelgenDatabase
import ModelgenSchema

extension ModelPlanning {
    /// The struct of the model.
    func structure() -> StructurePlan {
        let documentation = documentationLines(model.documentation)
        return structure(
            name: model.name.escaped, fields: model.fields,
            documentation: documentation.isEmpty ? ["The model `\(model.name)`."] : documentation,
            conformances: (["Hashable", "Sendable"] + (isIdentifiable ? ["Identifiable"] : [])).map(swift),
            isDraft: false)
    }

    /// The struct without the keys that somebody else assigns, where there are some.
    func draft() -> DraftPlan? {
        guard hasDraft else { return nil }
        let assigned = assignedFields.map { "`\($0.name)`" }.joined(separator: " and ")
        let assigner = model.fields.contains { $0.assigned == .server } ? "server" : "database"
        let noun = model.name.text.lowerCamelCased
        let draft = assignedFields.contains { $0.name == "draft" } ? "newDraft" : "draft"
        let given = assignedFields.map { "\($0.name.escaped): \(types.type($0.type))" }
        let placeholders = assignedFields.map { "\($0.name.label): \(literals.placeholder(of: $0) ?? "")" }
        return DraftPlan(
            model: model.name.escaped, access: access,
            structure: structure(
                name: "Draft", fields: draftFields,
                documentation: [
                    "\(noun.withArticle.capitalizedFirst) without \(assigned), which the \(assigner) assigns."
                ],
                conformances: ["Equatable", "Sendable"].map(swift), isDraft: true),
            completionDocumentation: ["The \(noun) that a draft becomes with \(assigned)."].asDocumentation,
            completion: function(
                wrappedLines("\(access)init(", ["_ \(draft): Draft"] + given, ") {", indentation: 4),
                calling: "self.init",
                model.fields.map { field in
                    "\(field.name.label): \(field.isFilledByOthers ? "" : draft + ".")\(field.name.escaped)"
                }),
            conformance: isDraftMappedByModel ? ": \(types.library("ModelDraft", of: .runtime))" : "",
            reductionDocumentation: ["What \(noun.withArticle) has beside \(assigned)."].asDocumentation,
            reduction: function(
                ["\(access)init(_ model: \(model.name.escaped)) {"], calling: "self.init",
                draftFields.map { "\($0.name.label): model.\($0.name.escaped)" }),
            placeholderDocumentation: [
                "The \(noun) by which a draft is read, written and compared."
            ].asDocumentation,
            placeholder: isDraftMappedByModel
                ? function(
                    ["\(access)static func model(of draft: Self) -> \(model.name.escaped) {"],
                    calling: constructor, ["draft"] + placeholders)
                : [])
    }

    /// A name of Swift's own library, qualified where the schema hides it.
    func swift(_ name: String) -> String { types.library(name, of: .swift) }

    private func function(_ head: [String], calling function: String, _ arguments: [String]) -> [String] {
        head + wrappedLines("\(function)(", arguments, ")", indentation: 8).map { "    " + $0 } + ["}"]
    }

    private func structure(
        name: String, fields: [Field], documentation: [String], conformances: [String], isDraft: Bool
    ) -> StructurePlan {
        let parameters = fields.map { "\($0.name.escaped): \(types.type($0.type))\(defaultArgument($0))" }
        var properties = fields.map { field in
            PropertyPlan(
                documentation: (documentationLines(field.documentation) + warning(field.deprecated)).asDocumentation,
                declaration: "\(access)var \(field.name.escaped): \(types.type(field.type))\(initialValue(field))"
                    .asLines)
        }
        if isKeyedByRowID, !isDraft {
            properties.append(
                PropertyPlan(
                    documentation: ["The key of the row, which SQLite gives; nil before it is stored."].asDocumentation,
                    declaration: ["\(access)var rowID: \(types.scalar(.int64))?"]))
        }
        return StructurePlan(
            documentation: (documentation + (isDraft ? [] : warning(model.deprecated))).asDocumentation,
            access: access,
            isolation: isDraft ? "" : "nonisolated ", name: name,
            conformances: conformances.joined(separator: ", "),
            properties: properties,
            identity: isDraft ? [] : identity,
            hasInitializer: !hasMemberwiseInitializer,
            signature: wrappedLines("\(access)init(", parameters, ") {", indentation: isDraft ? 8 : 4),
            assignments: fields.map { "self.\($0.name.escaped) = \($0.name.escaped)" },
            hashing: conformances.contains(swift("Hashable")) ? hashing(of: fields.map { ($0.name, $0.type) }) : [],
            key: isDraft ? [] : compositeKey().map { [$0] } ?? [])
    }

    /// The struct of a key of several fields: what `find` takes and `id` gives.
    private func compositeKey() -> StructurePlan? {
        guard keyFields.count > 1 else { return nil }
        return structure(
            name: "Key", fields: keyFields.map { $0.withoutDefault },
            documentation: ["The key of \(model.name.text.lowerCamelCased.withArticle)."],
            conformances: ["Hashable", "Sendable"].map(swift), isDraft: true)
    }

    /// `id` for a model that is keyed by fields of other names.
    private var identity: [String] {
        guard isIdentifiable, model.field("id") == nil else { return [] }
        let lines: [String]
        if let only = keyFields.first, keyFields.count == 1 {
            lines = ["\(access)var id: \(types.type(only.type)) { \(only.name.inGetter) }"]
        } else {
            let arguments = keyFields.map { "\($0.name.label): \($0.name.escaped)" }
            lines = ["\(access)var id: Key { Key(\(arguments.joined(separator: ", "))) }"]
        }
        return lines
    }

    /// What is hashed of values with geometry: all but that, which on older platforms can be compared and not hashed.
    func hashing(of properties: [(name: SwiftName, type: FieldType)]) -> [String] {
        let hashed = properties.filter { property in
            if case .geometry = property.type.innermost { false } else { true }
        }
        guard hashed.count < properties.count else { return [] }
        let hasher = NameScope(properties.map(\.name)).free("hasher")
        return [
            "/// Hashes all but the geometry.",
            "\(access)func hash(into \(hasher): inout \(types.library("Hasher", of: .swift))) {",
        ] + hashed.map { "    \(hasher).combine(\($0.name.escaped))" } + ["}"]
    }

    /// Whether the initializer that the compiler adds will do: it is internal. The code is shorter by it.
    var hasMemberwiseInitializer: Bool { options.access == .internal }

    /// What that initializer takes for a default.
    private func initialValue(_ field: Field) -> String {
        guard hasMemberwiseInitializer, let value = field.defaultValue else { return "" }
        return " = " + literals.swift(value, of: field)
    }

    private func defaultArgument(_ field: Field) -> String {
        if let value = field.defaultValue { return " = " + literals.swift(value, of: field) }
        return field.type.isOptional ? " = nil" : ""
    }

    /// What the documentation says of something deprecated. The attribute would make the generated code, which reads and
    /// writes every property, warn about itself.
    private func warning(_ message: String?) -> [String] {
        guard let message else { return [] }
        return documentationLines("- Warning: Deprecated. " + message)
    }

    /// What the model and its draft say of themselves, where some of it must not be said.
    func descriptions() -> [DescriptionPlan] {
        let name = model.name.escaped
        var plans = [
            description(of: name, fields: model.fields, hasRowID: isKeyedByRowID) { $0.type.isOptional }
        ]
        if hasDraft { plans.append(description(of: name + ".Draft", fields: draftFields) { $0.type.isOptional }) }
        return plans.compactMap { $0 }
    }

    private func description(
        of type: String, fields: [Field], hasRowID: Bool = false, isOptional: (Field) -> Bool
    ) -> DescriptionPlan? {
        guard fields.contains(where: \.isSensitive) else { return nil }
        let redacted = types.library("Redacted", of: .runtime)
        let children =
            fields.map { field in
                let value =
                    field.isSensitive
                    ? "\(redacted)(\(field.name.escaped))" : field.name.escaped + (isOptional(field) ? " as Any" : "")
                return "\(SwiftLiteral.string(field.name.text)): \(value)"
            } + (hasRowID ? ["\"rowID\": rowID as Any"] : [])
        let isTaken = fields.contains { $0.name == "description" }
        return DescriptionPlan(
            type: type, access: access,
            conformance: swift(isTaken ? "CustomDebugStringConvertible" : "CustomStringConvertible"),
            property: isTaken ? "debugDescription" : "description", stringType: types.scalar(.string),
            children: children.asElements)
    }
}

extension Field {
    var withoutDefault: Field {
        var copy = self
        copy.defaultValue = nil
        return copy
    }
}
