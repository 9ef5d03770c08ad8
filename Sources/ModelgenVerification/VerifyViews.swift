import ModelgenDatabase
import ModelgenPlanning
import ModelgenSchema

/// Prepares the views of a database on its newest version in memory, and looks for their models' columns.
///
/// Generated code reads the columns of a view by name. SQLite would only report a missing one at run time, and one that
/// holds other values than its field is read from, for example since its table stores it in another way.
///
/// - Returns: A finding at the view for each missing column, and one at each field that cannot be read; none if SQLite
///   rejects the version itself, which ``verifyChain(_:)`` reports.
package func verifyViews(_ planned: PlannedDatabase, schema: Schema) -> [Finding] {
    let models = schema.models.filter { model in
        guard case .view(let view) = model.storage else { return false }
        return model.module == nil && view.database == planned.name
    }
    guard !models.isEmpty else { return [] }
    do throws(MemoryDatabase.Refusal) {
        let database = try MemoryDatabase()
        guard database.setUp(planned.newest, isNewest: true).isEmpty else { return [] }
        let sources = ViewSources(schema, planned.name)
        var findings: [Finding] = []
        for model in models {
            guard case .view(let view) = model.storage else { continue }
            let columns = try database.columns(ofView: view.name, view.sql)
            findings += missingColumns(of: model, in: columns)
            findings += sources.misreadColumns(of: model, view.sql, in: columns)
        }
        return findings
    } catch {
        let element = ElementID(.database(planned.name))
        return [Finding(rule: "sqlite-unavailable", message: error.message, element: element)]
    }
}

private func missingColumns(of model: Model, in columns: [ResultColumn]) -> [Finding] {
    let columns = columns.map(\.name)
    let present = Set(columns.map { SQLName($0).folded })
    return model.fields.compactMap { field in
        guard let column = field.column?.name, !present.contains(column.folded) else { return nil }
        return Finding(
            rule: "view-lacks-column",
            message:
                "the view returns (\(columns.joined(separator: ", "))), but no column `\(column)` for `\(field.name)`; "
                + "select it, `AS \(column.quoted)` if it is computed, or specify its name as the `column` of "
                + "`\(field.name)`",
            element: ElementID(.model(model.name), key: "view")
        )
    }
}

/// The fields of a database's tables, which views return.
private struct ViewSources {
    private struct Source {
        var table: Table
        var model: SwiftName
        var field: Field
    }

    private var sources: [FoldedName: [FoldedName: Source]] = [:]
    private let storage: ColumnStorage

    init(_ schema: Schema, _ database: SwiftName) {
        storage = ColumnStorage(schema)
        for model in schema.models {
            guard let table = model.table, table.database == database else { continue }
            for field in model.fields {
                guard let column = field.column?.name else { continue }
                sources[table.name.folded, default: [:]][column.folded] = Source(
                    table: table, model: model.name, field: field)
            }
        }
    }

    func misreadColumns(of model: Model, _ sql: String, in columns: [ResultColumn]) -> [Finding] {
        let tokens = sqlTokens(sql).filter { $0.kind != .space }
        return model.fields.compactMap { field in
            guard let name = field.column?.name,
                let origin = columns.first(where: { SQLName($0.name).folded == name.folded })?.origin,
                let source = sources[origin.table.folded]?[origin.column.folded]
            else { return nil }
            let element = ElementID(.field(model: model.name, field.name))
            guard let (held, read) = storage.misreading(of: StoredType(source.field), as: StoredType(field)) else {
                if source.field.isSensitive, !field.isSensitive {
                    return Finding(
                        rule: "view-misreads-column",
                        message:
                            "the view returns `\(source.table.name).\(origin.column)`, which is sensitive; write "
                            + "`sensitive: true` for `\(field.name)`",
                        element: element)
                }
                guard source.field.type.isOptional, !field.type.isOptional, !storage.isAnyValue(StoredType(field)),
                    !tokens.exclude(nullIn: origin.column)
                else { return nil }
                return Finding(
                    severity: .warning, rule: "view-may-be-null",
                    message:
                        "`\(source.table.name).\(origin.column)` may be NULL, but is read as `\(field.type.text)`; make "
                        + "that `\(field.type.text)?`, or add `\(origin.column.quoted) IS NOT NULL` to the condition",
                    element: element)
            }
            return Finding(
                rule: "view-misreads-column",
                message:
                    "`\(field.name)` is read \(read), but the view returns "
                    + "`\(source.table.name).\(origin.column)`, which holds \(held); give it the type and the transformer of "
                    + "`\(source.model).\(source.field.name)`, or convert it in the SELECT",
                element: element)
        }
    }
}
