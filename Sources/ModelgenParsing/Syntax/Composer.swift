import ModelgenDiagnostics

/// A file as YAML: its documents, and whether all of it could be read.
package struct SyntaxTree: Sendable {
    /// The root of each document that has any content.
    package var documents: [Node] = []
    /// Whether the whole file was read. If not, names that it declares may be missing.
    package var isComplete = true
}

/// Reads the YAML of a file into nodes.
///
/// ```swift
/// var diagnostics: [Diagnostic] = []
/// let tree = compose(file, &diagnostics)
/// ```
package func compose(_ file: SourceFile, _ diagnostics: inout [Diagnostic]) -> SyntaxTree {
    if let diagnostic = InvalidUTF8.diagnose(byteOrderOf: file) {
        diagnostics.append(diagnostic)
        return SyntaxTree(isComplete: false)
    }
    return file.bytes.withUnsafeBufferPointer { bytes in
        guard bytes.count > EventStream.mark(of: bytes) else { return SyntaxTree() }
        var composer = Composer(file: file, events: EventStream(bytes))
        let tree = composer.compose()
        diagnostics += composer.diagnostics
        return tree
    }
}

private struct Composer: ~Copyable {
    /// More than any schema needs, and far from overflowing the stack.
    static let deepest = 100
    /// The number of nodes that aliases and merge keys may add to one file.
    static let largestExpansion = 100_000

    let file: SourceFile
    var events: EventStream
    var diagnostics: [Diagnostic] = []
    private var anchors: [String: Node] = [:]
    /// Those whose latest node is not complete yet.
    private var openAnchors: Set<String> = []
    private var expansion = 0
    private var depth = 0

    /// Thrown if the rest of the file cannot be read, which was reported.
    struct Abort: Error {}

    init(file: SourceFile, events: consuming EventStream) {
        self.file = file
        self.events = events
    }

    mutating func compose() -> SyntaxTree {
        var tree = SyntaxTree()
        do {
            while true {
                let event = try next()
                switch event.kind {
                case .streamEnd: return tree
                case .streamStart, .documentStart, .documentEnd: break
                default:
                    anchors = [:]
                    let node = try compose(event)
                    if !node.isEmpty { tree.documents.append(node) }
                }
            }
        } catch {
            tree.isComplete = false
            return tree
        }
    }

    private mutating func next() throws(Abort) -> Event {
        do {
            return try events.next()
        } catch {
            diagnostics.append(diagnose(error, in: file))
            throw Abort()
        }
    }

    private mutating func compose(_ event: Event) throws(Abort) -> Node {
        if let tag = event.tag {
            diagnostics.append(TagNotSupported.diagnose(tag, at: file.range(event.start, event.end)))
        }
        switch event.kind {
        case .alias(let name): return try expand(name, event)
        case .scalar(let text, let style):
            var node = Node(
                .scalar(.init(text: text, style: style)), file: file, start: event.start, end: event.end,
                isBroken: event.tag != nil && text.isEmpty)
            if !events.isASCII, style == .plain, let diagnostic = UnusualSpace.diagnose(node) {
                diagnostics.append(diagnostic)
                node = Node(node.content, file: file, start: event.start, end: event.end, isBroken: true)
            }
            if let anchor = event.anchor {
                anchors[anchor] = node
                openAnchors.remove(anchor)
            }
            return node
        default: break
        }
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else {
            diagnostics.append(NestingTooDeep.diagnose(at: file.range(event.start, event.end), limit: Self.deepest))
            throw Abort()
        }
        if let anchor = event.anchor {
            anchors[anchor] = nil
            openAnchors.insert(anchor)
        }
        let node: Node
        if case .mappingStart = event.kind {
            node = try composeMapping(event)
        } else {
            node = try composeSequence(event)
        }
        // A node inside it may have had the same anchor since.
        if let anchor = event.anchor, openAnchors.remove(anchor) != nil { anchors[anchor] = node }
        return node
    }

    private mutating func composeSequence(_ start: Event) throws(Abort) -> Node {
        var nodes: [Node] = []
        var last = start.end
        while true {
            let event = try next()
            if case .sequenceEnd = event.kind {
                return Node(.sequence(nodes), file: file, start: start.start, end: end(of: event, after: last))
            }
            let node = try compose(event)
            last = max(node.range.end, event.end)
            nodes.append(node)
        }
    }

