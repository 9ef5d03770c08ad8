import ModelgenDiagnostics
import ModelgenSchema

extension Resolver {
    /// The steps of a table's history.
    func resolveMigrations(_ subject: ModelSubject) {
        guard let node = subject.entries[.migrations] else { return }
        let table: Table
        switch subject.model.storage {
        case .none: return
        case .table(let own): table = own
        case .view(let view): table = Table(name: view.name, database: view.database, since: view.since)
        }
        guard let database = databases[table.database.text] else { return }
        let context = earlierContext(of: subject, database, table.since)
        // From the newest version backwards: what a name means in a version depends on the steps after it.
        var history = FieldHistory(subject, naming: options.columns)
        var migrations: [TableMigration] = []
        for version in versions(node, database).sorted(by: { $0.number > $1.number }) {
            history.forget(fieldsAfter: version.number)
            let steps = steps(version, subject, context, table, &history)
            migrations.append(TableMigration(version: version.number, steps: steps))
        }
        migrations.reverse()
        switch subject.model.storage {
        case .none: break
        case .table(var table):
            table.migrations = migrations
            subject.model.storage = .table(table)
        case .view(var view):
            view.migrations = migrations
            subject.model.storage = .view(view)
        }
    }

    private func earlierContext(of subject: ModelSubject, _ database: Database, _ since: Int) -> ModelContext {
        let keys: NamingStrategy? = subject.entries[.json].flatMap { Entries<JSONKey>($0, reading).word(.keys) }
        return ModelContext(
            name: subject.model.name,
            file: subject.file,
            storage: .table,
            database: database,
            since: since,
            jsonKeys: keys ?? options.jsonKeys,
            time: .earlier
        )
    }

    struct Version {
        var number: Int
        var key: Node
        var steps: [Node]
    }

    /// The valid versions of a `migrations` key.
    func versions(_ node: Node, _ database: Database) -> [Version] {
        var versions: [Version] = []
        for entry in node.entries {
            guard let number = Int(entry.name), number >= 2 else {
                report(InvalidVersion.diagnose(step: entry.key))
                continue
            }
            checkVersion(number, at: entry.key.range, database)
            guard !reading.invalid.contains(ObjectIdentifier(entry.value)) else { continue }
            let steps = entry.value.elements.filter { !reading.invalid.contains(ObjectIdentifier($0)) }
            versions.append(Version(number: number, key: entry.key, steps: steps))
        }
        return versions
    }

    private func steps(
        _ version: Version,
        _ subject: ModelSubject,
        _ context: ModelContext,
        _ table: Table,
        _ history: inout FieldHistory
    ) -> [TableStep] {
        var steps: [TableStep] = []
        var renames: [(old: String, new: String)] = []
        var columns: [ColumnRename] = []
        // A rename may target a field that the same version drops.
        let renaming = restoringDrops(of: version, in: history)
        let renamedColumns = Set(
            version.steps.flatMap { $0["rename"]?.entries.flatMap(\.value.entries).compactMap(\.value.text) ?? [] }
                .map { SQLName($0) }
        )
        // The renames of one version happen at once: two names may be swapped.
        let fieldRenames = version.fieldRenames
        let renamed = Set(fieldRenames.map(\.new))
        // The other steps may still use a field's name before the renames. What the version adds had no other name.
        let known = history
        func meant(_ name: String) -> String {
            let own = known.meant(name)
            if let own, known.version(own) < version.number { return own }
            return fieldRenames.first { $0.old == name }.flatMap { known.meant($0.new) } ?? own ?? name
        }
        func add(_ step: TableStep, _ key: Node, _ node: Node) {
            place(.step(model: subject.model.name, version: version.number, index: steps.count), key, node)
            steps.append(step)
        }
        var reported: Set<String> = []
        for node in version.steps {
            report(ExactlyOneKey.diagnose(node, of: StepKey.allCases.map(\.rawValue), in: StepKey.title, reading))
            let keys = Entries<StepKey>(node, reading)
            for entry in keys[.rename]?.entries ?? [] {
                guard let written = entry.value.text else {
                    for column in entry.value.entries {
                        guard let to = column.value.text else { continue }
                        report(
                            InvalidSQLName.diagnose(column.key, what: "a column")
                                ?? RenameOfNothing.diagnose(column: column.value, to, in: subject)
                        )
                        let rename = ColumnRename(from: SQLName(column.name), to: SQLName(to))
                        columns.append(rename)
                        add(.renameColumn(rename), column.key, node)
                    }
                    continue
                }
                report(InvalidIdentifier.diagnose(entry.key, what: "a field"))
                let new = renaming.meant(written) ?? written
                if let diagnostic = RenameOfNothing.diagnose(
                    entry,
                    new,
                    renaming,
                    version: version.number,
                    renamed: renamed,
                    in: subject
                ) {
                    report(diagnostic)
                    continue
                }
                // The version itself may give the old name of the column.
                let follower = renaming.columnRename(from: entry.name, to: new, called: written)
                    .flatMap { renamedColumns.contains($0.to) ? nil : $0 }
                if let follower { columns.append(follower) }
                let old = entry.name
                renames.append((old, new))
                add(.renameField(from: SwiftName(old), to: SwiftName(new), column: follower), entry.key, node)
            }
            for entry in keys[.drop]?.entries ?? [] {
                if let diagnostic = DropOfExisting.diagnose(entry.key, history, in: subject) {
                    report(diagnostic)
                    continue
                }
                if !reported.insert(entry.name).inserted {
                    report(FieldTwice.diagnose(entry.key, entry.name, use: "the drops of a version"))
                    continue
                }
                guard let field = resolveField(entry.key, entry.value, context) else { continue }
                field.field.reference = reference(of: field, file: subject.file, at: version.number)
                report(VersionTooLow.diagnose(dropped: field, version: version.number))
                if field.entries?.flag(.autoincrement) == true { assign(field, isOnlyKey: true) }
                add(.drop(field.field, indexes: ownIndexes(of: field, table, context)), entry.key, node)
            }
            for entry in keys[.change]?.entries ?? [] {
                let name = meant(entry.name)
                if let diagnostic = ChangeOfNothing.diagnose(
                    entry.key, name, history, version: version.number, in: subject)
                {
                    report(diagnostic)
                    continue
                }
                let change = Entries<ChangeKey>(entry.value, reading)
                guard let from = change[.from], let field = resolveField(entry.key, from, context) else { continue }
                field.field.name = SwiftName(name)
                field.field.reference = reference(of: field, file: subject.file, at: version.number)
                if let present = history.present(name), subject.primaryKey.contains(SwiftName(present)) {
                    assign(field, isOnlyKey: isDatabaseKey(field, in: subject, .table))
                }
                if field.entries?.has(.column) != true, let column = history.ownColumn(name) {
                    field.field.column?.name = column
                }
                report(ChangeOfNothing.diagnose(change))
                add(.change(from: field.field, conversion(change)), entry.key, node)
            }
            if let was = keys[.was], let key = keys.key(.was) {
                add(.was(earlier(Entries<EarlierKey>(was, reading), subject, table, context, meant)), key, node)
            }
            if let sql = keys.text(.sql), let key = keys.key(.sql) { add(.sql(sql), key, node) }
            if let step = keys[.swift].flatMap({ swiftStep($0, at: version.number) }), let key = keys.key(.swift) {
                add(.swift(step), key, node)
            }
        }
        history = renaming
        history.undo(renames, columns: columns)
        return steps
    }

