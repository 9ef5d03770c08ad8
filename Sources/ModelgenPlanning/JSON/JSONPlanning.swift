import ModelgenDatabase
import ModelgenSchema

extension ModelPlanning {
    /// The mapping of the model itself.
    func json() -> JSONPlan { mapping(of: model.name.escaped, fields: mappedFields, options: tableOptions) }

    /// The mapping of its draft, where that has one of its own.
    func draftJSON() -> JSONPlan {
        mapping(of: model.name.escaped + ".Draft", fields: draftFields.filter(\.isMapped), options: tableOptions)
    }

    private func mapping(of type: String, fields: [Field], options: [String]) -> JSONPlan {
        let source = localName("source")
        let sink = localName("sink")
        return JSONPlan(
            type: type, metatype: (isHidden ? "Self" : type) + ".self", access: access,
            conformance: types.library("JSONModel", of: .runtime),
            table: JSONTablePlan(
                type: types.library("JSONFields", of: .runtime), fields: fields.map(entry),
                options: options),
            source: source, sink: sink,
            // Those that go one way over the wire as well: a storage keeps them, else the runtime passes over them.
            construction: construction(fields, source), writes: fields.map { write($0, sink) })
    }

    /// What the table says of one field: its name, and where it stands and what is special, if anything is.
    private func entry(_ field: Field) -> String {
        var arguments = [SwiftLiteral.string(field.name.text)]
        let paths = field.json?.paths ?? []
        if paths.map(\.components) != [[.key(field.name.text)]] {
            arguments += paths.enumerated().map { ($0.offset == 1 ? "or: " : "") + $0.element.swiftExpression }
        }
        var traits: [String] = []
        if !field.isRead { traits.append(".encodeOnly") }
        if !field.isWritten { traits.append(".decodeOnly") }
        if field.isSensitive { traits.append(".sensitive") }
        if field.isFilledByOthers, isDraftMappedByModel { traits.append(".assigned") }
        if !traits.isEmpty {
            arguments.append("traits: \(traits.count == 1 ? traits[0] : "[\(traits.joined(separator: ", "))]")")
        }
        if arguments.count == 1 { return arguments[0] }
        return "\(types.library("JSONField", of: .runtime))(\(arguments.joined(separator: ", ")))"
    }

    var tableOptions: [String] {
        var options: [String] = []
        if model.json.isLenient { options.append(".lenient") }
        if model.json.unknownKeys == .fail { options.append(".rejectUnknownKeys") }
        var arguments = options.isEmpty ? [] : ["options: [\(options.joined(separator: ", "))]"]
        if let root = model.json.root { arguments.append("root: \(root.swiftExpression)") }
        return arguments
    }

    /// `source.fieldIfPresent(using: UnixMilliseconds())`
    private func read(_ field: Field, _ source: String) -> String {
        var arguments: [String] = []
        if field.isFilledByOthers, field.isRequired, isDraftMappedByModel,
            let placeholder = literals.placeholder(of: field)
        {
            arguments.append("inDraft: \(placeholder)")
        }
        if let value = field.defaultValue, value != .literal(.null) {
            arguments.append("or: \(literals.swift(value, of: field))")
        }
        let type = field.onInvalid == .skipElement ? skippedType(of: field) : field.type
        if let json = field.transformer?.json { arguments.append("using: \(expression(json, for: type))") }
        let function =
            switch field.onInvalid {
            case .fail: "field"
            case .default: "validField"
            case .skipElement: "validElements"
            }
        let suffix = field.type.isOptional ? "IfPresent" : ""
        return "\(source).\(function)\(suffix)(\(arguments.joined(separator: ", ")))"
    }

    /// What a transformer is for where elements are skipped one by one: one of them.
    func skippedType(of field: Field) -> FieldType {
        if case .list(let element) = field.type.unwrapped { element } else { field.type }
    }

    /// The call of the initializer. What is not read gets the value that the initializer gives it.
    private func construction(_ fields: [Field], _ source: String) -> [String] {
        wrappedLines(
            fields.isEmpty ? "self.init(" : "try self.init(", fields.map { "\($0.name.label): \(read($0, source))" },
            ")",
            indentation: 8)
    }

