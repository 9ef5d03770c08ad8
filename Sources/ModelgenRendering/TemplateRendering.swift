extension TemplateProgram {
    /// The text of a template in UTF-8, for the plans that it was compiled for, outermost first.
    func text(_ entry: Entry, for contexts: [any TemplateContext]) -> [UInt8] {
        var rendering = TemplateRendering(program: self)
        for (slot, context) in zip(entry.slots, contexts) { rendering.plans[slot] = context }
        rendering.render(bodies[entry.body], indentation: [])
        return rendering.output
    }
}

private struct TemplateRendering {
    struct Place {
        var isLast: Bool
        var isOnly: Bool

        init(isLast: Bool, isOnly: Bool) { (self.isLast, self.isOnly) = (isLast, isOnly) }
        init(_ index: Int, of count: Int) { self.init(isLast: index == count - 1, isOnly: count == 1) }
    }

    let program: TemplateProgram
    /// The innermost plan of each type.
    var plans: [(any TemplateContext)?]
    /// The innermost line, or text of a section.
    var line = ""
    /// The position of the innermost element in its list: `{{^isLast}}…{{/isLast}}`, `{{^isOnly}}…{{/isOnly}}`.
    var place = Place(isLast: true, isOnly: true)
    /// Output as bytes, because splitting a string into lines would iterate over its characters.
    var output: [UInt8] = []

    init(program: TemplateProgram) {
        self.program = program
        plans = Array(repeating: nil, count: program.slotCount)
    }

    mutating func render(_ instructions: [TemplateProgram.Instruction], indentation: [UInt8]) {
        for instruction in instructions {
            switch instruction {
            case .text(let text):
                append(text, indentation)
            case .separator:
                if !beginsList { append([UInt8(ascii: ","), UInt8(ascii: " ")], indentation) }
            case .value(let source):
                guard case .text(var text) = value(of: source) else { continue }
                text.withUTF8 { append($0, $0.contains(newline) ? lineIndentation(indentation) : indentation) }
            case .section(let source, let presence, let slot, let body):
                render(value(of: source), presence, slot, body, indentation)
            case .partial(let body, let partialIndentation, let standsAlone):
                let start = output.count
                render(program.bodies[body], indentation: indentation + partialIndentation)
                if !standsAlone, output.count > start, output.last == newline { output.removeLast() }
            }
        }
    }

    private mutating func render(
        _ value: TemplateValue, _ presence: Template.Presence, _ slot: Int?, _ body: [TemplateProgram.Instruction],
        _ indentation: [UInt8]
    ) {
        guard presence == .present else {
            if value.isAbsent { render(body, indentation: indentation) }
            return
        }
        let outer = (line: line, place: place)
        switch value {
        case .absent: return
        case .present: render(body, indentation: indentation)
        case .text(let text):
            line = text
            render(body, indentation: indentation)
        case .lines(let lines):
            for (index, text) in lines.enumerated() {
                (line, place) = (text, Place(index, of: lines.count))
                render(body, indentation: indentation)
            }
        case .list(let elements):
            guard let slot else { return }
            let plan = plans[slot]
            for (index, element) in elements.enumerated() {
                plans[slot] = element
                place = Place(index, of: elements.count)
                render(body, indentation: indentation)
            }
            plans[slot] = plan
        }
        (line, place) = outer
    }

    private func value(of source: TemplateProgram.Source) -> TemplateValue {
        switch source {
        case .property(let slot, let index): plans[slot]?.value(at: index) ?? .absent
        case .line: .text(line)
        case .isLast: place.isLast ? .present : .absent
        case .isOnly: place.isOnly ? .present : .absent
        }
    }

    /// Whether the next element of a list is the first on its line: the line is empty, or ends with a bracket or a
    /// colon.
    private var beginsList: Bool {
        guard let last = output.last(where: { $0 != UInt8(ascii: " ") }) else { return true }
        return last == newline || "([{<:".utf8.contains(last)
    }

    /// The indentation of the remaining lines of a text: that of its first line, plus four if the text does not start
    /// the line.
    private func lineIndentation(_ indentation: [UInt8]) -> [UInt8] {
        let line = output.suffix(from: output.lastIndex(of: newline).map { $0 + 1 } ?? 0)
        let blanks = line.prefix { $0 == UInt8(ascii: " ") }.count
        return line.isEmpty
            ? indentation : Array(repeating: UInt8(ascii: " "), count: blanks == line.count ? blanks : blanks + 4)
    }

    private let newline = UInt8(ascii: "\n")

    /// Adds text, with each new line indented.
    private mutating func append(_ text: some Collection<UInt8>, _ indentation: [UInt8]) {
        guard !indentation.isEmpty else {
            output += text
            return
        }
        var rest = text[...]
        while let first = rest.first {
            if first != newline, output.isEmpty || output.last == newline { output += indentation }
            let end = rest.firstIndex(of: newline).map(rest.index(after:)) ?? rest.endIndex
            output += rest[..<end]
            rest = rest[end...]
        }
    }
}

extension TemplateValue {
    /// Whether a section with this value prints nothing, and an inverted one does.
    fileprivate var isAbsent: Bool {
        switch self {
        case .absent: true
        case .lines(let lines): lines.isEmpty
        case .list(let elements): elements.isEmpty
        case .text, .present: false
        }
    }
}
