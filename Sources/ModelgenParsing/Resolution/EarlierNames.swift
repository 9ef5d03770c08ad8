import ModelgenSchema

/// An entry of `formerly`.
struct FormerName {
    var file: Int
    var key: Node
    /// What the name stands for.
    var node: Node
    /// The type among them; nil for one that is unknown, which was reported.
    var type: FieldType??
}

/// The place of a step. What a name in it means depends on all of this: each database has its own versions.
struct StepPlace {
    var version: Int
    var database: SwiftName
    var file: Int
}

// Swift names in a step are those of its version, which the models may no longer have. A released step is
// never edited because of a later rename or removal.
extension Resolver {
    /// Finds what the names in `formerly` stand for: what exists now, or a dropped model. One that stands for another
    /// former name could lead back to itself.
    func resolveFormerNames() {
        for (name, entries) in former.sorted(by: { $0.key < $1.key }) {
            for (place, entry) in entries.enumerated() {
                if reading.isInvalid(entry.node) {
                    former[name]?[place].type = .some(nil)
                    continue
                }
                if let text = entry.node.text {
                    if UnknownTransformer.builtIn(text) != nil { continue }
                    let declared = scope.types[text]
                    if declared?.kind == .transformer || declared == nil && droppedModels[text] != nil { continue }
                }
                let type = type(entry.node, file: entry.file)
                former[name]?[place].type = .some(type)
            }
        }
    }

    /// The meaning of a former name in a file, by the file itself or else by the other files of its module.
    func former(_ name: String, file: Int) -> FormerName? {
        guard let entries = former[name] else { return nil }
        if let own = entries.first(where: { $0.file == file }) { return own }
        let others = entries.filter { files[$0.file].module == files[file].module }
        if let first = others.first, let other = others.first(where: { $0.node.text != first.node.text }),
            ambiguousNames.insert(name).inserted
        {
            report(DuplicateName.diagnose(former: name, other.key, first: first.key))
        }
        return others.first
    }

    /// The model that a step of a version calls by this name: its present name, one in `formerly`, or the one that its
    /// table is named after. Nil for a model that was dropped later: another model may have its name by now.
    func earlierModel(_ name: String, at place: StepPlace) -> Declaration? {
        if isDropped(name, at: place) { return nil }
        // A model that `formerly` names and that existed then takes precedence over the name of a dropped one.
        let present = former(name, file: place.file)?.node.text
        if let renamed = present, let subject = subject(SwiftName(renamed)), isOwn(subject, in: place.database),
            subject.entries.integer(.since) ?? 1 <= place.version
        {
            return scope.types[renamed]
        }
        for candidate in [present, name].compactMap(\.self) {
            if dropped(candidate, in: place.database)?.last.map({ $0.version >= place.version }) == true { return nil }
            let own = scope.meanings(of: candidate, .model, in: files[place.file]).first { $0.module == nil }
            if let own, own.kind == .model { return own }
        }
        guard dropped(name, in: place.database) == nil else { return nil }
        let table = SQLName(options.tables.name(for: SwiftName(name))).folded
        let found = subjects.first { isOwn($0, in: place.database) && $0.tableNames.contains(table) }
        return found.flatMap { scope.types[$0.model.name.text] }
    }

    /// Whether the rows of a model are in that database of this module.
    private func isOwn(_ subject: ModelSubject, in database: SwiftName) -> Bool {
        subject.model.module == nil && subject.model.storage.database == database
    }

    /// The fields of a model in a version, after its renames.
    func fieldHistory(of subject: ModelSubject, at version: Int) -> FieldHistory {
        var history = FieldHistory(subject, naming: options.columns)
        for later in versions(of: subject.entries[.migrations], from: version) {
            history.forget(fieldsAfter: later.number)
            history = restoringDrops(of: later, in: history)
            guard later.number > version else { continue }
            let fields = later.fieldRenames
            let meant = fields.map { (old: $0.old, new: history.meant($0.new) ?? $0.new) }
            let followers = zip(fields, meant).compactMap {
                history.columnRename(from: $0.old, to: $1.new, called: $0.new)
            }
            history.undo(meant, columns: later.columnRenames + followers)
        }
        history.forget(fieldsAfter: version)
        return history
    }

    /// The field that a step of another model calls by this name, with its name after the renames of that version. The
    /// step may use the name before them, too.
    func earlierField(_ name: String, of subject: ModelSubject, at version: Int) -> String? {
        let history = fieldHistory(of: subject, at: version)
        let known = history.meant(name)
        // What the version adds could not be referred to before.
        if let known, history.version(known) < version { return known }
        let renames = versions(of: subject.entries[.migrations], from: version).last { $0.number == version }?
            .fieldRenames
        return renames?.first { $0.old == name }.flatMap { history.meant($0.new) } ?? known
    }

    /// The only field of the key that the model had before that version, with its name after the version's renames.
    func earlierKey(of subject: ModelSubject, at version: Int) -> String? {
        earlierKey(subject.primaryKey.map(\.text), subject.entries[.migrations], at: version) { name, later in
            self.fieldHistory(of: subject, at: later).meant(name) ?? name
        }
    }