    /// The indexes that a dropped field declares for itself.
    private func ownIndexes(of field: FieldSubject, _ table: Table, _ context: ModelContext) -> [Index] {
        [FieldKey.unique, .index].compactMap { key in
            guard var index = index(entries: field, key, table, context) else { return nil }
            if field.entries?[key]?[FieldIndexKey.name.rawValue] == nil { index.name = "" }
            return index
        }
    }

    private func conversion(_ change: Entries<ChangeKey>) -> FieldConversion {
        if let sql = change.text(.using) { return .using(sql) }
        return change.has(.restored) ? .same : .automatic
    }

    /// The fields of a version, including those that it drops.
    func restoringDrops(of version: Version, in history: FieldHistory) -> FieldHistory {
        var history = history
        for node in version.steps {
            for entry in Entries<StepKey>(node, reading)[.drop]?.entries ?? [] {
                guard case .mapping = entry.value.content else {
                    history.restore(entry.name, since: 1, column: nil, hasColumnKey: false)
                    continue
                }
                let keys = Entries<FieldKey>(entry.value, reading)
                history.restore(
                    entry.name,
                    since: keys.integer(.since) ?? 1,
                    column: keys[.column].flatMap { $0.isFalse ? nil : $0.text.map { SQLName($0) } },
                    hasColumnKey: keys.has(.column)
                )
            }
        }
        return history
    }

    /// A function by its name alone, or with the models that it uses.
    func swiftStep(_ node: Node, at version: Int) -> SwiftStep? {
        guard case .mapping = node.content else { return node.text.flatMap { named(node, $0) } }
        let keys = Entries<SwiftStepKey>(node, reading)
        guard let name = keys[.name], let text = name.text, var step = named(name, text) else { return nil }
        for model in keys[.models]?.elements ?? [] {
            guard let text = model.text, !reading.invalid.contains(ObjectIdentifier(model)) else { continue }
            let present = earlierModel(text, at: version)?.name
            guard present != nil || droppedModels[text] != nil else {
                if isComplete { report(UnknownModel.diagnose(model, text, at: model.range, known: modelNames)) }
                continue
            }
            step.models.append(present ?? self.name(ofDropped: text))
        }
        return step
    }

    private func named(_ node: Node, _ text: String) -> SwiftStep? {
        report(InvalidIdentifier.diagnose(node, what: "a migration"))
        return SwiftStep(name: SwiftName(text))
    }

    private func earlier(
        _ keys: Entries<EarlierKey>,
        _ subject: ModelSubject,
        _ table: Table,
        _ context: ModelContext,
        _ meant: (String) -> String
    ) -> EarlierTable {
        var earlier = EarlierTable()
        if let node = keys[.table], let text = node.text {
            report(InvalidSQLName.diagnose(node, what: "a table"))
            earlier.name = SQLName(text)
        }
        func names(_ key: EarlierKey) -> [SwiftName]? {
            guard let node = keys[key] else { return nil }
            return (node.text == nil ? node.elements : [node]).compactMap { node in
                node.text.map { SwiftName(meant($0)) }
            }
        }
        earlier.primaryKey = names(.primaryKey)
        earlier.fullText = names(.fullText)
        func indexes(_ key: EarlierKey, _ uniqueness: Index.Uniqueness) -> [Index]? {
            keys[key].map { node in
                self.indexes(node, uniqueness, subject, table, context, .byVersion).map { index in
                    var index = index
                    index.terms = index.terms.map { term in
                        guard case .field(let name, let order) = term else { return term }
                        return .field(SwiftName(meant(name.text)), order)
                    }
                    return index
                }
            }
        }
        earlier.uniques = indexes(.unique, .unique)
        earlier.indexes = indexes(.indexes, .plain)
        earlier.checks = keys[.checks].map { checks($0, table.since, context) }
        earlier.isStrict = keys.flag(.strict)
        earlier.isWithoutRowID = keys.flag(.withoutRowID)
        earlier.view = keys.text(.view)
        return earlier
    }
}
