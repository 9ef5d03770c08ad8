import ModelgenDiagnostics
import ModelgenSchema

extension Resolver {
    /// A field as it is written; nil if its type is invalid and reported.
    func resolveField(_ key: Node, _ node: Node, _ context: ModelContext) -> FieldSubject? {
        guard let name = key.text else { return nil }
        isReadingEarlier = context.time == .earlier
        defer { isReadingEarlier = false }
        report(InvalidIdentifier.diagnose(key, what: "a field") ?? ReservedMemberName.diagnose(field: key, context))
        var entries: Entries<FieldKey>?
        var typeNode: Node? = node
        if case .mapping = node.content {
            let keys = Entries<FieldKey>(node, reading)
            entries = keys
            typeNode = keys[.type]
        } else if reading.isInvalid(node) {
            return nil
        }
        guard let typeNode, let type = type(typeNode, file: context.file) else { return nil }
        var field = Field(name: SwiftName(name), type: type, since: context.since)
        guard let entries else {
            field.json = JSONMapping(paths: [JSONPath([.key(context.jsonKeys.name(for: field.name))])])
            if context.storage != .none { field.column = Column(name: columnName(of: field.name, context)) }
            return FieldSubject(field: field, key: key, node: node)
        }
        field.documentation = entries.text(.doc)
        field.deprecated = entries.text(.deprecated)
        field.json = jsonMapping(entries, context.jsonKeys.name(for: field.name))
        field.column = context.storage == .none ? nil : column(entries, field.name, context)
        field.transformer = transformer(entries[.transformer], type, context)
        field.onInvalid = entries.word(.onInvalid) ?? .fail
        field.isSensitive = entries.flag(.sensitive) ?? false
        field.isSetByServer = entries.text(.assigned) == "server"
        field.isStoredNested = entries[.store]?.text == "nested"
        field.access =
            entries.flag(.readOnly) == true ? .readOnly : entries.flag(.writeOnly) == true ? .writeOnly : .readWrite
        if let node = entries[.default] { field.defaultValue = value(node, of: field, purpose: .defaultValue) }
        field.since = version(entries[.since], context) ?? context.since
        let isSettled = context.database.map { options.isSettled(field.since, of: $0.name) } ?? false
        if !isSettled, let node = entries[.fill] { field.fill = value(node, of: field, purpose: .fill) }
        return FieldSubject(field: field, key: key, node: node, entries: entries)
    }

    private func jsonMapping(_ entries: Entries<FieldKey>, _ key: String) -> JSONMapping? {
        let usual = [JSONPath([.key(key)])]
        guard let node = entries[.json] else { return JSONMapping(paths: usual) }
        if node.isFalse { return nil }
        switch node.content {
        case .scalar, .sequence: return JSONMapping(paths: paths(node))
        case .mapping(let members):
            if members.isEmpty { report(EmptyList.diagnose(node, what: "the `json` of a field")) }
            let keys = Entries<FieldJSONKey>(node, reading)
            let paths = keys[.path].map(self.paths) ?? usual
            let direction: JSONDirection
            switch (keys.flag(.decode) ?? true, keys.flag(.encode) ?? true) {
            case (true, true): direction = .both
            case (true, false): direction = .decodeOnly
            case (false, true): direction = .encodeOnly
            case (false, false): return nil
            }
            return JSONMapping(paths: paths, direction: direction, omitsNil: keys.flag(.omitNil))
        }
    }

    /// None if one is wrong, which is reported: the others are not where the field is written.
    private func paths(_ node: Node) -> [JSONPath] {
        let nodes = node.oneOrMany
        if nodes.isEmpty { report(EmptyList.diagnose(node, what: "a list of JSON keys")) }
        let paths = nodes.compactMap { path($0) }
        return paths.count < nodes.count ? [] : paths
    }

    /// The name of a column that has none of its own.
    func columnName(of field: SwiftName, _ context: ModelContext) -> SQLName {
        SQLName(naming(of: context.file).columns.name(for: field))
    }

    private func column(_ entries: Entries<FieldKey>, _ name: SwiftName, _ context: ModelContext) -> Column? {
        var column = Column(name: columnName(of: name, context))
        if let node = entries[.column], let text = node.text {
            if node.isFalse { return nil }
            column.name = SQLName(text)
            report(InvalidSQLName.diagnose(node, what: "a column"))
        }
        column.declaredType = entries.text(.columnType)
        column.collation = entries.text(.collate)
        column.check = entries.text(.check)
        if let node = entries[.generated] {
            if let expression = node.text {
                column.generated = GeneratedColumn(expression: expression)
            } else {
                let keys = Entries<GeneratedKey>(node, reading)
                if let expression = keys.text(.sql) {
                    column.generated = GeneratedColumn(expression: expression, kind: keys.word(.kind) ?? .virtual)
                }
            }
        }
        return column
    }
}
