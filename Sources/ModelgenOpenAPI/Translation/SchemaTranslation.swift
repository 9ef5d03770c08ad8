import ModelgenDiagnostics
import ModelgenImporting
import ModelgenParsing
import ModelgenSchema

/// Turns the schemas of a document into types and declarations.
struct SchemaTranslation {
    var documents: DocumentSet
    private(set) var declarations: [Declaration] = []
    private(set) var warnings: [Diagnostic] = []
    private var indices: [ObjectIdentifier: Int] = [:]
    private var componentNames: [ObjectIdentifier: SwiftName] = [:]
    private var sharedEnumerations: [String: Int] = [:]
    private var sharedAlternatives: [String: Int] = [:]
    private var taken: Set<String> = []
    private var pending: [Int] = []
    private var open: Set<ObjectIdentifier> = []
    private var warned: Set<ObjectIdentifier> = []
    private static let deepest = 100

    init(_ documents: DocumentSet, reserving names: [SwiftName], renames: [String: String]) {
        self.documents = documents
        taken = Set(names.map(\.text))
        // Names of components come first, so that no inline schema takes one.
        for entry in documents.root["components"]?["schemas"]?.entries ?? [] {
            let subject = self.documents.subject(of: entry.value).node
            guard componentNames[ObjectIdentifier(subject)] == nil else { continue }
            let wanted = renames[entry.name].map { SwiftName($0) } ?? SwiftNaming.type(entry.name)
            componentNames[ObjectIdentifier(subject)] = reserve(wanted)
        }
    }

    mutating func reserve(_ wanted: SwiftName) -> SwiftName {
        let name = SwiftNaming.free(type: wanted, taken)
        taken.insert(name.text)
        return name
    }

    mutating func warn(_ message: String, _ advice: String? = nil, at node: Node) {
        guard warned.insert(ObjectIdentifier(node)).inserted else { return }
        warnings.append(
            Diagnostic(.warning, rule: "openapi-unsaid", message, suggestion: advice, at: node.range))
    }

    /// Adds a declaration that does not come from a schema.
    mutating func add(_ declaration: Declaration) -> Int {
        declarations.append(declaration)
        return declarations.endIndex - 1
    }

    /// All schemas that became a declaration, including repeated ones of an enum.
    var declaredNodes: [ObjectIdentifier: Int] { indices }

    // MARK: Types

    /// The type of a schema.
    ///
    /// - Parameter path: its place, for the name of a new type: the model and the key.
    mutating func type(of node: Node, _ path: [String]) -> TypeUse {
        let subject = documents.subject(of: node)
        // Something in another file keeps its name there.
        let path = subject.referredName.map { [$0.withoutFileEnding] } ?? path
        var use = plainType(of: subject.node, path)
        use.isNullable = subject.isNullable && use.form != .any
        return use
    }

    private mutating func plainType(of node: Node, _ path: [String]) -> TypeUse {
        if let index = indices[ObjectIdentifier(node)] { return use(of: index) }
        guard open.insert(ObjectIdentifier(node)).inserted else { return unsaid("contains itself endlessly", node) }
        defer { open.remove(ObjectIdentifier(node)) }
        // Every level is a call of this function, and lists of lists may lead from reference to reference endlessly.
        guard open.count <= Self.deepest else { return unsaid("is nested deeper than \(Self.deepest) levels", node) }
        let schema = documents.read(node)
        if let values = schema.values { return enumeration(values, schema, node, path) }
        if !schema.variants.isEmpty, schema.properties.isEmpty { return union(schema, node, path) }
        if !schema.variants.isEmpty {
            warn("the additional properties of `\(path.joined(separator: "."))` are left out", at: node)
        }
        if let entry = schema.unsaid.first {
            warn("`\(entry.name)` is not checked by models", "check it in a hook", at: entry.key)
        }
        if schema.isObject { return object(schema, node, path) }
        if schema.kinds == [.array] || schema.kinds.isEmpty && schema.items != nil {
            guard let items = schema.items else { return TypeUse(text: "[JSON]", form: .list(.any)) }
            let element = type(of: items, path.dropLast() + [path.last.map { singular($0) } ?? "Item"])
            return TypeUse(
                text: "[\(element.optional(false))]", form: .list(element.form), transformer: element.transformer,
                doubt: element.doubt)
        }
        guard let kind = schema.kinds.first else {
            if schema.additionalSchema != nil { return object(schema, node, path) }
            return schema.format == nil ? .any : scalar(.string, schema.format)
        }
        if schema.kinds.count > 1 {
            if Set(schema.kinds) == [.integer, .number] { return scalar(.number, schema.format) }
            return unsaid("is of several types", node)
        }
        return scalar(kind, schema.format)
    }

