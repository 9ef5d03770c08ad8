import ModelgenDiagnostics
import ModelgenSchema

/// The purpose of a value in a schema.
enum ValuePurpose {
    case defaultValue, fill
    /// The value that is sent if the caller passes none.
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
            // A `fill` is only in the column.
            if purpose == .defaultValue, !isReadingEarlier,
                let mismatch = ValueMismatch(node, literal, changedBy: field.transformer)
            {
                report(DefaultMismatch.diagnose(mismatch, type: field.type, purpose))
                return nil
            }
            switch datesAsText(literal, of: field.type, field.dateForm) {
            case .success(let literal): return .literal(literal)
            case .failure(let fault):
                let mismatch = ValueMismatch(node, fault, field.dateForm)
                report(DefaultMismatch.diagnose(mismatch, type: field.type, purpose))
                return nil
            }
        case .failure(let mismatch):
            report(DefaultMismatch.diagnose(mismatch, type: field.type, purpose))
            return nil
        }
    }

    /// The literal with every date as text, so that no later stage has to know the unit of its numbers.
    func datesAsText(_ literal: Literal, of type: FieldType, _ form: DateForm) -> Result<Literal, DateForm.Fault> {
        guard type.innermost == .scalar(.date) else { return .success(literal) }
        return Result { () throws(DateForm.Fault) in try form.text(of: literal) }
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
        case (let swift?, let sql, _):
            // No code is generated from an earlier definition.
            if !isReadingEarlier { report(node["swift"].flatMap(UnclosedSwift.diagnose)) }
            return .code(swift: swift, sql: sql)
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
        case .enumeration(let name): return enumCase(node, of: name)
        case .list(let element): return list(node, of: element)
        case .set(let element): return set(node, of: element)
        case .dictionary(let key, let value): return dictionary(node, key, value)
        case .geometry, .model, .external: return .failure(ValueMismatch(node, nil, needsCode: true))
        }
    }

    private func enumCase(_ node: Node, of name: SwiftName) -> Result<Literal, ValueMismatch> {
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
    }

    private func list(_ node: Node, of element: FieldType) -> Result<Literal, ValueMismatch> {
        guard case .sequence(let nodes) = node.content else { return .failure(ValueMismatch(node, node.kindName)) }
        var literals: [Literal] = []
        for node in nodes {
            switch literal(node, element) {
            case .success(let literal): literals.append(literal)
            case .failure(let mismatch): return .failure(mismatch.within(element))
            }
        }
        return .success(.list(literals))
    }

    /// A list without repetitions: the program would store each value once.
    private func set(_ node: Node, of element: FieldType) -> Result<Literal, ValueMismatch> {
        let list = list(node, of: element)
        guard case .success(.list(let literals)) = list else { return list }
        let values = zip(node.elements, literals)
        guard let repeated = values.repetitions(of: { SetElement($0.1, element) }).first?.again.0 else { return list }
        let found = repeated.text.map { "`\($0)`" } ?? repeated.kindName
        return .failure(
            ValueMismatch(repeated, "a set that contains \(found) twice", remedy: "remove one of the elements"))
    }

    private func dictionary(
        _ node: Node, _ key: DictionaryKey, _ value: FieldType
    ) -> Result<Literal, ValueMismatch> {
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
            case .failure(let mismatch): return .failure(mismatch.within(value))
            }
        }
        return .success(.dictionary(literals))
    }

    /// The key of an entry: a number in one spelling, a case as it is declared.
    private func key(_ node: Node, _ key: DictionaryKey) -> Result<String, ValueMismatch> {
        let text = node.text ?? ""
        switch key {
        case .string: return .success(text)
        case .int:
            guard let number = Int(text) else { return .failure(ValueMismatch(node, nil).within(.scalar(.int))) }
            return .success(String(number))
        case .enumeration(let name):
            return literal(node, .enumeration(name)).map { literal in
                if case .enumCase(let declared) = literal { declared.text } else { text }
            }.mapError { $0.within(.enumeration(name)) }
        }
    }
}

