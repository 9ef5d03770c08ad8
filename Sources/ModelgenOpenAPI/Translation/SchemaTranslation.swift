import ModelgenDiagnostics
import ModelgenExporting
import ModelgenImporting
import ModelgenParsing
import ModelgenSchema

/// Turns the schemas of a document into types and declarations.
struct SchemaTranslation {
    var documents: DocumentSet
    var declarations: [Declaration] = []
    private(set) var warnings: [Diagnostic] = []
    /// The declarations that schemas became, including repeated ones of an enum.
    var indices: [ObjectIdentifier: Int] = [:]
    var componentNames: [ObjectIdentifier: SwiftName] = [:]
    var sharedEnumerations: [SharedEnumeration: Int] = [:]
    var sharedAlternatives: [[SharedAlternative]: Int] = [:]
    private var taken: Set<String> = []
    private var pending: [Int] = []
    private var open: Set<ObjectIdentifier> = []
    private var warned: Set<ObjectIdentifier> = []
    private static let deepest = 100

    init(_ documents: DocumentSet, reserving names: [SwiftName], renames: [String: String]) {
        self.documents = documents
        taken = Set(names.map(\.text))
        // Names of components come first, so that no inline schema takes one.
        let schemas = (documents.root["components"]?["schemas"]?.entries ?? []).map { entry in
            (name: entry.name, subject: ObjectIdentifier(self.documents.subject(of: entry.value).node))
        }
        // One that only refers to another is renamed with it.
        let renamed = Dictionary(firstOf: schemas.compactMap { each in renames[each.name].map { (each.subject, $0) } })
        for (name, subject) in schemas where componentNames[subject] == nil {
            componentNames[subject] = reserve(renamed[subject].map { SwiftName($0) } ?? SwiftNaming.type(name))
        }
    }

    mutating func reserve(_ wanted: SwiftName) -> SwiftName {
        // A schema `Init` may be a case `init` of a union.
        let isReserved = NameCheck.isReservedCase(ofModel: wanted.text)
        let name = SwiftNaming.free(type: isReserved ? SwiftName(wanted.text + "Model") : wanted, taken)
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

    // MARK: Types

    /// The type of a schema.
    ///
    /// - Parameter path: Its place, for the name of a new type: the model and the key.
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
        let schema = documents.object(node)
        if let values = schema.values { return enumeration(values, schema, node, path) }
        if !schema.variants.isEmpty, schema.properties.isEmpty { return union(schema, node, path) }
        if !schema.variants.isEmpty {
            let areObjects = schema.variants.allSatisfy { documents.kind(of: $0) == .object }
            let why = areObjects ? "have more than \(ValueSize.mostFields) properties" : "are not objects"
            warn(
                "`\(path.joined(separator: "."))` has alternatives that \(why), besides its properties",
                "they are left out", at: node)
        }
        if let entry = schema.unsaid.first {
            let isReference = entry.name == "$dynamicRef"
            warn(
                isReference ? "`$dynamicRef` is not followed" : "`\(entry.name)` is not checked by models",
                isReference ? "use `$ref`" : "check it in a hook", at: entry.key)
        }
        if schema.isObject { return object(schema, node, path) }
        if schema.kinds == [.array] || schema.kinds.isEmpty && schema.items != nil {
            guard let items = schema.items else { return TypeUse(text: "[JSON]", form: .list(.any)) }
            let element = type(of: items, path.dropLast() + [path.last.map { singular($0) } ?? "Item"]).element
            return TypeUse(
                text: "[\(element.optional(false))]", form: .list(element.form), transformer: element.transformer,
                doubt: element.doubt)
        }
        guard let kind = schema.kinds.first else {
            if schema.additionalSchema != nil { return object(schema, node, path) }
            return schema.format.map { scalar(ReadSchema.Kind(ofFormat: $0), $0) } ?? .any
        }
        if schema.kinds.count > 1 {
            if Set(schema.kinds) == [.integer, .number] { return scalar(.number, schema.format) }
            return unsaid("is of several types", node)
        }
        return scalar(kind, schema.format)
    }

