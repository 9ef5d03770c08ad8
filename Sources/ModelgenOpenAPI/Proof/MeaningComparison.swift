import ModelgenDiagnostics
import ModelgenExporting
import ModelgenParsing
import ModelgenSchema

/// Compares two documents by what is on the wire: types, keys, presence, values, defaults. Descriptions and constraints
/// on values (`maxLength`, `pattern`) do not count, nor does whether nil is null or omitted, nor whether a body is
/// optional, since a client always sends one.
struct MeaningComparison {
    struct Difference {
        var reason: Proof.Reason
        var place: String
    }

    var original: DocumentSet
    var exported: DocumentSet
    /// The names of the original's schemas in the exported document.
    let names: [ObjectIdentifier: String]
    /// The schemas whose declarations are compared separately, and others with their names that were compared already.
    private var compared: Set<ObjectIdentifier>
    /// The discriminator keys of a schema, which belong to the union that it is a case of.
    let discriminators: [ObjectIdentifier: Set<String>]
    private var exportedNames: [ObjectIdentifier: String] = [:]

    init(
        _ original: DocumentSet, _ exported: DocumentSet, names: [ObjectIdentifier: String],
        declared: Set<ObjectIdentifier>, discriminators: [ObjectIdentifier: Set<String>] = [:]
    ) {
        self.original = original
        self.exported = exported
        self.names = names
        compared = declared
        self.discriminators = discriminators
        for entry in exported.root["components"]?["schemas"]?.entries ?? [] {
            exportedNames[ObjectIdentifier(self.exported.subject(of: entry.value).node)] = entry.name
        }
    }

    // MARK: Schemas

    /// Compares what is at a place: a reference is equal if it leads to the counterpart, which is compared separately,
    /// or here if only another schema was declared with that name.
    mutating func difference(_ left: Node, _ right: Node, at place: String) -> Difference? {
        let first = original.subject(of: left).node
        let second = exported.subject(of: right).node
        // The only value is sent as a constant, even if the schema has a name.
        if let value = original.read(first).constant, exported.read(second).constant == value { return nil }
        if let name = names[ObjectIdentifier(first)] {
            let other = exportedNames[ObjectIdentifier(second)]
            if other == name {
                return compared.insert(ObjectIdentifier(first)).inserted ? contents(first, second, at: place) : nil
            }
            // An envelope has no name there.
            if other == nil, !exported.read(second).properties.isEmpty { return contents(first, second, at: place) }
            let isOpen = exported.read(second).isEmpty
            return Difference(reason: isOpen ? .open : .type, place: place)
        }
        return contents(first, second, at: place)
    }

    /// Whether an exported schema is a draft or changes of a model.
    mutating func isForm(_ node: Node, of forms: [BodyForm]) -> Bool {
        let name = exportedNames[ObjectIdentifier(exported.subject(of: node).node)]
        return name.map { name in forms.contains { name.hasSuffix($0.suffix) } } ?? false
    }

    /// Compares two schemas themselves.
    ///
    /// - Parameter keys: Nil unless it is a form: then the names of the original's keys on the wire that a style changes.
    mutating func contents(
        _ left: Node, _ right: Node, at place: String, keys: [String: String]? = nil
    ) -> Difference? {
        var first = original.object(left)
        let second = exported.read(right)
        // A request does not contain what is only read.
        if keys != nil || isForm(right, of: [.draft]) {
            let readOnly = first.properties.filter { original.read($0.schema).isReadOnly }.map(\.key)
            first.properties.removeAll { readOnly.contains($0.key) }
        }
        let renamed = keys ?? [:]
        if let keys = discriminators[ObjectIdentifier(left)] { first.properties.removeAll { keys.contains($0.key) } }
        for index in first.properties.indices {
            let key = first.properties[index].key
            first.properties[index].key = renamed[key] ?? key
            if first.required.contains(key), let name = renamed[key] { first.required.insert(name) }
        }
        let unsaid: (ReadSchema) -> Bool = { schema in
            schema.isEmpty && schema.additionalSchema == nil
        }
        if unsaid(second) || unsaid(first) {
            return unsaid(first) == unsaid(second)
                ? nil : Difference(reason: unsaid(second) ? .open : .type, place: place)
        }
        // An alternative that may be anything makes the whole anything.
        if first.properties.isEmpty, first.variants.contains(where: { Self.isOpen($0, in: &original) }) {
            return second.variants.contains { Self.isOpen($0, in: &exported) }
                ? nil : Difference(reason: .type, place: place)
        }
        var values = Self.values(of: first, in: &original)
        // A string that may be empty is a string.
        if !first.variants.isEmpty, Self.isText(first.variants, in: &original), values.allSatisfy(\.isEmpty) {
            values = []
        }
        if !values.isEmpty {
            let others = Self.values(of: second, in: &exported)
            let bothBoolean = Set(values).isSubset(of: ["true", "false"]) && second.kinds == [.boolean]
            return Set(values) == Set(others) || bothBoolean
                ? nil : Difference(reason: others.isEmpty ? .type : .values, place: place)
        }
        if !first.variants.isEmpty, first.properties.isEmpty, Self.scalar(first, in: &original) == nil {
            return union(first, second, right, at: place)
        }
        if first.isObject || first.additionalSchema != nil {
            return object(first, second, keys == nil ? .value : .form, at: place)
        }
        if first.kinds == [.array] || first.items != nil {
            guard second.kinds == [.array] else { return Difference(reason: .type, place: place) }
            guard let items = first.items else {
                return second.items.map { exported.read($0).isEmpty } ?? true
                    ? nil : Difference(reason: .type, place: place)
            }
            guard let others = second.items else { return Difference(reason: .open, place: place) }
            return difference(items, others, at: place + "[]")
        }
        let isSame = Self.scalar(first, in: &original) == Self.scalar(second, in: &exported)
        return isSame ? nil : Difference(reason: .type, place: place)
    }

