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

    /// Whether its row has the fields of its JSON, each with the same transformer, so that the same code reads and
    /// writes both.
    var isRecordSharedWithJSON: Bool {
        options.sharesFields && options.emits.contains(.json) && model.storage != .none
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
        let ends = schema.ends(of: relation, from: model)
        guard let own = ends.first?.field, let first = ends.dropFirst().first, let other = ends.last?.model else {
            return nil
        }
        let name = other.name.escaped
        let (kind, result) =
            switch relation.kind {
            case .hasMany: ("hasMany", "[\(name)]")
            case .hasOne: ("hasOne", "\(name)?")
            case .belongsTo: ("belongsTo", name + (own.type.isOptional ? "?" : ""))
            case .manyToMany: ("manyToMany", "[\(name)]")
            }
        let isReferredTo = if case .belongsTo = relation.kind { false } else { true }
        let columns = ends.indices.dropFirst().map { place in
            column(ends[place], comparedTo: place == 1 && isReferredTo ? own : ends[place].field)
        }
        let through = columns.count > 1 ? 1 : 0
        return RelationPlan(
            name: relation.name.escaped, kind: kind, result: result, property: own.name.escaped,
            column: SwiftLiteral.string(own.column?.name.text ?? own.name.text),
            through: Array(columns.prefix(through)), columns: Array(columns.dropFirst(through)),
            isIndexed: columns[0].collation == nil && first.model.findsByIndex(first.field.name))
    }

    /// A foreign key is compared with the collation of the column that it refers to. Source:
    /// <https://www.sqlite.org/foreignkeys.html>, section 3.
    private func column(_ end: RelationEnd, comparedTo parent: Field) -> RelatedColumnPlan {
        let collations = [parent, end.field].map { ($0.column?.collation ?? "BINARY").uppercased() }
        return RelatedColumnPlan(
            model: types.inExpression(end.model.name), property: end.field.name.escaped,
            isOrdered: schema.columnOrder(of: end.field) == .kept,
            collation: collations[0] == collations[1] ? nil : SwiftLiteral.string(collations[0]))
    }

    private func compositeRecordKey() -> CompositeKeyPlan? {
        guard model.table != nil, keyFields.count > 1 else { return nil }
        return CompositeKeyPlan(
            type: model.name.escaped + ".Key", access: access, statement: localName("statement"),
            fields: facts(keyFields))
    }

    /// The finders by the table's unique keys that consist of plain fields and apply to all rows.
    private func finders() -> [FinderPlan] {
        model.uniqueFinders.map { fields in
            let condition = fields.enumerated().map { offset, field in
                "\(field.column?.name.quoted ?? "") = ?\(offset + 1)"
            }.joined(separator: " AND ")
            return FinderPlan(
                names: fields.map { "`\($0.name)`" }.enumerated,
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
