import ModelgenDiagnostics
import ModelgenSchema

/// What the parts of a model need to know about it while they are resolved.
struct ModelContext {
    /// Whether the fields have columns.
    enum Storage {
        case none, table, view
    }

    /// Whether it is the present model, or an earlier one described by a migration step.
    enum Time {
        case now, earlier
    }

    var name: SwiftName
    var file: Int
    var storage: Storage
    var database: Database?
    var since: Int
    var jsonKeys: NamingStrategy
    var time: Time
}

extension Resolver {
    /// Resolves all models: first what each declares about itself, then what it declares about others.
    func resolveModels() {
        for declaration in scope.declarations where declaration.kind == .model {
            placesOfSubjects[declaration.name.text] = subjects.count
            subjects.append(resolveModel(declaration, time: .now))
        }
        for index in subjects.indices { resolveReferences(index) }
        for index in subjects.indices {
            guard !subjects[index].entries.node.entries.isEmpty else { continue }
            resolveRelations(index)
            resolveQueries(index)
            resolveClient(index)
        }
        // The histories of other modules are checked there, with everything that their steps refer to.
        for subject in ownSubjects where !subject.entries.node.entries.isEmpty { resolveMigrations(subject) }
        for declaration in databaseDeclarations where declaration.module == nil { resolveDatabaseSteps(declaration) }
    }

    /// What a model declares about itself.
    func resolveModel(_ declaration: Declaration, time: ModelContext.Time, in known: Database? = nil) -> ModelSubject {
        let file = files[declaration.file]
        let entries = Entries<ModelKey>(declaration.node, reading)
        let subject = ModelSubject(
            model: Model(name: declaration.name, file: file.name, module: file.module),
            key: declaration.key,
            entries: entries,
            file: declaration.file
        )
        subject.isBroken =
            reading.isInvalid(declaration.node)
            || [ModelKey.table, .view, .primaryKey, .fields].contains(where: entries.isBroken)
            || entries.node[ModelKey.fields].map { reading.isIncomplete($0) } == true
        subject.model.documentation = entries.text(.doc)
        subject.model.deprecated = entries.text(.deprecated)
        if entries.flag(.draft) == true { subject.model.requested.insert(.draft) }
        if entries.flag(.patch) == true { subject.model.requested.insert(.patch) }
        subject.model.hooks = (entries[.hooks]?.elements ?? []).compactMap { $0.text.flatMap { Hook(rawValue: $0) } }
        let json = entries[.json].map { Entries<JSONKey>($0, reading) }
        subject.model.json = jsonOptions(json)
        resolveCases(subject, json)
        var context = ModelContext(
            name: declaration.name,
            file: declaration.file,
            storage: storage(entries),
            since: 1,
            jsonKeys: json?.word(.keys) ?? naming(of: declaration.file).jsonKeys,
            time: time
        )
        if context.storage != .none {
            if let database = known ?? database(of: declaration, entries) {
                context.database = database
            } else {
                context.storage = .none
                subject.isBroken = true
            }
        }
        context.since = version(entries[.since], context) ?? 1
        for entry in entries[.fields]?.entries ?? [] {
            subject.names.insert(entry.name)
            if let field = resolveField(entry.key, entry.value, context) { subject.add(field) }
        }
        resolvePrimaryKey(subject, context)
        subject.model.fields = subject.fields.map(\.field)
        resolveStorage(subject, context)
        if time == .now {
            for field in subject.fields { place(.field(model: context.name, field.field.name), field.key, field.node) }
        }
        return subject
    }

    /// The cases of `oneOf`.
    private func resolveCases(_ subject: ModelSubject, _ json: Entries<JSONKey>?) {
        for entry in subject.entries[.oneOf]?.entries ?? [] where json?.isBroken(.discriminator) != true {
            if subject.model.json.discriminator == nil {
                report(
                    InvalidIdentifier.diagnose(entry.key, what: "a case")
                        ?? ReservedMemberName.diagnose(alternative: entry.key))
                guard let each = alternative(entry, file: subject.file) else { continue }
                subject.model.oneOf.append(each)
            } else if let text = entry.value.text {
                let model = scope.meanings(of: text, .model, in: files[subject.file]).first?.name
                subject.model.oneOf.append(OneOfCase(value: entry.name, model: model ?? SwiftName(text)))
            }
        }
        if subject.model.json.discriminator != nil, json?.text(.unknown) == "keep" {
            subject.model.oneOf.append(OneOfCase(.others, .scalar(.json)))
        }
    }

    /// A case of `oneOf` without a discriminator.
    private func alternative(_ entry: Node.Entry, file: Int) -> OneOfCase? {
        let name = OneOfCase.Mark.name(SwiftName(entry.name))
        guard case .mapping = entry.value.content else {
            return type(entry.value, file: file).map { OneOfCase(name, $0) }
        }
        let keys = Entries<OneOfKey>(entry.value, reading)
        guard let type = keys[.type].flatMap({ self.type($0, file: file) }) else { return nil }
        return OneOfCase(name, type, keys[.transformer].flatMap { use($0, type, file: file) })
    }

    private func storage(_ entries: Entries<ModelKey>) -> ModelContext.Storage {
        if entries.has(.view) { return .view }
        if entries.has(.table), entries[.table] == nil { return .none }
        guard let table = entries[.table], table.text != nil else { return entries.has(.primaryKey) ? .table : .none }
        return table.isFalse ? .none : .table
    }

