import ModelgenSchema

extension Schema {
    /// The history of a database: every version that changes something, and the transitions between them. Nil if there
    /// is no such database.
    ///
    /// Steps are undone from the newest version backwards, and within a version, the phases are undone in reverse:
    /// first the constraints, changes and drops, then the additions, then the renames.
    ///
    /// - Parameter oldest: The version to go back to. By default, it is the database's oldest.
    package func history(of database: SwiftName, backTo oldest: Int = 1) -> DatabaseHistory? {
        guard let declaration = databases.first(where: { $0.name == database }) else { return nil }
        var undoing = HistoryUndoing(schema: self, database: declaration)
        return undoing.run(backTo: oldest)
    }
}

/// Goes through the versions of a database backwards.
struct HistoryUndoing {
    let database: Database
    var state: DatabaseState
    var findings: [Finding] = []
    let defaults: DefaultSQL
    /// The steps of each table, by version.
    private var steps: [TableOrigin: [Int: [TableStep]]] = [:]
    /// The versions that have yet to be undone, which are those with changes. The numbers in between take no time.
    private var waiting: Set<Int> = []
    /// The oldest version that has been undone, or is being undone.
    private(set) var undone: Int

    init(schema: Schema, database: Database) {
        self.database = database
        defaults = DefaultSQL(schema)
        undone = database.version + 1
        state = DatabaseState(version: database.version)
        wait(for: database.version)
        for migration in database.migrations { wait(for: migration.version) }
        for model in schema.models where model.module == nil {
            add(model, TableOrigin(model: model.name))
        }
    }

    /// The maximum number of versions in a database that change something.
    static let limit = 2_000

    /// Records that something was added in a version, unless that has already been undone.
    mutating func wait(for version: Int) {
        if version > database.oldest, version < undone { waiting.insert(version) }
    }

    mutating func run(backTo oldest: Int) -> DatabaseHistory {
        checkVersions()
        checkNames()
        let newest = state
        var transitions: [VersionTransition] = []
        while let version = waiting.max(), version > oldest {
            guard transitions.count + waiting.count <= Self.limit else {
                report(
                    "too-many-versions",
                    "`\(database.name)` has more than \(Self.limit) versions that change something; remove the "
                        + "oldest with `modelgen squash` once no files of them exist",
                    at: ElementID(.database(database.name), key: "version"))
                return DatabaseHistory(database: database, oldest: newest, transitions: [], findings: findings)
            }
            waiting.remove(version)
            undone = version
            let transition = undo(version)
            transitions.append(transition)
            state = transition.before
        }
        return DatabaseHistory(
            database: database,
            oldest: state,
            transitions: transitions.reversed(),
            findings: findings
        )
    }

    // MARK: Reading

    private mutating func add(_ model: Model, _ origin: TableOrigin) {
        switch model.storage {
        case .none: return
        case .table(let table):
            guard table.database == database.name else { return }
            state.tables.append(TableState(origin: origin, fields: model.fields, table: table))
            wait(for: table.since)
            for field in model.fields { wait(for: field.since) }
            waitForParts(table.indexes, table.checks)
            record(table.migrations, of: origin)
        case .view(let view):
            guard view.database == database.name else { return }
            state.views.append(ViewState(origin: origin, view: view))
            wait(for: view.since)
            record(view.migrations, of: origin)
        }
    }

    private mutating func record(_ migrations: [TableMigration], of origin: TableOrigin) {
        for migration in migrations {
            steps[origin, default: [:]][migration.version, default: []] += migration.steps
            wait(for: migration.version)
        }
    }

    mutating func waitForParts(_ indexes: [Index], _ checks: [TableCheck]) {
        for index in indexes { wait(for: index.since) }
        for check in checks { wait(for: check.since) }
    }

    func steps(of origin: TableOrigin, in version: Int) -> [TableStep] { steps[origin]?[version] ?? [] }

    func stepVersions(of origin: TableOrigin) -> [Int] { (steps[origin] ?? [:]).keys.sorted() }

    /// The place of a step: its own, or that of the `dropModel` that contains it.
    func element(of origin: TableOrigin, version: Int, index: Int) -> ElementID {
        origin.dropStep ?? ElementID(.step(model: origin.model, version: version, index: index))
    }

    mutating func report(_ rule: String, _ message: String, at element: ElementID) {
        findings.append(Finding(rule: rule, message: message, element: element))
    }

    // MARK: One version

    private mutating func undo(_ version: Int) -> VersionTransition {
        let after = state
        let reach = self.reach(of: version)
        var conversions: [ColumnConversion] = []
        for index in state.tables.indices {
            conversions += undoRebuild(of: index, version: version)
        }
        for index in state.views.indices { undoView(index, version: version) }
        undoAdditions(version: version)
        restoreDroppedModels(version: version)
        let renamed = DatabaseState(version: version, tables: state.tables, views: state.views)
        checkDroppedNames(renamed, after)
        undoRenames(version: version)
        state.version = waiting.max() ?? database.oldest
        switch reach {
        case .additions: checkParts()
        case .anything: checkNames()
        }
        var transition = VersionTransition(version: version, before: state, renamed: renamed, after: after)
        transition.conversions = conversions
        transition.reach = reach
        transition.dataSteps = dataSteps(version: version, origins: originsWithSteps(version, renamed, after))
        let origins = renamed.tables.map(\.origin) + renamed.views.map(\.origin)
        for origin in origins { transition.elements[origin] = firstElement(of: origin, version: version) }
        return transition
    }

