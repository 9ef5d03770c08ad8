import ModelgenDiagnostics
import ModelgenSchema

/// Removes the declarations that lead to old versions of a database from the text of models, and leaves every other
/// byte unchanged.
///
/// It removes `since` up to the oldest remaining version, with its `fill`, and the steps up to that version, with the
/// entries of `formerly` that stand for models which these dropped; the database gets `oldest`. A comment directly above a
/// version's steps is removed with them.
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
    /// The names of models whose last definition is removed, so that nothing else has these names.
    private let goneModels: Set<String>

    package init(of database: SwiftName, in schema: Schema, before oldest: Int, fills: Fills) {
        self.database = database
        self.oldest = oldest
        self.fills = fills
        models = Set(schema.models.filter { $0.storage.database == database }.map(\.name.text))
        var (gone, kept): (Set<String>, Set<String>) = ([], [])
        for database in schema.databases {
            for migration in database.migrations {
                for case .dropModel(let model) in migration.steps {
                    if database.name == self.database, migration.version <= oldest {
                        gone.insert(model.name.text)
                    } else {
                        kept.insert(model.name.text)
                    }
                }
            }
        }
        goneModels = gone.subtracting(kept).subtracting(schema.typeNames)
    }

    /// The file without old versions; unchanged if it has none.
    package func applied(to file: SourceFile) -> SourceFile {
        var diagnostics: [Diagnostic] = []
        var edits = TextEdits(file)
        for document in compose(file, &diagnostics).documents {
            if let former = document[FileKey.formerly] {
                let gone = former.entries.filter { $0.value.text.map(goneModels.contains) ?? false }.map(\.name)
                if !gone.isEmpty, gone.count == former.entries.count {
                    edits.remove([FileKey.formerly.rawValue], from: document, comments: .above)
                } else {
                    edits.remove(Set(gone), from: former, comments: .kept)
                }
            }
            if let value = document[FileKey.database] {
                for node in value.entries.isEmpty ? value.elements : [value]
                where node[DatabaseKey.name]?.text == database.text {
                    declareOldest(in: node, &edits)
                    visit(node, as: .object(DatabaseKey.keyTable), &edits)
                }
            }
            for model in document[FileKey.models]?.entries ?? [] where models.contains(model.name) {
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
        case .list(let kind), .set(let kind): for element in node.elements { visit(element, as: kind, &edits) }
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
                let old = Set(entry.value.entries.filter { $0.version.map { $0 <= oldest } ?? false }.map(\.name))
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

extension Schema {
    /// The names of all types that it declares.
    fileprivate var typeNames: [String] {
        models.map(\.name.text) + enumerations.map(\.name.text) + externalTypes.map(\.name.text)
            + transformers.map(\.name.text)
    }
}