    private func jsonOptions(_ entries: Entries<JSONKey>?) -> JSONOptions {
        var json = JSONOptions()
        guard let entries else { return json }
        json.isLenient = entries.flag(.lenient) ?? false
        json.root = path(entries[.root])
        json.omitsNil = entries.flag(.omitNil) ?? true
        json.unknownKeys = entries.word(.unknownKeys) ?? .ignore
        json.discriminator = entries.text(.discriminator)
        return json
    }

    private func database(of declaration: Declaration, _ entries: Entries<ModelKey>) -> Database? {
        service(
            .database, .database, .database, entries, file: declaration.file, unknown: UnknownDatabase.diagnose,
            missing: { MissingDatabase.diagnose(declaration, candidates: $0) }
        ).flatMap { databases[$0] }
    }

    /// The database or the API of a model: the one it names, or else its file's, or else the only one of its module.
    func service(
        _ kind: Declaration.Kind, _ key: ModelKey, _ fileKey: FileKey, _ entries: Entries<ModelKey>, file: Int,
        unknown: (Node, [String], String?) -> Diagnostic, missing: ([String]) -> Diagnostic
    ) -> String? {
        if let node = entries[key], let name = node.text {
            let declared = scope.meanings(of: name, kind, in: files[file]).first
            if let declared, declared.module == files[file].module { return declared.name.text }
            if isComplete { report(unknown(node, namesInModule(kind, of: file), declared?.module)) }
            return nil
        }
        if entries.has(key) || isBroken(fileKey, of: file) { return nil }
        let candidates = scope.services(kind, of: file) ?? namesInModule(kind, of: file)
        if candidates.count == 1 { return candidates.first }
        // If there is none at all, declaring one is enough for all models.
        guard isComplete, !entries.isBroken(key), !candidates.isEmpty || undeclared.insert(kind).inserted else {
            return nil
        }
        report(missing(candidates))
        return nil
    }

    /// Whether the file's database or API was already rejected.
    func isBroken(_ key: FileKey, of file: Int) -> Bool {
        files[file].documents.contains { document in
            let entries = Entries<FileKey>(document, reading)
            if entries.isBroken(key) { return true }
            guard let node = entries[key] else { return false }
            return ([node] + node.elements).contains { reading.isInvalid($0) }
        }
    }

    /// The names of the databases or of the APIs in the module of a file.
    func namesInModule(_ kind: Declaration.Kind, of file: Int) -> [String] {
        let services = kind == .database ? databaseDeclarations : apiDeclarations
        return services.filter { files[$0.file].module == files[file].module }.map(\.name.text)
    }

    /// The version in a node; one higher than its database's version is reported.
    func version(_ node: Node?, _ context: ModelContext) -> Int? {
        guard let node, let version = node.text.flatMap({ Int($0) }) else { return nil }
        checkVersion(version, at: node.range, context.database)
        return version
    }

    /// Reports a version higher than its database's.
    func checkVersion(_ version: Int, at range: SourceRange, _ database: Database?) {
        guard let database, version > database.version, let declaration = scope.databases[database.name.text] else {
            return
        }
        let written = Entries<DatabaseKey>(declaration.node, reading)
        if written.isBroken(.version) { return }
        report(VersionTooLow.diagnose(version, at: range, database, written[.version] ?? declaration.key))
    }

    private func resolvePrimaryKey(_ subject: ModelSubject, _ context: ModelContext) {
        guard let node = subject.entries[.primaryKey] else {
            // A client needs a key: if none is declared, it is the field `id`, as is usual in REST, unless that cannot be one.
            if context.storage == .none, subject.entries.has(.rest), subject.mentions("id"),
                subject.field("id")?.unfitForKey == nil
            {
                subject.primaryKey = ["id"]
                assign(subject, context)
            }
            return
        }
        let nodes = node.oneOrMany
        subject.primaryKey = names(nodes, in: subject, use: "the primary key")
        if nodes.contains(where: { $0.text.map { !subject.mentions($0) } ?? false }) { subject.isBroken = true }
        if nodes.isEmpty { report(EmptyList.diagnose(node, what: "a primary key")) }
        assign(subject, context)
    }

    /// Decides who assigns the key's value.
    private func assign(_ subject: ModelSubject, _ context: ModelContext) {
        for name in subject.primaryKey {
            guard let field = subject.field(name.text) else { continue }
            assign(field, isOnlyKey: isDatabaseKey(field, in: subject, context.storage))
            if field.field.assigned == nil { field.field.assigned = context.storage == .none ? .server : .caller }
        }
    }

    /// Whether SQLite can assign the key: it is the rowid, unless a `columnType` says otherwise. A transformer may store
    /// an integer as something else.
    func isDatabaseKey(_ field: FieldSubject, in subject: ModelSubject, _ storage: ModelContext.Storage) -> Bool {
        storage == .table && subject.primaryKey.count == 1 && field.field.type.isInteger
            && subject.entries.flag(.withoutRowID) != true
            && columnStorage.storageClass(of: field.field) == .integer
    }

    /// Decides who assigns the field's value, by its definition or because SQLite assigns the key.
    func assign(_ field: FieldSubject, isOnlyKey: Bool) {
        let entries = field.entries
        let autoincrement: Autoincrement = entries?.flag(.autoincrement) == true ? .neverReusesKeys : .reusesKeys
        switch entries?.text(.assigned) {
        case "caller": field.field.assigned = .caller
        case "server": field.field.assigned = .server
        case "database": field.field.assigned = .database(autoincrement: autoincrement)
        default: if isOnlyKey { field.field.assigned = .database(autoincrement: autoincrement) }
        }
    }
}

extension FieldType {
    /// Whether it is one of the integer types, not optional.
    var isInteger: Bool {
        if case .scalar(let scalar) = self { return scalar.isInteger }
        return false
    }
}
