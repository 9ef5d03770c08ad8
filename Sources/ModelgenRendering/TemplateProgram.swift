/// Templates with resolved names, ready to be printed for any plan.
///
/// A name is looked up once, when its template is compiled for a type of plan, not for each of ten thousand plans.
struct TemplateProgram: Sendable {
    /// A step of a body.
    enum Instruction: Sendable {
        /// Text in UTF-8.
        case text([UInt8])
        case separator
        case value(Source)
        /// A section, with the slot for the plans of its list.
        case section(Source, rendersWhen: Template.Presence, slot: Int?, [Instruction])
        /// A partial, by the index of its body.
        case partial(Int, indentation: [UInt8], standsAlone: Bool)
    }

    /// What a name resolves to.
    enum Source: Sendable {
        /// A property, by its index in the table of the plan in a slot.
        case property(slot: Int, index: Int)
        /// `{{.}}`: the line, or the text of the enclosing section.
        case line
        case isLast
        case isOnly
    }

    /// The entry point of a template: its body, and the slots of the enclosing plans, outermost first.
    struct Entry: Sendable {
        var body: Int
        var slots: [Int]
    }

    /// A template or partial, compiled for each combination of types that it is used with.
    var bodies: [[Instruction]] = []
    /// The number of plan types. The innermost plan of each type is in that type's slot: no name refers to an outer
    /// plan of the same type, since the inner one has all its names.
    var slotCount = 0
}
