extension Template {
    /// Whether an element is the last of its list: a name available in every list.
    static let lastName = "isLast"
    /// Whether an element is the only one of its list.
    static let onlyName = "isOnly"
    /// The comma between elements, `{{,}}`: nothing before the first one.
    static let separatorName = ","
}

/// Resolves the names in templates, and collects unknown and misused ones.
///
/// Mustache renders an unknown name as nothing, so generated code would silently lack something. Here, it is an error.
struct TemplateCompiler {
    private enum Level {
        /// A plan of the type with that number.
        case context(Int)
        case text
    }

    /// What a template or partial is compiled for: the enclosing types, without those that an inner one hides.
    private struct Purpose: Hashable {
        var template: String
        var slots: [Int]
        var isInText: Bool
    }

    /// A template or a partial during compilation.
    private struct Inclusion {
        var name: String
        /// The number of plans that are open where it begins.
        var depth: Int
        /// The number of lists that are open where it begins.
        var descents: Int
        /// The line of the tag that includes it.
        var line: Int
    }

    private let templates: [String: Template]
    /// The names of templates that the user cannot change.
    private let builtIn: Set<String>
    private(set) var program = TemplateProgram()
    private(set) var problems: [TemplateError] = []
    private var contexts: [any TemplateContext.Type] = []
    private var slots: [ObjectIdentifier: Int] = [:]
    private var bodies: [Purpose: Int] = [:]
    /// The enclosing ones, outermost first.
    private var including: [Inclusion] = []
    /// For each open list, the level of its plan.
    private var descents: [Int] = []

    /// - Parameters:
    ///   - templates: All templates that can be included, by name.
    ///   - builtIn: The names of the tool's own templates. A problem in one is reported for the user's template that
    ///     includes it.
    init(templates: [String: Template], builtIn: Set<String> = []) {
        self.templates = templates
        self.builtIn = builtIn
    }

    /// The slot of a type, the same in every template.
    private mutating func slot(of context: any TemplateContext.Type) -> Int {
        let id = ObjectIdentifier(context)
        if let slot = slots[id] { return slot }
        slots[id] = contexts.count
        contexts.append(context)
        program.slotCount = contexts.count
        return contexts.count - 1
    }

    /// Compiles a template for plans of these types, outermost first.
    mutating func compile(_ template: Template, for types: [any TemplateContext.Type]) -> TemplateProgram.Entry {
        let slots = types.map { slot(of: $0) }
        return TemplateProgram.Entry(body: body(of: template, in: slots.map(Level.context), from: 1), slots: slots)
    }

    private mutating func body(of template: Template, in levels: [Level], from line: Int) -> Int {
        let purpose = purpose(of: template, levels)
        if let known = bodies[purpose] { return known }
        let body = program.bodies.count
        bodies[purpose] = body
        program.bodies.append([])
        including.append(Inclusion(name: template.name, depth: levels.count, descents: descents.count, line: line))
        program.bodies[body] = compile(template.nodes, of: template, in: levels)
        including.removeLast()
        return body
    }

    private func purpose(of template: Template, _ levels: [Level]) -> Purpose {
        var purpose = Purpose(template: template.name, slots: [], isInText: false)
        if case .text? = levels.last { purpose.isInText = true }
        for case .context(let slot) in levels.reversed() where !purpose.slots.contains(slot) {
            purpose.slots.append(slot)
        }
        return purpose
    }

