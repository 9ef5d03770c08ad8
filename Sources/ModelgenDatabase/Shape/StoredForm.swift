import ModelgenSchema

/// How the values of a column are written, as far as a program must know it to read them back.
///
/// SQLite's storage class is not enough: a date as `iso8601` and one as `rfc3339` are both TEXT, but each reads the
/// other's wrongly or not at all.
package struct StoredForm: Hashable, Sendable {
    /// `Int64`, `Date by iso8601`, `enum String`, `[object]`.
    package var type: String
    /// What the values contain, by path: the values of an enum, the parts of a JSON document.
    ///
    ///     "city": "String", "items[].price": "Double", "": "enum String (\"a\", \"b\")"
    package var parts: [String: Part]

    package struct Part: Hashable, Sendable {
        package var type: String
        /// Whether a document without it is invalid.
        package var isRequired: Bool
        /// The other keys under which it is looked up.
        package var otherPlaces: [String] = []

        package init(type: String, isRequired: Bool, otherPlaces: [String] = []) {
            (self.type, self.isRequired, self.otherPlaces) = (type, isRequired, otherPlaces)
        }

        /// `String, required, or city`
        var text: String { type + (isRequired ? ", required" : "") + otherPlaces.map { ", or \($0)" }.joined() }
    }

    package init(type: String, parts: [String: Part] = [:]) {
        self.type = type
        self.parts = parts
    }
}

// MARK: - Reading

extension StoredForm {
    /// Whether a program with this form reads every value written in an earlier one, as the same value.
    package func reads(_ earlier: StoredForm) -> Bool { problem(reading: earlier) == nil }

    /// What prevents a program with this form from reading values of an earlier one; nil if nothing does.
    package func problem(reading earlier: StoredForm) -> String? {
        guard Self.reads(type, earlier.type) else { return "was \(earlier.type) and is \(type)" }
        // A string that accepts any value accepts all of an enum or a document.
        if ["String", "JSON"].contains(type), type != earlier.type { return nil }
        var places: [String: String] = [:]
        for (place, part) in parts { for other in [place] + part.otherPlaces { places[other] = place } }
        for (place, part) in earlier.parts.sorted(by: { $0.key < $1.key }) {
            guard let now = places[place].flatMap({ parts[$0] }) else { return "no longer has `\(place)`" }
            guard Self.reads(now.type, part.type, in: place.isEmpty ? .column : .document) else {
                return Self.difference(at: place, part.type, now.type)
            }
        }
        let found = Set(earlier.parts.keys.compactMap { places[$0] })
        return parts.filter { $0.value.isRequired && !found.contains($0.key) }.keys.min().map {
            $0.isEmpty ? "holds other values" : "requires `\($0)`, which older documents lack"
        }
    }

    private static func difference(at place: String, _ old: String, _ new: String) -> String {
        (place.isEmpty ? "" : "`\(place)` ") + "was \(old) and is \(new)"
    }

    /// Where a value is: SQLite converts one to the column's type, and JSON does not.
    private enum Place { case column, document }

    private static func reads(_ new: String, _ old: String, in place: Place = .column) -> Bool {
        if new == old { return true }
        if old.hasPrefix("enum "), let values = values(of: old) {
            if new.hasPrefix("enum "), let others = self.values(of: new) {
                return others.raw == values.raw && (others.takesAll || values.all.isSubset(of: others.all))
            }
            return reads(new, values.raw, in: place)
        }
        if let inner = list(new), let other = list(old) { return reads(inner, other, in: .document) }
        switch place {
        case .column:
            // Every JSON document is a `JSON` value.
            return widened[old]?.contains(new) == true || (new == "JSON" && (old.hasPrefix("[") || old == "object"))
        case .document:
            let isText = ["UUID", "URL"].contains(old)
            return new == "JSON"
                || (widened[old]?.contains(new) == true && old != "Bool" && (new != "String" || isText))
        }
    }