    /// - Parameter meant: The field that a step of a version refers to.
    private func earlierKey(
        _ present: [String], _ migrations: Node?, at version: Int, meant: (String, Int) -> String
    ) -> String? {
        var key = present
        for later in versions(of: migrations, from: version) {
            if let was = later.steps.lazy.compactMap({ $0[StepKey.was]?[EarlierKey.primaryKey] }).first {
                key = was.names.map { meant($0, later.number) }
            }
            guard later.number > version else { continue }
            let renames = later.fieldRenames.map { (old: $0.old, new: meant($0.new, later.number)) }
            key = key.map { name in renames.first { $0.new == name }?.old ?? name }
        }
        return key.count == 1 ? key.first : nil
    }

    /// The versions with steps, starting at a given one, newest first.
    private func versions(of migrations: Node?, from version: Int) -> [Version] {
        (migrations?.entries ?? []).compactMap { entry in
            entry.version.map { Version(number: $0, key: entry.key, steps: entry.value.elements) }
        }
        .filter { $0.number >= version }.sorted { $0.number > $1.number }
    }
}

/// A model as it was when a version dropped it.
struct DroppedModel {
    var database: SwiftName
    var version: Int
    var definition: Node
}

// What was dropped is described by its last definition.
extension Resolver {
    /// The name of a dropped model: its own, or another if a present model has it, or one that was dropped later. The
    /// other one may have existed at the same time, with an earlier name.
    func name(ofDropped name: String, at place: StepPlace) -> SwiftName {
        let models = dropped(name, in: place.database) ?? []
        let next = models.first { $0.version >= place.version }
        var later = next.map { next in models.count { $0.version > next.version } } ?? 0
        var free = name
        while true {
            if let other = scope.types[free], other.kind == .model, files[other.file].module == nil {
                // Taken by a present model.
            } else if later > 0 {
                later -= 1
            } else {
                return SwiftName(free)
            }
            free = "Former\(free)"
        }
    }

    /// Whether that version drops a model with that name: no other model is called so before.
    func isDropped(_ name: String, at place: StepPlace) -> Bool {
        dropped(name, in: place.database)?.contains { $0.version == place.version } == true
    }

    /// Whether a model that a version drops is still declared: its table exists under the name that it had in that
    /// version.
    func isStillThere(_ present: Declaration, _ dropped: Node, _ name: String, before place: StepPlace) -> Bool {
        guard let subject = subject(present.name), isOwn(subject, in: place.database),
            subject.entries.integer(.since) ?? 1 < place.version
        else { return false }
        let table: SQLName
        switch subject.model.storage {
        case .none: return false
        case .table(let own): table = own.name
        case .view(let view): table = view.name
        }
        let usual = SQLName(options.tables.name(for: SwiftName(name)))
        let droppedTable = dropped[ModelKey.table]?.text.flatMap { $0 == "true" ? nil : SQLName($0) } ?? usual
        return table.folded == droppedTable.folded && subject.tableNames.count <= 1
    }

    /// The models with that name that versions of the database dropped, the earliest first; nil if there are none.
    func dropped(_ name: String, in database: SwiftName) -> [DroppedModel]? {
        let models = (droppedModels[name] ?? []).filter { $0.database == database }
        return models.isEmpty ? nil : models
    }

    /// The model with that name that existed in a version and was dropped later.
    func droppedModel(_ name: String, at place: StepPlace) -> Node? {
        let models = dropped(name, in: place.database) ?? []
        return (models.first { $0.version >= place.version } ?? models.last)?.definition
    }

    func earlierField(_ name: String, ofDropped definition: Node, at version: Int) -> String {
        let renames =
            versions(of: definition[ModelKey.migrations], from: version)
            .last { $0.number == version }?.fieldRenames ?? []
        if renames.contains(where: { $0.new == name }) { return name }
        return renames.first { $0.old == name }?.new ?? name
    }

    func earlierKey(ofDropped definition: Node, at version: Int) -> String? {
        let key = definition[ModelKey.primaryKey]?.names ?? []
        return earlierKey(key, definition[ModelKey.migrations], at: version) { name, _ in name }
    }
}

extension Resolver.Version {
    /// The columns that are renamed in it, apart from those of its fields.
    var columnRenames: [ColumnRename] {
        steps.flatMap { $0[StepKey.rename]?.entries ?? [] }.flatMap(\.value.entries).compactMap { entry in
            entry.value.text.map { ColumnRename(from: SQLName(entry.name), to: SQLName($0)) }
        }
    }

    /// The fields that are renamed in it.
    var fieldRenames: [(old: String, new: String)] {
        steps.flatMap { $0[StepKey.rename]?.entries ?? [] }.compactMap { entry in
            entry.value.text.map { (old: entry.name, new: $0) }
        }
    }
}

extension Node {
    /// One name, or a list of them.
    fileprivate var names: [String] { oneOrMany.compactMap(\.text) }
}

extension ModelSubject {
    /// The names of its table, including those before a `was`.
    fileprivate var tableNames: Set<FoldedName> {
        guard let table = model.table else { return [] }
        let steps = (entries[.migrations]?.entries ?? []).flatMap(\.value.elements)
        let earlier = steps.compactMap { $0[StepKey.was]?[EarlierKey.table]?.text }.map { SQLName($0).folded }
        return Set(earlier + [table.name.folded])
    }
}