    private func singular(_ text: String) -> String { SwiftNaming.type(text, .singular).text }

    private func use(of index: Int) -> TypeUse {
        let form: TypeUse.Form =
            switch declarations[index].content {
            case .model: .model(index)
            case .enumeration: .enumeration(index)
            case .union: .union(index)
            case .alternatives(let cases):
                !cases.isEmpty && cases.allSatisfy(\.use.isText) ? .texts(index) : .union(index)
            }
        return TypeUse(text: declarations[index].name.text, form: form)
    }

    private mutating func unsaid(_ why: String, _ node: Node) -> TypeUse {
        warn("this \(why), which models cannot express", "it becomes `JSON`", at: node)
        var use = TypeUse.any
        use.doubt = "In the document it \(why)."
        return use
    }

    private func scalar(_ kind: ReadSchema.Kind, _ format: String?) -> TypeUse {
        func use(_ text: String, _ transformer: String? = nil) -> TypeUse {
            TypeUse(text: text, form: .scalar, transformer: transformer)
        }
        switch (kind, format) {
        case (.integer, "int32"): return use("Int32")
        case (.integer, "int64"): return use("Int64")
        case (.integer, "int8"): return use("Int8")
        case (.integer, "int16"): return use("Int16")
        case (.integer, "uint8"): return use("UInt8")
        case (.integer, "uint16"): return use("UInt16")
        case (.integer, "uint32"): return use("UInt32")
        case (.integer, "uint64"): return use("UInt64")
        case (.integer, "unix-time"): return use("Date", "unixSeconds")
        case (.integer, _): return use("Int")
        case (.number, "unix-time"): return use("Date", "unixSeconds")
        case (.number, "float"): return use("Float")
        case (.number, "decimal"): return use("Decimal")
        case (.number, _): return use("Double")
        case (.boolean, _): return use("Bool")
        case (.string, "date-time"): return use("Date")
        case (.string, "date"): return use("Date", "dateFormat(\"yyyy-MM-dd\")")
        case (.string, "uuid"): return use("UUID")
        case (.string, "uri"), (.string, "url"): return use("URL")
        case (.string, "byte"): return use("Data")
        case (.string, _): return use("String")
        case (.array, _): return TypeUse(text: "[JSON]", form: .list(.any))
        case (.object, _): return TypeUse(text: "[String: JSON]", form: .dictionary(.any))
        }
    }

    // MARK: Objects

    private mutating func object(_ schema: ReadSchema, _ node: Node, _ path: [String]) -> TypeUse {
        let properties = schema.properties.filter { !$0.key.isEmpty }
        guard !properties.isEmpty else {
            guard let additional = schema.additionalSchema else {
                return TypeUse(text: "[String: JSON]", form: .dictionary(.any))
            }
            let value = type(of: additional, path.dropLast() + [path.last.map { singular($0) } ?? "Value"])
            return TypeUse(
                text: "[String: \(value.optional(false))]", form: .dictionary(value.form),
                transformer: value.transformer, doubt: value.doubt)
        }
        let index = declare(node, path, .model([]), schema)
        pending.append(index)
        if schema.additionalSchema != nil {
            let text = "Properties that have no field are not kept."
            declarations[index].comments.append(text)
            warn("additional properties are not kept by models", at: node)
        }
        return use(of: index)
    }

