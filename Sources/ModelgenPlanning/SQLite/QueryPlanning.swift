import ModelgenDatabase
import ModelgenSchema

extension ModelPlanning {
    /// The functions of the model's named queries.
    ///
    /// - Parameter prepared: The queries as SQLite prepared them.
    func queries(_ prepared: [PreparedQuery]) -> QueriesPlan? {
        guard let database = model.storage.database else { return nil }
        let pairs = model.queries.compactMap { query in
            prepared.first { $0.model == model.name && $0.query == query.name }.map { (query, $0) }
        }
        guard !pairs.isEmpty else { return nil }
        return QueriesPlan(
            type: model.name.escaped, access: access, functions: pairs.map { function($0, $1, database) },
            rows: pairs.compactMap { rowStructure($0.0) })
    }

    /// The descriptions of rows with sensitive values.
    func rowDescriptions(_ prepared: [PreparedQuery]) -> [DescriptionPlan] {
        guard let database = model.storage.database else { return [] }
        return model.queries.compactMap { query in
            guard case .columns(let columns)? = query.row, let name = query.rowType,
                let prepared = prepared.first(where: { $0.model == model.name && $0.query == query.name })
            else { return nil }
            let sensitive = schema.reading(prepared.columns, as: .columns(columns), of: database).properties
                .filter(\.isSensitive).map(\.name)
            return description(
                of: "\(model.name.escaped).\(name.escaped)",
                fields: columns.map { column in
                    var field = Field(name: column.name, type: column.type)
                    field.isSensitive = sensitive.contains(column.name)
                    return field
                })
        }
    }

    private func function(_ query: NamedQuery, _ prepared: PreparedQuery, _ database: SwiftName) -> QueryFunctionPlan {
        let columns = query.row.map { schema.reading(prepared.columns, as: $0, of: database).properties } ?? []
        let transformers =
            query.parameters.compactMap { parameter in parameter.transformer.map { ($0, parameter.type) } }
            + columns.compactMap { column in column.transformer.map { ($0, column.type) } }
        let scope = NameScope(query.parameters.map(\.name) + transformers.compactMap(\.0.declaredName))
        let call: String
        switch query.result {
        case .none: call = "execute"
        case .one: call = "fetchOne"
        case .optional: call = "fetchFirst"
        case .many: call = "fetch"
        }
        var documentation = documentationLines(query.documentation)
        if query.result == .none {
            documentation += (documentation.isEmpty ? [] : [""]) + ["- Returns: The number of rows changed."]
        }
        return QueryFunctionPlan(
            documentation: documentation.asDocumentation, query: query.name, name: query.name.escaped,
            parameters: query.parameters.map { parameter in
                var plan = column(parameter.name, parameter.type, parameter.transformer)
                plan.isMatched = prepared.sql.lists.contains(parameter.name)
                return Shared(plan)
            },
            db: scope.free("db"), statement: scope.free("statement"), row: scope.free("row"),
            result: resultType(query), call: call, givesRows: query.result != .none,
            sql: SwiftLiteral.wrapped(prepared.sql.numbered, width: 120 - 12),
            reading: query.row.map {
                [reading(schema.reading(prepared.columns, as: $0, of: database), $0, query)]
            } ?? [], transformers: transformers)
    }

    /// A value that is bound to a statement or read from a row.
    private func column(_ name: SwiftName, _ type: FieldType, _ transformer: TransformerUse?) -> FieldPlan {
        var plan = FieldPlan(name: name, type: type, types: types)
        plan.column = FieldPlan.ColumnForm(
            name: plan.literal, isNamedAlike: true, isGenerated: false, type: "",
            transformer: transformer.map { expression($0, for: type) })
        return plan
    }

    private func resultType(_ query: NamedQuery) -> String {
        switch query.result {
        case .none: types.scalar(.int)
        case .one: rowType(query)
        case .optional: rowType(query) + "?"
        case .many: "[\(rowType(query))]"
        }
    }

    private func rowType(_ query: NamedQuery) -> String {
        switch query.row {
        case .model(let name): name.escaped
        case .scalar(let type): types.type(type)
        case .columns, nil: query.rowType?.escaped ?? ""
        }
    }

    /// How a row becomes a value.
    private func reading(
        _ reading: ResultReading, _ kind: NamedQuery.Row, _ query: NamedQuery
    ) -> RowReadingPlan {
        func plan(_ type: String?, _ properties: [ResultProperty]) -> RowReadingPlan {
            RowReadingPlan(
                type: type, isRecord: false,
                fields: properties.map { Shared(column($0.name, $0.type, $0.transformer)).at($0.index) })
        }
        switch kind {
        case .scalar(let type):
            // A missing row and a NULL are both nil.
            let isOptional = if case .optional = query.result { true } else { false }
            return plan(nil, reading.properties.prefix(1).map { isOptional ? $0.with(.optional(type)) : $0 })
        case .columns: return plan(rowType(query), reading.properties)
        case .model(let name):
            let isComplete =
                schema.model(name).map { $0.table?.primaryKey.isEmpty != true } == true || reading.rowID != nil
            let type = isHidden && name == model.name ? "Self" : types.inExpression(name)
            if schema.model(name)?.storage != Storage.none, reading.isInOrder, isComplete {
                return RowReadingPlan(type: type, isRecord: true, fields: [])
            }
            var plan = plan(type, reading.properties)
            plan.rowID = reading.rowID.map { String($0) }
            return plan
        }
    }

    /// The struct of rows with named columns.
    private func rowStructure(_ query: NamedQuery) -> StructurePlan? {
        guard case .columns(let columns)? = query.row, let name = query.rowType else { return nil }
        return StructurePlan(
            documentation: ["A row of `\(query.name)`."].asDocumentation, access: access, isolation: "",
            name: name.escaped, conformances: ["Hashable", "Sendable"].map(swift),
            fields: columns.map { Shared(FieldPlan(name: $0.name, type: $0.type, types: types)) },
            hasInitializer: !hasMemberwiseInitializer,
            hashing: hashing(of: columns.map { ($0.name, $0.type) }))
    }
}

extension ResultProperty {
    fileprivate func with(_ type: FieldType) -> ResultProperty {
        var copy = self
        copy.type = type
        return copy
    }
}
