import ModelgenDatabase
import ModelgenSchema

extension ModelPlanning {
    /// The mapping of the model itself.
    func json() -> JSONPlan {
        var plan = mapping(of: model.name.escaped, fields: model.fields)
        plan.table = JSONTablePlan(
            type: types.library("JSONFields", of: .runtime), fields: mappedFields.map(entry).asElements,
            options: tableOptions)
        return plan
    }

    /// The mapping of its draft, by the model's table.
    func draftJSON() -> JSONPlan {
        var plan = mapping(of: model.name.escaped + ".Draft", fields: draftFields)
        plan.modelTable = "\(model.name.escaped).jsonFields"
        return plan
    }

    private func mapping(of type: String, fields: [Field]) -> JSONPlan {
        var plan = JSONPlan(
            type: type, access: access, conformance: types.library("JSONModel", of: .runtime), table: nil,
            modelTable: nil, source: localName("source"), sink: localName("sink"), field: localName("field"),
            locals: [], reads: [], construction: [], writes: [])
        plan.locals = fields.filter(\.isMapped).flatMap { local($0, plan.source).asLines }
        plan.construction = construction(fields, plan.source)
        let names = Set(fields.map(\.name))
        for (index, field) in mappedFields.enumerated() where names.contains(field.name) {
            // Those that go one way over the wire as well: a storage keeps them, else the runtime passes over them.
            plan.reads.append("case \(index): \(read(field, plan.source))")
            plan.writes.append(write(field, index, plan.sink))
        }
        return plan
    }

    /// What the table says of one field: its name, where it stands, and what is special.
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

    private func local(_ field: Field, _ source: String) -> String {
        guard let value = field.defaultValue else {
            let variable = "var \(field.name.escaped): \(types.type(field.type.unwrapped))?"
            guard field.isFilledByOthers, field.isRequired, isDraftMappedByModel,
                let placeholder = literals.placeholder(of: field)
            else { return variable }
            return "\(variable) = \(source).inDraft(\(placeholder))"
        }
        return "var \(field.name.escaped): \(types.type(field.type)) = \(literals.swift(value, of: field))"
    }

    /// `source.read(&id)`: into the variable of the field, through its transformer where it has one.
    private func read(_ field: Field, _ source: String) -> String {
        let function =
            switch field.onInvalid {
            case .fail: field.isRequired ? "read" : "readIfPresent"
            case .default: "readIfValid"
            case .skipElement: "readValidElements"
            }
        let type = field.onInvalid == .skipElement ? skippedType(of: field) : field.type
        let using = field.transformer?.json.map { ", using: \(expression($0, for: type))" } ?? ""
        return "\(source).\(function)(&\(field.name.escaped)\(using))"
    }

    /// What a transformer is for where elements are skipped one by one: one of them.
    func skippedType(of field: Field) -> FieldType {
        if case .list(let element) = field.type.unwrapped { element } else { field.type }
    }

    /// What follows the loop: the check that nothing is missing, and the initializer. What is not read gets the value
    /// that the initializer gives it.
    private func construction(_ fields: [Field], _ source: String) -> [String] {
        let read = fields.filter(\.isMapped)
        let required = read.filter(\.isRequired)
        let indexes = required.compactMap { field in mappedFields.firstIndex { $0.name == field.name } }
        let arguments = read.map { "\($0.name.label): \($0.name.escaped)" }
        let call = wrappedLines("self.init(", arguments, ")", indentation: 8)
        guard !required.isEmpty else { return call }
        return guardLines(
            required.map { "let \($0.name.escaped)" },
            "throw \(source).incomplete(\(indexes.map(String.init).joined(separator: ", ")))", indentation: 8) + call
    }

    private func write(_ field: Field, _ index: Int, _ sink: String) -> String {
        let using = field.transformer?.json.map { ", using: \(expression($0, for: field.type))" } ?? ""
        // Null is the only way to say nil where what is absent gets a default.
        let isOmitted = field.type.isOptional && model.json.omitsNil && field.defaultsToNil
        let function = isOmitted ? "writeIfPresent" : "write"
        return "\(sink).\(function)(\(field.name.escaped), \(index)\(using))"
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
        let names = model.oneOf.map { "`\($0.model)`" }.joined(separator: ", ")
        return OneOfPlan(
            documentation: (documentation.isEmpty ? ["One of \(names)."] : documentation).asDocumentation,
            indirection: schema.holdsItself(model) ? "indirect " : "", access: access, name: model.name.escaped,
            conformances: "Hashable, Sendable, \(types.library("JSONCodable", of: .runtime))",
            discriminator: SwiftLiteral.string(model.json.discriminator ?? "type"),
            cases: model.oneOf.map { each in
                OneOfPlan.Case(
                    name: SwiftName(each.model.text.lowerCamelCased).escaped, type: each.model.escaped,
                    value: SwiftLiteral.string(each.value))
            },
            failure: failure(known: model.oneOf.map(\.value)))
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
