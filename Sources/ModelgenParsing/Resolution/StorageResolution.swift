import ModelgenDiagnostics
import ModelgenSchema

extension Resolver {
    /// The table or the view of a model.
    func resolveStorage(_ subject: ModelSubject, _ context: ModelContext) {
        guard let database = context.database else { return }
        let entries = subject.entries
        // As it is written: a dropped model may be called something else now, because its name is used again.
        var name = SQLName(
            naming(of: context.file).tables.name(for: SwiftName(subject.key.text ?? subject.model.name.text)))
        if let node = entries[.table], let text = node.text, text != "true" {
            name = SQLName(text)
        }
        report(InvalidSQLName.diagnose(name, what: "a table", at: (entries[.table] ?? subject.key).range))
        switch context.storage {
        case .none: break
        case .view:
            guard let sql = entries.text(.view) else { return }
            subject.model.storage = .view(View(name: name, database: database.name, since: context.since, sql: sql))
        case .table:
            var table = Table(name: name, database: database.name, since: context.since)
            table.primaryKey = subject.primaryKey
            table.isStrict = entries.flag(.strict) ?? false
            table.isWithoutRowID = entries.flag(.withoutRowID) ?? false
            table.fullText = names(entries[.fullText]?.elements ?? [], in: subject, use: "the full-text index")
            for field in subject.fields {
                table.indexes += index(entries: field, .unique, table, context).map { [$0] } ?? []
                table.indexes += index(entries: field, .index, table, context).map { [$0] } ?? []
            }
            table.indexes += indexes(entries[.unique], .unique, of: subject, in: table, context)
            table.indexes += indexes(entries[.indexes], .plain, of: subject, in: table, context)
            table.checks = checks(entries[.checks], table.since, context)
            subject.model.storage = .table(table)
        }
    }

    /// The fields that a list names; unknown ones are reported.
    func names(_ nodes: [Node], in subject: ModelSubject, use: String) -> [SwiftName] {
        var names: [SwiftName] = []
        for node in nodes {
            guard let name = node.text, !reading.isInvalid(node) else { continue }
            if !subject.mentions(name) {
                report(UnknownField.diagnose(node, name, in: subject, use: use))
            } else if names.contains(SwiftName(name)) {
                report(FieldTwice.diagnose(node, name, use: use))
            } else {
                names.append(subject.field(name)?.field.name ?? SwiftName(name))
            }
        }
        return names
    }

    /// The index that a field declares itself.
    func index(
        entries field: FieldSubject,
        _ key: FieldKey,
        _ table: Table,
        _ context: ModelContext
    ) -> Index? {
        guard let node = field.entries?[key], !node.isFalse, let column = field.field.column else { return nil }
        let uniqueness: Index.Uniqueness = key == .unique ? .unique : .plain
        var index = Index(
            name: Index.derivedName(table: table.name, columns: [column.name], uniqueness: uniqueness),
            terms: [.field(field.field.name, .ascending)],
            uniqueness: uniqueness,
            since: max(table.since, field.field.since)
        )
        // These keys are among those of any index.
        var keys: Entries<IndexKey>?
        if case .mapping = node.content { keys = Entries<IndexKey>(node, reading) }
        readOptions(of: &index, keys, at: field.key, context)
        return index
    }

    private func readOptions(
        of index: inout Index, _ keys: Entries<IndexKey>?, at node: Node, _ context: ModelContext
    ) {
        if let text = keys?.text(.name) { index.name = SQLName(text) }
        // One that a step leaves unnamed gets its name with those of its version.
        if keys?.has(.name) == true || !index.name.text.isEmpty {
            report(InvalidSQLName.diagnose(index.name, what: "an index", at: (keys?[.name] ?? node).range))
        }
        guard let keys else { return }
        index.condition = keys.text(.where)
        index.since = version(keys[.since], context) ?? index.since
    }

    /// What the fields of an index are, and what names one without a name.
    enum IndexTime {
        /// Those of the model, and its table.
        case now
        /// Those of a version, with the versions that added them, and the table in that version, whose name is known when
        /// the versions are put together.
        case earlier(since: (String) -> Int)
    }

    /// The indexes or unique constraints of a list.
    func indexes(
        _ node: Node?,
        _ uniqueness: Index.Uniqueness,
        of subject: ModelSubject,
        in table: Table,
        _ context: ModelContext,
        at time: IndexTime = .now
    ) -> [Index] {
        (node?.elements ?? []).compactMap { node in
            guard !reading.isInvalid(node) else { return nil }
            var termNodes = node.oneOrMany
            var keys: Entries<IndexKey>?
            if case .mapping = node.content {
                let entries = Entries<IndexKey>(node, reading)
                keys = entries
                guard let fields = entries[.fields] else { return nil }
                termNodes = fields.oneOrMany
            }
            if termNodes.isEmpty { report(EmptyList.diagnose(node, what: "an index")) }
            var index = Index(name: "", terms: [], uniqueness: uniqueness, since: table.since)
            var columns: [SQLName] = []
            for node in termNodes {
                guard !reading.isInvalid(node), let term = term(node, subject, context) else { continue }
                if case .field(let name, _) = term {
                    let field = subject.field(name.text)?.field
                    switch time {
                    case .now: index.since = max(index.since, field?.since ?? 1)
                    case .earlier(let since): index.since = max(index.since, since(name.text))
                    }
                    columns.append(field?.column?.name ?? columnName(of: name, context))
                    if index.terms.contains(where: { $0.name == name }) {
                        report(FieldTwice.diagnose(node, name.text, use: "an index"))
                    }
                } else {
                    columns.append("expression")
                }
                index.terms.append(term)
            }
            switch time {
            case .now: index.name = Index.derivedName(table: table.name, columns: columns, uniqueness: uniqueness)
            case .earlier: break
            }
            readOptions(of: &index, keys, at: node, context)
            return index.terms.isEmpty ? nil : index
        }
    }

    /// `name`, `name desc`, or `{ expression: … }`.
    private func term(_ node: Node, _ subject: ModelSubject, _ context: ModelContext) -> Index.Term? {
        if case .mapping = node.content {
            return Entries<TermKey>(node, reading).text(.expression).map { .expression($0) }
        }
        guard let text = node.text else { return nil }
        var name = text
        var order = IndexOrder.ascending
        for (suffix, meaning) in [(" desc", IndexOrder.descending), (" asc", .ascending)]
        where text.lowercased().hasSuffix(suffix) {
            name = String(text.dropLast(suffix.count))
            order = meaning
        }
        if subject.mentions(name) { return .field(SwiftName(name), order) }
        // A field of an earlier version is not among the present fields.
        if context.time == .earlier { return .field(SwiftName(name), order) }
        report(UnknownField.diagnose(node, name, in: subject, use: "an index"))
        return nil
    }

    /// The checks of a list.
    func checks(_ node: Node?, _ since: Int, _ context: ModelContext) -> [TableCheck] {
        (node?.elements ?? []).compactMap { node in
            if let text = node.text { return TableCheck(expression: text, since: since) }
            let keys = Entries<CheckKey>(node, reading)
            guard let sql = keys.text(.sql) else { return nil }
            if let name = keys[.name] { report(InvalidSQLName.diagnose(name, what: "a check")) }
            return TableCheck(
                name: keys.text(.name).map { SQLName($0) },
                expression: sql,
                since: version(keys[.since], context) ?? since
            )
        }
    }
}

extension Index.Term {
    /// The field's name, if it is one.
    var name: SwiftName? {
        if case .field(let name, _) = self { return name }
        return nil
    }
}