    /// Whether one of several strings may be any string.
    private static func isText(_ variants: [Node], in documents: inout DocumentSet) -> Bool {
        variants.contains { variant in
            let read = documents.read(variant)
            return read.kinds == [.string] && read.values == nil
        }
    }

    private static func isOpen(_ node: Node, in documents: inout DocumentSet) -> Bool {
        let read = documents.read(node)
        return read.isEmpty && read.additionalSchema == nil
    }

    private static func values(of schema: ReadSchema, in documents: inout DocumentSet) -> [String] {
        if let values = schema.values { return values.compactMap(\.text) }
        let kinds = Set(schema.variants.map { documents.kind(of: $0) })
        guard kinds == [.string] || kinds == [.integer] else { return [] }
        let parts = schema.variants.map { documents.read($0) }
        return parts.flatMap { Self.values(of: $0, in: &documents) }
    }

    private static let integers: Set<String> = [
        "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
    ]

    /// The type of a scalar value, in one word; nil for anything else.
    private static func scalar(_ schema: ReadSchema, in documents: inout DocumentSet) -> String? {
        var kinds = schema.kinds
        var format = schema.format
        if kinds.isEmpty, !schema.variants.isEmpty {
            let known = schema.variants.map { documents.kind(of: $0) }
            kinds = Array(Set(known.compactMap(\.self)))
            let formats = Set(schema.variants.map { documents.read($0).format })
            format = formats.count == 1 ? formats.first ?? nil : nil
            if known.contains(nil) { return nil }
        }
        if Set(kinds) == [.integer, .number] { kinds = [.number] }
        if kinds.isEmpty, let format { kinds = [ReadSchema.Kind(ofFormat: format)] }
        guard kinds.count == 1 else { return nil }
        switch (kinds[0], format) {
        case (.integer, "unix-time"), (.number, "unix-time"): return "instant"
        case (.integer, let format?) where integers.contains(format): return format
        case (.integer, _): return "int64"
        case (.number, "float"): return "float"
        case (.number, "decimal"): return "decimal"
        case (.number, _): return "double"
        case (.boolean, _): return "boolean"
        case (.string, "url"): return "uri"
        case (.string, let format?) where ["date-time", "date", "uuid", "uri", "byte", "decimal"].contains(format):
            return format
        case (.string, _): return "string"
        case (.array, _), (.object, _): return nil
        }
    }

    private mutating func object(
        _ first: ReadSchema, _ second: ReadSchema, _ form: ObjectPlace, at place: String
    ) -> Difference? {
        let properties = first.properties.filter { !$0.key.isEmpty }
        if properties.isEmpty {
            guard second.isObject || second.additionalSchema != nil, second.properties.isEmpty else {
                return Difference(reason: .type, place: place)
            }
            switch (first.additionalSchema, second.additionalSchema) {
            case (let left?, let right?): return difference(left, right, at: place + "[*]")
            case (let left?, nil): return original.read(left).isEmpty ? nil : Difference(reason: .open, place: place)
            case (nil, let right?): return exported.read(right).isEmpty ? nil : Difference(reason: .type, place: place)
            case (nil, nil): return nil
            }
        }
        guard second.isObject else { return Difference(reason: .type, place: place) }
        if first.additionalSchema != nil { return Difference(reason: .open, place: place) }
        for property in properties {
            let inner = place.isEmpty ? property.key : "\(place).\(property.key)"
            guard let other = second.properties.first(where: { $0.key == property.key }) else {
                return Difference(reason: .missing, place: inner)
            }
            if let difference = difference(property.schema, other.schema, at: inner) { return difference }
            let left = Self.facts(property, first, form, &original)
            let right = Self.facts(other, second, form, &exported)
            if left.isReadOnly != right.isReadOnly || left.isWriteOnly != right.isWriteOnly {
                return Difference(reason: .access, place: inner)
            }
            if left.defaultText != right.defaultText { return Difference(reason: .defaultValue, place: inner) }
            if left.mayBeAbsent != right.mayBeAbsent { return Difference(reason: .presence, place: inner) }
        }
        let extra = second.properties.first { each in !properties.contains { $0.key == each.key } }
        return extra.map { Difference(reason: .type, place: place.isEmpty ? $0.key : "\(place).\($0.key)") }
    }