    private mutating func declare(
        _ node: Node, _ path: [String], _ content: Declaration.Content, _ schema: ReadSchema
    ) -> Int {
        let name = componentNames[ObjectIdentifier(node)] ?? reserve(SwiftName(Self.typeName(path)))
        let index = declarations.endIndex
        indices[ObjectIdentifier(node)] = index
        declarations.append(
            Declaration(
                name: name, node: node, content: content, documentation: schema.description?.documentation,
                isDeprecated: schema.isDeprecated))
        return index
    }

    /// `RepositoryPermissions` for the key `permissions` of `Repository`.
    private static func typeName(_ path: [String]) -> String {
        path.map { SwiftNaming.type($0).text }.joined()
    }

    /// Whether the name of a type at this place is free.
    func isFree(_ path: [String]) -> Bool { SwiftNaming.isFree(type: SwiftName(Self.typeName(path)), taken) }

    /// Fills the models whose fields are not known yet, and those that are found on the way.
    mutating func fill() {
        while let index = pending.popLast() {
            let declaration = declarations[index]
            let schema = documents.read(declaration.node)
            var properties: [ReadSchema.Property] = []
            for property in schema.properties {
                guard !property.key.isEmpty else {
                    warn("a property without a name is left out: no key path leads to it", at: property.place)
                    continue
                }
                properties.append(property)
            }
            var fields: [Declaration.Field] = []
            for (name, property) in zip(SwiftNaming.properties(properties.map(\.key)), properties) {
                let use = type(of: property.schema, [declaration.name.text, property.key])
                var read = documents.read(property.schema)
                // The documentation of a type is at the type, not at each place that refers to it.
                let refers =
                    property.schema["$ref"] != nil || documents.subject(of: property.schema).referredName != nil
                if refers, property.schema["description"] == nil { read.description = nil }
                let isRequired = schema.required.contains(property.key)
                fields.append(
                    Declaration.Field(
                        name: name, key: property.key, use: use, isOptional: !isRequired || read.isWriteOnly,
                        schema: read, place: property.place))
            }
            declarations[index].content = .model(fields)
        }
    }

    // MARK: Enums

    private mutating func enumeration(
        _ values: [Node], _ schema: ReadSchema, _ node: Node, _ path: [String]
    ) -> TypeUse {
        guard !values.isEmpty else { return schema.kinds.first.map { scalar($0, schema.format) } ?? .any }
        var texts: [String] = []
        // A schema with `type: string` means strings, however YAML reads `1` or `no`.
        let areTexts = schema.kinds == [.string] || values.allSatisfy { $0.string != nil }
        let areIntegers = !areTexts && values.allSatisfy(\.isInteger)
        if values.allSatisfy({ $0.flag != nil }), schema.kinds != [.string] { return scalar(.boolean, nil) }
        guard areTexts || areIntegers else {
            if schema.kinds == [.number] || values.allSatisfy(\.isNumber) { return scalar(.number, schema.format) }
            return unsaid("has values of several types", node)
        }
        for text in values.compactMap(\.text) where !texts.contains(text) { texts.append(text) }
        return enumeration(texts, raw: areTexts ? "String" : "Int", schema, node, path)
    }

    private mutating func enumeration(
        _ texts: [String], titles: [String: String] = [:], raw: String, _ schema: ReadSchema, _ node: Node,
        _ path: [String]
    ) -> TypeUse {
        // The same words for the same key are the same enum.
        let shared = ([path.last ?? ""] + texts).joined(separator: "\u{0}")
        if componentNames[ObjectIdentifier(node)] == nil, let index = sharedEnumerations[shared] {
            indices[ObjectIdentifier(node)] = index
            return use(of: index)
        }
        var names: Set<String> = []
        let cases = texts.map { text in
            let name = SwiftNaming.free(Self.caseName(titles[text] ?? text), names)
            names.insert(name.text)
            return Declaration.Case(name: name, value: text)
        }
        let index = declare(node, path, .enumeration(raw: raw, cases), schema)
        if componentNames[ObjectIdentifier(node)] == nil { sharedEnumerations[shared] = index }
        return use(of: index)
    }

