extension Template {
    /// Whether an element is the last of its list: a name that every list has.
    static let lastName = "isLast"
    /// Whether an element is the only one of its list.
    static let onlyName = "isOnly"
    /// The comma between elements, `{{,}}`: nothing where the list begins.
    static let separatorName = ","

    /// Every name that the template uses where no plan gives it, and every misuse of one.
    ///
    /// Mustache renders an unknown name as nothing; for code that would be a silent hole, so it is an error here.
    package func problems(
        in root: any TemplateContext.Type, outer: (any TemplateContext.Type)? = nil, partials: [String: Template]
    ) -> [TemplateError] {
        let levels = [outer, root].compactMap { $0 }.map(TemplateChecker.Level.context)
        var checker = TemplateChecker(partials: partials)
        checker.including = [TemplateChecker.Inclusion(name: name, depth: levels.count, descents: 0)]
        checker.check(nodes, of: self, in: levels)
        return checker.problems
    }
}

private struct TemplateChecker {
    enum Level {
        case context(any TemplateContext.Type)
        case text
    }

    /// A template or a partial that is being checked.
    struct Inclusion {
        var name: String
        /// How many plans are open where it begins.
        var depth: Int
        /// How many lists are open there.
        var descents: Int
    }

    let partials: [String: Template]
    /// Those that stand in each other, outermost first.
    var including: [Inclusion] = []
    /// Of each list that is open, the level of the plan that has it.
    var descents: [Int] = []
    var problems: [TemplateError] = []

    mutating func check(_ nodes: [Template.Node], of template: Template, in levels: [Level]) {
        for node in nodes {
            switch node {
            case .text: break
            case .value(Template.separatorName, _): break
            case .value(let name, let line):
                guard let kind = kind(of: name, line, template, levels) else { continue }
                if case .text = kind { continue }
                report("`\(name)` is not text; open it as a section: {{#\(name)}}…{{/\(name)}}", line, template)
            case .section(let name, let presence, let nodes, let line):
                guard let kind = kind(of: name, line, template, levels) else { continue }
                let level = level(of: name, levels)
                if case .list = kind, presence == .present, let level { descents.append(level) }
                check(nodes, of: template, in: presence == .absent ? levels : levels + inner(kind))
                if case .list = kind, presence == .present, level != nil { descents.removeLast() }
            case .partial(let name, _, _, let line):
                guard let partial = partials[name] else {
                    report("unknown partial `\(name)`", line, template)
                    continue
                }
                if let first = including.firstIndex(where: { $0.name == name }) {
                    // It ends if each time a plan within the last one is its own: plans are finite.
                    let outer = including[first]
                    if descents[outer.descents...].contains(where: { $0 >= outer.depth - 1 }) { continue }
                    let way = including[(first + 1)...].map { "`\($0.name)`" }.joined(separator: " and ")
                    report("`\(name)` includes itself" + (way.isEmpty ? "" : ", through \(way)"), line, template)
                    continue
                }
                including.append(Inclusion(name: name, depth: levels.count, descents: descents.count))
                check(partial.nodes, of: partial, in: levels)
                including.removeLast()
            }
        }
    }

    private func inner(_ kind: TemplateValueKind) -> [Level] {
        switch kind {
        case .text, .lines: [.text]
        case .flag: []
        case .list(let element): [.context(element)]
        }
    }

    private mutating func kind(of name: String, _ line: Int, _ template: Template, _ levels: [Level])
        -> TemplateValueKind?
    {
        if [Template.lastName, Template.onlyName].contains(name) { return .flag }
        if name == "." {
            if case .text? = levels.last { return .text }
            report("{{.}} stands outside a list of lines", line, template)
            return nil
        }
        if let place = level(of: name, levels), case .context(let context) = levels[place] {
            return context.kind(of: name)
        }
        let known: [String] = levels.reversed().flatMap { level -> [String] in
            if case .context(let context) = level { context.names } else { [] }
        }
        report("unknown name `\(name)`; the names here are \(known.joined(separator: ", "))", line, template)
        return nil
    }

    /// The innermost plan that has a name.
    private func level(of name: String, _ levels: [Level]) -> Int? {
        levels.lastIndex { level in
            if case .context(let context) = level { context.kind(of: name) != nil } else { false }
        }
    }

    private mutating func report(_ message: String, _ line: Int, _ template: Template) {
        problems.append(TemplateError(template: template.name, line: line, message: message))
    }
}

extension TemplateContext {
    fileprivate static var names: [String] { templateNames.properties.map(\.name) }
}
