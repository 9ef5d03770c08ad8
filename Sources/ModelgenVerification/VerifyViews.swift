import ModelgenDatabase
import ModelgenPlanning
import ModelgenSchema

/// Prepares the views of a database on its newest version in memory, and looks for their models' columns.
///
/// Generated code reads the columns of a view by name. SQLite would only report a missing one at run time.
///
/// - Returns: A finding at the view for each missing column; none if SQLite rejects the version itself, which
///   ``verifyChain(_:)`` reports.
package func verifyViews(_ planned: PlannedDatabase, schema: Schema) -> [Finding] {
    let models = schema.models.filter { model in
        guard case .view(let view) = model.storage else { return false }
        return model.module == nil && view.database == planned.name
    }
    guard !models.isEmpty else { return [] }
    do throws(MemoryDatabase.Refusal) {
        let database = try MemoryDatabase()
        guard database.setUp(planned.newest, isNewest: true).isEmpty else { return [] }
        var findings: [Finding] = []
        for model in models {
            guard case .view(let view) = model.storage else { continue }
            findings += try database.missingColumns(of: model, in: view)
        }
        return findings
    } catch {
        let element = ElementID(.database(planned.name))
        return [Finding(rule: "sqlite-unavailable", message: error.message, element: element)]
    }
}

extension MemoryDatabase {
    fileprivate func missingColumns(of model: Model, in view: View) throws(Refusal) -> [Finding] {
        let columns = try describe("SELECT * FROM \(view.name.quoted)").columns.map(\.name)
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
}
