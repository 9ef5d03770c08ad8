import ModelgenDiagnostics
import ModelgenParsing
import ModelgenSchema

/// What a JSON Schema says about the form of values: with references followed, `allOf` merged, and `null` separate.
struct ReadSchema {
    enum Kind: String, Hashable {
        case string, integer, number, boolean, array, object

        /// What values of a format are if no type says it (https://spec.openapis.org/registry/format).
        init(ofFormat format: String) {
            switch format {
            case "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "unix-time": self = .integer
            case "float", "double": self = .number
            default: self = .string
            }
        }
    }

    struct Property {
        var key: String
        var schema: Node
        var place: Node
        /// Whether only some of several alternatives have it.
        var isOfAlternative = false
    }

    /// What other properties an object may have.
    enum Additional {
        case unsaid, none, any
        case schema(Node)
    }

    /// The types it names, without null.
    var kinds: [Kind] = []
    var isNullable = false
    var format: String?
    /// The values of `enum` or `const`, without null.
    var values: [Node]?
    /// What generators are told about values, by their texts: names and descriptions of cases.
    var caseNames: [String: String] = [:]
    var caseDescriptions: [String: String] = [:]
    var properties: [Property] = []
    var required: Set<String> = []
    var additional = Additional.unsaid
    /// The schema of the keys.
    var propertyNames: Node?
    var items: Node?
    /// The alternatives of `oneOf` or `anyOf` that say more than which keys are required.
    var variants: [Node] = []
    /// Whether its properties are those of several alternatives.
    var isJoined = false
    var discriminator: Node?
    var title: String?
    var description: String?
    var isDeprecated = false
    var isReadOnly = false
    var isWriteOnly = false
    var defaultValue: Node?
    /// Keywords that models cannot express, with their places.
    var unsaid: [Node.Entry] = []

    /// Whether it says nothing about the value.
    var isEmpty: Bool {
        kinds.isEmpty && values == nil && properties.isEmpty && items == nil && variants.isEmpty && format == nil
    }

    var isObject: Bool { kinds == [.object] || kinds.isEmpty && !properties.isEmpty }

    /// Whether it is an object that may only be empty.
    var isWithoutMembers: Bool {
        guard kinds == [.object], properties.isEmpty, variants.isEmpty else { return false }
        switch additional {
        case .unsaid, .none: return true
        case .any, .schema: return false
        }
    }

    /// The only value.
    var constant: String? { values?.count == 1 ? values?.first?.text : nil }

    var additionalSchema: Node? {
        if case .schema(let node) = additional { node } else { nil }
    }
}

/// Where an object is: among the values of JSON, or as the form of a request, whose fields are arguments.
enum ObjectPlace {
    case value, form
}

extension DocumentSet {
    /// What a schema says, with all of its parts combined.
    mutating func read(_ node: Node) -> ReadSchema {
        if let known = known[ObjectIdentifier(node)] { return known }
        guard open.schemas.count < 2 * Self.deepest, open.schemas.insert(ObjectIdentifier(node)).inserted else {
            open.isCut = true
            return ReadSchema()
        }
        let schema = readWithin(node)
        open.schemas.remove(ObjectIdentifier(node))
        // What was read within a cycle lacks what is further up; only few cycles are worth a second look.
        if open.schemas.isEmpty { open.isCut = false }
        if open.isCut, open.again < 10_000 {
            open.again += 1
        } else {
            known[ObjectIdentifier(node)] = schema
        }
        return schema
    }

