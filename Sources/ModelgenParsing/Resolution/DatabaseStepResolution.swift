import ModelgenDiagnostics
import ModelgenSchema

extension Resolver {
    /// The steps of a database that do not concern a single model.
    func resolveDatabaseSteps(_ declaration: Declaration) {
        guard let node = Entries<DatabaseKey>(declaration.node, reading)[.migrations],
            let database = databases[declaration.name.text]
        else { return }
        var migrations: [DatabaseMigration] = []
        for version in versions(node, database).sorted(by: { $0.number < $1.number }) {
            var steps: [DatabaseMigration.Step] = []
            let place = StepPlace(version: version.number, database: database.name, file: declaration.file)
            func add(_ step: DatabaseMigration.Step, _ key: Node, _ node: Node) {
                self.place(
                    .databaseStep(database: database.name, version: version.number, index: steps.count), key, node)
                steps.append(step)
            }
            for node in version.steps {
                report(ExactlyOneKey.diagnose(node, of: DatabaseStepKey.allCases, reading))
                let keys = Entries<DatabaseStepKey>(node, reading)
                diagnostics += EmptyList.diagnose(step: keys)
                for entry in keys[.dropModel]?.entries ?? [] {
                    guard !reading.isInvalid(entry.value) else { continue }
                    report(InvalidIdentifier.diagnose(entry.key, what: "a model"))
                    if let model = droppedModel(entry, database, place) {
                        add(.dropModel(model), entry.key, node)
                    }
                }
                if let sql = keys.text(.sql), let key = keys.key(.sql) { add(.sql(sql), key, node) }
                if let step = keys[.swift].flatMap({ swiftStep($0, at: place) }),
                    let key = keys.key(.swift)
                {
                    add(.swift(step), key, node)
                }
            }
            migrations.append(DatabaseMigration(version: version.number, steps: steps))
        }
        databases[declaration.name.text]?.migrations = migrations
    }

    private func droppedModel(_ entry: Node.Entry, _ database: Database, _ place: StepPlace) -> Model? {
        if let present = scope.types[entry.name], present.kind == .model, files[present.file].module == nil,
            isStillThere(present, entry.value, entry.name, before: place)
        {
            report(DropOfExisting.diagnose(model: entry.key, present))
            return nil
        }
        let old = Declaration(
            kind: .model,
            name: name(ofDropped: entry.name, at: place),
            key: entry.key,
            node: entry.value,
            file: place.file
        )
        let subject = resolveModel(old, time: .earlier, in: database)
        for index in subject.fields.indices {
            guard let reference = reference(of: subject.fields[index], file: place.file, at: place) else {
                continue
            }
            subject.model.fields[index].reference = reference
        }
        if subject.model.storage == .none, !subject.isBroken {
            report(TableKeyWithoutTable.diagnose(dropped: entry.key))
        }
        resolveMigrations(subject)
        return subject.model
    }
}
