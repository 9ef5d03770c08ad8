import ModelgenPlanning
import ModelgenSchema

/// Prepares a row's way into each table of the newest version, and out of it.
///
/// SQLite takes some tables that no row can go into: a generated column that needs itself, a default that calls a function
/// that is not there. It tells only when a statement is prepared.
///
/// - Returns: A finding at the model for each table that SQLite refuses to write to or to read; none where it refuses the
///   version itself, which ``verifyChain(_:)`` tells.
package func verifyTables(_ planned: PlannedDatabase) -> [Finding] {
    guard let newest = planned.shapes.last else { return [] }
    do throws(MemoryDatabase.Refusal) {
        let database = try MemoryDatabase()
        guard database.setUp(newest, isNewest: true).isEmpty else { return [] }
        return newest.tables.compactMap { table in
            let statements = ["SELECT * FROM \(table.name.quoted)", "INSERT INTO \(table.name.quoted) DEFAULT VALUES"]
            for statement in statements {
                do throws(MemoryDatabase.Refusal) { _ = try database.describe(statement) } catch {
                    return Finding(
                        rule: "sqlite-refuses", message: "SQLite refuses rows of the table: \(error.message)",
                        element: ElementID(.model(table.origin.model)))
                }
            }
            return nil
        }
    } catch {
        let element = ElementID(.database(planned.plan.database))
        return [Finding(rule: "sqlite-unavailable", message: error.message, element: element)]
    }
}