    private func singular(_ text: String) -> String { SwiftNaming.type(text, .singular).text }

    func use(of index: Int) -> TypeUse {
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

    mutating func unsaid(_ why: String, _ node: Node) -> TypeUse {
        warn("this \(why), which models cannot express", "it becomes `JSON`", at: node)
        var use = TypeUse.any
        use.doubt = "In the document it \(why)."
        return use
    }

    func scalar(_ kind: ReadSchema.Kind, _ format: String?) -> TypeUse {
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
        case (.string, "decimal"): return use("Decimal", "stringNumber")
        case (.string, _): return use("String")
        case (.array, _): return TypeUse(text: "[JSON]", form: .list(.any))
        case (.object, _): return TypeUse(text: "[String: JSON]", form: .dictionary(.any))
        }
    }

    // MARK: Objects

    private mutating func object(_ schema: ReadSchema, _ node: Node, _ path: [String]) -> TypeUse {
        let properties = schema.properties.filter { !$0.key.isEmpty }
        guard !properties.isEmpty else {
            let name = path.last.map { singular($0) }
            let key = key(schema.propertyNames, path.dropLast() + [name ?? "Key"])
            let values = schema.additionalSchema
            let value = values.map { type(of: $0, path.dropLast() + [name ?? "Value"]).element } ?? .any
            return TypeUse(
                text: "[\(key.text): \(value.optional(false))]", form: .dictionary(value.form, keys: key.enumeration),
                transformer: value.transformer, doubt: value.doubt)
        }
        let index = declare(node, path, .model([]), schema)
        pending.append(index)
        if schema.additionalSchema != nil {
            let text = "Properties that have no field are not kept."
            declarations[index].comments.append(text)
            warn("additional properties are not kept by models", at: node)
        }
        if schema.isJoined {
            declarations[index].comments.append("The document has several forms of it; these are the fields of all.")
        }
        return use(of: index)
    }

    /// The type of a dictionary's keys: an enum of strings, or an integer by the pattern that models export.
    private mutating func key(_ names: Node?, _ path: [String]) -> (text: String, enumeration: Int?) {
        guard let names else { return ("String", nil) }
        if documents.subject(of: names).node["pattern"]?.text == TypeSchemas.integerKey { return ("Int", nil) }
        guard documents.kind(of: names) == .string else { return ("String", nil) }
        let use = type(of: names, path)
        return if case .enumeration(let index) = use.form { (use.text, index) } else { ("String", nil) }
    }

    mutating func declare(
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
            let schema = documents.object(declaration.node)
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
                read.description = documentation(of: property.schema)
                let isRequired = schema.required.contains(property.key)
                // It would be sent in the other forms, too.
                if property.isOfAlternative, !isRequired { read.defaultValue = nil }
                fields.append(
                    Declaration.Field(
                        name: name, key: property.key, use: use, isOptional: !isRequired || read.isWriteOnly,
                        schema: read, place: property.place))
            }
            declarations[index].content = .model(fields)
        }
    }

    /// The documentation of a value. That of a type is at the type, not at each place that refers to it.
    mutating func documentation(of node: Node) -> String? {
        let refers = node["$ref"] != nil || documents.subject(of: node).referredName != nil
        return refers && node["description"] == nil ? nil : documents.read(node).description?.documentation
    }

    /// Marks what PATCH requests send.
    mutating func markPatched(_ roots: [Int]) { mark(\.isPatched, from: roots) }

    /// Marks what requests send.
    mutating func markSent(_ roots: [Int]) { mark(\.isSent, from: roots) }

    private mutating func mark(_ flag: WritableKeyPath<Declaration, Bool>, from roots: [Int]) {
        var pending = roots
        while let index = pending.popLast() {
            guard !declarations[index][keyPath: flag] else { continue }
            declarations[index][keyPath: flag] = true
            pending += declarations[index].references
        }
    }
}

extension String {
    /// `pet` of `pet.yaml`
    fileprivate var withoutFileEnding: String {
        for ending in [".yaml", ".yml", ".json"] where hasSuffix(ending) { return String(dropLast(ending.count)) }
        return self
    }

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
