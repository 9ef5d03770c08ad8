import ModelgenDiagnostics
import ModelgenSchema

extension Resolver {
    /// The steps of a table's history.
    func resolveMigrations(_ subject: ModelSubject) {
        // The history of another module's model is checked in that module.
        guard subject.model.module == nil, let node = subject.entries[.migrations] else { return }
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
            var steps = VersionSteps(self, version, subject, context, table, history)
            for node in version.steps { steps.add(node) }
            history = steps.historyBefore
            migrations.append(TableMigration(version: version.number, steps: steps.steps))
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
        for entry in node.entries where !reading.isInvalid(entry.value) {
            guard let number = entry.version else {
                report(InvalidVersion.diagnose(step: entry.key))
                continue
            }
            checkVersion(number, at: entry.key.range, database)
            guard !options.isSettled(number, of: database.name) else { continue }
            let steps = entry.value.elements.filter { !reading.isInvalid($0) }
            versions.append(Version(number: number, key: entry.key, steps: steps))
        }
        return versions
    }

    /// The fields of a version, including those that it drops.
    func restoringDrops(of version: Version, in history: FieldHistory) -> FieldHistory {
        var history = history
        for node in version.steps {
            for entry in Entries<StepKey>(node, reading)[.drop]?.entries ?? [] {
                guard case .mapping = entry.value.content else {
                    history.restore(entry.name, since: nil, column: nil, hasColumnKey: false)
                    continue
                }
                let keys = Entries<FieldKey>(entry.value, reading)
                history.restore(
                    entry.name,
                    since: keys.integer(.since),
                    column: keys[.column].flatMap { $0.isFalse ? nil : $0.text.map { SQLName($0) } },
                    hasColumnKey: keys.has(.column)
                )
            }
        }
        return history
    }

    /// A function by its name alone, or with the models that it uses.
    func swiftStep(_ node: Node, at place: StepPlace) -> SwiftStep? {
        guard case .mapping = node.content else { return node.text.flatMap { named(node, $0) } }
        let keys = Entries<SwiftStepKey>(node, reading)
        guard let name = keys[.name], let text = name.text, var step = named(name, text) else { return nil }
        for model in keys[.models]?.elements ?? [] {
            guard let text = model.text, !reading.isInvalid(model) else { continue }
            let present = earlierModel(text, at: place)?.name
            guard present != nil || dropped(text, in: place.database) != nil else {
                if isComplete { report(UnknownModel.diagnose(earlier: text, at: model.range, known: modelNames)) }
                continue
            }
            step.models.append(present ?? self.name(ofDropped: text, at: place))
        }
        return step
    }

    private func named(_ node: Node, _ text: String) -> SwiftStep? {
        report(InvalidIdentifier.diagnose(node, what: "a step"))
        return SwiftStep(name: SwiftName(text))
    }
}

extension Node.Entry {
    /// The version that its steps lead to, if its key is one. Each has one spelling, so that no two keys are the same
    /// version.
    var version: Int? { Int(name).flatMap { $0 >= 2 && String($0) == name ? $0 : nil } }
}