/// An element of a set, which is equal to another one if Swift's values are: `1` and `1.0`.
private indirect enum SetElement: Hashable {
    case number(Double, digits: String)
    /// Swift compares texts by canonical equivalence.
    case text(String)
    case list([SetElement])
    case other(Literal)

    init(_ literal: Literal, _ type: FieldType) {
        switch (literal, type) {
        case (.number(let text), _):
            self = .number(Double(text) ?? 0, digits: LiteralReader.digits(of: text))
        case (.string(let text), .scalar(.uuid)): self = .text(text.uppercased())
        case (.string(let text), _): self = .text(text)
        case (.list(let literals), .list(let element)):
            self = .list(literals.map { SetElement($0, element) })
        default: self = .other(literal)
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
    /// The type of the element, if it is in a collection.
    private(set) var elementType: FieldType?

    init(
        _ node: Node, _ found: String?, remedy: String? = nil, cases: [String]? = nil, needsCode: Bool = false
    ) {
        self.node = node
        self.found = found
        self.remedy = remedy
        self.cases = cases
        self.needsCode = needsCode
    }

    /// The mismatch of an element of a collection. The innermost collection decides.
    func within(_ element: FieldType) -> ValueMismatch {
        var mismatch = self
        mismatch.elementType = elementType ?? element
        return mismatch
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

/// The unit of numbers that stand for dates of a field or a parameter, and the precision of these dates.
struct DateForm {
    enum Fault: Error {
        /// A number that is not a date.
        case beyond
        /// A date with more digits than are stored.
        case tooFine
    }

    var unit = Instant.Unit.seconds
    /// A `Date` counts seconds in a `Double`, which keeps microseconds.
    var digits = 6

    /// The form of dates that these transformers convert. The first one decides the unit of numbers.
    init(_ transformers: [TransformerUse]) {
        if transformers.first == .builtIn(.unixMilliseconds) { unit = .milliseconds }
        if transformers.contains(.builtIn(.unixMilliseconds)) { digits = 3 }
    }

    fileprivate func text(of literal: Literal) throws(Fault) -> Literal {
        switch literal {
        case .integer(let number), .number(let number):
            guard let instant = Instant(number: number, in: unit) else {
                let seconds = (Double(number) ?? .infinity) / (unit == .milliseconds ? 1000 : 1)
                throw Instant.years.contains(seconds) ? .tooFine : .beyond
            }
            return try text(of: .string(instant.rfc3339))
        case .string(let date):
            if LiteralReader.significantFraction(of: date) > digits { throw .tooFine }
            return literal
        case .list(let elements): return .list(try elements.map { element throws(Fault) in try text(of: element) })
        case .dictionary(let entries):
            return .dictionary(
                try entries.map { entry throws(Fault) in LiteralEntry(key: entry.key, value: try text(of: entry.value))
                })
        case .null, .boolean, .enumCase: return literal
        }
    }
}

extension ValueMismatch {
    init(_ node: Node, _ fault: DateForm.Fault, _ form: DateForm) {
        switch fault {
        case .beyond:
            self.init(
                node, node.text == nil ? "a date beyond the years 1 to 9999" : nil,
                remedy: "a number stands for \(form.unit.rawValue) since 1970, within the years 1 to 9999")
        case .tooFine:
            self.init(
                node, node.text == nil ? "a date with so many digits" : nil,
                remedy: "remove digits: a `Date` stores microseconds, `unixMilliseconds` milliseconds")
        }
    }
}

extension Field {
    /// The form of its dates. A number is what the column stores, or else what JSON contains.
    fileprivate var dateForm: DateForm {
        let json: [TransformerUse] =
            switch transformer?.json {
            case .always(let use): [use]
            // The first of several is not the only one that reads numbers.
            case .byKind(let kinds): [.builtIn(.rfc3339)] + kinds.map(\.transformer)
            case nil: []
            }
        return DateForm((transformer?.sqlite.map { [$0] } ?? []) + json)
    }
}
