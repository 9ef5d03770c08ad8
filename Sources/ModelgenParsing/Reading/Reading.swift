import ModelgenDiagnostics

/// Compares a document with the declared keys and kinds, and records the nodes that do not match.
///
/// Nothing inside a wrong value is examined again, so that one mistake gives one diagnostic.
struct Reading {
    /// The values of a wrong kind.
    private(set) var invalid: Set<ObjectIdentifier> = []
    /// The mappings that lack something because of a mistake that was reported already.
    private(set) var incomplete: Set<ObjectIdentifier> = []
    private(set) var diagnostics: [Diagnostic] = []

    /// Whether the value is of a wrong kind, which was reported.
    func isInvalid(_ node: Node) -> Bool { invalid.contains(ObjectIdentifier(node)) }

    /// Whether the mapping lacks something because of a mistake that was reported.
    func isIncomplete(_ node: Node) -> Bool { incomplete.contains(ObjectIdentifier(node)) }

    /// Checks a value against its kind; `label` names the key that it belongs to.
    mutating func read(_ node: Node, as kind: ValueKind, label: String) {
        if node.isBroken {
            incomplete.insert(ObjectIdentifier(node))
            // An alias without an anchor: what would be there is unknown.
            if node.text != nil {
                invalid.insert(ObjectIdentifier(node))
                return
            }
        }
        guard kind.accepts(node) else {
            return reject(node, WrongKind.diagnose(node, label: label, expected: kind))
        }
        switch kind {
        case .either(let kinds):
            guard let fitting = kinds.first(where: { $0.accepts(node) }) else { return }
            // A word that is not similar to any known one was probably meant as another kind.
            if case .choice(let words) = fitting, let text = node.text, !words.contains(text),
                nearestName(to: text, among: words) == nil
            {
                return reject(node, WrongKind.diagnose(node, label: label, expected: kind))
            }
            read(node, as: fitting, label: label)
        case .choice(let words):
            guard let text = node.text, !words.contains(text) else { return }
            reject(node, UnknownWord.diagnose(node, label: label, words: words))
        case .list(let element): for child in node.elements { read(child, as: element, label: label) }
        case .set(let element):
            read(node, as: .list(element), label: label)
            let valid = node.elements.filter { !isInvalid($0) }
            diagnostics += valid.repetitions(of: \.text).map { ElementTwice.diagnose($0.again, label: label) }
        case .map(_, .object(let table)) where table.title == ModelKey.title: read(node.entries, as: table, in: node)
        case .map(_, let value): for entry in node.entries { read(entry.value, as: value, label: entry.name) }
        case .object(let table): read(node, as: table, label: label)
        case .text, .boolean, .no, .integer, .number, .type, .literal: break
        }
    }

    /// Checks models by their names. One with the name of a model's key is that key, not indented enough.
    private mutating func read(_ entries: [Node.Entry], as table: KeyTable, in node: Node) {
        var owner: Node.Entry?
        for (index, entry) in entries.enumerated() {
            if isMisplaced(entry, table) {
                reject(entry.value, UnknownKey.diagnose(entry.key, in: table, below: owner?.name))
                incomplete.insert(ObjectIdentifier(node))
                if let owner { incomplete.insert(ObjectIdentifier(owner.value)) }
            } else if entry.value.isEmpty, index + 1 < entries.count, isMisplaced(entries[index + 1], table) {
                invalid.insert(ObjectIdentifier(entry.value))
            } else {
                read(entry.value, as: .object(table), label: entry.name)
            }
            if !isMisplaced(entry, table) { owner = entry }
        }
    }

    /// Whether it is a key of a model instead of a name, and its value is not that of a model.
    private func isMisplaced(_ entry: Node.Entry, _ table: KeyTable) -> Bool {
        guard table[entry.name] != nil else { return false }
        guard case .mapping(let entries) = entry.value.content else { return true }
        return entries.contains { table[$0.name] == nil }
    }

    /// Checks a mapping against its keys.
    mutating func read(_ node: Node, as table: KeyTable, label: String) {
        for entry in node.entries {
            guard let declaration = table[entry.name] else {
                incomplete.insert(ObjectIdentifier(node))
                diagnostics.append(UnknownKey.diagnose(entry.key, in: table, of: node))
                continue
            }
            read(entry.value, as: declaration.kind, label: entry.name)
        }
        for declaration in table.keys where declaration.presence == .required && node[declaration.name] == nil {
            invalid.insert(ObjectIdentifier(node))
            // A misspelled key was reported already.
            if incomplete.contains(ObjectIdentifier(node)) { continue }
            diagnostics.append(MissingKey.diagnose(declaration.name, label: label, in: table, at: node))
        }
    }

    private mutating func reject(_ node: Node, _ diagnostic: Diagnostic) {
        invalid.insert(ObjectIdentifier(node))
        incomplete.insert(ObjectIdentifier(node))
        diagnostics.append(diagnostic)
    }
}
