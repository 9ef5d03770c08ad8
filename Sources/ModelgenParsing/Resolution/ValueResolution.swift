import ModelgenDiagnostics
import ModelgenSchema

/// The purpose of a value in a schema.
enum ValuePurpose {
    case defaultValue, fill
    /// What is sent if the caller passes nothing.
    case parameter
}

extension Resolver {
    /// The default or the `fill` of a field; nil if it does not match, which is reported.
    func value(_ node: Node, of field: Field, purpose: ValuePurpose) -> DefaultValue? {
        if let code = code(node, field.type.unwrapped, purpose) { return code }
        switch literal(node, field.type) {
        case .success(let literal):
            if let diagnostic = DefaultNeedsCode.diagnose(node, literal, of: field) {
                report(diagnostic)
                return nil
            }
            if !datesCanBeRead(literal, of: field) {
                let unit = field.storesMilliseconds ? "milliseconds" : "seconds"
                let mismatch = ValueMismatch(
                    node, node.text == nil ? "a date beyond the years 1 to 9999" : nil,
                    remedy: "a number stands for \(unit) since 1970, within the years 1 to 9999")
                report(DefaultMismatch.diagnose(mismatch, type: field.type, purpose))
                return nil
            }
            if case .string(let date) = literal, field.keepsMilliseconds,
                LiteralReader.significantFraction(of: date) > 3
            {
                report(DefaultMismatch.diagnose(ValueMismatch(node, nil), type: field.type, purpose))
                return nil
            }
            return .literal(literal)
        case .failure(let mismatch):
            report(DefaultMismatch.diagnose(mismatch, type: field.type, purpose))
            return nil
        }
    }

    /// Whether all dates that are given as numbers can be written as text, unless JSON has them as numbers, too.
    private func datesCanBeRead(_ literal: Literal, of field: Field) -> Bool {
        guard field.type.innermost == .scalar(.date) else { return true }
        let numbers: [JSONTransformer] = [.always(.builtIn(.unixSeconds)), .always(.builtIn(.unixMilliseconds))]
        let isNumber = field.transformer?.json.map(numbers.contains) ?? false
        switch literal {
        case .integer(let digits), .number(let digits):
            let value = Double(digits) ?? .infinity
            if isNumber { return value.isFinite }
            return LiteralReader.isDate(secondsSince1970: field.storesMilliseconds ? value / 1000 : value)
        case .list(let elements): return elements.allSatisfy { datesCanBeRead($0, of: field) }
        case .dictionary(let entries): return entries.allSatisfy { datesCanBeRead($0.value, of: field) }
        case .null, .boolean, .string, .enumCase: return true
        }
    }

    /// `{ swift: …, sql: … }`, or `{ sql: … }` for `fill`. For a type whose values are mappings themselves, `{ swift: … }`
    /// is such a value.
    private func code(_ node: Node, _ type: FieldType, _ purpose: ValuePurpose) -> DefaultValue? {
        guard case .mapping(let entries) = node.content, !entries.isEmpty,
            entries.allSatisfy({
                ($0.name == "swift" || $0.name == "sql") && $0.value.text?.contains { !$0.isWhitespace } == true
            })
        else { return nil }
        switch (node["swift"]?.text, node["sql"]?.text, purpose) {
        case (_?, nil, _) where type.hasMappings: return nil
        case (let swift?, let sql, _): return .code(swift: swift, sql: sql)
        case (nil, let sql?, .fill): return .code(swift: "", sql: sql)
        default: return nil
        }
    }

