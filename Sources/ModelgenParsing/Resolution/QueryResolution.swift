import ModelgenDiagnostics
import ModelgenSchema

extension Resolver {
    /// The named queries of a model.
    func resolveQueries(_ index: Int) {
        let subject = subjects[index]
        for entry in subject.entries[.queries]?.entries ?? [] {
            let name = SwiftName(entry.name)
            place(.query(model: subject.model.name, name), entry.key, entry.value)
            report(InvalidIdentifier.diagnose(entry.key, what: "a query") ?? QueryName.diagnose(entry.key))
            guard !reading.isInvalid(entry.value), case .mapping = entry.value.content else {
                continue
            }
            let keys = Entries<QueryKey>(entry.value, reading)
            guard let sql = keys.text(.sql), let sqlNode = keys[.sql] else { continue }
            var query = NamedQuery(name: name, documentation: keys.text(.doc), sql: sql)
            let written = keys[.params]?.entries ?? []
            query.parameters = parameters(written, what: "a parameter", file: subject.file)
            if !keys.isBroken(.params), written.allSatisfy({ InvalidIdentifier.isIdentifier($0.name) }) {
                diagnostics += QueryParameter.diagnose(sqlNode, sql, parameters: written.map(\.key))
            }
            if let node = keys[.returns] {
                guard let result = result(node, file: subject.file) else { continue }
                query.result = result
            }
            if let type = query.rowType {
                let isTaken =
                    subject.model.name == type || subjects[index].model.queries.contains { $0.rowType == type }
                report(
                    QueryName.diagnose(
                        entry.key, rowType: type, isTaken ? .taken : .free,
                        declared: visible(type.text, in: files[subject.file])?.key))
            }
            subjects[index].model.queries.append(query)
        }
    }

    /// The type with that name that a file can use: of its own module, or of one that it imports.
    private func visible(_ name: String, in file: InputFile) -> Declaration? {
        scope.meanings(of: name, .model, in: file).first { declaration in
            declaration.module == file.module || file.imports.contains(declaration.module ?? "")
        }
    }

    private func parameters(_ entries: [Node.Entry], what: String, file: Int) -> [NamedQuery.Parameter] {
        entries.compactMap { entry in
            if let diagnostic = InvalidIdentifier.diagnose(entry.key, what: what) {
                report(diagnostic)
                return nil
            }
            guard !reading.isInvalid(entry.value) else { return nil }
            var node = entry.value
            var transformer: Node?
            if case .mapping = node.content {
                let keys = Entries<QueryValueKey>(node, reading)
                guard let type = keys[.type] else { return nil }
                node = type
                transformer = keys[.transformer]
            }
            guard let type = type(node, file: file) else { return nil }
            return NamedQuery.Parameter(
                name: SwiftName(entry.name), type: type,
                transformer: transformer.flatMap { use($0, type, file: file) })
        }
    }

    /// `Post`, `[Post]`, `Int`, `{ userId: Int64, n: Int }`, or a list of such columns.
    private func result(_ node: Node, file: Int) -> NamedQuery.Result? {
        if case .mapping(let entries) = node.content { return columns(entries, file).map { .one($0) } }
        if node.elements.count == 1, let element = node.elements.first, case .mapping(let entries) = element.content,
            !isDictionary(entries, element, in: node, file: file)
        {
            return columns(entries, file).map { .many($0) }
        }
        guard let type = type(node, file: file) else { return nil }
        switch type {
        case .list(let element): return .many(row(element))
        case .optional(let wrapped): return .optional(row(wrapped))
        case .scalar, .geometry, .enumeration, .model, .external, .set, .dictionary: return .one(row(type))
        }
    }

    /// Whether a list of one mapping is a dictionary type. In YAML, `[{ n: Int }]` and `[String: Int]` differ only by
    /// their braces, and a block list has none: there the key decides, since a dictionary's is `String`, `Int` or an
    /// enum.
    private func isDictionary(_ entries: [Node.Entry], _ element: Node, in list: Node, file: Int) -> Bool {
        guard entries.count == 1 else { return false }
        if list.isBracketed { return !element.isBraced }
        let key = entries[0].name
        return key == "String" || key == "Int"
            || scope.meanings(of: key, .enumeration, in: files[file]).first?.kind == .enumeration
    }

    private func row(_ type: FieldType) -> NamedQuery.Row {
        if case .model(let name) = type { return .model(name) }
        return .scalar(type)
    }

    private func columns(_ entries: [Node.Entry], _ file: Int) -> NamedQuery.Row? {
        for entry in entries { report(ReservedMemberName.diagnose(column: entry.key)) }
        let columns = parameters(entries, what: "a column", file: file)
        return columns.count == entries.count && !columns.isEmpty ? .columns(columns) : nil
    }
}
