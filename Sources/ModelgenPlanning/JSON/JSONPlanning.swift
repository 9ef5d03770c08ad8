import ModelgenDatabase
import ModelgenSchema

extension ModelPlanning {
    /// The mapping of the model itself.
    func json() -> JSONPlan {
        mapping(
            of: model.name.escaped, fields: mappedFields, isRecord: isRecordSharedWithJSON, isPatchable: patch() != nil)
    }

    /// The mapping of its draft, if it has a separate one.
    func draftJSON() -> JSONPlan {
        mapping(of: model.name.escaped + ".Draft", fields: draftFields.filter(\.isMapped))
    }

    // Fields that are only read or only written are included, since a storage keeps them; otherwise the runtime skips
    // them.
    private func mapping(
        of type: String, fields: [Field], isRecord: Bool = false, isPatchable: Bool = false
    ) -> JSONPlan {
        var fields = facts(fields)
        for index in fields.indices where isRecord {
            guard let column = fields[index].value.column, !column.isNamedAlike else { continue }
            fields[index].value.json?.column = column.name
        }
        let reading = (model.json.isLenient ? ".lenient" : "") + (model.json.unknownKeys == .fail ? ".strict" : "")
        return JSONPlan(
            type: type, metatype: (isHidden ? "Self" : type) + ".self", access: access,
            conformance: types.library("JSONModel", of: .runtime), isRecord: isRecord, isPatchable: isPatchable,
            fields: fields,
            reading: reading.isEmpty ? nil : reading, root: model.json.root?.swiftExpression,
            source: localName("source"), sink: localName("sink"))
    }

    /// The enum of a union.
    func oneOf() -> OneOfPlan {
        let cases = model.oneOf.filter { $0.mark != .others }
        let isMapped = options.emits.contains(.json)
        let choices = model.json.discriminator == nil ? model.choices(schema) : []
        let kinds = Choice.Kind.allCases.filter { kind in choices.contains { $0.kind == kind } }
        return OneOfPlan(
            documentation: documentationLines(model.documentation).asDocumentation,
            indirection: schema.holdsItself(model) ? "indirect " : "", access: access, name: model.name.escaped,
            literal: SwiftLiteral.string(model.name.text),
            conformances: [swift("Hashable"), swift("Sendable")]
                + (isMapped ? [types.library("JSONCodable", of: .runtime)] : []),
            isMapped: isMapped,
            cases: cases.map(plan), discriminator: model.json.discriminator.map(SwiftLiteral.string),
            unknown: model.oneOf.first { $0.mark == .others }.map { types.type($0.type) },
            kinds: kinds.map(\.rawValue),
            choices: choices.map { choice in
                OneOfPlan.Choice(
                    kind: choice.kind.rawValue,
                    key: choice.condition?.value.map { SwiftLiteral.string($0.key) },
                    values: choice.condition?.value?.texts.map(SwiftLiteral.string) ?? [],
                    presentKey: choice.condition?.presentKey.map(SwiftLiteral.string), cases: choice.cases.map(plan))
            },
            expected: model.json.discriminator == nil ? SwiftLiteral.string(kinds.map(\.noun).enumerated("or")) : nil)
    }

    private func plan(_ each: OneOfCase) -> OneOfPlan.Case {
        OneOfPlan.Case(
            name: each.caseName.escaped, type: types.type(each.type), value: SwiftLiteral.string(each.text),
            transformer: each.transformer.map { expression(.always($0), for: each.type) },
            isGeometry: each.type.innermost.isGeometry)
    }
}

extension Choice.Kind {
    /// The noun for it in error messages.
    fileprivate var noun: String {
        switch self {
        case .string: "a string"
        case .number: "a number"
        case .bool: "a Boolean"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

extension Field {
    var isMapped: Bool { json != nil }
    /// Whether a document without the field is rejected.
    package var isRequired: Bool { !type.isOptional && defaultValue == nil }
    var defaultsToNil: Bool { defaultValue == nil || defaultValue == .literal(.null) }
}