    private func write(_ field: Field, _ sink: String) -> String {
        let using = field.transformer?.json.map { ", using: \(expression($0, for: field.type))" } ?? ""
        // Null is the only way to say nil where what is absent gets a default.
        let isOmitted = field.type.isOptional && (field.json?.omitsNil ?? model.json.omitsNil) && field.defaultsToNil
        return "\(sink).\(isOmitted ? "fieldIfPresent" : "field")(\(field.name.escaped)\(using))"
    }

    /// What is thrown for another value of the discriminator.
    private func failure(known: [String]) -> [String] {
        let discriminator = SwiftLiteral.string(model.json.discriminator ?? "type")
        let head = "throw source.unknownDiscriminator("
        let arguments = "\(discriminator), of: \(SwiftLiteral.string(model.name.text))"
        let list = known.map(SwiftLiteral.string)
        let single = head + arguments + ", known: [" + list.joined(separator: ", ") + "])"
        // The linter leaves room for a comma behind the last element.
        if 12 + single.count <= 119 { return [single] }
        return [head, "    \(arguments),"] + list.asList("known: ", indentation: 16).map { "    " + $0 } + [")"]
    }

    /// The enum of a model that is one of several.
    func oneOf() -> OneOfPlan {
        let documentation = documentationLines(model.documentation)
        let names = model.oneOf.map { "`\($0.type.spelling)`" }.joined(separator: ", ")
        return OneOfPlan(
            documentation: (documentation.isEmpty ? ["One of \(names)."] : documentation).asDocumentation,
            indirection: schema.holdsItself(model) ? "indirect " : "", access: access, name: model.name.escaped,
            conformances: [swift("Hashable"), swift("Sendable"), types.library("JSONCodable", of: .runtime)]
                .joined(separator: ", "),
            cases: model.oneOf.map(plan), telling: telling)
    }

    private func plan(_ each: OneOfCase) -> OneOfPlan.Case {
        OneOfPlan.Case(
            name: each.caseName.escaped, type: types.type(each.type), value: SwiftLiteral.string(each.text),
            transformer: each.transformer.map { expression(.always($0), for: each.type) })
    }

    /// What lets a value of several types stand in a path, a query or a form.
    func parameterValue() -> ConformancePlan {
        ConformancePlan(
            comment: "Sent in paths, queries and forms.", type: model.name.escaped, protocols: ["ParameterValue"],
            of: .rest,
            types: types)
    }

    private var telling: OneOfPlan.Telling {
        if let key = model.json.discriminator {
            return .discriminator(key: SwiftLiteral.string(key), failure: failure(known: model.oneOf.map(\.text)))
        }
        let choices = model.choices(schema)
        let kinds = Choice.Kind.allCases.filter { kind in choices.contains { $0.kind == kind } }.map(\.noun)
        return .choices(
            choices.map { choice in
                let condition = choice.condition.map { " where try \($0.expression)" } ?? ""
                return OneOfPlan.Choice(
                    pattern: ".\(choice.kind)\(condition)", cases: choice.cases.map(plan))
            }, expected: SwiftLiteral.string(kinds.joined(separator: " or ")))
    }
}

extension Choice.Condition {
    /// `source.discriminator("object") == "card" && source.hasKeys("number")`
    fileprivate var expression: String {
        func list(_ texts: [String]) -> String { texts.map(SwiftLiteral.string).joined(separator: ", ") }
        var parts: [String] = []
        if let value {
            let found = "source.discriminator(\(SwiftLiteral.string(value.key)))"
            parts.append(
                value.texts.count == 1
                    ? "\(found) == \(list(value.texts))" : "[\(list(value.texts))].contains(\(found))")
        }
        if !keys.isEmpty { parts.append("source.hasKeys(\(list(keys)))") }
        return parts.joined(separator: " && ")
    }
}

extension Choice.Kind {
    /// As errors call it.
    fileprivate var noun: String {
        switch self {
        case .string: "a string"
        case .number: "a number"
        case .bool: "true or false"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

extension Field {
    var isMapped: Bool { json != nil }
    var isRead: Bool { json != nil && json?.direction != .encodeOnly && access != .writeOnly }
    var isWritten: Bool { json != nil && json?.direction != .decodeOnly && access != .readOnly }
    /// Whether a document without it cannot be read.
    package var isRequired: Bool { !type.isOptional && defaultValue == nil }
    var defaultsToNil: Bool { defaultValue == nil || defaultValue == .literal(.null) }
}
