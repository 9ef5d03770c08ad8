@_exported import ModelStoredForms
import ModelgenSchema

/// The stored forms of the fields of a schema.
package struct StoredForms: Sendable {
    private let enumerations: [SwiftName: Enumeration]
    private let models: [SwiftName: Model]
    let transformers: [SwiftName: TransformerDeclaration]
    private let externalTypes: [SwiftName: ExternalType]

    package init(_ schema: Schema) {
        enumerations = Dictionary(firstOf: schema.enumerations.map { ($0.name, $0) })
        models = Dictionary(firstOf: schema.models.map { ($0.name, $0) })
        transformers = Dictionary(firstOf: schema.transformers.map { ($0.name, $0) })
        externalTypes = Dictionary(firstOf: schema.externalTypes.map { ($0.name, $0) })
    }

    /// Whether the schema declares this name.
    func hasType(_ name: SwiftName) -> Bool {
        enumerations[name] != nil || models[name] != nil || transformers[name] != nil || externalTypes[name] != nil
    }

    /// The form of the field's column. NULL is a property of the column, not of its form.
    package func form(of field: Field) -> StoredForm {
        let type = field.type.unwrapped
        if let use = field.transformer?.sqlite {
            return StoredForm(type: "\(plain(type)) by \(text(of: use))")
        }
        return StoredForm(type: plain(type), parts: parts(of: type).all)
    }

    /// Finds columns whose forms have too many parts to list.
    func findings(in versions: [DatabaseState]) -> [Finding] {
        var seen: Set<Field> = []
        return versions.flatMap(\.tables).flatMap { table in
            table.fields.compactMap { field in
                // Only models have parts, so most fields, which occur in every version, need not be remembered.
                guard case .model = field.type.innermost, field.column != nil, field.transformer?.sqlite == nil,
                    seen.insert(field).inserted, parts(of: field.type).room < 0
                else { return nil }
                return Finding(
                    rule: "document-too-large",
                    message:
                        "a document in `\(field.name)` can have more than \(Self.limit) different parts, since its models "
                        + "contain each other in many ways; use the type `JSON`, or store some of them in tables",
                    element: table.origin.element(of: field.name))
            }
        }
    }

    /// The maximum number of parts in a form, and of models on the way to them. Each way from the column to a model
    /// counts: a dozen models that all contain each other would have a billion parts.
    static let limit = 10_000

    /// The parts of a form, as long as there is room.
    private struct Parts {
        var all: [ExactText: StoredForm.Part] = [:]
        var room = StoredForms.limit
    }

    private func parts(of type: FieldType) -> Parts {
        var parts = Parts()
        addParts(of: type.unwrapped, at: "", above: [], isRequired: true, to: &parts)
        return parts
    }

    /// How a value is written: by SQLite, or as part of a JSON document.
    private enum Place { case column, document }

    /// The type as the form describes it. Swift names, which may change, are only used if nothing else is known, and
    /// without their module, because whether that is written depends on the names in libraries. A user's type has what
    /// it converts to: `Money(INTEGER)` in a column, `Money(String)` in a document.
    private func plain(_ type: FieldType, in place: Place = .column) -> String {
        switch type {
        case .scalar(let scalar): return scalar.rawValue
        case .geometry(let geometry): return geometry.rawValue
        case .enumeration(let name): return "enum \(enumerations[name]?.rawType.rawValue ?? "String")"
        case .model: return "object"
        case .external(let name):
            guard let type = externalTypes[name], type != .databaseValue else { return name.unqualified }
            return "\(name.unqualified)(\(place == .column ? type.storage.rawValue : plain(type.json)))"
        case .optional(let wrapped): return "\(plain(wrapped, in: place))?"
        case .list(let element): return "[\(plain(element, in: .document))]"
        case .set(let element): return "Set<\(plain(element, in: .document))>"
        case .dictionary(.int, let value): return "[Int: \(plain(value, in: .document))]"
        case .dictionary(_, let value): return "[String: \(plain(value, in: .document))]"
        }
    }

    /// Adds the values of enums and the parts of documents, wherever they occur.
    private func addParts(
        of type: FieldType, at place: String, above: [SwiftName], isRequired: Bool,
        to parts: inout Parts
    ) {
        switch type {
        case .scalar, .geometry, .external: return
        case .optional(let wrapped):
            addParts(of: wrapped, at: place, above: above, isRequired: isRequired, to: &parts)
        case .list(let element), .set(let element):
            addParts(of: element, at: place + "[]", above: above, isRequired: isRequired, to: &parts)
        case .dictionary(let key, let value):
            if case .enumeration(let name) = key {
                parts.all[ExactText(place + "{key}")] = StoredForm.Part(type: values(of: name), isRequired: isRequired)
            }
            addParts(of: value, at: place + "{}", above: above, isRequired: isRequired, to: &parts)
        case .enumeration(let name):
            parts.all[ExactText(place)] = StoredForm.Part(type: values(of: name), isRequired: isRequired)
        case .model(let name):
            guard let model = models[name] else { return }
            // A recursive type is only described once.
            guard !above.contains(name), parts.room >= 0 else { return }
            parts.room -= 1
            addCases(of: model, at: place, above: above + [name], to: &parts)
            let isKeptByName = model.isKeptByName
            for field in model.fields {
                addPart(
                    field, isKeptByName ? [field.name.text] : field.json?.paths.map(\.text) ?? [], at: place,
                    above: above + [name], to: &parts)
            }
        }
    }

    /// Adds the cases of a union and the key that distinguishes them.
    private func addCases(of model: Model, at place: String, above: [SwiftName], to parts: inout Parts) {
        let cases = model.oneOf.filter { $0.mark != .others }
        if let key = model.json.discriminator {
            let values = cases.map { FactParts.inQuotes($0.text) } + (cases.count < model.oneOf.count ? ["*"] : [])
            parts.all[ExactText(Self.prefix(place) + JSONPath([.key(key)]).text)] = StoredForm.Part(
                type: Self.enumeration("String", values), isRequired: true)
        } else if let order = order(of: model) {
            parts.all[ExactText(place + "()")] = StoredForm.Part(type: order, isRequired: false)
        }
        for entry in cases {
            let transformer = entry.transformer.map { " by \(text(of: $0))" } ?? ""
            add(
                entry.type, transformer, at: "\(place)(\(entry.text))", above: above, isRequired: false, to: &parts)
        }
    }

    /// The cases of a union without a discriminator, in the order in which they are tried; nil for any other model.
    func order(of model: Model) -> String? {
        guard !model.oneOf.isEmpty, model.json.discriminator == nil else { return nil }
        let order = Dictionary(grouping: model.choices(self), by: \.kind)
        return StoredForm.cases(
            Choice.Kind.allCases.compactMap { kind in
                order[kind].map { (kind.rawValue, $0.flatMap(\.cases).map(\.text)) }
            })
    }

    /// - Parameter paths: The positions of the field in its object.
    private func addPart(
        _ field: Field, _ paths: [String], at place: String, above: [SwiftName], to parts: inout Parts
    ) {
        let paths = paths.map { Self.prefix(place) + $0 }
        guard field.json != nil, let first = paths.first else { return }
        let transformer = field.transformer?.json.map { " by \(text(of: $0))" } ?? ""
        add(
            field.type, transformer, at: first, or: Array(paths.dropFirst()), above: above,
            isRequired: !field.type.isOptional && field.defaultValue == nil && field.onInvalid == .fail, to: &parts)
    }

    /// Adds a part of an object, and what that contains.
    private func add(
        _ type: FieldType, _ transformer: String, at place: String, or otherPlaces: [String] = [], above: [SwiftName],
        isRequired: Bool, to parts: inout Parts
    ) {
        guard parts.room >= 0 else { return }
        parts.room -= 1
        var text = plain(type.unwrapped, in: .document) + transformer
        if transformer.isEmpty {
            if case .enumeration(let name) = type.unwrapped {
                text = values(of: name)
            } else {
                addParts(of: type.unwrapped, at: place, above: above, isRequired: isRequired, to: &parts)
            }
        }
        parts.all[ExactText(place)] = StoredForm.Part(
            type: text + (type.isOptional ? "?" : ""), isRequired: isRequired, otherPlaces: otherPlaces)
    }

    /// What comes before a key in the object at a place.
    private static func prefix(_ place: String) -> String {
        place.isEmpty || place.hasSuffix(")") ? place : place + "."
    }

    /// `enum String ("draft", "published")`; with a `*` if it keeps unknown values, and `*"draft"` if it replaces them.
    private func values(of name: SwiftName) -> String {
        guard let enumeration = enumerations[name] else { return "enum String" }
        let raw = enumeration.cases.map { ($0.name, text(of: $0.rawValue)) }
        let others =
            switch enumeration.unknown {
            case .fail: [String]()
            case .keep: ["*"]
            case .fallback(let name): raw.filter { $0.0 == name }.map { "*" + $0.1 }
            }
        return Self.enumeration(enumeration.rawType.rawValue, raw.map(\.1) + others)
    }

    private static func enumeration(_ rawType: String, _ values: [String]) -> String {
        "enum \(rawType) (\(values.sorted().joined(separator: ", ")))"
    }

    private func text(of value: Literal) -> String {
        if case .string(let text) = value { FactParts.inQuotes(text) } else { value.text }
    }

    /// `iso8601`, or `Cents(Int64)`: a custom transformer with the type that it stores.
    func text(of use: TransformerUse) -> String {
        guard case .declared(let name) = use, let transformer = transformers[name] else { return use.text }
        return "\(name.unqualified)(\(plain(transformer.source)))"
    }

    private func text(of transformer: JSONTransformer) -> String {
        switch transformer {
        case .always(let use): text(of: use)
        case .byKind(let uses):
            uses.map { "\($0.kind.rawValue): \(text(of: $0.transformer))" }.joined(separator: " / ")
        }
    }
}

extension StoredForms: TypeLookup {
    package func model(_ name: SwiftName) -> Model? { models[name] }
    package func enumeration(_ name: SwiftName) -> Enumeration? { enumerations[name] }
    package func externalType(_ name: SwiftName) -> ExternalType? { externalTypes[name] }
    package func transformer(_ name: SwiftName) -> TransformerDeclaration? { transformers[name] }
}

extension Model {
    /// Whether its stored objects have their fields under their names.
    fileprivate var isKeptByName: Bool {
        let mapped = fields.filter { $0.json != nil }
        guard mapped.contains(where: { $0.isRead != $0.isWritten }) else { return false }
        return isKept(
            byName: mapped.map { field -> (paths: [[String]], directions: KeptDirections) in
                let paths = (field.json?.paths ?? []).map { path in
                    path.components.map { component in
                        switch component {
                        case .key(let key): ".\(key)"
                        case .index(let index): "[\(index)]"
                        }
                    }
                }
                return (paths, field.isRead == field.isWritten ? .both : .one)
            })
    }
}
