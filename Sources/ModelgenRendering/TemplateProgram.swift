/// Templates whose names are resolved: what is left to do for a plan is to print it.
///
/// A name is looked up once, when its template is compiled for the type of a plan, and not for each of ten thousand plans.
struct TemplateProgram: Sendable {
    /// A step of a body.
    indirect enum Instruction: Sendable {
        /// Text in UTF-8.
        case text([UInt8])
        case separator
        case value(Source)
        /// A section, with the slot for the plans of its list.
        case section(Source, rendersWhen: Template.Presence, slot: Int?, [Instruction])
        /// A partial, by the number of its body.
        case partial(Int, indentation: [UInt8], standsAlone: Bool)
    }

    /// What a name is resolved to.
    enum Source: Sendable {
        /// A property, by its place in the table of the plan in a slot.
        case property(slot: Int, index: Int)
        /// `{{.}}`: the line, or the text of the section around it.
        case line
        case isLast
        case isOnly
    }

    /// Where the rendering of a template begins: its body, and the slots of the plans around it, outermost first.
    struct Entry: Sendable {
        var body: Int
        var slots: [Int]
    }

    /// A template or partial, compiled for each combination of types that it is used with.
    var bodies: [[Instruction]] = []
    /// How many types of plans there are. The innermost plan of each type is in the slot of that type: no name finds an
    /// outer plan of the same type, since the inner one has all its names.
    var slotCount = 0
}
