import ModelgenDiagnostics
import ModelgenSchema

/// The steps of one version of a table.
struct VersionSteps {
    private(set) var steps: [TableStep] = []

    private let resolver: Resolver
    private let version: Resolver.Version
    private let place: StepPlace
    private let subject: ModelSubject
    private let context: ModelContext
    private let table: Table
    /// The fields of the version.
    private let history: FieldHistory
    /// The fields of the version, including those that it drops: a rename may lead to one of them.
    private let renaming: FieldHistory
    /// The renames of one version happen at once: two names may be swapped.
    private let fieldRenames: [(old: String, new: String)]
    /// The columns that the version itself renames.
    private let renamedColumns: [ColumnRename]
    private var renames: [(old: String, new: String)] = []
    private var columns: [ColumnRename] = []
    private var dropped: Set<String> = []

    init(
        _ resolver: Resolver, _ version: Resolver.Version, _ subject: ModelSubject, _ context: ModelContext,
        _ table: Table, _ history: FieldHistory
    ) {
        self.resolver = resolver
        self.version = version
        place = StepPlace(version: version.number, database: table.database, file: subject.file)
        self.subject = subject
        self.context = context
        self.table = table
        self.history = history
        renaming = resolver.restoringDrops(of: version, in: history)
        fieldRenames = version.fieldRenames
        renamedColumns = version.columnRenames
    }

    /// The fields before the version.
    var historyBefore: FieldHistory {
        var history = renaming
        history.undo(renames, columns: columns)
        return history
    }

    mutating func add(_ node: Node) {
        resolver.report(ExactlyOneKey.diagnose(node, of: StepKey.allCases, resolver.reading))
        let keys = Entries<StepKey>(node, resolver.reading)
        resolver.diagnostics += EmptyList.diagnose(step: keys)
        for entry in keys[.rename]?.entries ?? [] where !resolver.reading.isInvalid(entry.value) {
            if let name = entry.value.text {
                renameField(entry, called: name, node)
            } else {
                for column in entry.value.entries where !resolver.reading.isInvalid(column.value) {
                    renameColumn(column, node)
                }
            }
        }
        for entry in keys[.drop]?.entries ?? [] where !resolver.reading.isInvalid(entry.value) { drop(entry, node) }
        for entry in keys[.change]?.entries ?? [] where !resolver.reading.isInvalid(entry.value) { change(entry, node) }
        if let was = keys[.was], let key = keys.key(.was) {
            add(.was(earlier(Entries<EarlierKey>(was, resolver.reading))), key, node)
        }
        if let sql = keys.text(.sql), let key = keys.key(.sql) { add(.sql(sql), key, node) }
        if let step = keys[.swift].flatMap({ resolver.swiftStep($0, at: place) }),
            let key = keys.key(.swift)
        {
            add(.swift(step), key, node)
        }
    }

    private mutating func add(_ step: TableStep, _ key: Node, _ node: Node) {
        resolver.place(.step(model: subject.model.name, version: version.number, index: steps.count), key, node)
        steps.append(step)
    }

    private mutating func renameColumn(_ entry: Node.Entry, _ node: Node) {
        guard let new = entry.value.text else { return }
        resolver.report(
            InvalidSQLName.diagnose(entry.key, what: "a column")
                ?? RenameOfNothing.diagnose(column: entry.value, new, in: subject)
        )
        let rename = ColumnRename(from: SQLName(entry.name), to: SQLName(new))
        if let first = columns.first(where: { $0.to.folded == rename.to.folded }) {
            return resolver.report(RenameOfNothing.diagnose(entry.key, "column", new, first: first.from.text))
        }
        columns.append(rename)
        add(.renameColumn(rename), entry.key, node)
    }

    private mutating func renameField(_ entry: Node.Entry, called name: String, _ node: Node) {
        resolver.report(InvalidIdentifier.diagnose(entry.key, what: "a field"))
        let (old, new) = (entry.name, renaming.meant(name) ?? name)
        let renamed = Set(fieldRenames.map(\.new))
        if let diagnostic = RenameOfNothing.diagnose(
            entry, new, renaming, version: version.number, renamed: renamed, in: subject)
        {
            return resolver.report(diagnostic)
        }
        if let first = renames.first(where: { $0.new == new }) {
            return resolver.report(RenameOfNothing.diagnose(entry.key, "field", name, first: first.old))
        }
        // The version itself may give the old name of the column.
        let follower = renaming.columnRename(from: old, to: new, called: name)
            .flatMap { follower in
                renamedColumns.contains { $0.to.folded == follower.to.folded } ? nil : follower
            }
        if let follower { columns.append(follower) }
        renames.append((old, new))
        add(.renameField(from: SwiftName(old), to: SwiftName(new), column: follower), entry.key, node)
    }

