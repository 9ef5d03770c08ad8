import ModelgenDiagnostics
import ModelgenImporting
import ModelgenParsing
import ModelgenSchema

/// A type as it is written for a field, a parameter or a body.
struct TypeUse: Equatable, Sendable {
    enum Form: Equatable, Sendable {
        case any
        case scalar
        case enumeration(Int)
        case model(Int)
        case union(Int)
        /// One of several strings: allowed in paths and queries.
        case texts(Int)
        indirect case list(Form)
        /// With the enum of the keys, if they have one.
        indirect case dictionary(Form, keys: Int? = nil)
    }

    /// Without the `?` of an optional.
    var text: String
    var form: Form
    var isNullable = false
    var transformer: String?
    /// Why it says less than the document.
    var doubt: String?

    static let any = TypeUse(text: "JSON", form: .any)
    static let string = TypeUse(text: "String", form: .scalar)

    func optional(_ isOptional: Bool) -> String { isOptional || isNullable ? text + "?" : text }

    /// 2 if every JSON value is a value of it, 1 if every one of its kind is.
    var breadth: Int { text == "JSON" ? 2 : ["[JSON]", "[String: JSON]"].contains(text) ? 1 : 0 }

    /// The value as it is sent, where no transformer can be given: as a whole body, inside two collections, or as an
    /// element that may be null.
    var untransformed: TypeUse {
        guard let transformer else { return self }
        var use = self
        use.text = text.replacing(/\bDate\b/, with: transformer == "unixSeconds" ? "Double" : "String")
            .replacing(/\bDecimal\b/, with: "String")
        use.transformer = nil
        return use
    }

    /// The same as a parameter, in which neither the whole nor an element can be null.
    var asParameter: TypeUse {
        var use = self
        use.isNullable = false
        use.text = text.replacing("?]", with: "]")
        return use
    }

    /// The same as an element of a list or a dictionary.
    var element: TypeUse {
        switch form {
        case .list, .dictionary: untransformed
        case .any, .scalar, .enumeration, .model, .union, .texts: isNullable ? untransformed : self
        }
    }

    /// The declaration that it names.
    var declaration: Int? { form.declaration }

    /// Whether a value is a single string on the wire.
    var isText: Bool { form.isText }

    /// The media type of a part of a form that is a text or a file.
    var partType: String { text.contains("Data") ? "application/octet-stream" : "text/plain" }
}

extension TypeUse.Form {
    var isText: Bool {
        switch self {
        case .scalar, .enumeration, .texts: true
        case .any, .model, .union, .list, .dictionary: false
        }
    }

    /// Whether it contains no declaration of the document.
    var isPlain: Bool {
        switch self {
        case .scalar: true
        case .list(let element): element.isPlain
        case .dictionary(let element, let keys): keys == nil && element.isPlain
        case .any, .enumeration, .model, .union, .texts: false
        }
    }

    var declaration: Int? {
        switch self {
        case .any, .scalar: nil
        case .enumeration(let index), .model(let index), .union(let index), .texts(let index): index
        case .list(let inner), .dictionary(let inner, _): inner.declaration
        }
    }

    /// The declarations that it names, also that of a dictionary's keys.
    var declarations: [Int] {
        switch self {
        case .any, .scalar, .enumeration, .model, .union, .texts: declaration.map { [$0] } ?? []
        case .list(let inner): inner.declarations
        case .dictionary(let inner, let keys): inner.declarations + (keys.map { [$0] } ?? [])
        }
    }
}

/// What becomes a declaration in the YAML.
struct Declaration {
    struct Field {
        /// Who assigns it, if that is not obvious.
        enum Assigner: String {
            case server, caller
        }

        var name: SwiftName
        var key: String
        var use: TypeUse
        var isOptional: Bool
        var schema: ReadSchema
        var place: Node
        var comments: [String] = []
        var assigner: Assigner?
    }

    struct Case {
        var name: SwiftName
        var value: String
        var documentation: String?
    }

    enum Content {
        case model([Field])
        case enumeration(raw: String, [Case])
        case union(discriminator: String, [(value: String, model: Int)])
        /// A union without a discriminator.
        case alternatives([(name: SwiftName, use: TypeUse)])
    }

    var name: SwiftName
    var node: Node
    var content: Content
    var documentation: String?
    var isDeprecated = false
    var comments: [String] = []
    /// The discriminator keys of unions, which are not fields.
    var discriminators: Set<String> = []
    /// The discriminator keys of unions, in a model that also occurs alone: there they are fields, which it only reads,
    /// since the unions write them.
    var readDiscriminators: Set<String> = []
    /// Whether a PATCH request sends it: a default would be sent, and change the field unintentionally.
    var isPatched = false
    /// Whether a request sends it.
    var isSent = false
    /// Whether a request sends it without what the server assigns.
    var isDrafted = false

    var fields: [Field] {
        guard case .model(let fields) = content else { return [] }
        return fields.filter { !discriminators.contains($0.key) }
    }

    func field(_ key: String) -> Field? { fields.first { $0.key == key } }

    /// The declarations that it refers to.
    var references: [Int] {
        switch content {
        case .model: fields.flatMap(\.use.form.declarations)
        case .enumeration: []
        case .union(_, let cases): cases.map(\.model)
        case .alternatives(let cases): cases.flatMap(\.use.form.declarations)
        }
    }
}

extension YAMLEntry {
    /// The documentation, with the reason for a deprecation if that is the last paragraph.
    static func documentation(_ text: String?, isDeprecated: Bool) -> [YAMLEntry] {
        guard isDeprecated else { return text.map { [YAMLEntry("doc", .documentation($0))] } ?? [] }
        var paragraphs = (text ?? "").split(separator: "\n\n").map(String.init)
        var reason = "The service advises against it."
        if let last = paragraphs.last, last.hasPrefix("Deprecated: ") {
            reason = String(last.dropFirst("Deprecated: ".count))
            paragraphs.removeLast()
        }
        let rest = paragraphs.joined(separator: "\n\n")
        return (rest.isEmpty ? [] : [YAMLEntry("doc", .documentation(rest))]) + [YAMLEntry("deprecated", .text(reason))]
    }
}
