import ModelgenDiagnostics
import ModelgenParsing

/// What a JSON Schema says about the form of values: with references followed, `allOf` merged, and `null` separate.
struct ReadSchema {
    enum Kind: String, Hashable {
        case string, integer, number, boolean, array, object
    }

    struct Property {
        var key: String
        var schema: Node
        var place: Node
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
    var properties: [Property] = []
    var required: Set<String> = []
    var additional = Additional.unsaid
    var items: Node?
    /// The alternatives of `oneOf` or `anyOf` that say more than which keys are required.
    var variants: [Node] = []
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

    var additionalSchema: Node? {
        if case .schema(let node) = additional { node } else { nil }
    }

    fileprivate mutating func merge(_ other: ReadSchema) {
        kinds = kinds.isEmpty ? other.kinds : other.kinds.isEmpty ? kinds : kinds.filter(other.kinds.contains)
        isNullable = isNullable || other.isNullable
        format = format ?? other.format
        values = values ?? other.values
        for property in other.properties {
            if let index = properties.firstIndex(where: { $0.key == property.key }) {
                properties[index] = property
            } else {
                properties.append(property)
            }
        }
        required.formUnion(other.required)
        if case .unsaid = additional { additional = other.additional }
        items = items ?? other.items
        variants += other.variants
        discriminator = discriminator ?? other.discriminator
        description = description ?? other.description
        isDeprecated = isDeprecated || other.isDeprecated
        isReadOnly = isReadOnly || other.isReadOnly
        isWriteOnly = isWriteOnly || other.isWriteOnly
        defaultValue = defaultValue ?? other.defaultValue
        unsaid += other.unsaid
    }
}

/// The schema that determines the values at a place, after references and wrappers with a single alternative.
struct SchemaSubject {
    var node: Node
    var isNullable: Bool
    /// The name in the last reference that led there: `Pet` of `pets.yaml#/Pet`.
    var referredName: String?
}

extension DocumentSet {
    /// Follows references, and `allOf`, `anyOf` and `oneOf` with one alternative besides null.
    mutating func subject(of node: Node) -> SchemaSubject {
        var subject = SchemaSubject(node: node, isNullable: false, referredName: nil)
        for _ in 0..<50 {
            if subject.node["nullable"]?.flag == true { subject.isNullable = true }
            if subject.node["$ref"] != nil {
                guard let target = resolve(subject.node), target !== subject.node else { return subject }
                subject.referredName = subject.node["$ref"]?.text?.lastStep
                subject.node = target
                continue
            }
            guard let only = onlyAlternative(of: subject.node) else { break }
            if only.isNullable { subject.isNullable = true }
            subject.node = only.node
            subject.referredName = nil
        }
        if subject.node["type"]?.elements.contains(where: { $0.text == "null" }) == true { subject.isNullable = true }
        if subject.node["enum"]?.elements.contains(where: \.isNull) == true { subject.isNullable = true }
        for part in alternatives(of: subject.node) where isNullable(part) { subject.isNullable = true }
        return subject
    }

    private mutating func onlyAlternative(of node: Node) -> (node: Node, isNullable: Bool)? {
        let structure = ["properties", "items", "enum", "const", "format", "additionalProperties", "required", "not"]
        for key in structure where node[key] != nil { return nil }
        let parts = (node["allOf"]?.elements ?? []) + alternatives(of: node)
        let rest = parts.filter { !isNull($0) }
        guard let first = rest.first, rest.count == 1 else { return nil }
        return (first, parts.count > 1)
    }

    private func alternatives(of node: Node) -> [Node] {
        (node["anyOf"]?.elements ?? []) + (node["oneOf"]?.elements ?? [])
    }

    private func isNull(_ node: Node) -> Bool {
        if node["type"]?.text == "null" { return true }
        guard let values = node["enum"]?.elements, !values.isEmpty else { return false }
        return values.allSatisfy(\.isNull)
    }

    /// Whether an alternative may be null, directly or through a reference.
    private mutating func isNullable(_ node: Node) -> Bool {
        if isNull(node) || node["nullable"]?.flag == true { return true }
        guard node["$ref"] != nil, let target = resolve(node), target !== node else {
            return node["type"]?.elements.contains { $0.text == "null" } == true
        }
        return isNull(target) || target["nullable"]?.flag == true
            || target["type"]?.elements.contains { $0.text == "null" } == true
    }

    /// The kind of JSON value that a schema means; nil for several or any.
    mutating func kind(of node: Node) -> ReadSchema.Kind? {
        if let kind = knownKinds[ObjectIdentifier(node)] { return kind }
        guard open.kinds.count < Self.deepest, open.kinds.insert(ObjectIdentifier(node)).inserted else { return nil }
        let kind = kindWithin(node)
        open.kinds.remove(ObjectIdentifier(node))
        knownKinds[ObjectIdentifier(node)] = .some(kind)
        return kind
    }

    private mutating func kindWithin(_ node: Node) -> ReadSchema.Kind? {
        let schema = read(node)
        if schema.kinds.count == 1 { return schema.kinds[0] }
        if Set(schema.kinds) == [.integer, .number] { return .number }
        guard schema.kinds.isEmpty else { return nil }
        if schema.isObject { return .object }
        if schema.items != nil { return .array }
        if let values = schema.values, !values.isEmpty {
            if values.allSatisfy({ $0.flag != nil }) { return .boolean }
            if values.allSatisfy(\.isInteger) { return .integer }
            return values.allSatisfy { $0.string != nil } ? .string : nil
        }
        let kinds = Set(schema.variants.map { kind(of: $0) })
        if kinds.count == 1, let kind = kinds.first { return kind }
        if kinds == [.integer, .number] { return .number }
        return schema.variants.isEmpty && schema.format != nil ? .string : nil
    }

