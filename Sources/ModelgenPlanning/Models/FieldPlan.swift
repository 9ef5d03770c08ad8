import ModelgenDatabase
import ModelgenSchema

/// A field as the templates see it: its name, its type, and its place in JSON and in a table. All templates use the
/// same facts; each decides which Swift code results. The parts of a model share them, since each copy would have
/// thirty values.
package struct FieldPlan: Sendable {
    package var documentation: [String] = []
    /// The name as an identifier: `title`, `` `default` ``.
    package var name: String
    /// The name as an argument label.
    package var label: String
    /// The name as a string literal.
    package var literal: String
    /// The name as the whole body of a getter.
    package var getter: String
    /// `Date?`
    package var type: String
    /// The type without its question mark: `Date`.
    package var value: String
    package var isOptional: Bool
    /// The property of its struct that stores it elsewhere: `_parent`.
    package var storage: String?
    /// The default, as an expression.
    package var standard: String?
    /// The default, unless it is nil.
    package var fallback: String?
    package var isSensitive = false
    /// The only direction in which JSON contains it, for the documentation.
    package var direction: String?
    /// Whether the database or the server assigns its value, so that drafts do not have it.
    package var isAssigned = false
    /// Whether a model has a placeholder for it while a draft is read through the model.
    package var isPlaceheld = false
    /// Whether patches can change it.
    package var isPatched = false
    package var json: JSONForm?
    package var column: ColumnForm?
    /// Whether it is a list for the right side of IN.
    package var isMatched = false
    /// Its index in a list of fields that needs one, from 0.
    package var index = 0

    /// The field in JSON: where it is, and how it is read and written.
    package struct JSONForm: Sendable {
        /// Its keys or paths, as expressions: `"created_at"`, `["data", "id"]`. The first one is written.
        package var places: [String]
        /// Its key as a string literal, if it has exactly one and no path.
        package var key: String?
        /// Whether the key equals the field's name.
        package var isNamedAlike: Bool
        package var isRead: Bool
        package var isWritten: Bool
        /// Its traits in the table of fields: `encodeOnly`, `sensitive`.
        package var traits: [String]
        /// Whether an invalid value becomes the default.
        package var defaultsIfInvalid: Bool
        /// Whether invalid elements are skipped.
        package var skipsInvalid: Bool
        /// `UnixMilliseconds()`
        package var transformer: String?
        /// The transformer of a single value: of an element, if elements are skipped.
        package var elementTransformer: String?
        /// Whether nil is omitted.
        package var isOmitted: Bool
        /// The name of its column, as a string literal, if the same code reads the model's row and the column has a
        /// different name.
        package var column: String?
    }

    /// The field's column, and how it is read and bound.
    package struct ColumnForm: Sendable {
        /// The name, as a string literal.
        package var name: String
        package var isNamedAlike: Bool
        /// Whether SQLite computes it.
        package var isGenerated: Bool
        /// `Column`, or the type for a column whose values have no usable order.
        package var type: String
        package var transformer: String?
    }

    /// Whether JSON and the column use different transformers.
    package var isTwofold: Bool { column.map { $0.transformer != json?.transformer } ?? false }

    /// Whether the same code reads and writes its JSON and its column.
    var isSharedByJSONAndColumn: Bool {
        guard let json, let column else { return false }
        return json.transformer == column.transformer && !column.isGenerated && !json.defaultsIfInvalid
            && !json.skipsInvalid
    }

    /// The default value of a parameter.
    package var argument: String? { standard ?? (isOptional ? "nil" : nil) }

    /// A property that is not a field of a model.
    init(name: SwiftName, type: FieldType, types: TypeSpelling) {
        self.name = name.escaped
        label = name.label
        literal = SwiftLiteral.string(name.text)
        getter = name.inGetter
        self.type = types.type(type)
        value = types.type(type.unwrapped)
        isOptional = type.isOptional
    }
}

extension Shared<FieldPlan> {
    func at(_ index: Int) -> Self {
        var copy = self
        copy.value.index = index
        return copy
    }
}

extension ModelPlanning {
    /// The facts of a field of the model.
    func facts(_ field: Field) -> Shared<FieldPlan> { fieldPlans[field.name] ?? Shared(described(field)) }

    func described(_ field: Field) -> FieldPlan {
        var plan = FieldPlan(name: field.name, type: field.type, types: types)
        plan.direction = direction(of: field)
        var lines = documentationLines(field.documentation)
        if let direction = plan.direction { lines += (lines.isEmpty ? [] : [""]) + [direction] }
        plan.documentation = (lines + warningLines(deprecated: field.deprecated)).asDocumentation
        plan.standard = field.defaultValue.map { literals.swift($0, of: field) }
        // A `JSON` that is null is not nil.
        plan.fallback = field.type.isOptional && field.defaultsToNil ? nil : plan.standard
        plan.isSensitive = field.isSensitive
        plan.isAssigned = field.isFilledByOthers
        plan.isPlaceheld = field.isFilledByOthers && field.isRequired && isDraftMappedByModel
        plan.json = json(of: field)
        plan.column = column(of: field)
        return plan
    }

    func facts(_ fields: [Field]) -> [Shared<FieldPlan>] { fields.map { facts($0) } }

    /// A note that the field is omitted in one direction, which nothing else shows where the field is set.
    private func direction(of field: Field) -> String? {
        guard field.json != nil else { return nil }
        if !field.isWritten { return "Only read: it is not written to JSON." }
        if !field.isRead { return "Only written: it is not read from JSON." }
        return nil
    }

    private func json(of field: Field) -> FieldPlan.JSONForm? {
        guard let json = field.json else { return nil }
        var traits: [String] = []
        if !field.isRead { traits.append("encodeOnly") }
        if !field.isWritten { traits.append("decodeOnly") }
        if field.isSensitive { traits.append("sensitive") }
        if field.isFilledByOthers, isDraftMappedByModel { traits.append("assigned") }
        let paths = json.paths.map(\.components)
        var key: String?
        if paths.count == 1, paths[0].count == 1, case .key(let only) = paths[0][0] { key = SwiftLiteral.string(only) }
        let skips = field.onInvalid == .skipElement
        let transformer = field.transformer?.json
        return FieldPlan.JSONForm(
            places: json.paths.map(\.swiftExpression), key: key,
            isNamedAlike: paths == [[.key(field.name.text)]], isRead: field.isRead,
            isWritten: field.isWritten, traits: traits, defaultsIfInvalid: field.onInvalid == .default,
            skipsInvalid: skips, transformer: transformer.map { expression($0, for: field.type) },
            elementTransformer: transformer.map { expression($0, for: skips ? skippedType(of: field) : field.type) },
            // Null is the only way to write nil if a missing value gets a default.
            isOmitted: field.type.isOptional && (json.omitsNil ?? model.json.omitsNil) && field.defaultsToNil)
    }

    /// The type that the transformer applies to: the element's type if elements are skipped individually.
    private func skippedType(of field: Field) -> FieldType {
        if case .list(let element) = field.type.unwrapped { element } else { field.type }
    }

    private func column(of field: Field) -> FieldPlan.ColumnForm? {
        guard let column = field.column, model.storage != .none else { return nil }
        let order = schema.columnOrder(of: field)
        return FieldPlan.ColumnForm(
            name: SwiftLiteral.string(column.name.text), isNamedAlike: column.name.text.isExactly(field.name.text),
            isGenerated: column.generated != nil, type: types.library(order.typeName, of: .sqlite),
            transformer: field.transformer?.sqlite.map { expression($0, for: field.type) })
    }
}