    /// What an object contains: also the properties of its alternatives and of the schemas that extend it, since a value
    /// may be one of those. If these are too many for a struct, it keeps the alternatives beside its own properties. An
    /// object without own properties is a union, unless it is the form of a request.
    mutating func object(_ node: Node, in place: ObjectPlace = .value) -> ReadSchema {
        let others = extensions(of: node)
        var schema = read(node)
        if !others.isEmpty {
            schema.variants = [node] + others
        } else if place == .value {
            guard !schema.properties.isEmpty || isToldByFlag(schema), !schema.variants.isEmpty else { return schema }
            // A discriminator is a part of each alternative, so they are a union.
            if schema.properties.map(\.key) == [schema.discriminator?["propertyName"]?.text ?? ""] {
                schema.properties = []
                return schema
            }
            guard schema.variants.allSatisfy({ kind(of: $0) == .object }) else { return schema }
        }
        let whole = joined(schema)
        if place == .form || whole.properties.count <= ValueSize.mostFields { return whole }
        if schema.properties.isEmpty { schema.variants = [] }
        return schema
    }

    /// Whether nothing but a Boolean distinguishes some of the alternatives: `{ ok: true, … }` and `{ ok: false, … }`. A
    /// union would read each value as the first one, since a model of one could read the others, too.
    private mutating func isToldByFlag(_ schema: ReadSchema) -> Bool {
        guard schema.discriminator == nil, schema.variants.count > 1 else { return false }
        let parts = schema.variants.map { read($0) }
        guard parts.allSatisfy({ $0.isObject && $0.variants.isEmpty }), let first = parts.first else { return false }
        var hasFlag = false
        for key in first.properties.map(\.key) where parts.allSatisfy({ $0.required.contains(key) }) {
            let values = parts.compactMap { part in
                part.properties.first { $0.key == key }.flatMap { read($0.schema).values }
            }
            guard values.count == parts.count else { continue }
            let areFlags = values.joined().allSatisfy { $0.flag != nil }
            let texts = Set(values.joined().map(\.text))
            if !areFlags, texts.count == values.joined().count { return false }
            hasFlag = hasFlag || areFlags && texts.count > 1
        }
        guard hasFlag else { return false }
        let alike = parts.indices.filter { index in
            let rest = parts.indices.filter { $0 != index }.flatMap { parts[$0].properties.map(\.key) }
            return parts[index].required.isSubset(of: rest)
        }
        return alike.count > 1
    }

    /// A schema with the properties of all of its alternatives, which are required if each requires them.
    private mutating func joined(_ schema: ReadSchema) -> ReadSchema {
        var form = schema
        form.variants = []
        form.isJoined = !schema.variants.isEmpty
        let own = Set(form.properties.map(\.key))
        var parts = schema.variants.map { (node: $0, required: Set<String>()) }
        var known: Set<ObjectIdentifier> = []
        var required: Set<String>?
        var schemas: [String: [Node]] = [:]
        var index = 0
        while index < parts.count {
            defer { index += 1 }
            guard known.insert(ObjectIdentifier(parts[index].node)).inserted else { continue }
            let part = read(parts[index].node)
            let all = part.required.union(parts[index].required)
            parts += part.variants.map { ($0, all) }
            if part.variants.isEmpty { required = required?.intersection(all) ?? all }
            for property in part.properties {
                if schemas[property.key] == nil, !own.contains(property.key) {
                    form.properties.append(property)
                    form.properties[form.properties.endIndex - 1].isOfAlternative = true
                }
                schemas[property.key, default: []].append(property.schema)
            }
        }
        for index in form.properties.indices {
            let others = schemas[form.properties[index].key] ?? []
            guard others.count > 1, !own.contains(form.properties[index].key) else { continue }
            form.properties[index].schema = made("anyOf", others)
        }
        form.required.formUnion(required ?? [])
        return form
    }

