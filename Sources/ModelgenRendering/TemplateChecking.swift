extension Template {
    /// Whether an element is the last of its list: a name that every list has.
    static let lastName = "isLast"

    /// Every name that the template uses where no plan gives it, and every misuse of one.
    ///
    /// Mustache renders an unknown name as nothing; for code that would be a silent hole, so it is an error here.
    package func problems(
        in root: any TemplateContext.Type, outer: (any TemplateContext.Type)? = nil, partials: [String: Template]
    ) -> [TemplateError] {
        var checker = TemplateChecker(partials: partials)
        checker.check(nodes, of: self, in: [outer, root].compactMap { $0 }.map(TemplateChecker.Level.context))
        return checker.problems
    }
}

private struct TemplateChecker {
    enum Level {
        case context(any TemplateContext.Type)
        case text
    }

    let partials: [String: Template]
    var problems: [TemplateError] = []
    var including: [String] = []

    mutating func check(_ nodes: [Template.Node], of template: Template, in levels: [Level]) {
        for node in nodes {
            switch node {
            case .text: break
            case .value(let name, let line):
                guard let kind = kind(of: name, line, template, levels) else { continue }
                if case .text = kind { continue }
                report("'\(name)' is no text; open it as a section: {{#\(name)}}…{{/\(name)}}", line, template)
            case .section(let name, let presence, let nodes, let line):
                guard let kind = kind(of: name, line, template, levels) else { continue }
                check(nodes, of: template, in: presence == .absent ? levels : levels + inner(kind))
            case .partial(let name, _, let line):
                guard let partial = partials[name] else {
                    report("there is no partial '\(name)'", line, template)
                    continue
                }
                guard !including.contains(name) else { continue }
                including.append(name)
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
        if name == Template.lastName { return .flag }
        if name == "." {
            if case .text? = levels.last { return .text }
            report("{{.}} stands outside a list of lines", line, template)
            return nil
        }
        for level in levels.reversed() {
            if case .context(let context) = level, let kind = context.kind(of: name) { return kind }
        }
        let known: [String] = levels.reversed().flatMap { level -> [String] in
            if case .context(let context) = level { context.names } else { [] }
        }
        report("there is no name '\(name)' here; there are \(known.joined(separator: ", "))", line, template)
        return nil
    }

    private mutating func report(_ message: String, _ line: Int, _ template: Template) {
        problems.append(TemplateError(template: template.name, line: line, message: message))
    }
}

extension TemplateContext {
    fileprivate static var names: [String] { templateNames.properties.map(\.name) }
}