    private mutating func drop(_ entry: Node.Entry, _ node: Node) {
        let isReplaced = history.version(entry.name) >= version.number || fieldRenames.contains { $0.new == entry.name }
        if let diagnostic = DropOfExisting.diagnose(entry.key, history, isReplaced ? .replaced : .kept, in: subject) {
            return resolver.report(diagnostic)
        }
        guard dropped.insert(entry.name).inserted else {
            return resolver.report(FieldTwice.diagnose(entry.key, entry.name, use: "the drops of a version"))
        }
        guard let field = earlierField(entry.key, entry.value) else { return }
        resolver.report(VersionTooLow.diagnose(dropped: field, version: version.number))
        add(.drop(field.field, indexes: ownIndexes(of: field)), entry.key, node)
    }

    private func earlierField(_ key: Node, _ node: Node) -> FieldSubject? {
        guard let field = resolver.resolveField(key, node, context) else { return nil }
        field.field.reference = resolver.reference(of: field, file: subject.file, at: place)
        // Only the field's definition shows this: the key may be a different one now, or there may be none.
        if field.entries?.flag(.autoincrement) == true { resolver.assign(field, isOnlyKey: true) }
        return field
    }

    /// The indexes that a dropped field declares for itself.
    private func ownIndexes(of field: FieldSubject) -> [Index] {
        [FieldKey.unique, .index].compactMap { key in
            guard var index = resolver.index(entries: field, key, table, context) else { return nil }
            if field.entries?[key]?[FieldIndexKey.name] == nil { index.name = "" }
            return index
        }
    }

    private func conversion(_ change: Entries<ChangeKey>) -> FieldConversion {
        if let sql = change.text(.using) { return .using(sql) }
        return change.has(.restored) ? .same : .automatic
    }

    private mutating func change(_ entry: Node.Entry, _ node: Node) {
        let name = meant(entry.name)
        if let diagnostic = ChangeOfNothing.diagnose(entry.key, name, history, version: version.number, in: subject) {
            // Another mistake may be why the field is missing.
            return subject.isBroken ? () : resolver.report(diagnostic)
        }
        let change = Entries<ChangeKey>(entry.value, resolver.reading)
        guard let from = change[.from], let field = earlierField(entry.key, from) else { return }
        field.field.name = SwiftName(name)
        if let present = history.present(name), subject.primaryKey.contains(SwiftName(present)) {
            resolver.assign(field, isOnlyKey: resolver.isDatabaseKey(field, in: subject, .table))
        }
        if field.entries?.has(.column) != true, let column = history.ownColumn(name) {
            field.field.column?.name = column
        }
        resolver.report(ChangeOfNothing.diagnose(change))
        for diagnostic in IndexInChange.diagnose(field) { resolver.report(diagnostic) }
        resolver.report(ColumnInChange.diagnose(field, name, columns(of: name), version: version.number))
        let since = field.entries?.integer(.since)
        add(.change(from: field.field, since: since, conversion(change)), entry.key, node)
    }

    /// The names of a field's column: in the version, and before its renames.
    private func columns(of name: String) -> [SQLName] {
        guard let column = history.column(name) else { return [] }
        let renames = renamedColumns.filter { $0.to.folded == column.folded }
        let followers = fieldRenames.filter { $0.new == name }.compactMap {
            history.columnRename(from: $0.old, to: name)
        }
        return [column] + (renames + followers).map(\.from)
    }

    /// The field meant by a name in a step other than a rename, which may still use the name before the renames. What
    /// the version adds had no other name.
    private func meant(_ name: String) -> String {
        let own = history.meant(name)
        if let own, history.version(own) < version.number { return own }
        return fieldRenames.first { $0.old == name }.flatMap { history.meant($0.new) } ?? own ?? name
    }

    private func earlier(_ keys: Entries<EarlierKey>) -> EarlierTable {
        var earlier = EarlierTable()
        if let node = keys[.table], let text = node.text {
            resolver.report(InvalidSQLName.diagnose(node, what: "a table"))
            earlier.name = SQLName(text)
        }
        func names(_ key: EarlierKey) -> [SwiftName]? {
            guard let node = keys[key] else { return nil }
            return node.oneOrMany.compactMap { node in
                node.text.map { SwiftName(meant($0)) }
            }
        }
        earlier.primaryKey = names(.primaryKey)
        earlier.fullText = names(.fullText)
        func indexes(_ key: EarlierKey, _ uniqueness: Index.Uniqueness) -> [Index]? {
            keys[key].map { node in
                let time = Resolver.IndexTime.earlier { renaming.version(meant($0)) }
                return resolver.indexes(node, uniqueness, of: subject, in: table, context, at: time).map { index in
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
        earlier.checks = keys[.checks].map { resolver.checks($0, table.since, context) }
        earlier.isStrict = keys.flag(.strict)
        earlier.isWithoutRowID = keys.flag(.withoutRowID)
        earlier.view = keys.text(.view)
        return earlier
    }
}