    private mutating func composeMapping(_ start: Event) throws(Abort) -> Node {
        var mapping = MappingBuilder()
        var last = start.end
        var isBroken = false
        while true {
            let event = try next()
            if case .mappingEnd = event.kind {
                return Node(
                    .mapping(mapping.entries),
                    file: file,
                    start: start.start,
                    end: end(of: event, after: last),
                    isBroken: isBroken
                )
            }
            let key = try composeKey(event)
            let valueEvent = try next()
            let value = try compose(valueEvent)
            let isAlias = if case .alias = valueEvent.kind { true } else { false }
            let end = isAlias ? valueEvent.end : value.range.end
            last = end
            guard case .scalar(let scalar) = key.content, !key.isBroken else {
                if !key.isBroken { diagnostics.append(ComplexKey.diagnose(key)) }
                isBroken = true
                continue
            }
            if value.isEmpty, let diagnostic = YAMLSyntax.diagnose(key, isFirst: mapping.entries.isEmpty && !isBroken) {
                diagnostics.append(diagnostic)
                isBroken = true
                continue
            }
            if scalar.style == .plain, scalar.text == "<<" {
                if !merge(value, into: &mapping) { isBroken = true }
            } else if let first = mapping.add(Node.Entry(key: key, value: value, end: valueEvent.aliasEnd)) {
                diagnostics.append(DuplicateKey.diagnose(key, first: first))
            }
            try checkExpansion(at: key.range)
        }
    }

    /// A key. An alias has the place where it is written, not that of its anchor.
    private mutating func composeKey(_ event: Event) throws(Abort) -> Node {
        let key = try compose(event)
        guard case .alias = event.kind else { return key }
        return Node(key.content, file: file, start: event.start, end: event.end, isBroken: key.isBroken)
    }

    /// In libyaml, a block ends where the next token begins; for a reader, it ends with its last entry.
    private func end(of event: Event, after last: Int) -> Int {
        event.end > event.start ? event.end : last
    }

    /// Whether the value could be merged.
    private mutating func merge(_ value: Node, into mapping: inout MappingBuilder) -> Bool {
        if value.isBroken { return false }
        var sources: [Node] = [value]
        if case .sequence(let nodes) = value.content { sources = nodes }
        for source in sources where !source.isBroken {
            guard case .mapping(let entries) = source.content else {
                diagnostics.append(MergeOfNoMapping.diagnose(source))
                return false
            }
            expansion += source.size
            for entry in entries { mapping.merge(entry) }
        }
        return !sources.contains { $0.isBroken }
    }

    private mutating func expand(_ name: String, _ event: Event) throws(Abort) -> Node {
        let range = file.range(event.start, event.end)
        guard let node = anchors[name] else {
            diagnostics.append(UnknownAlias.diagnose(name, at: range, known: anchors.keys.sorted(), open: openAnchors))
            return Node(
                .scalar(.init(text: "", style: .plain)),
                file: file,
                start: event.start,
                end: event.end,
                isBroken: true
            )
        }
        expansion += node.size
        try checkExpansion(at: range)
        return node
    }

    private mutating func checkExpansion(at range: SourceRange) throws(Abort) {
        guard expansion > Self.largestExpansion else { return }
        diagnostics.append(AliasExpansion.diagnose(at: range, limit: Self.largestExpansion))
        throw Abort()
    }
}

/// The entries of a mapping while it is read. The mapping's own keys win over merged ones, and the first merged key
/// over later ones (https://yaml.org/type/merge.html).
private struct MappingBuilder {
    var entries: [Node.Entry] = []
    private var merged: Set<String> = []
    private var places: [String: Int] = [:]

    /// Adds an entry of the mapping itself, or returns the existing key.
    mutating func add(_ entry: Node.Entry) -> Node? {
        if let place = place(of: entry.name) {
            guard merged.remove(entry.name) != nil else { return entries[place].key }
            entries[place] = entry
            return nil
        }
        append(entry)
        return nil
    }

    mutating func merge(_ entry: Node.Entry) {
        guard place(of: entry.name) == nil else { return }
        merged.insert(entry.name)
        append(entry)
    }

    private mutating func append(_ entry: Node.Entry) {
        entries.append(entry)
        if entries.count == 9 {
            for (place, entry) in entries.enumerated() { places[entry.name] = place }
        } else if entries.count > 9 {
            places[entry.name] = entries.count - 1
        }
    }

    // Most mappings have a few keys, for which a dictionary costs more than it saves.
    private func place(of name: String) -> Int? {
        if entries.count > 8 { return places[name] }
        return entries.firstIndex { $0.name == name }
    }
}
