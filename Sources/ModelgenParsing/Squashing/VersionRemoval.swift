import ModelgenDiagnostics
import ModelgenSchema

/// Removes the declarations that lead to old versions of a database from the text of models, and leaves every other
/// byte unchanged.
///
/// It removes `since` up to the oldest remaining version, with its `fill`, and the steps up to that version; the
/// database gets `oldest`. A comment directly above a version's steps is removed with them.
package struct VersionRemoval {
    let database: SwiftName
    /// The models whose rows the database holds.
    let models: Set<String>
    /// The oldest remaining version.
    let oldest: Int

    /// What happens to the values for older rows.
    package enum Fills: Hashable, Sendable {
        case removed
        /// They stay with their `since`, for a later step that needs them.
        case kept
    }

    private let fills: Fills

    package init(of database: SwiftName, in schema: Schema, before oldest: Int, fills: Fills) {
        self.database = database
        self.oldest = oldest
        self.fills = fills
        models = Set(
            schema.models.filter { model in
                switch model.storage {
                case .table(let table): table.database == database
                case .view(let view): view.database == database
                case .none: false
                }
            }.map(\.name.text))
    }

    /// The file without old versions; unchanged if it has none.
    package func applied(to file: SourceFile) -> SourceFile {
        var diagnostics: [Diagnostic] = []
        var edits = TextEdits(file)
        for document in compose(file, &diagnostics).documents {
            if let value = document[FileKey.database.rawValue] {
                for node in value.entries.isEmpty ? value.elements : [value]
                where node[DatabaseKey.name.rawValue]?.text == database.text {
                    declareOldest(in: node, &edits)
                    visit(node, as: .object(DatabaseKey.keyTable), &edits)
                }
            }
            for model in document[FileKey.models.rawValue]?.entries ?? [] where models.contains(model.name) {
                visit(model.value, as: .object(ModelKey.keyTable), &edits)
            }
        }
        return edits.isEmpty ? file : SourceFile(path: file.path, bytes: edits.bytes, module: file.module)
    }

    private func declareOldest(in node: Node, _ edits: inout TextEdits) {
        if let entry = node.entry(DatabaseKey.oldest.rawValue) {
            edits.replaceValue(of: entry, with: String(oldest))
        } else if let version = node.entry(DatabaseKey.version.rawValue) {
            edits.insert("\(DatabaseKey.oldest.rawValue): \(oldest)", after: version, in: node)
        }
    }

    // MARK: Walking

    /// Follows the tables of keys, since a field may be called `since`.
    private func visit(_ node: Node, as kind: ValueKind, _ edits: inout TextEdits) {
        switch kind {
        case .object(let table): visit(node, with: table, &edits)
        case .map(_, let kind): for entry in node.entries { visit(entry.value, as: kind, &edits) }
        case .list(let kind): for element in node.elements { visit(element, as: kind, &edits) }
        case .either(let kinds):
            if let kind = kinds.first(where: { $0.accepts(node) }) { visit(node, as: kind, &edits) }
        case .text, .boolean, .no, .integer, .number, .choice, .type, .literal: break
        }
    }

    private func visit(_ node: Node, with table: KeyTable, _ edits: inout TextEdits) {
        var gone: Set<String> = []
        for entry in node.entries {
            guard let declaration = table[entry.name] else { continue }
            switch entry.name {
            case FieldKey.since.rawValue:
                if let version = entry.value.text.flatMap({ Int($0) }), version <= oldest,
                    fills == .removed || node.entry(FieldKey.fill.rawValue) == nil
                {
                    gone.formUnion([FieldKey.since.rawValue, FieldKey.fill.rawValue])
                }
            case ModelKey.migrations.rawValue:
                let old = Set(entry.value.entries.map(\.name).filter { Int($0).map { $0 <= oldest } ?? false })
                if !old.isEmpty, old.count == entry.value.entries.count {
                    gone.insert(entry.name)
                } else {
                    edits.remove(old, from: entry.value, comments: .above)
                    for version in entry.value.entries where !old.contains(version.name) {
                        if case .map(_, let kind) = declaration.kind { visit(version.value, as: kind, &edits) }
                    }
                }
            default: visit(entry.value, as: declaration.kind, &edits)
            }
        }
        let names = gone.intersection(node.entries.map(\.name))
        edits.remove(names, from: node, comments: names == [ModelKey.migrations.rawValue] ? .above : .kept)
    }
}
