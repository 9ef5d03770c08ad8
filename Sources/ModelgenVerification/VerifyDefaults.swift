import ModelgenDatabase
import ModelgenPlanning
import ModelgenSchema

/// Evaluates the defaults and fills that are written in SQL, and reads the results as models do.
///
/// The generator converts any other value itself. Existing rows get these, and so do rows that others insert.
///
/// - Returns: A warning at each default or fill of the newest version that its field cannot read; none if the version
///   is released, and none for SQL that is not an expression by itself.
package func verifyDefaults(_ planned: PlannedDatabase, schema: Schema) -> [Finding] {
    guard let newest = planned.versions.last, planned.released?.version(newest.number) == nil else { return [] }
    let values = SynthesizedValues(schema)
    return newest.state.tables.flatMap { table -> [Finding] in
        guard let shape = newest.shape.table(table.origin) else { return [] }
        return table.fields.flatMap { field -> [Finding] in
            guard let column = shape.columns.first(where: { $0.field == field.name }) else { return [] }
            return [("default", field.defaultValue, column.defaultSQL), ("fill", field.fill, column.fillSQL)]
                .compactMap { key, value, sql in
                    guard case .code(_, _?)? = value, let sql,
                        let message = values.problem(of: sql, in: column, as: field)
                    else { return nil }
                    return Finding(
                        severity: .warning, rule: "default-misread",
                        message: "the `\(key)` of `\(field.name)` \(message)",
                        element: table.origin.element(of: field.name, key: key))
                }
        }
    }
}

extension SynthesizedValues {
    /// Why models cannot read what the SQL leaves in a column; nil if they can.
    fileprivate func problem(of sql: SQLText, in column: ColumnShape, as field: Field) -> String? {
        guard let stored = try? Self.value(of: sql, in: column) else { return nil }
        if stored.value == .null, column.nullability == .required {
            return "is NULL in its column, which is not optional; write SQL for a value, or make the type "
                + "`\(field.type.yaml)?`"
        }
        if reads(stored, as: field) { return nil }
        let form = field.transformer?.sqlite.map { " by `\($0.text)`" } ?? ""
        // A message about the same input is the same tomorrow.
        let found = sql.isSteady ? stored.value.quoted : stored.value.kind
        return "is \(found) in its column, which cannot be read as "
            + "`\(field.type.unwrapped.text)`\(form); write SQL for the value that the program would store"
    }

    /// What a column of the same type contains.
    private static func value(of sql: SQLText, in column: ColumnShape) throws(MemoryDatabase.Refusal) -> StoredValue? {
        let database = try MemoryDatabase()
        try database.run("CREATE TABLE tried (value \(column.type))")
        try database.run("INSERT INTO tried SELECT \(sql.text)")
        return try database.values(of: "value", in: "tried").first
    }
}

extension SQLValue {
    fileprivate var kind: String {
        switch self {
        case .null: "NULL"
        case .integer: "an integer"
        case .real: "a number"
        case .text: "a text"
        case .blob: "a blob"
        }
    }
}
