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

    struct Place {
        var isLast: Bool
        var isOnly: Bool

        init(isLast: Bool, isOnly: Bool) { (self.isLast, self.isOnly) = (isLast, isOnly) }
        init(_ index: Int, of count: Int) { self.init(isLast: index == count - 1, isOnly: count == 1) }
    }

    let partials: [String: Template]
    var levels: [Level]
    /// Where the innermost element stands in its list: `{{^isLast}}…{{/isLast}}`, `{{^isOnly}}…{{/isOnly}}`.
    var place = Place(isLast: true, isOnly: true)
    /// Bytes, since a text is looked at by characters when its lines are told apart.
    var output: [UInt8] = []

    mutating func render(_ nodes: [Template.Node], indentation: String) {
        for node in nodes {
            switch node {
            case .text(let text):
                append(text, indentation)
            case .value(let name, _):
                if name == Template.separatorName {
                    if !beginsList { append(", ", indentation) }
                } else if case .text(let text) = value(of: name) {
                    append(text, text.utf8.contains(newline) ? lineIndentation(indentation) : indentation)
                }
            case .section(let name, let presence, let nodes, _):
                render(value(of: name), presence, nodes, indentation)
            case .partial(let name, let partialIndentation, let standsAlone, _):
                if let partial = partials[name] {
                    render(partial.nodes, indentation: indentation + partialIndentation)
                    if !standsAlone, output.last == newline { output.removeLast() }
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
        case .text(let text): render(nodes, in: .text(text), indentation, place)
        case .lines(let lines):
            for (index, line) in lines.enumerated() {
                render(nodes, in: .text(line), indentation, Place(index, of: lines.count))
            }
        case .list(let elements):
            for (index, element) in elements.enumerated() {
                render(nodes, in: .context(element), indentation, Place(index, of: elements.count))
            }
        }
    }

    private mutating func render(
        _ nodes: [Template.Node], in level: Level, _ indentation: String, _ inner: Place
    ) {
        let outer = place
        place = inner
        levels.append(level)
        render(nodes, indentation: indentation)
        levels.removeLast()
        place = outer
    }

    private func value(of name: String) -> TemplateValue {
        if name == Template.lastName { return place.isLast ? .present : .absent }
        if name == Template.onlyName { return place.isOnly ? .present : .absent }
        if name == ".", case .text(let text)? = levels.last { return .text(text) }
        for level in levels.reversed() {
            if case .context(let context) = level, let value = context.value(of: name) { return value }
        }
        return .absent
    }

    /// Whether nothing stands before the next element of a list: the line is empty, or a bracket or a colon ends it.
    private var beginsList: Bool {
        guard let last = output.last(where: { $0 != UInt8(ascii: " ") }) else { return true }
        return last == newline || "([{<:".utf8.contains(last)
    }

    /// The blanks before the further lines of a text: those of its first, and four more if something stands before it.
    private func lineIndentation(_ indentation: String) -> String {
        let line = output.suffix(from: output.lastIndex(of: newline).map { $0 + 1 } ?? 0)
        let blanks = line.prefix { $0 == UInt8(ascii: " ") }.count
        return line.isEmpty ? indentation : String(repeating: " ", count: blanks == line.count ? blanks : blanks + 4)
    }

    private let newline = UInt8(ascii: "\n")

    /// Adds text, each new line of it indented.
    private mutating func append(_ text: String, _ indentation: String) {
        guard !indentation.isEmpty else {
            output += text.utf8
            return
        }
        for byte in text.utf8 {
            if byte != newline, output.isEmpty || output.last == newline { output += indentation.utf8 }
            output.append(byte)
        }
    }
}
