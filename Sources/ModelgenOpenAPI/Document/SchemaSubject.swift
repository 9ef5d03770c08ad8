import ModelgenParsing
import ModelgenSchema

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
                if let whole = combined(subject.node) {
                    subject.node = whole
                    continue
                }
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
        let parts = (subject.node["allOf"]?.elements ?? []).filter { !isRemark($0) }
        if !parts.isEmpty, subject.node["type"] == nil, parts.allSatisfy({ self.subject(of: $0).isNullable }) {
            subject.isNullable = true
        }
        return subject
    }

    /// A schema that says more than its reference, which is one of its parts then, as since OpenAPI 3.1 (JSON Schema
    /// 2020-12, section 8.2.3.1); nil for any other schema.
    mutating func combined(_ node: Node) -> Node? {
        guard addsToReferences, node.entries.count > 1, let reference = node.entry("$ref"),
            node.entries.contains(where: { Self.structure.contains($0.name) })
        else { return nil }
        if let known = combinations[ObjectIdentifier(node)] { return known }
        let range = node.range
        let target = Node(.mapping([reference]), file: node.file, start: range.start, end: range.end)
        made.append(target)
        let parts = Node(
            .sequence([target] + (node["allOf"]?.elements ?? [])), file: node.file, start: range.start, end: range.end)
        let others = node.entries.filter { !["$ref", "allOf"].contains($0.name) }
        let whole = made([("allOf", parts)] + others.map { ($0.name, $0.value) })
        combinations[ObjectIdentifier(node)] = whole
        composed.append(whole)
        _ = resolve(target)
        return whole
    }

    /// The keywords that say something about the form of values besides their type.
    private static let structure: Set<String> = [
        "properties", "required", "additionalProperties", "items", "enum", "const", "allOf", "anyOf", "oneOf",
    ]

    private mutating func onlyAlternative(of node: Node) -> (node: Node, isNullable: Bool)? {
        let structure = ["properties", "items", "enum", "const", "format", "additionalProperties", "required", "not"]
        for key in structure where node[key] != nil { return nil }
        let parts = (node["allOf"]?.elements ?? []).filter { !isRemark($0) } + alternatives(of: node)
        let rest = parts.filter { !isNull($0) }
        guard let first = rest.first, rest.count == 1 else { return nil }
        return (first, parts.contains { isNull($0) })
    }

    func alternatives(of node: Node) -> [Node] {
        (node["anyOf"]?.elements ?? []) + (node["oneOf"]?.elements ?? [])
    }

    func isNull(_ node: Node) -> Bool {
        if node["type"]?.text == "null" { return true }
        // OpenAPI 3.0 has no type for null, so generators write this: `anyOf: [{ $ref: … }, { nullable: true }]`.
        if node.entries.count == 1, node["nullable"]?.flag == true { return true }
        guard let values = node["enum"]?.elements ?? node["const"].map({ [$0] }), !values.isEmpty else { return false }
        return values.allSatisfy(\.isNull)
    }

    /// Whether a schema says nothing about the form of values: it describes or limits them.
    private func isRemark(_ node: Node) -> Bool {
        let remarks = [
            "title", "description", "default", "example", "examples", "deprecated", "externalDocs", "minimum",
            "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "pattern",
            "minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties",
        ]
        return !node.entries.isEmpty && node.entries.allSatisfy { remarks.contains($0.name) }
    }

    /// Whether an alternative may be null, directly or through a reference.
    mutating func isNullable(_ node: Node) -> Bool {
        if isNull(node) || node["nullable"]?.flag == true { return true }
        guard node["$ref"] != nil, let target = resolve(node), target !== node else {
            return node["type"]?.elements.contains { $0.text == "null" } == true
        }
        return isNull(target) || target["nullable"]?.flag == true
            || target["type"]?.elements.contains { $0.text == "null" } == true
    }

    /// The schemas that extend one with a discriminator, whose values may be theirs, too: they refer to it in their `allOf`.
    mutating func extensions(of node: Node) -> [Node] {
        guard node["discriminator"] != nil, alternatives(of: node).isEmpty else { return [] }
        // Following a reference may compose another schema.
        while extending.count < composed.count {
            let whole = composed[extending.count]
            extending.count += 1
            for part in whole["allOf"]?.elements ?? [] where part["$ref"] != nil {
                extending.schemas[ObjectIdentifier(subject(of: part).node), default: []].append(whole)
            }
        }
        var found = [node]
        var known: Set = [ObjectIdentifier(node)]
        var index = 0
        while index < found.count {
            let new = extending.schemas[ObjectIdentifier(found[index])] ?? []
            found += new.filter { known.insert(ObjectIdentifier($0)).inserted }
            index += 1
        }
        return Array(found.dropFirst())
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
        return schema.variants.isEmpty ? schema.format.map { ReadSchema.Kind(ofFormat: $0) } : nil
    }

    /// Whether a value may be more than one string on the wire.
    mutating func hasStructure(_ node: Node) -> Bool {
        if let kind = kind(of: node) { return kind == .object || kind == .array }
        let variants = read(node).variants
        return variants.isEmpty || variants.contains { [.object, .array].contains(kind(of: $0)) }
    }

    /// A list, for a schema that allows a list or one of its elements: they are the same in a query.
    mutating func list(orElementOf node: Node) -> Node {
        let variants = read(node).variants
        let lists = variants.filter { kind(of: $0) == .array }
        guard lists.count == 1, variants.allSatisfy({ !hasStructure($0) || $0 === lists[0] }) else { return node }
        return lists[0]
    }

    /// The alternatives, with all strings combined into one and all numbers into another: a string does not show which
    /// one it is.
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
            groups.append(alike.count == 1 ? variant : made("anyOf", alike))
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
    mutating func partsByType(_ schema: ReadSchema, _ node: Node) -> [Node]? {
        guard schema.kinds.count > 1, schema.values == nil, Set(schema.kinds) != [.integer, .number],
            !node.entries.contains(where: { ["allOf", "anyOf", "oneOf"].contains($0.name) })
        else { return nil }
        let said = ["type", "title", "description", "default", "nullable", "deprecated", "readOnly", "writeOnly"]
        return schema.kinds.map { kind in
            let type = Node.Entry(
                key: Node(made: "type", in: node.file), value: Node(made: kind.rawValue, in: node.file))
            let rest = node.entries.filter { !said.contains($0.name) && $0.says(of: kind) }
            let part = Node(.mapping([type] + rest), file: node.file, start: 0, end: 0)
            made.append(part)
            return part
        }
    }

    /// A schema that is not in any file: `anyOf` or `allOf` these.
    mutating func made(_ keyword: String, _ parts: [Node]) -> Node {
        made([(keyword, Node(.sequence(parts), file: parts[0].file, start: 0, end: 0))])
    }

    /// The schema, with one of these strings for a key.
    mutating func made(_ schema: Node, with key: String, in values: [String]) -> Node {
        func text(_ text: String) -> Node { Node(made: text, .doubleQuoted, in: schema.file) }
        func list(_ nodes: [Node]) -> Node { Node(.sequence(nodes), file: schema.file, start: 0, end: 0) }
        let value = made([("type", text("string")), ("enum", list(values.map(text)))])
        let object = made([("required", list([text(key)])), ("properties", made([(key, value)]))])
        return made([
            ("allOf", list([schema, object])), ("title", text(schema["$ref"]?.text?.lastStep ?? values[0])),
        ])
    }

    /// A mapping that is not in any file.
    mutating func made(_ members: [(key: String, value: Node)]) -> Node {
        let file = members[0].value.file
        let entries = members.map { Node.Entry(key: Node(made: $0.key, in: file), value: $0.value) }
        let range = members[0].value.range
        let node = Node(.mapping(entries), file: file, start: range.start, end: range.end)
        made.append(node)
        return node
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
