import ModelgenDatabase
import ModelgenPlanning
import ModelgenSchema

/// Prepares an insert into each table of the newest version, and a select from it.
///
/// SQLite accepts some tables that no row can be inserted into: with a generated column that depends on itself, or a
/// default that calls an unknown function. It only reports them when a statement is prepared.
///
/// - Returns: A finding at the model for each table that SQLite refuses to write or read; none if it rejects the
///   version itself, which ``verifyChain(_:)`` reports.
package func verifyTables(_ planned: PlannedDatabase, schema: Schema) -> [Finding] {
    let newest = planned.newest
    let tables = newest.tables.filter(\.hasExpressions)
    guard !tables.isEmpty else { return [] }
    do throws(MemoryDatabase.Refusal) {
        let database = try MemoryDatabase()
        guard database.setUp(newest, isNewest: true).isEmpty else { return [] }
        let clocks = try clocks(in: tables, of: planned, schema)
        return clocks
            + tables.compactMap { table in
                let statements = [
                    "SELECT * FROM \(table.name.quoted)", "INSERT INTO \(table.name.quoted) DEFAULT VALUES",
                ]
                for statement in statements {
                    do throws(MemoryDatabase.Refusal) { _ = try database.describe(statement) } catch {
                        return Finding(
                            rule: "sqlite-refuses", message: "SQLite rejects rows of the table: \(error.message)",
                            element: table.origin.element())
                    }
                }
                return nil
            }
    } catch {
        let element = ElementID(.database(planned.name))
        return [Finding(rule: "sqlite-unavailable", message: error.message, element: element)]
    }
}

/// The tables whose rows depend on the time, which SQLite only notices on insertion.
private func clocks(
    in tables: [TableShape], of planned: PlannedDatabase, _ schema: Schema
) throws(MemoryDatabase.Refusal) -> [Finding] {
    guard let version = planned.versions.last else { return [] }
    let database = try MemoryDatabase()
    _ = database.setUp(version.shape, isNewest: true)
    var synthesis = RowSynthesis(
        values: SynthesizedValues(schema), state: version.state, shape: version.shape)
    try synthesis.fill(database, .one)
    return tables.compactMap { table in
        guard let message = synthesis.refusals[table.name.folded], message.contains("non-deterministic") else {
            return nil
        }
        return Finding(
            rule: "clock-in-schema",
            message:
                "SQLite rejects every row of `\(table.name)`: \(message); compare with a fixed date, or check it in your "
                + "program",
            element: table.origin.element())
    }
}

extension TableShape {
    /// Whether SQLite has to compute something on insertion: only then can it reject the statement.
    fileprivate var hasExpressions: Bool {
        let inColumns = columns.contains { column in
            // A computed default is in parentheses (https://www.sqlite.org/lang_createtable.html#dfltval).
            column.generated != nil || column.check != nil || column.collation != nil
                || column.defaultSQL?.text.hasPrefix("(") == true
        }
        let inIndexes = indexes.contains { index in
            index.condition != nil
                || index.terms.contains { term in
                    if case .expression = term { true } else { false }
                }
        }
        return inColumns || inIndexes || !checks.isEmpty || fullText != nil
    }
}