    /// `plus1` for `+1`, `value404` for `404`, `empty` for nothing.
    static func caseName(_ text: String) -> SwiftName {
        if text.isEmpty { return "empty" }
        var words = text
        if let first = text.first, "+-".contains(first), text.dropFirst().first?.isNumber == true {
            words = (first == "+" ? "plus " : "minus ") + text.dropFirst()
        } else if text.first?.isNumber == true {
            words = "value " + text
        }
        let name = SwiftNaming.property(words)
        if name == "field", !text.lowercased().contains("field") { return "other" }
        return name == "unknown" ? "unknownValue" : name
    }

    // MARK: Unions

    private mutating func union(_ schema: ReadSchema, _ node: Node, _ path: [String]) -> TypeUse {
        let variants = schema.variants.map { documents.subject(of: $0).node }
        let read = variants.map { documents.read($0) }
        let kinds = variants.map { documents.kind(of: $0) }
        if kinds.allSatisfy({ $0 == .string }) {
            // A string that may be empty is a string.
            let isAny = read.contains { $0.values == nil && $0.variants.isEmpty }
            let isNamed = componentNames[ObjectIdentifier(node)] != nil && !read.allSatisfy { $0.values == nil }
            if isAny, !isNamed,
                read.allSatisfy({ ($0.values ?? []).allSatisfy { $0.text == "" } && $0.variants.isEmpty })
            {
                let formats = Set(read.filter { $0.values == nil }.map(\.format))
                return scalar(
                    .string, formats.count == 1 && read.allSatisfy { $0.values == nil } ? formats.first ?? nil : nil)
            }
            let values = read.compactMap(\.values).flatMap { $0 }.compactMap(\.text)
            var unique: [String] = []
            for value in values where !unique.contains(value) { unique.append(value) }
            // Enums keep values that they do not know, so strings outside of the listed ones still decode.
            if !unique.isEmpty { return enumeration(unique, raw: "String", schema, node, path) }
            let formats = Set(read.map(\.format))
            return scalar(.string, formats.count == 1 ? formats.first ?? nil : nil)
        }
        let constants = read.filter { $0.values?.count == 1 }
        if kinds.allSatisfy({ $0 == .integer }), !constants.isEmpty, constants.count >= read.count - 1 {
            var titles: [String: String] = [:]
            for each in constants { titles[each.values?.first?.text ?? ""] = each.title }
            return enumeration(
                constants.compactMap { $0.values?.first?.text }, titles: titles, raw: "Int", schema, node, path)
        }
        if kinds.allSatisfy({ $0 == .integer || $0 == .number }) {
            let formats = Set(read.map(\.format))
            return scalar(
                kinds.allSatisfy { $0 == .integer } ? .integer : .number,
                formats.count == 1 ? formats.first ?? nil : nil)
        }
        if variants.allSatisfy({ $0 === variants[0] }), let first = schema.variants.first {
            return type(of: first, path)
        }
        // The cases of a union are named after their models. Without its discriminator, each needs at least one field.
        guard read.allSatisfy({ $0.isObject && !$0.properties.isEmpty }),
            Set(variants.map(ObjectIdentifier.init)).count == variants.count,
            let (key, values) = discriminator(of: schema, variants, read),
            read.allSatisfy({ $0.properties.contains { $0.key != key && !$0.key.isEmpty } })
        else { return alternatives(schema, node, path) }
        let index = declare(node, path, .union(discriminator: key, []), schema)
        var cases: [(value: String, model: Int)] = []
        let objects = documents.objects(behind: schema.variants, key: key)
        for (number, (variant, value)) in zip(objects, values).enumerated() {
            let use = type(of: variant, [declarations[index].name.text, value.isEmpty ? "Case\(number)" : value])
            guard case .model(let model) = use.form else { continue }
            declarations[model].discriminators.insert(key)
            cases.append((value, model))
        }
        declarations[index].content = .union(discriminator: key, cases)
        return use(of: index)
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
            let read = documents.read(subject)
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
            if !uses.contains(where: { $0.use.text == use.text }) { uses.append((label, use)) }
        }
        uses.sort { !$0.use.takesEverything && $1.use.takesEverything }
        if declared == nil, uses.count == 1 { return uses[0].use }
        let key = uses.map(\.use.text).joined(separator: "\u{0}")
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
        if cases.allSatisfy({ $0.use.form.isPlain && $0.use.transformer == nil }), cases.count <= 3 {
            name = cases.map { SwiftNaming.type($0.name.text).text }.joined(separator: "Or")
        } else if let first = models.first, models.count == cases.count - 1, cases.contains(where: \.use.isText),
            models.allSatisfy({ componentNames[ObjectIdentifier($0.node)] != nil })
        {
            name = first.name.text + "Reference"
        }
        return name.flatMap { isFree([$0]) ? [$0] : nil }
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
            let free = SwiftNaming.free(SwiftNaming.property(name), taken)
            taken.insert(free.text)
            return (free, use)
        }
    }

    private func caseName(of form: TypeUse.Form, _ text: String) -> String {
        switch form {
        case .any: return "json"
        case .enumeration(let index), .model(let index), .union(let index), .texts(let index):
            return declarations[index].name.text
        case .list(let element):
            let inner = String(text.dropFirst().dropLast())
            return SwiftNaming.plural(caseName(of: element, inner))
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

    /// The discriminator of objects, and its value for each: as the document declares it, or because each has a
    /// different value for the same required key.
    private mutating func discriminator(
        of schema: ReadSchema, _ variants: [Node], _ read: [ReadSchema]
    ) -> (key: String, values: [String])? {
        var candidates: [String] = []
        if let key = schema.discriminator?["propertyName"]?.text { candidates = [key] }
        if candidates.isEmpty {
            candidates = read[0].properties.map(\.key).filter { key in read.allSatisfy { $0.required.contains(key) } }
        }
        for key in candidates {
            var values: [String] = []
            for (index, each) in read.enumerated() {
                if let mapped = mapped(variants[index], in: schema.discriminator) {
                    values.append(mapped)
                } else if let property = each.properties.first(where: { $0.key == key }),
                    let constants = documents.read(property.schema).values, constants.count == 1,
                    let text = constants[0].string
                {
                    values.append(text)
                } else if schema.discriminator != nil, let name = schema.variants[index]["$ref"]?.text?.lastStep {
                    values.append(name)
                }
            }
            if values.count == read.count, Set(values).count == values.count { return (key, values) }
        }
        return nil
    }

    private mutating func mapped(_ variant: Node, in discriminator: Node?) -> String? {
        for entry in discriminator?["mapping"]?.entries ?? [] {
            guard let text = entry.value.text else { continue }
            let target =
                text.contains("/") || text.contains(".")
                ? documents.resolve(reference: text, at: entry.value)
                : documents.root["components"]?["schemas"]?[text]
            if let target, documents.subject(of: target).node === variant { return entry.name }
        }
        return nil
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
        for index in declarations.indices { declarations[index].discriminators = keys[index] ?? [] }
    }

    // MARK: Recursive values

    /// Breaks cycles of models that contain themselves inline, since a struct cannot.
    mutating func cutCycles() {
        enum State { case open, done }
        var states: [Int: State] = [:]
        for start in declarations.indices where states[start] == nil {
            var stack = [(index: start, next: 0)]
            states[start] = .open
            while let top = stack.last {
                guard case .model(var fields) = declarations[top.index].content, top.next < fields.count else {
                    states[top.index] = .done
                    stack.removeLast()
                    continue
                }
                stack[stack.count - 1].next += 1
                guard case .model(let part) = fields[top.next].use.form else { continue }
                switch states[part] {
                case .done: continue
                case nil:
                    states[part] = .open
                    stack.append((part, 0))
                case .open:
                    let name = declarations[part].name
                    let place = fields[top.next].place
                    fields[top.next].use = .any
                    fields[top.next].use.doubt =
                        "In the document a `\(name)`, but a struct cannot contain itself."
                    declarations[top.index].content = .model(fields)
                    warn("a `\(name)` would contain itself here, which a struct cannot", "it becomes `JSON`", at: place)
                }
            }
        }
    }

    /// Breaks cycles of unions that only contain themselves: their values would never end.
    mutating func cutAlternatives() {
        enum State { case open, done }
        var states: [Int: State] = [:]
        for start in declarations.indices where states[start] == nil {
            var stack = [(index: start, next: 0)]
            states[start] = .open
            while let top = stack.last {
                guard case .alternatives(var cases) = declarations[top.index].content, top.next < cases.count else {
                    states[top.index] = .done
                    stack.removeLast()
                    continue
                }
                stack[stack.count - 1].next += 1
                guard case .union(let part) = cases[top.next].use.form else { continue }
                switch states[part] {
                case .done: continue
                case nil:
                    states[part] = .open
                    stack.append((part, 0))
                case .open:
                    let name = declarations[part].name
                    warn(
                        "`\(name)` would be an alternative of itself here", "it is left out",
                        at: declarations[top.index].node)
                    cases.remove(at: top.next)
                    stack[stack.count - 1].next -= 1
                    if cases.isEmpty { cases = [(name: "json", use: .any)] }
                    declarations[top.index].content = .alternatives(cases)
                }
            }
        }
    }

    /// Removes the largest models from values that would have too many fields.
    mutating func cutGiants() {
        let declarations = declarations
        let excess = ValueSize.excess(of: Array(declarations.indices)) { index -> ValueSize.Parts<Int, Int> in
            guard case .model(let fields) = declarations[index].content else { return .init(own: 0, held: []) }
            var held: [(key: Int, value: Int)] = []
            for (key, field) in fields.enumerated() {
                if case .model(let part) = field.use.form { held.append((key, part)) }
            }
            return ValueSize.Parts(own: fields.count, held: held)
        }
        for each in excess {
            guard case .model(var fields) = self.declarations[each.holder].content else { continue }
            warn(
                "a value of `\(declarations[each.holder].name)` would have \(each.fields) fields, including those of nested values",
                "this one becomes `JSON`", at: fields[each.key].place)
            fields[each.key].use = .any
            fields[each.key].use.doubt = "In the document an object, with too many nested fields for a struct."
            self.declarations[each.holder].content = .model(fields)
        }
    }

    /// Marks what PATCH requests send.
    mutating func markPatched(_ roots: [Int]) {
        var pending = roots
        while let index = pending.popLast() {
            guard !declarations[index].isPatched else { continue }
            declarations[index].isPatched = true
            pending += declarations[index].references
        }
    }
}

extension String {
    /// Whether it can be the name of a case unchanged.
    fileprivate var isCaseName: Bool { first?.isLowercase == true && SwiftNaming.property(self).text == self }

    /// `pet` of `pet.yaml`
    fileprivate var withoutFileEnding: String {
        for ending in [".yaml", ".yml", ".json"] where hasSuffix(ending) { return String(dropLast(ending.count)) }
        return self
    }

    /// The last step of a reference: `Pet` of `#/components/schemas/Pet`.
    var lastStep: String { split(separator: "/").last.map(String.init) ?? self }

    /// A description as documentation: without surrounding whitespace and line breaks.
    var documentation: String? {
        let lines = split(separator: "\n", omittingEmptySubsequences: false).map { line in
            var line = line.filter { $0 != "\r" }[...]
            while line.last == " " || line.last == "\t" { line.removeLast() }
            return line.replacing("\t", with: "    ")
        }
        var rest = lines[...]
        while rest.first?.isEmpty == true { rest.removeFirst() }
        while rest.last?.isEmpty == true { rest.removeLast() }
        if var first = rest.first {
            while first.first == " " { first.removeFirst() }
            rest[rest.startIndex] = first
        }
        let text = rest.joined(separator: "\n")
        return text.isEmpty ? nil : text
    }
}