    /// Whether a value may be more than one string on the wire.
    mutating func hasStructure(_ node: Node) -> Bool {
        if let kind = kind(of: node) { return kind == .object || kind == .array }
        let variants = read(node).variants
        return variants.isEmpty || variants.contains { [.object, .array].contains(kind(of: $0)) }
    }

    /// Alternatives in which strings are combined, and numbers are: a string does not show which one it is.
    mutating func grouped(_ variants: [Node]) -> [Node] {
        var flat: [Node] = []
        for variant in variants {
            let inner = variant["$ref"] == nil && kind(of: variant) == nil ? read(variant) : ReadSchema()
            flat += inner.variants.isEmpty || !inner.properties.isEmpty ? [variant] : inner.variants
        }
        var groups: [Node] = []
        var isGrouped: Set<ReadSchema.Kind> = []
        for variant in flat {
            let kind = kind(of: variant).map { $0 == .integer ? .number : $0 }
            guard let kind, kind != .object, kind != .array else {
                groups.append(variant)
                continue
            }
            guard isGrouped.insert(kind).inserted else { continue }
            let alike = flat.filter { self.kind(of: $0).map { $0 == .integer ? .number : $0 } == kind }
            groups.append(alike.count == 1 ? variant : made(anyOf: alike))
        }
        return groups
    }

    /// The objects of alternatives with a discriminator. If one only adds the key to an object defined elsewhere, it is
    /// that object: `allOf: [{ properties: { kind: { const: card } } }, { $ref: … }]`.
    mutating func objects(behind variants: [Node], key: String) -> [Node] {
        let objects = variants.map { variant -> Node in
            let node = subject(of: variant).node
            guard let parts = node["allOf"]?.elements, parts.count == 2, node["properties"] == nil else {
                return variant
            }
            let others = parts.filter { part in
                let own = read(part)
                return own.properties.map(\.key) != [key] || own.variants.count > 0
            }
            return others.count == 1 && others[0]["$ref"] != nil ? others[0] : variant
        }
        let subjects = Set(objects.map { ObjectIdentifier(subject(of: $0).node) })
        return subjects.count == objects.count ? objects : variants
    }

    /// A schema with several types is a union: `type: [string, integer]`.
    private mutating func partsByType(_ schema: ReadSchema, _ node: Node) -> [Node]? {
        guard schema.kinds.count > 1, schema.values == nil, Set(schema.kinds) != [.integer, .number],
            !node.entries.contains(where: { ["allOf", "anyOf", "oneOf"].contains($0.name) })
        else { return nil }
        let said = ["type", "title", "description", "default", "nullable", "deprecated", "readOnly", "writeOnly"]
        return schema.kinds.map { kind in
            func text(_ text: String) -> Node {
                Node(.scalar(.init(text: text, style: .plain)), file: node.file, start: 0, end: 0)
            }
            let rest = node.entries.filter { !said.contains($0.name) && $0.says(of: kind) }
            let part = Node(
                .mapping([.init(key: text("type"), value: text(kind.rawValue))] + rest), file: node.file, start: 0,
                end: 0)
            made.append(part)
            return part
        }
    }

    /// A schema that is not in any file.
    private mutating func made(anyOf parts: [Node]) -> Node {
        let file = parts[0].file
        let key = Node(.scalar(.init(text: "anyOf", style: .plain)), file: file, start: 0, end: 0)
        let list = Node(.sequence(parts), file: file, start: 0, end: 0)
        let node = Node(.mapping([.init(key: key, value: list)]), file: file, start: 0, end: 0)
        made.append(node)
        return node
    }

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

    private mutating func readWithin(_ node: Node) -> ReadSchema {
        var schema = ReadSchema()
        if node["$ref"] != nil {
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
        schema.items = node["items"]
        schema.discriminator = node["discriminator"]
        for key in ["not", "if", "patternProperties", "prefixItems", "dependentSchemas"] {
            if let entry = node.entry(key) { schema.unsaid.append(entry) }
        }
        for part in node["allOf"]?.elements ?? [] { schema.merge(read(part)) }
        let parts = alternatives(of: node)
        if parts.contains(where: { isNullable($0) }) { schema.isNullable = true }
        let variants = parts.filter { !isNull($0) && !saysOnlyWhatIsRequired($0) }
        if variants.count == 1, schema.variants.isEmpty {
            schema.merge(read(variants[0]))
        } else {
            schema.variants += variants
        }
        return schema
    }

    private func saysOnlyWhatIsRequired(_ node: Node) -> Bool {
        node.entries.allSatisfy { ["required", "description", "title", "not"].contains($0.name) }
    }

    private func annotate(_ schema: inout ReadSchema, _ node: Node) {
        schema.title = node["title"]?.text
        schema.description = node["description"]?.text
        schema.isDeprecated = node["deprecated"]?.flag == true
        schema.isReadOnly = node["readOnly"]?.flag == true
        schema.isWriteOnly = node["writeOnly"]?.flag == true
        schema.isNullable = node["nullable"]?.flag == true
        schema.defaultValue = node["default"]
        schema.format = node["format"]?.text
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
        if let values = node["enum"]?.elements {
            if values.contains(where: \.isNull) { schema.isNullable = true }
            schema.values = values.filter { !$0.isNull }
        } else if let value = node["const"] {
            schema.values = [value]
        }
    }
}

extension Node.Entry {
    /// Whether a keyword has a meaning for values of a kind.
    fileprivate func says(of kind: ReadSchema.Kind) -> Bool {
        switch name {
        case "properties", "required", "additionalProperties": kind == .object
        case "items": kind == .array
        case "format": kind == .string || kind == .integer || kind == .number
        default: true
        }
    }
}