    private mutating func readWithin(_ node: Node) -> ReadSchema {
        var schema = ReadSchema()
        if node["$ref"] != nil {
            if let whole = combined(node) { return read(whole) }
            annotate(&schema, node)
            guard let target = resolve(node), target !== node else { return schema }
            let own = schema
            schema = read(target)
            // Keywords next to a reference override those of its target.
            schema.description = own.description ?? schema.description
            schema.isDeprecated = own.isDeprecated || schema.isDeprecated
            schema.isReadOnly = own.isReadOnly || schema.isReadOnly
            schema.isWriteOnly = own.isWriteOnly || schema.isWriteOnly
            schema.isNullable = own.isNullable || schema.isNullable
            schema.defaultValue = own.defaultValue ?? schema.defaultValue
            return schema
        }
        annotate(&schema, node)
        types(&schema, node)
        if let parts = partsByType(schema, node) {
            schema.kinds = []
            schema.variants = parts
            return schema
        }
        for entry in node["properties"]?.entries ?? [] {
            schema.properties.append(.init(key: entry.name, schema: entry.value, place: entry.key))
        }
        schema.required = Set((node["required"]?.elements ?? []).compactMap(\.text))
        if let additional = node["additionalProperties"] {
            switch additional.flag {
            case true?: schema.additional = .any
            case false?: schema.additional = .none
            case nil: schema.additional = additional.entries.isEmpty ? .any : .schema(additional)
            }
        }
        schema.propertyNames = node["propertyNames"]
        schema.items = node["items"]
        schema.discriminator = node["discriminator"]
        for key in ["not", "if", "patternProperties", "prefixItems", "dependentSchemas", "$dynamicRef"] {
            if let entry = node.entry(key) { schema.unsaid.append(entry) }
        }
        for part in node["allOf"]?.elements ?? [] {
            var part = read(part)
            // It is one of the alternatives of what it extends, so it has none of the others' properties.
            if part.variants.contains(where: { $0["$ref"] != nil && resolve($0) === node }) { part.variants = [] }
            merge(part, into: &schema)
        }
        let parts = alternatives(of: node)
        if parts.contains(where: { isNullable($0) }) { schema.isNullable = true }
        for key in ["anyOf", "oneOf"] {
            let variants = (node[key]?.elements ?? []).filter {
                !isNull($0) && !saysOnlyWhatIsRequired($0) && !isAnyOtherCase($0, of: node)
            }
            var alternatives = ReadSchema()
            alternatives.variants = variants
            merge(variants.count == 1 ? read(variants[0]) : alternatives, into: &schema)
        }
        return schema
    }

    /// Merges another schema for the same values. A property that both have must satisfy both, and takes the other's
    /// description.
    private mutating func merge(_ other: ReadSchema, into schema: inout ReadSchema) {
        var other = other
        // A value is one of each, so it has the properties of one of these besides those of one of the others.
        if !schema.variants.isEmpty, !other.variants.isEmpty,
            (schema.variants + other.variants).allSatisfy({ kind(of: $0) == .object })
        {
            other = joined(other)
        }
        schema.kinds = Self.common(schema.kinds, other.kinds)
        schema.isNullable = schema.isNullable || other.isNullable
        schema.format = schema.format ?? other.format
        if let values = schema.values, let others = other.values {
            let texts = Set(others.map(\.text))
            schema.values = values.filter { texts.contains($0.text) }
        } else {
            schema.values = schema.values ?? other.values
        }
        schema.caseNames.merge(other.caseNames) { own, _ in own }
        schema.caseDescriptions.merge(other.caseDescriptions) { own, _ in own }
        for property in other.properties {
            if let index = schema.properties.firstIndex(where: { $0.key == property.key }) {
                let own = schema.properties[index].schema
                schema.properties[index] = property
                if subject(of: own).node !== subject(of: property.schema).node {
                    schema.properties[index].schema = made("allOf", [property.schema, own])
                }
            } else {
                schema.properties.append(property)
            }
        }
        schema.required.formUnion(other.required)
        if case .unsaid = schema.additional { schema.additional = other.additional }
        schema.propertyNames = schema.propertyNames ?? other.propertyNames
        schema.items = schema.items ?? other.items
        schema.variants += other.variants
        schema.discriminator = schema.discriminator ?? other.discriminator
        schema.description = schema.description ?? other.description
        schema.isDeprecated = schema.isDeprecated || other.isDeprecated
        schema.isReadOnly = schema.isReadOnly || other.isReadOnly
        schema.isWriteOnly = schema.isWriteOnly || other.isWriteOnly
        schema.defaultValue = schema.defaultValue ?? other.defaultValue
        schema.unsaid += other.unsaid
    }

