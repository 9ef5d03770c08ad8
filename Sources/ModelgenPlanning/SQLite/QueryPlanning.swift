import ModelgenDatabase
import ModelgenSchema

extension ModelPlanning {
    /// The functions of the model's named queries.
    ///
    /// - Parameter prepared: What SQLite said of each.
    func queries(_ prepared: [PreparedQuery]) -> QueriesPlan? {
        guard let database = model.storage.database else { return nil }
        let pairs = model.queries.compactMap { query in
            prepared.first { $0.model == model.name && $0.query == query.name }.map { (query, $0) }
        }
        guard !pairs.isEmpty else { return nil }
        let functions = pairs.map { function($0, $1, database) }
        return QueriesPlan(
            type: model.name.escaped, functions: Array(functions.joined(separator: [""])),
            rows: pairs.compactMap { rowStructure($0.0) })
    }

    private func function(_ query: NamedQuery, _ prepared: PreparedQuery, _ database: SwiftName) -> [String] {
        let scope = NameScope(query.parameters.map(\.name))
        let db = scope.free("db")
        let statement = scope.free("statement")
        let row = scope.free("row")
        let parameters = query.parameters.map {
            "\($0.name.escaped): \(types.type($0.type))\($0.type.isOptional ? " = nil" : "")"
        }
        let head = wrappedLines(
            "\(access)static func \(query.name.escaped)(",
            parameters + ["_ \(db): \(types.library("Database", of: .sqlite))"],
            ") throws -> \(resultType(query)) {", indentation: 4)
        let call: String
        switch query.result {
        case .none: call = "execute"
        case .one: call = "fetchOne"
        case .optional: call = "fetchFirst"
        case .many: call = "fetch"
        }
        let binds = query.parameters.enumerated().map { index, parameter in
            bind(parameter, index + 1, as: prepared.sql.lists.contains(parameter.name) ? .list : .value, statement)
        }
        let value = query.row.map { reading(schema.reading(prepared.columns, as: $0, of: database), $0, row, query) }
        let sql = SwiftLiteral.wrappedLines(prepared.sql.numbered, width: 120 - 12)
        let lines = callLines("try \(db).\(call)(", sql, binds: binds, statement, value: value, row)
        var documentation = documentationLines(query.documentation)
        if documentation.isEmpty { documentation = ["The query `\(query.name)`."] }
        if query.result == .none { documentation += ["", "- Returns: How many rows it changed."] }
        return documentation.asDocumentation + (query.result == .none ? ["@discardableResult"] : []) + head
            + lines.map { "    " + $0 } + ["}"]
    }

    /// `try db.fetch("SELECT …") { statement in … } _: { row in … }`
    private func callLines(
        _ head: String, _ sql: [String], binds: [String], _ statement: String, value: [String]?, _ row: String
    ) -> [String] {
        var lines: [String]
        if sql.count == 1, 8 + head.count + sql[0].count + 2 + statement.count + 6 <= 120 {
            lines = [head + sql[0] + ")"]
        } else {
            lines = [head] + sql.map { "    " + $0 } + [")"]
        }
        func open(_ text: String) { lines[lines.count - 1] += text }
        if !binds.isEmpty {
            open(" { \(statement) in")
            lines += binds.map { "    " + $0 } + ["}"]
        }
        if let value {
            open((binds.isEmpty ? "" : " _:") + " { \(row) in")
            lines += value.map { "    " + $0 } + ["}"]
        }
        return lines
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

    /// What stands for a parameter in the SQL.
    private enum Place {
        case value
        /// A list to be matched by IN.
        case list
    }

    private func bind(
        _ parameter: NamedQuery.Parameter, _ index: Int, as place: Place, _ statement: String
    ) -> String {
        let using = parameter.transformer.map { ", using: \(expression($0, for: parameter.type))" } ?? ""
        let arguments = "\(parameter.name.escaped), \(index)\(using)"
        switch place {
        case .list: return "try \(statement).bind(list: \(arguments))"
        case .value:
            let function = parameter.type.isOptional ? "bindIfPresent" : "bind"
            return "try \(statement).\(function)(\(arguments))"
        }
    }

    /// What makes a value of a row, in lines of a closure.
    private func reading(
        _ reading: ResultReading, _ kind: NamedQuery.Row, _ row: String, _ query: NamedQuery
    ) -> [String] {
        switch kind {
        case .scalar(let type):
            guard let property = reading.properties.first else { return [] }
            // A missing row and a missing value are the same: nil.
            if case .optional = query.result { return ["try " + read(property.with(.optional(type)), row)] }
            return ["try " + read(property, row)]
        case .columns:
            return construction("try \(rowType(query))(", reading.properties, row)
        case .model(let name):
            let isComplete =
                schema.model(name).map { $0.table?.primaryKey.isEmpty != true } == true || reading.rowID != nil
            if schema.model(name)?.storage != Storage.none, reading.isInOrder, isComplete {
                return ["try \(isHidden && name == model.name ? "Self" : name.escaped)(row: \(row))"]
            }
            guard let rowID = reading.rowID else {
                return construction("try \(name.escaped)(", reading.properties, row)
            }
            return construction("var record = try \(name.escaped)(", reading.properties, row)
                + ["record.rowID = try \(row).read(\(types.scalar(.int64)).self, \(rowID))", "return record"]
        }
    }

    private func construction(_ head: String, _ properties: [ResultProperty], _ row: String) -> [String] {
        wrappedLines(head, properties.map { "\($0.name.label): \(read($0, row))" }, ")", indentation: 12)
    }

    private func read(_ property: ResultProperty, _ row: String) -> String {
        let function = property.type.isOptional ? "readIfPresent" : "read"
        if let transformer = property.transformer {
            return "\(row).\(function)(\(property.index), using: \(expression(transformer, for: property.type)))"
        }
        return "\(row).\(function)(\(types.type(property.type.unwrapped)).self, \(property.index))"
    }

    /// The struct of rows that are columns by name.
    private func rowStructure(_ query: NamedQuery) -> StructurePlan? {
        guard case .columns(let columns)? = query.row, let name = query.rowType else { return nil }
        let parameters = columns.map {
            "\($0.name.escaped): \(types.type($0.type))\($0.type.isOptional ? " = nil" : "")"
        }
        return StructurePlan(
            documentation: ["A row of `\(query.name)`."].asDocumentation, access: access, isolation: "",
            name: name.escaped, conformances: ["Hashable", "Sendable"].map(swift).joined(separator: ", "),
            properties: columns.map {
                PropertyPlan(
                    documentation: [], declaration: ["\(access)var \($0.name.escaped): \(types.type($0.type))"])
            },
            identity: [], hasInitializer: !hasMemberwiseInitializer,
            signature: wrappedLines("\(access)init(", parameters, ") {", indentation: 8),
            assignments: columns.map { "self.\($0.name.escaped) = \($0.name.escaped)" },
            hashing: hashing(of: columns.map { ($0.name, $0.type) }), key: [])
    }
}

extension ResultProperty {
    fileprivate func with(_ type: FieldType) -> ResultProperty {
        var copy = self
        copy.type = type
        return copy
    }
}

extension Storage {
    /// The database that it belongs to.
    package var database: SwiftName? {
        switch self {
        case .none: nil
        case .table(let table): table.database
        case .view(let view): view.database
        }
    }
}