    private static func list(_ type: String) -> String? {
        guard type.hasPrefix("["), type.hasSuffix("]"), !type.contains(": ") else { return nil }
        return String(type.dropFirst().dropLast())
    }

    /// The raw type of an enum and its values; none if only its raw type is given.
    private static func values(of type: String) -> (raw: String, all: Set<String>, takesAll: Bool)? {
        let text = type.dropFirst("enum ".count)
        guard let space = text.firstIndex(of: " ") else { return (String(text), [], false) }
        let values = FactParts(String(text[space...].dropFirst(2).dropLast())).parts
        return (String(text[..<space]), Set(values), values.contains("*"))
    }

    /// The types that contain every value of another one, in the same SQLite representation or in one to which SQLite
    /// converts them without loss: a 64-bit integer has more digits than a Double, and a Double more than its text.
    private static let widened: [String: Set<String>] = {
        let signed = ["Int8", "Int16", "Int32", "Int64"]
        let unsigned = ["UInt8", "UInt16", "UInt32", "UInt64"]
        var wider: [String: Set<String>] = [:]
        for (place, type) in signed.enumerated() {
            wider[type, default: []].formUnion(signed[(place + 1)...] + ["Int", "String", "Decimal"])
        }
        for (place, type) in unsigned.enumerated() {
            wider[type, default: []].formUnion(unsigned[(place + 1)...] + ["UInt", "String", "Decimal"])
            wider[type, default: []].formUnion(signed.dropFirst(place + 1))
            if place < 3 { wider[type, default: []].insert("Int") }
        }
        for type in ["Int8", "Int16", "UInt8", "UInt16"] { wider[type, default: []].formUnion(["Float", "Double"]) }
        for type in ["Int32", "UInt32"] { wider[type, default: []].insert("Double") }
        wider["Int"] = ["Int64", "String", "Decimal"]
        wider["Int64"]?.insert("Int")
        wider["UInt"] = ["UInt64", "String", "Decimal"]
        wider["UInt64"]?.insert("UInt")
        wider["Bool"] = Set(signed + unsigned + ["Int", "UInt"])
        wider["Float"] = ["Double"]
        for type in ["UUID", "URL", "Decimal", "JSON"] { wider[type] = ["String"] }
        return wider
    }()
}

// MARK: - From a schema

