import ModelgenImporting
import ModelgenParsing
import ModelgenSchema

/// What a case of unions without a name must have in common, so that they are the same.
struct SharedAlternative: Hashable {
    var type: String
    var transformer: String?
}

/// Schemas with several alternatives: `oneOf`, `anyOf`, and several types.
extension SchemaTranslation {
    mutating func union(_ schema: ReadSchema, _ node: Node, _ path: [String]) -> TypeUse {
        let variants = schema.variants.map { documents.subject(of: $0).node }
        let read = variants.map { documents.object($0) }
        let kinds = variants.map { documents.kind(of: $0) }
        if kinds.allSatisfy({ $0 == .string }) { return unionOfStrings(schema, read, node, path) }
        let constants = read.filter { $0.values?.count == 1 }
        if kinds.allSatisfy({ $0 == .integer }), !constants.isEmpty, constants.count >= read.count - 1 {
            var titles: [String: String] = [:]
            for each in constants { titles[each.values?.first?.text ?? ""] = each.title }
            return enumeration(
                constants.compactMap { $0.values?.first?.text }, titles: titles, raw: "Int", schema, node, path)
        }
        if kinds.allSatisfy({ $0 == .boolean }) { return scalar(.boolean, nil) }
        if kinds.allSatisfy({ $0 == .integer || $0 == .number }) {
            return scalar(kinds.allSatisfy { $0 == .integer } ? .integer : .number, Self.format(of: read))
        }
        if variants.allSatisfy({ $0 === variants[0] }), let first = schema.variants.first {
            return type(of: first, path)
        }
        // The cases of a union are named after their models.
        guard read.allSatisfy({ $0.isObject && !$0.properties.isEmpty }),
            Set(variants.map(ObjectIdentifier.init)).count == variants.count,
            let (key, values) = discriminator(of: schema, variants, read)
        else { return alternatives(schema, node, path) }
        // A case has one value; a model with several says so in an enum.
        if values.contains(where: { $0.count > 1 }) {
            var told = schema
            told.variants = zip(schema.variants, values).map { documents.made($0, with: key, in: $1) }
            return alternatives(told, node, path)
        }
        let index = declare(node, path, .union(discriminator: key, []), schema)
        var cases: [(value: String, model: Int)] = []
        let objects = documents.objects(behind: schema.variants, key: key)
        for (number, (variant, value)) in zip(objects, values.joined()).enumerated() {
            let place = [declarations[index].name.text, value.isEmpty ? "Case\(number)" : value]
            var use = type(of: variant, place)
            // Without the discriminator, the object has no properties, so it is not a model.
            if use.declaration == nil { use = type(of: schema.variants[number], place) }
            guard case .model(let model) = use.form else { continue }
            declarations[model].discriminators.insert(key)
            cases.append((value, model))
        }
        declarations[index].content = .union(discriminator: key, cases)
        return use(of: index)
    }

    private mutating func unionOfStrings(
        _ schema: ReadSchema, _ read: [ReadSchema], _ node: Node, _ path: [String]
    ) -> TypeUse {
        // A string that may be empty is a string.
        let isAny = read.contains { $0.values == nil && $0.variants.isEmpty }
        let isNamed = componentNames[ObjectIdentifier(node)] != nil && !read.allSatisfy { $0.values == nil }
        if isAny, !isNamed,
            read.allSatisfy({ ($0.values ?? []).allSatisfy { $0.text == "" } && $0.variants.isEmpty })
        {
            return scalar(.string, read.allSatisfy { $0.values == nil } ? Self.format(of: read) : nil)
        }
        let values = read.compactMap(\.values).flatMap { $0 }.compactMap(\.text)
        // Enums keep values that they do not know, so strings outside of the listed ones still decode.
        if !values.isEmpty {
            var told = schema
            for part in read {
                told.caseNames.merge(part.caseNames) { own, _ in own }
                told.caseDescriptions.merge(part.caseDescriptions) { own, _ in own }
            }
            return enumeration(values, raw: "String", told, node, path)
        }
        return scalar(.string, Self.format(of: read))
    }

    /// The format that all have in common.
    private static func format(of schemas: [ReadSchema]) -> String? {
        schemas.allSatisfy { $0.format == schemas[0].format } ? schemas.first?.format : nil
    }