    /// The types that both allow: an integer is a number.
    private static func common(_ kinds: [ReadSchema.Kind], _ others: [ReadSchema.Kind]) -> [ReadSchema.Kind] {
        if kinds.isEmpty || others.isEmpty { return kinds + others }
        let added = others.filter { !kinds.contains($0) }
        return (kinds + added).filter { kind in
            [kinds, others].allSatisfy { $0.contains(kind) || kind == .integer && $0.contains(.number) }
        }
    }

    private func saysOnlyWhatIsRequired(_ node: Node) -> Bool {
        node.entries.contains { ["required", "not"].contains($0.name) }
            && node.entries.allSatisfy { ["required", "description", "title", "not"].contains($0.name) }
    }

    /// Whether an alternative is an object whose discriminator has none of the values of the others, as a union that
    /// keeps unknown objects is exported.
    private func isAnyOtherCase(_ part: Node, of node: Node) -> Bool {
        guard let key = node["discriminator"]?["propertyName"]?.text, part["$ref"] == nil else { return false }
        return part["properties"]?[key]?["not"]?["enum"] != nil
    }

    private func annotate(_ schema: inout ReadSchema, _ node: Node) {
        schema.title = node["title"]?.text
        schema.description = node["description"]?.text
        schema.isDeprecated = node["deprecated"]?.flag == true
        schema.isReadOnly = node["readOnly"]?.flag == true
        schema.isWriteOnly = node["writeOnly"]?.flag == true
        schema.isNullable = node["nullable"]?.flag == true
        schema.defaultValue = node["default"]
        schema.format = node["format"]?.text.map { Self.sameFormats[$0] ?? $0 }
        // Since OpenAPI 3.1, it replaces `format: byte` (OpenAPI 3.1.1, section 4.4.2.1).
        if node["contentEncoding"]?.text == "base64" { schema.format = schema.format ?? "byte" }
    }

    /// Other names of formats, and what they are called here.
    private static let sameFormats = [
        "unixtime": "unix-time", "u-int8": "uint8", "u-int16": "uint16", "u-int32": "uint32", "u-int64": "uint64",
    ]

    /// Texts for values, by the values' own texts: from a list in the same order, or from a mapping.
    private static func texts(of values: [Node], in node: Node?) -> [String: String] {
        guard let node else { return [:] }
        let named = node.entries.compactMap { entry in entry.value.text.map { (entry.name, $0) } }
        let listed = zip(values, node.elements).compactMap { value, element in
            value.text.flatMap { value in element.isNull ? nil : element.text.map { (value, $0) } }
        }
        return Dictionary(firstOf: named + listed)
    }

    private func types(_ schema: inout ReadSchema, _ node: Node) {
        let types = node["type"].map { $0.elements.isEmpty ? [$0] : $0.elements } ?? []
        for type in types.compactMap(\.text) {
            if type == "null" {
                schema.isNullable = true
            } else if let kind = ReadSchema.Kind(rawValue: type) {
                schema.kinds.append(kind)
            }
        }
        if let values = node["enum"]?.elements ?? node["const"].map({ [$0] }) {
            if values.contains(where: \.isNull) { schema.isNullable = true }
            schema.values = values.filter { !$0.isNull }
            // Widespread extensions: of OpenAPI Generator and of NSwag.
            schema.caseNames = Self.texts(of: values, in: node["x-enum-varnames"] ?? node["x-enumNames"])
            schema.caseDescriptions = Self.texts(
                of: values, in: node["x-enum-descriptions"] ?? node["x-enumDescriptions"])
        }
    }
}