    /// The value of a node as a value of a type.
    func literal(_ node: Node, _ type: FieldType) -> Result<Literal, ValueMismatch> {
        switch type {
        case .optional(let wrapped): return node.isNull ? .success(.null) : literal(node, wrapped)
        case .scalar(.json): return LiteralReader.json(node)
        case .scalar(let scalar):
            guard let text = node.text else { return .failure(ValueMismatch(node, node.kindName)) }
            if node.isNull { return .failure(ValueMismatch(node, node.isEmpty ? "nothing" : "null")) }
            return LiteralReader.scalar(text, scalar).map { .success($0) } ?? .failure(ValueMismatch(node, nil))
        case .enumeration(let name):
            guard let text = node.text, !node.isEmpty else { return .failure(ValueMismatch(node, node.kindName)) }
            guard let cases = enumerations[name.text]?.cases, !cases.isEmpty else {
                return .success(.enumCase(SwiftName(text)))
            }
            // As it is declared: Swift's compiler distinguishes the normal forms of a name, and its strings do not.
            if let declared = cases.first(where: { $0.name.text == text }) { return .success(.enumCase(declared.name)) }
            // A case that no longer exists is given by its raw value, so that a released step stays unchanged.
            if isReadingEarlier {
                switch enumerations[name.text]?.rawType {
                case .string: return .success(.string(text))
                case .int, .int64: if Int(text) != nil { return .success(.integer(text)) }
                case nil: break
                }
            }
            return .failure(ValueMismatch(node, nil, cases: cases.map(\.name.text)))
        case .list(let element), .set(let element):
            guard case .sequence(let nodes) = node.content else { return .failure(ValueMismatch(node, node.kindName)) }
            var literals: [Literal] = []
            for node in nodes {
                switch literal(node, element) {
                case .success(let literal): literals.append(literal)
                case .failure(let mismatch): return .failure(mismatch)
                }
            }
            return .success(.list(literals))
        case .dictionary(let key, let value):
            guard case .mapping(let entries) = node.content else { return .failure(ValueMismatch(node, node.kindName)) }
            var literals: [LiteralEntry] = []
            var known: Set<String> = []
            for entry in entries {
                let name: String
                switch self.key(entry.key, key) {
                case .success(let declared): name = declared
                case .failure(let mismatch): return .failure(mismatch)
                }
                // A dictionary literal with a duplicate key traps: `1` and `01`, or two spellings of one character.
                guard known.insert(name).inserted else {
                    return .failure(
                        ValueMismatch(
                            entry.key, "a mapping with the key `\(name)` twice", remedy: "remove one of the entries"))
                }
                switch literal(entry.value, value) {
                case .success(let literal): literals.append(LiteralEntry(key: name, value: literal))
                case .failure(let mismatch): return .failure(mismatch)
                }
            }
            return .success(.dictionary(literals))
        case .geometry, .model, .external: return .failure(ValueMismatch(node, nil, needsCode: true))
        }
    }

    /// The key of an entry: a number in one spelling, a case as it is declared.
    private func key(_ node: Node, _ key: DictionaryKey) -> Result<String, ValueMismatch> {
        let text = node.text ?? ""
        switch key {
        case .string: return .success(text)
        case .int: return Int(text).map { .success(String($0)) } ?? .failure(ValueMismatch(node, nil))
        case .enumeration(let name):
            return literal(node, .enumeration(name)).map { literal in
                if case .enumCase(let declared) = literal { declared.text } else { text }
            }
        }
    }
}

/// Reports a value that does not match its type.
struct ValueMismatch: Error {
    var node: Node
    /// What was found, if the text alone does not show it.
    var found: String?
    /// What to do, if the type alone does not show it.
    var remedy: String?
    /// The cases of the expected enum.
    var cases: [String]?
    /// Whether values of the type cannot be written in a schema.
    var needsCode: Bool

    init(
        _ node: Node, _ found: String?, remedy: String? = nil, cases: [String]? = nil, needsCode: Bool = false
    ) {
        self.node = node
        self.found = found
        self.remedy = remedy
        self.cases = cases
        self.needsCode = needsCode
    }
}

extension FieldType {
    /// Whether its values are written as mappings in YAML.
    fileprivate var hasMappings: Bool {
        switch self {
        case .dictionary, .scalar(.json): true
        case .scalar, .geometry, .enumeration, .model, .external, .optional, .list, .set: false
        }
    }
}

extension Field {
    /// Whether its dates are written in whole milliseconds somewhere.
    fileprivate var keepsMilliseconds: Bool {
        guard type.unwrapped == .scalar(.date), let transformer else { return false }
        let json: [TransformerUse] =
            switch transformer.json {
            case .always(let use): [use]
            case .byKind(let kinds): kinds.map(\.transformer)
            case nil: []
            }
        return (json + (transformer.sqlite.map { [$0] } ?? [])).contains(.builtIn(.unixMilliseconds))
    }
}