/// The stored forms of the fields of a schema.
package struct StoredForms: Sendable {
    private let enumerations: [SwiftName: Enumeration]
    private let models: [SwiftName: Model]
    private let transformers: [SwiftName: TransformerDeclaration]
    private let externalTypes: [SwiftName: ExternalType]

    package init(_ schema: Schema) {
        enumerations = Dictionary(schema.enumerations.map { ($0.name, $0) }) { first, _ in first }
        models = Dictionary(schema.models.map { ($0.name, $0) }) { first, _ in first }
        transformers = Dictionary(schema.transformers.map { ($0.name, $0) }) { first, _ in first }
        externalTypes = Dictionary(schema.externalTypes.map { ($0.name, $0) }) { first, _ in first }
    }

    /// Whether the schema declares this name.
    func hasType(_ name: SwiftName) -> Bool {
        enumerations[name] != nil || models[name] != nil || transformers[name] != nil || externalTypes[name] != nil
    }

    /// The form of the field's column. NULL belongs to the column, not to its form.
    package func form(of field: Field) -> StoredForm {
        let type = field.type.unwrapped
        if let use = field.transformer?.sqlite {
            return StoredForm(type: "\(plain(type)) by \(text(of: use))")
        }
        var form = StoredForm(type: plain(type))
        addParts(of: type, at: "", above: [], isRequired: true, to: &form.parts)
        return form
    }

    /// The type as the form gives it: Swift names, which may change, are only used if nothing else is known.
    private func plain(_ type: FieldType) -> String {
        switch type {
        case .scalar(let scalar): scalar.rawValue
        case .geometry(let geometry): geometry.rawValue
        case .enumeration(let name): "enum \(enumerations[name]?.rawType.rawValue ?? "String")"
        case .model: "object"
        case .external(let name): name.text
        case .optional(let wrapped): "\(plain(wrapped))?"
        case .list(let element): "[\(plain(element))]"
        case .set(let element): "Set<\(plain(element))>"
        case .dictionary(.int, let value): "[Int: \(plain(value))]"
        case .dictionary(_, let value): "[String: \(plain(value))]"
        }
    }

    /// The values of enums and the parts of documents, wherever they are.
    private func addParts(
        of type: FieldType, at place: String, above: [SwiftName], isRequired: Bool,
        to parts: inout [String: StoredForm.Part]
    ) {
        switch type {
        case .scalar, .geometry, .external: return
        case .optional(let wrapped):
            addParts(of: wrapped, at: place, above: above, isRequired: isRequired, to: &parts)
        case .list(let element), .set(let element):
            addParts(of: element, at: place + "[]", above: above, isRequired: isRequired, to: &parts)
        case .dictionary(let key, let value):
            if case .enumeration(let name) = key {
                parts[place + "{key}"] = StoredForm.Part(type: values(of: name), isRequired: isRequired)
            }
            addParts(of: value, at: place + "{}", above: above, isRequired: isRequired, to: &parts)
        case .enumeration(let name): parts[place] = StoredForm.Part(type: values(of: name), isRequired: isRequired)
        case .model(let name):
            guard let model = models[name] else { return }
            // A recursive type is described once.
            guard !above.contains(name) else { return }
            for entry in model.oneOf {
                addParts(
                    of: entry.type, at: "\(place)(\(entry.text))", above: above + [name],
                    isRequired: false, to: &parts)
            }
            for field in model.fields {
                addPart(field, of: model, at: place, above: above + [name], isRequired: isRequired, to: &parts)
            }
        }
    }

    private func addPart(
        _ field: Field, of model: Model, at place: String, above: [SwiftName], isRequired: Bool,
        to parts: inout [String: StoredForm.Part]
    ) {
        let prefix = place.isEmpty || place.hasSuffix(")") ? place : place + "."
        guard let paths = field.json?.paths.map({ prefix + $0.text }), let first = paths.first else { return }
        let isNeeded =
            isRequired && !field.type.isOptional && field.defaultValue == nil && field.onInvalid == .fail
        let transformer = field.transformer?.json.map { " by \(text(of: $0))" } ?? ""
        let type = field.type.unwrapped
        parts[first] = StoredForm.Part(
            type: plain(type) + transformer, isRequired: isNeeded, otherPlaces: Array(paths.dropFirst()))
        if transformer.isEmpty {
            addParts(of: type, at: first, above: above, isRequired: isNeeded, to: &parts)
        }
    }

    /// `enum String ("draft", "published")`; with a `*` if it accepts unknown values.
    private func values(of name: SwiftName) -> String {
        guard let enumeration = enumerations[name] else { return "enum String" }
        let raw = enumeration.cases.map { value in
            if case .string(let text) = value.rawValue { FactParts.inQuotes(text) } else { value.rawValue.text }
        }
        let values = raw + (enumeration.unknown == .fail ? [] : ["*"])
        return "enum \(enumeration.rawType.rawValue) (\(values.sorted().joined(separator: ", ")))"
    }

    private func text(of use: TransformerUse) -> String {
        guard case .declared(let name) = use, let transformer = transformers[name] else { return use.text }
        return "\(name)(\(plain(transformer.source)))"
    }

    private func text(of transformer: JSONTransformer) -> String {
        switch transformer {
        case .always(let use): text(of: use)
        case .byKind(let uses):
            uses.map { "\($0.kind.rawValue): \(text(of: $0.transformer))" }.joined(separator: " / ")
        }
    }
}
