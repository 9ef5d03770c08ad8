import ModelgenSchema

/// What `migration: auto` writes into a required column of rows that have no value.
package struct AutomaticFill: Equatable, Sendable {
    package var table: SQLName
    package var column: SQLName
    /// Nil if the type has no neutral value, such as 0 or an empty list; this is true of dates, UUIDs, URLs and enums.
    /// References have none either, because no row has the key 0.
    package var sql: SQLText?
}

extension PlannedDatabase {
    /// The columns whose fill differs from the 0 or empty value of their SQLite type.
    package var automaticFills: [AutomaticFill] {
        guard mode == .auto, let state = versions.last?.state else { return [] }
        return newest.tables.flatMap { table in
            table.columns.compactMap { column in
                guard column.nullability == .required, column.defaultSQL == nil, column.generated == nil,
                    table.rowIDAlias != column.name, let field = state.table(table.origin)?.field(column.field)
                else { return nil }
                let sql = field.reference == nil ? zero(of: field) : nil
                if let sql, sql.isZero(of: column.type) { return nil }
                return AutomaticFill(table: table.name, column: column.name, sql: sql)
            }
        }
    }

    /// The SQL for 0, false or an empty value, as the model reads it; nil if the field's type has none.
    func zero(of field: Field) -> SQLText? {
        field.type.unwrapped.zero.flatMap { try? defaults.sql(of: .literal($0), field: field) }
    }
}

extension SQLText {
    fileprivate func isZero(of type: String) -> Bool {
        let zero = ColumnAffinity(declared: type).zero
        return text == zero || zero == "0" && text == "0.0"
    }
}

extension FieldType {
    /// 0, false or empty.
    fileprivate var zero: Literal? {
        switch self {
        case .scalar(let scalar):
            switch scalar {
            case .int, .int8, .int16, .int32, .int64, .uint, .uint8, .uint16, .uint32, .uint64, .float, .double,
                .decimal:
                .integer("0")
            case .bool: .boolean(false)
            case .string, .data: .string("")
            case .date, .uuid, .url, .json: nil
            }
        case .list, .set: .list([])
        case .dictionary: .dictionary([])
        case .geometry, .enumeration, .model, .external, .optional: nil
        }
    }
}
