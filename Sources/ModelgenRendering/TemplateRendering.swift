extension Template {
    /// The text of the template for one plan, in UTF-8.
    ///
    /// The template was checked against the plan's type before (``problems(in:outer:partials:)``), so every name is there.
    func text(
        for context: any TemplateContext, in outer: (any TemplateContext)? = nil, partials: [String: Template]
    ) -> [UInt8] {
        let levels = [outer, context].compactMap { $0 }.map(TemplateRendering.Level.context)
        var rendering = TemplateRendering(partials: partials, levels: levels)
        rendering.render(nodes, indentation: "")
        return rendering.output
    }
}

private struct TemplateRendering {
    enum Level {
        case context(any TemplateContext)
        case text(String)
    }

    let partials: [String: Template]
    var levels: [Level]
    /// Whether the innermost element is the last of its list, for separators: `{{^isLast}}, {{/isLast}}`.
    var isLastElement = true
    /// Bytes, since a text is looked at by characters when its lines are told apart.
    var output: [UInt8] = []

    mutating func render(_ nodes: [Template.Node], indentation: String) {
        for node in nodes {
            switch node {
            case .text(let text):
                append(text, indentation)
            case .value(let name, _):
                if case .text(let text) = value(of: name) { append(text, indentation) }
            case .section(let name, let presence, let nodes, _):
                render(value(of: name), presence, nodes, indentation)
            case .partial(let name, let partialIndentation, _):
                if let partial = partials[name] {
                    render(partial.nodes, indentation: indentation + partialIndentation)
                }
            }
        }
    }

    private mutating func render(
        _ value: TemplateValue, _ presence: Template.Presence, _ nodes: [Template.Node], _ indentation: String
    ) {
        let isAbsent =
            switch value {
            case .absent: true
            case .lines(let lines): lines.isEmpty
            case .list(let elements): elements.isEmpty
            case .text, .present: false
            }
        guard presence == .present else {
            if isAbsent { render(nodes, indentation: indentation) }
            return
        }
        switch value {
        case .absent: break
        case .present: render(nodes, indentation: indentation)
        case .text(let text): render(nodes, in: .text(text), indentation, isLast: isLastElement)
        case .lines(let lines):
            for (index, line) in lines.enumerated() {
                render(nodes, in: .text(line), indentation, isLast: index == lines.count - 1)
            }
        case .list(let elements):
            for (index, element) in elements.enumerated() {
                render(nodes, in: .context(element), indentation, isLast: index == elements.count - 1)
            }
        }
    }

    private mutating func render(
        _ nodes: [Template.Node], in level: Level, _ indentation: String, isLast: Bool
    ) {
        let outer = isLastElement
        isLastElement = isLast
        levels.append(level)
        render(nodes, indentation: indentation)
        levels.removeLast()
        isLastElement = outer
    }

    private func value(of name: String) -> TemplateValue {
        if name == Template.lastName { return isLastElement ? .present : .absent }
        if name == ".", case .text(let text)? = levels.last { return .text(text) }
        for level in levels.reversed() {
            if case .context(let context) = level, let value = context.value(of: name) { return value }
        }
        return .absent
    }

    /// Adds text, each new line of it indented.
    private mutating func append(_ text: String, _ indentation: String) {
        guard !indentation.isEmpty else {
            output += text.utf8
            return
        }
        let newline = UInt8(ascii: "\n")
        for byte in text.utf8 {
            if byte != newline, output.isEmpty || output.last == newline { output += indentation.utf8 }
            output.append(byte)
        }
    }
}