    /// A union whose types are distinguished by their form.
    private mutating func alternatives(_ schema: ReadSchema, _ node: Node, _ path: [String]) -> TypeUse {
        let groups = documents.grouped(schema.variants)
        let isNamed = componentNames[ObjectIdentifier(node)] != nil
        // A named union may contain itself.
        let declared = isNamed ? declare(node, path, .alternatives([]), schema) : nil
        var uses: [(label: String?, use: TypeUse)] = []
        var numbers = 1
        for group in groups {
            let subject = documents.subject(of: group).node
            var inner = path
            var label: String?
            let read = documents.object(subject)
            if read.isObject, !read.properties.isEmpty {
                let title = read.title.map { SwiftNaming.words(of: $0) } ?? []
                if !title.isEmpty, title.count <= 5 {
                    inner = path.dropLast() + [title.joined(separator: " ")]
                    if !isFree(inner) { inner = path + [title.joined(separator: " ")] }
                    label = title.joined(separator: " ")
                } else {
                    label = numbers == 1 ? "Object" : "Object\(numbers)"
                    inner = path + [numbers == 1 ? "Object" : "Object\(numbers)"]
                    numbers += 1
                }
                if componentNames[ObjectIdentifier(subject)] != nil { label = nil }
            } else if documents.kind(of: subject) == .string {
                inner = path + ["Text"]
                if componentNames[ObjectIdentifier(subject)] == nil { label = "text" }
            }
            // The title next to a reference names the case, and so does a title that is a name.
            if let title = group["title"]?.text, group["$ref"] != nil || title.isCaseName { label = title }
            let use = type(of: group, inner)
            if use.form == .any, declared == nil { return use.doubt == nil ? .any : use }
            let isNew = !uses.contains { $0.use.text == use.text && $0.use.transformer == use.transformer }
            if isNew { uses.append((label, use)) }
        }
        uses.sort { $0.use.breadth < $1.use.breadth }
        if declared == nil, uses.count == 1 { return uses[0].use }
        let key = uses.map { SharedAlternative(type: $0.use.text, transformer: $0.use.transformer) }
        if !isNamed, let index = sharedAlternatives[key] {
            indices[ObjectIdentifier(node)] = index
            return use(of: index)
        }
        let cases = named(uses, groups)
        let index = declared ?? declare(node, sharedPath(cases) ?? path, .alternatives([]), schema)
        declarations[index].content = .alternatives(cases)
        declarations[index].comments += uses.compactMap(\.use.doubt)
        if !isNamed { sharedAlternatives[key] = index }
        return use(of: index)
    }

    /// A name that does not come from the first place where it is used: `CustomerReference` for a customer or its key,
    /// `IntegerOrText` for types without names.
    private func sharedPath(_ cases: [(name: SwiftName, use: TypeUse)]) -> [String]? {
        var name: String?
        let models = cases.compactMap { each -> Declaration? in
            if case .model(let index) = each.use.form { declarations[index] } else { nil }
        }
        if cases.allSatisfy({ isPlain($0.use) && $0.use.transformer == nil }), cases.count <= 3 {
            name = cases.map { SwiftNaming.type($0.name.text).text }.joined(separator: "Or")
        } else if let first = models.first, models.count == cases.count - 1, cases.contains(where: \.use.isText),
            models.allSatisfy({ componentNames[ObjectIdentifier($0.node)] != nil })
        {
            name = first.name.text + "Reference"
        }
        return name.flatMap { isFree([$0]) ? [$0] : nil }
    }

    /// Whether it contains nothing that a document names.
    private func isPlain(_ use: TypeUse) -> Bool {
        guard case .enumeration(let index) = use.form, case .enumeration(_, let cases) = declarations[index].content
        else { return use.form.isPlain }
        return cases.map(\.value) == [""]
    }

    /// The cases of alternatives, named after their types.
    private mutating func named(
        _ uses: [(label: String?, use: TypeUse)], _ groups: [Node]
    ) -> [(name: SwiftName, use: TypeUse)] {
        let objects = groups.map { documents.read($0) }.filter { !$0.properties.isEmpty }
        let haveIDs = !objects.isEmpty && objects.allSatisfy { $0.required.contains("id") }
        var taken: Set<String> = ["self", "init", "none", "some"]
        return uses.map { label, use in
            var name = label ?? caseName(of: use.form, use.text)
            if name == "text", haveIDs, use.isText { name = "id" }
            return (SwiftNaming.claimed(SwiftNaming.property(name), &taken), use)
        }
    }

