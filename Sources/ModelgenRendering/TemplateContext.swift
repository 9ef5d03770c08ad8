import ModelgenPlanning
import ModelgenSchema

/// A plan as seen by a template: names and their values.
package protocol TemplateContext: Sendable {
    /// Every name that a template may use. Rendering, checking and the documentation of templates use the same table.
    static var templateNames: TemplateNames<Self> { get }

    /// The value of a name, by its index in the table. It is a requirement so that the compiler generates an
    /// implementation for each type of plan.
    func value(at index: Int) -> TemplateValue
}

/// The names of a context, in the order of the documentation.
package struct TemplateNames<Context>: Sendable, ExpressibleByArrayLiteral {
    let properties: [TemplateProperty<Context>]
    /// The indices by name, because every run compiles every template.
    private let places: [String: Int]

    init(_ properties: [TemplateProperty<Context>]) {
        self.properties = properties
        places = Dictionary(properties.enumerated().map { ($1.name, $0) }) { first, _ in first }
    }

    package init(arrayLiteral properties: TemplateProperty<Context>...) { self.init(properties) }

    func index(of name: String) -> Int? { places[name] }
}

/// One name of a context.
package struct TemplateProperty<Context>: Sendable {
    let name: String
    let kind: TemplateValueKind
    let value: @Sendable (Context) -> TemplateValue

    /// A string, printed by `{{name}}`.
    static func text(_ name: String, _ value: @escaping @Sendable (Context) -> String) -> Self {
        Self(name: name, kind: .text) { .text(value($0)) }
    }

    /// An optional string, for `{{#name}}…{{name}}…{{/name}}`.
    static func text(_ name: String, ifPresent value: @escaping @Sendable (Context) -> String?) -> Self {
        Self(name: name, kind: .text) { context in value(context).map { .text($0) } ?? .absent }
    }

    /// A condition, for `{{#name}}` and `{{^name}}`.
    static func flag(_ name: String, _ value: @escaping @Sendable (Context) -> Bool) -> Self {
        Self(name: name, kind: .flag) { value($0) ? .present : .absent }
    }

    /// Complete lines, for `{{#name}}{{.}}{{/name}}`.
    static func lines(_ name: String, _ value: @escaping @Sendable (Context) -> [String]) -> Self {
        Self(name: name, kind: .lines) { .lines(value($0)) }
    }

    /// A list of plans, for `{{#name}}…{{/name}}` with the elements' own names inside.
    static func list<Element: TemplateContext>(_ name: String, _ value: @escaping @Sendable (Context) -> [Element])
        -> Self
    {
        Self(name: name, kind: .list(Element.self)) { .list(value($0)) }
    }

    /// The fields of a model, which several of its plans share. A list copies each field once; without that, reading
    /// through the shared reference would copy it for each name.
    static func list(_ name: String, _ value: @escaping @Sendable (Context) -> [Shared<FieldPlan>]) -> Self {
        Self(name: name, kind: .list(FieldPlan.self)) { .list(value($0).map { field in field.value }) }
    }
}

/// The kind of a name, known before anything is rendered.
enum TemplateValueKind: Sendable {
    case text
    case flag
    case lines
    case list(any TemplateContext.Type)
}

/// The value of a name for one plan.
package enum TemplateValue: Sendable {
    case text(String)
    case present
    case absent
    case lines([String])
    case list([any TemplateContext])
}

extension TemplateContext {
    package func value(at index: Int) -> TemplateValue { Self.templateNames.properties[index].value(self) }
}