    /// Whether the version does more than add. Every step, except those on rows, says that something was different.
    private func reach(of version: Int) -> VersionTransition.Reach {
        let changes = steps.values.contains { $0[version]?.contains { !$0.concernsRows } == true }
        let drops = databaseSteps(version).contains { step in
            switch step {
            case .dropModel: true
            case .sql, .swift: false
            }
        }
        return changes || drops ? .anything : .additions
    }

    /// The first step of the version on the table that does not only concern rows, or the step that drops the table.
    private func firstElement(of origin: TableOrigin, version: Int) -> ElementID? {
        if origin.droppedIn == version { return origin.dropStep }
        let index = steps(of: origin, in: version).firstIndex { !$0.concernsRows }
        return index.map { element(of: origin, version: version, index: $0) }
    }

    /// The tables and views for which a version has steps, by their names at that point. Neither the order of
    /// declarations nor a later name may change the order in which the steps of a released version run.
    private func originsWithSteps(_ version: Int, _ renamed: DatabaseState, _ after: DatabaseState) -> [TableOrigin] {
        let old = renamed.tables.map { ($0.name, $0.origin) } + renamed.views.map { ($0.name, $0.origin) }
        let new =
            after.tables.filter { $0.since == version }.map { ($0.name, $0.origin) }
            + after.views.filter { $0.since == version }.map { ($0.name, $0.origin) }
        return (old + new).filter { steps[$0.1]?[version] != nil }
            .sorted { $0.0.precedes($1.0) }.map(\.1)
    }

    private func dataSteps(version: Int, origins: [TableOrigin]) -> [DataStep] {
        var result: [DataStep] = []
        for origin in origins {
            for (index, step) in steps(of: origin, in: version).enumerated() {
                let element = element(of: origin, version: version, index: index)
                switch step {
                case .sql(let sql): result.append(DataStep(kind: .sql(sql), table: origin, element: element))
                case .swift(let swift): result.append(DataStep(kind: .swift(swift), table: origin, element: element))
                case .renameField, .renameColumn, .drop, .change, .was: continue
                }
            }
        }
        for (index, step) in databaseSteps(version).enumerated() {
            let element = ElementID(.databaseStep(database: database.name, version: version, index: index))
            switch step {
            case .sql(let sql): result.append(DataStep(kind: .sql(sql), table: nil, element: element))
            case .swift(let swift): result.append(DataStep(kind: .swift(swift), table: nil, element: element))
            case .dropModel: continue
            }
        }
        return result
    }

    private func databaseSteps(_ version: Int) -> [DatabaseMigration.Step] {
        database.migrations.filter { $0.version == version }.flatMap(\.steps)
    }

    private mutating func undoAdditions(version: Int) {
        state.tables.removeAll { $0.since >= version }
        state.views.removeAll { $0.since >= version }
        for index in state.tables.indices {
            if state.tables[index].fields.contains(where: { $0.since >= version }) {
                state.tables[index].fields.removeAll { $0.since >= version }
            }
            state.tables[index].indexes.removeAll { $0.since >= version }
            state.tables[index].checks.removeAll { $0.since >= version }
        }
    }

    private mutating func restoreDroppedModels(version: Int) {
        for (index, step) in databaseSteps(version).enumerated() {
            guard case .dropModel(let model) = step else { continue }
            let element = ElementID(.databaseStep(database: database.name, version: version, index: index))
            let since: Int
            switch model.storage {
            case .none:
                report(
                    "drop-model-without-table",
                    "the dropped model `\(model.name)` has no table; add the table it had to its definition",
                    at: element
                )
                continue
            case .table(let table): since = table.since
            case .view(let view): since = view.since
            }
            guard since < version else {
                report(
                    "drop-before-addition",
                    "the dropped model `\(model.name)` is added in version \(since), which is not before \(version); "
                        + "correct one of the versions",
                    at: element
                )
                continue
            }
            let origin = TableOrigin(model: model.name, droppedIn: version, dropStep: element)
            add(model, origin)
            checkAdditions(to: model, before: version, at: element)
            if let late = stepVersions(of: origin).first(where: { $0 >= version }) {
                report(
                    "step-after-drop",
                    "the model `\(model.name)` is dropped in version \(version), so version \(late) cannot have a step on it; "
                        + (version > 2 ? "write the step under an earlier version, or remove it" : "remove the step"),
                    at: element
                )
            }
        }
    }

    /// Rejects the first part of a dropped model that was added when there was no table any more.
    private mutating func checkAdditions(to model: Model, before version: Int, at element: ElementID) {
        guard case .table(let table) = model.storage else { return }
        let parts =
            model.fields.filter { $0.column != nil }.map { ("`\($0.name)`", $0.since) }
            + table.indexes.map { ("the index `\($0.name)`", $0.since) } + table.checks.map { ("a check", $0.since) }
        guard let (part, since) = parts.first(where: { $0.1 >= version }) else { return }
        report(
            "drop-before-addition",
            "\(part) of the dropped model `\(model.name)` is added in version \(since), which is not before \(version); "
                + "correct one of the versions",
            at: element
        )
    }
}
