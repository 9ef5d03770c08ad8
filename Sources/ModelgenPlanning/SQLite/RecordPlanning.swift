import ModelgenDatabase
import ModelgenSchema

extension ModelPlanning {
    /// The fields that have a column, in the order of the table.
    var storedFields: [Field] { model.fields.filter { $0.column != nil } }

    /// The model as a row, if it is stored.
    func record() -> RecordPlan? {
        let table: SQLName
        switch model.storage {
        case .none: return nil
        case .table(let stored): table = stored.name
        case .view(let view): table = view.name
        }
        let rowIDColumn = model.rowIDKey.map { SwiftLiteral.string($0.text) }
        let hasOwnKey = model.table.map { !$0.primaryKey.isEmpty && !isIdentifiable } ?? false
        return RecordPlan(
            model: model.name.escaped, access: access,
            protocols: recordProtocols.map { types.library($0, of: $0 == "FullTextRecord" ? .fullText : .sqlite) },
            table: SwiftLiteral.string(table.text), isTable: model.table != nil,
            keyColumns: rowIDColumn.map { [$0] }
                ?? keyFields.compactMap(\.column).map { SwiftLiteral.string($0.name.text) },
            rowIDColumn: rowIDColumn, key: hasOwnKey ? [KeyPlan(fields: facts(keyFields))] : [],
            transformedKey: model.table != nil && keyFields.count == 1
                ? facts(keyFields).filter { $0.value.column?.transformer != nil } : [],
            fullTextTable: fullTextTable, columns: facts(storedFields), fields: facts(model.fields),
            isSharedWithJSON: isRecordSharedWithJSON, reader: localName("columns"),
            statement: localName("statement"),
            relations: model.relations.compactMap(relation), compositeKey: compositeRecordKey().map { [$0] } ?? [],
            finders: finders())
    }

    /// Whether its row has the fields of its JSON, each in the same form, so that the same code reads and writes both.
    var isRecordSharedWithJSON: Bool {
        options.sharesFields && options.emits.isSuperset(of: [.json, .sqlite]) && model.storage != .none
            && !isKeyedByRowID
            && !model.fields.isEmpty && facts(model.fields).allSatisfy { $0.value.isSharedByJSONAndColumn }
    }

    var recordProtocols: [String] {
        guard let table = model.table else { return ["TableRecord"] }
        return [table.primaryKey.isEmpty ? "RowIDRecord" : "KeyedRecord"]
            + (table.fullText.isEmpty ? [] : ["FullTextRecord"])
    }

    private var fullTextTable: String? {
        guard let table = model.table, !table.fullText.isEmpty else { return nil }
        return SwiftLiteral.string(table.name.fullTextTable.text)
    }

    private func relation(_ relation: Relation) -> RelationPlan? {
        guard let other = schema.model(relation.model), let key = keyFields.first else { return nil }
        let name = other.name.escaped
        func plan(_ kind: String, _ result: String, _ field: Field, to columns: (Model, SwiftName)...) -> RelationPlan {
            RelationPlan(
                name: relation.name.escaped, kind: kind, result: result, property: field.name.escaped,
                column: SwiftLiteral.string(field.column?.name.text ?? field.name.text), through: [],
                columns: columns.map(column), isIndexed: columns[0].0.findsByIndex(columns[0].1))
        }
        switch relation.kind {
        case .hasMany(let by): return plan("hasMany", "[\(name)]", key, to: (other, by))
        case .hasOne(let by): return plan("hasOne", "\(name)?", key, to: (other, by))
        case .belongsTo(let by):
            guard let field = model.field(by), let otherKey = schema.keyFields(of: other).first else { return nil }
            return plan("belongsTo", name + (field.type.isOptional ? "?" : ""), field, to: (other, otherKey.name))
        case .manyToMany(let through, let by, let otherBy):
            guard let otherKey = schema.keyFields(of: other).first, let link = schema.model(through) else { return nil }
            var plan = plan("manyToMany", "[\(name)]", key, to: (link, by), (link, otherBy), (other, otherKey.name))
            plan.through = [plan.columns.removeFirst()]
            return plan
        }
    }

    private func column(_ model: Model, _ name: SwiftName) -> RelatedColumnPlan {
        RelatedColumnPlan(
            model: types.inExpression(model.name), property: name.escaped,
            isOrdered: model.field(name).map { schema.columnOrder(of: $0) == .kept } ?? true)
    }

    private func compositeRecordKey() -> CompositeKeyPlan? {
        guard model.table != nil, keyFields.count > 1 else { return nil }
        return CompositeKeyPlan(
            type: model.name.escaped + ".Key", access: access, statement: localName("statement"),
            fields: facts(keyFields))
    }

    /// Finders for the table's unique keys that consist of plain fields and cover all rows.
    private func finders() -> [FinderPlan] {
        model.uniqueFinders.map { fields in
            let condition = fields.enumerated().map { offset, field in
                "\(field.column?.name.quoted ?? "") = ?\(offset + 1)"
            }.joined(separator: " AND ")
            return FinderPlan(
                names: fields.map { "`\($0.name)`" }.joined(separator: " and "),
                fields: facts(fields), db: localName("db"),
                hidesFirst: fields.contains { $0.name == "first" }, condition: SwiftLiteral.string(condition))
        }
    }

    /// The draft as a row.
    func draftRecord() -> DraftRecordPlan? {
        guard isDraftInserted else { return nil }
        let filled = storedFields.filter(\.isFilledByOthers)
        return DraftRecordPlan(
            type: model.name.escaped + ".Draft", model: model.name.escaped, access: access,
            statement: localName("statement"),
            isBoundByModel: isDraftMappedByModel,
            columns: facts(storedFields), filled: facts(filled),
            assigned: assignedFields.map { field in
                facts(field).at(filled.firstIndex { $0.name == field.name } ?? 0)
            },
            row: localName("row"), constructor: constructor)
    }
}