    private mutating func compile(
        _ nodes: [Template.Node], of template: Template, in levels: [Level]
    ) -> [TemplateProgram.Instruction] {
        var instructions: [TemplateProgram.Instruction] = []
        for node in nodes {
            switch node {
            case .text(let text): instructions.append(.text(Array(text.utf8)))
            case .value(Template.separatorName, _): instructions.append(.separator)
            case .value(let name, let line):
                guard let found = resolve(name, line, template, levels) else { continue }
                if case .text = found.kind {
                    instructions.append(.value(found.source))
                } else {
                    report("`\(name)` is not text; open it as a section: {{#\(name)}}…{{/\(name)}}", line, template)
                }
            case .section(let name, let presence, let nodes, let line):
                guard let found = resolve(name, line, template, levels) else { continue }
                guard presence == .present else {
                    let body = compile(nodes, of: template, in: levels)
                    instructions.append(.section(found.source, rendersWhen: presence, slot: nil, body))
                    continue
                }
                let descents = descents
                var slot: Int?
                if case .list(let element) = found.kind, let level = found.level {
                    self.descents.append(level)
                    slot = self.slot(of: element)
                }
                let body = compile(nodes, of: template, in: levels + inner(found.kind, slot))
                self.descents = descents
                instructions.append(.section(found.source, rendersWhen: presence, slot: slot, body))
            case .partial(let name, let indentation, let standsAlone, let line):
                guard let body = include(name, line, template, levels) else { continue }
                instructions.append(.partial(body, indentation: Array(indentation.utf8), standsAlone: standsAlone))
            }
        }
        return instructions
    }

    private mutating func include(_ name: String, _ line: Int, _ template: Template, _ levels: [Level]) -> Int? {
        guard let partial = templates[name] else {
            report("unknown partial `\(name)`", line, template)
            return nil
        }
        if let last = including.lastIndex(where: { $0.name == name }) {
            // This terminates within lists of its own plan and of their plans, because plans are finite. A list of an
            // enclosing plan leads back up.
            let outer = including[last]
            let opened = descents[outer.descents...]
            if opened.isEmpty || !opened.allSatisfy({ $0 >= outer.depth - 1 }) {
                let way = including[(last + 1)...].map { "`\($0.name)`" }.joined(separator: " and ")
                report("`\(name)` includes itself" + (way.isEmpty ? "" : ", through \(way)"), line, template)
                return nil
            }
        }
        return body(of: partial, in: levels, from: line)
    }

    /// The levels that a section opens.
    private func inner(_ kind: TemplateValueKind, _ slot: Int?) -> [Level] {
        switch kind {
        case .text, .lines: [.text]
        case .flag: []
        case .list: slot.map { [.context($0)] } ?? []
        }
    }

    /// The meaning of a name, and the innermost plan that has it.
    private mutating func resolve(
        _ name: String, _ line: Int, _ template: Template, _ levels: [Level]
    ) -> (source: TemplateProgram.Source, kind: TemplateValueKind, level: Int?)? {
        if name == Template.lastName { return (.isLast, .flag, nil) }
        if name == Template.onlyName { return (.isOnly, .flag, nil) }
        if name == "." {
            if case .text? = levels.last { return (.line, .text, nil) }
            report("{{.}} is used outside a list of lines", line, template)
            return nil
        }
        for (level, kind) in levels.enumerated().reversed() {
            guard case .context(let slot) = kind, let (index, kind) = contexts[slot].property(name) else { continue }
            return (.property(slot: slot, index: index), kind, level)
        }
        let known: [String] = levels.reversed().flatMap { level -> [String] in
            if case .context(let slot) = level { contexts[slot].names } else { [] }
        }
        report("unknown name `\(name)`; the names here are \(known.joined(separator: ", "))", line, template)
        return nil
    }

    private mutating func report(_ message: String, _ line: Int, _ template: Template) {
        guard let own = including.lastIndex(where: { !builtIn.contains($0.name) }), own + 1 < including.count else {
            problems.append(TemplateError(template: template.name, line: line, message: message))
            return
        }
        let partial = including[own + 1]
        problems.append(
            TemplateError(
                template: including[own].name, line: partial.line,
                message: "the template `\(partial.name)` does not fit here: \(message)"))
    }
}

extension TemplateContext {
    fileprivate static var names: [String] { templateNames.properties.map(\.name) }

    fileprivate static func property(_ name: String) -> (index: Int, kind: TemplateValueKind)? {
        templateNames.index(of: name).map { ($0, templateNames.properties[$0].kind) }
    }
}