    private func caseName(of form: TypeUse.Form, _ text: String) -> String {
        switch form {
        case .any: return "json"
        case .enumeration(let index), .model(let index), .union(let index), .texts(let index):
            return declarations[index].name.text
        case .list(let element):
            let inner = String(text.dropFirst().dropLast())
            return caseName(of: element, inner).plural
        case .dictionary: return "dictionary"
        case .scalar:
            switch text {
            case "String": return "text"
            case "Bool": return "flag"
            case "Float", "Double", "Decimal": return "number"
            case "Date", "UUID", "URL", "Data": return text.lowercased()
            default: return "integer"
            }
        }
    }

    /// The discriminator of objects, and its values for each: as the document declares it, or because each has a
    /// different value for the same required key.
    private mutating func discriminator(
        of schema: ReadSchema, _ variants: [Node], _ read: [ReadSchema]
    ) -> (key: String, values: [[String]])? {
        var candidates: [String] = []
        if let key = schema.discriminator?["propertyName"]?.text { candidates = [key] }
        if candidates.isEmpty {
            candidates = read[0].properties.map(\.key).filter { key in read.allSatisfy { $0.required.contains(key) } }
        }
        for key in candidates {
            var values: [[String]] = []
            for (index, each) in read.enumerated() {
                let mapped = mapped(variants[index], in: schema.discriminator)
                if !mapped.isEmpty {
                    values.append(mapped)
                } else if let property = each.properties.first(where: { $0.key == key }),
                    let constants = documents.read(property.schema).values, constants.count == 1,
                    let text = constants[0].string
                {
                    values.append([text])
                } else if schema.discriminator != nil, let name = schema.variants[index]["$ref"]?.text?.lastStep {
                    values.append([name])
                }
            }
            let all = Array(values.joined())
            if values.count == read.count, Set(all).count == all.count { return (key, values) }
        }
        return nil
    }

    /// The values that a discriminator maps to a schema.
    private mutating func mapped(_ variant: Node, in discriminator: Node?) -> [String] {
        (discriminator?["mapping"]?.entries ?? []).filter { entry in
            guard let text = entry.value.text else { return false }
            // A value that could be either is a name (OpenAPI 3.1.1, "Options for Mapping Values to Schemas").
            let named = documents.root["components"]?["schemas"]?[text]
            let isReference = named == nil && text.contains { "/.#".contains($0) }
            let target = isReference ? documents.target(of: text, entry.value) : named
            if target == nil {
                documents.refuse("there is no schema `\(text)`", "correct the mapping", at: entry.value)
            }
            return target.map { documents.subject(of: $0).node === variant } ?? false
        }.map(\.name)
    }

    /// Splits unions with a discriminator if their models also occur elsewhere: there they need the key as a field.
    mutating func settleUnions(_ roots: [Int]) {
        var alone = Set(roots)
        for declaration in declarations {
            switch declaration.content {
            case .model, .alternatives: alone.formUnion(declaration.references)
            case .enumeration, .union: break
            }
        }
        for index in declarations.indices {
            guard case .union(let key, let cases) = declarations[index].content,
                cases.contains(where: { alone.contains($0.model) })
            else { continue }
            let isTold = cases.allSatisfy { each in
                guard case .model(let fields) = declarations[each.model].content,
                    let field = fields.first(where: { $0.key == key }), !field.isOptional
                else { return false }
                if case .enumeration = field.use.form { return true } else { return false }
            }
            guard isTold else { continue }
            let uses: [(label: String?, use: TypeUse)] = cases.map { (nil, use(of: $0.model)) }
            declarations[index].content = .alternatives(named(uses, []))
            alone.formUnion(cases.map(\.model))
        }
        var keys: [Int: Set<String>] = [:]
        for declaration in declarations {
            guard case .union(let key, let cases) = declaration.content else { continue }
            for each in cases { keys[each.model, default: []].insert(key) }
        }
        for index in declarations.indices {
            let keys = keys[index] ?? []
            declarations[index].discriminators = alone.contains(index) ? [] : keys
            declarations[index].readDiscriminators = alone.contains(index) ? keys : []
            for field in declarations[index].fields where keys.contains(field.key) && alone.contains(index) {
                warn(
                    "`\(field.key)` of `\(declarations[index].name)` is read, but only written in a union: a request with "
                        + "this model alone lacks it",
                    "send the union there", at: field.place)
            }
        }
    }
}

extension String {
    /// Whether it can be the name of a case unchanged.
    fileprivate var isCaseName: Bool { first?.isLowercase == true && SwiftNaming.property(self).text == self }
}
