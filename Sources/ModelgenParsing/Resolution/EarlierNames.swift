import ModelgenSchema

// What names of Swift in a step mean: those of its version, which the models may have lost since. A released step is never
// edited because something was renamed or removed later.
extension Resolver {
    /// The model that a step calls so: by its name of today, by one that `formerly` tells, or by the one that its table is
    /// called after.
    func earlierModel(_ name: String) -> Declaration? {
        for candidate in [former[name]?.text, name] {
            guard let declaration = candidate.flatMap({ scope.types[$0] }), declaration.kind == .model else { continue }
            return declaration
        }
        guard droppedModels[name] == nil else { return nil }
        let table = SQLName(options.tables.name(for: SwiftName(name))).folded
        let found = subjects.first { $0.model.module == nil && $0.tableNames.contains(table) }
        return found.flatMap { scope.types[$0.model.name.text] }
    }

    /// The fields of a model as a version has them after its renames.
    func fieldHistory(of subject: ModelSubject, at version: Int) -> FieldHistory {
        var history = FieldHistory(subject, naming: options.columns)
        let versions = (subject.entries[.migrations]?.entries ?? []).compactMap { entry in
            Int(entry.name).map { Version(number: $0, key: entry.key, steps: entry.value.elements) }
        }
        for later in versions.sorted(by: { $0.number > $1.number }) where later.number >= version {
            history.forget(fieldsAfter: later.number)
            history = restoringDrops(of: later, in: history)
            guard later.number > version else { continue }
            let renames = later.steps.flatMap { $0["rename"]?.entries ?? [] }
            let columns = renames.flatMap(\.value.entries).compactMap { entry in
                entry.value.text.map { ColumnRename(from: SQLName(entry.name), to: SQLName($0)) }
            }
            let fields = renames.compactMap { entry in entry.value.text.map { (old: entry.name, new: $0) } }
            let meant = fields.map { (old: $0.old, new: history.meant($0.new) ?? $0.new) }
            let followers = zip(fields, meant).compactMap {
                history.columnRename(from: $0.old, to: $1.new, called: $0.new)
            }
            history.undo(meant, columns: columns + followers)
        }
        history.forget(fieldsAfter: version)
        return history
    }

    /// The only field of the key, as it was called in that version.
    func earlierKey(of subject: ModelSubject, at version: Int) -> String? {
        guard subject.primaryKey.count == 1, let key = subject.primaryKey.first else { return nil }
        let history = fieldHistory(of: subject, at: version)
        return history.all.first { history.present($0) == key.text }
    }
}

extension ModelSubject {
    /// The names that its table has, or had before a `was`, in lower case.
    fileprivate var tableNames: Set<String> {
        guard let table = model.table else { return [] }
        let steps = (entries[.migrations]?.entries ?? []).flatMap(\.value.elements)
        let earlier = steps.compactMap { $0["was"]?["table"]?.text }.map { SQLName($0).folded }
        return Set(earlier + [table.name.folded])
    }
}