    private struct PropertyFacts {
        var mayBeAbsent: Bool
        var isReadOnly: Bool
        var isWriteOnly: Bool
        var defaultText: String?
    }

    private static func facts(
        _ property: ReadSchema.Property, _ object: ReadSchema, _ form: ObjectPlace, _ documents: inout DocumentSet
    ) -> PropertyFacts {
        let read = documents.read(property.schema)
        let isOpen = read.isEmpty && read.additionalSchema == nil
        // The server applies the defaults of a form itself.
        let standard = form == .form ? nil : read.defaultValue.flatMap { $0.isNull ? nil : $0.canonicalText }
        return PropertyFacts(
            mayBeAbsent: !object.required.contains(property.key) || standard != nil
                || documents.subject(of: property.schema).isNullable && !isOpen || read.isWriteOnly,
            isReadOnly: read.isReadOnly && !read.isWriteOnly, isWriteOnly: read.isWriteOnly && !read.isReadOnly,
            defaultText: standard)
    }

    private mutating func union(
        _ first: ReadSchema, _ second: ReadSchema, _ right: Node, at place: String
    ) -> Difference? {
        if second.isEmpty { return Difference(reason: .open, place: place) }
        let key = first.discriminator?["propertyName"]?.text
        let lefts = original.grouped(key.map { original.objects(behind: first.variants, key: $0) } ?? first.variants)
        let subjects = Set(lefts.map { ObjectIdentifier(original.subject(of: $0).node) })
        if subjects.count == 1 { return difference(lefts[0], right, at: place) }
        let others = second.discriminator?["propertyName"]?.text
        let rights = exported.grouped(
            others.map { exported.objects(behind: second.variants, key: $0) } ?? second.variants)
        var unmatched = Set(rights.indices)
        for left in lefts {
            let match =
                rights.indices.first { unmatched.contains($0) && difference(left, rights[$0], at: place) == nil }
                ?? rights.indices.first { difference(left, rights[$0], at: place) == nil }
            guard let match else {
                let isOpen = rights.contains { Self.isOpen($0, in: &exported) }
                return Difference(reason: isOpen ? .open : .missing, place: place)
            }
            unmatched.remove(match)
        }
        return unmatched.isEmpty ? nil : Difference(reason: .type, place: place)
    }
}

extension Node {
    /// A default as a string: `1.0` and `1` are the same number, and a moment or a UUID has several forms, too.
    fileprivate var canonicalText: String {
        switch content {
        case .scalar(let scalar):
            if isNumber, let number = Double(scalar.text) { return "\(number)" }
            if let instant = Instant(rfc3339: scalar.text) { return instant.rfc3339 }
            return scalar.text.isUUID ? scalar.text.uppercased() : scalar.text
        case .sequence(let nodes): return "[\(nodes.map(\.canonicalText).joined(separator: ","))]"
        case .mapping(let entries):
            return "{\(entries.map { "\($0.name):\($0.value.canonicalText)" }.joined(separator: ","))}"
        }
    }

    /// A document made in memory.
    convenience init(_ value: DocumentValue, _ file: SourceFile) {
        func scalar(_ text: String, _ style: Scalar.Style) -> Content { .scalar(Scalar(text: text, style: style)) }
        let content: Content =
            switch value {
            case .null: scalar("null", .plain)
            case .bool(let value): scalar(value ? "true" : "false", .plain)
            case .integer(let number): scalar(String(number), .plain)
            case .number(let text): scalar(text, .plain)
            case .string(let text): scalar(text, .doubleQuoted)
            case .array(let elements): .sequence(elements.map { Node($0, file) })
            case .object(let members):
                .mapping(
                    members.map { member in
                        Entry(key: Node(.string(member.key), file), value: Node(member.value, file))
                    })
            }
        self.init(content, file: file, start: 0, end: 0)
    }
}
