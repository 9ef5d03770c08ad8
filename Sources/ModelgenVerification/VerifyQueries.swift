import ModelgenPlanning
import ModelgenSchema

/// Whether queries that read whole tables are told.
package enum ScanReport: Hashable, Sendable {
    case ignored
    case reported
}

/// Prepares the named queries of a database's models on its newest version in memory, and compares their parameters and
/// result columns with what the schema says.
///
/// - Returns: A finding at the query for everything that does not fit, SQLite's own words among them; with
///   ``ScanReport/reported`` a warning for each table that a query reads from end to end.
package func verifyQueries(_ planned: PlannedDatabase, schema: Schema, scans: ScanReport = .ignored) -> [Finding] {
    let models = schema.models.filter { $0.module == nil && $0.storage.database == planned.plan.database }
    guard let newest = planned.shapes.last, models.contains(where: { !$0.queries.isEmpty }) else { return [] }
    do {
        let database = try MemoryDatabase()
        let refused = database.setUp(newest, isNewest: true)
        guard refused.isEmpty else { return refused }
        let columns = schema.columnsByTable(of: planned.plan.database)
        return models.flatMap { model in
            model.queries.flatMap { query in
                let element = ElementID(.query(model: model.name, query.name))
                let sql = expandingStars(in: query.sql, columns: columns)
                return database.problems(of: query, sql: sql, schema: schema).map {
                    Finding(rule: "query-does-not-fit", message: $0, element: element)
                }
                    + (scans == .reported ? database.scans(of: sql) : []).map { table in
                        Finding(
                            severity: .warning,
                            rule: "query-scans-table",
                            message: "the query reads all rows of \(table); add an index for its condition",
                            element: element
                        )
                    }
            }
        }
    } catch {
        let element = ElementID(.database(planned.plan.database))
        return [Finding(rule: "sqlite-unavailable", message: error.message, element: element)]
    }
}

extension Storage {
    /// The database that it belongs to.
    fileprivate var database: SwiftName? {
        switch self {
        case .none: nil
        case .table(let table): table.database
        case .view(let view): view.database
        }
    }
}

extension MemoryDatabase {
    fileprivate func problems(of query: NamedQuery, sql: String, schema: Schema) -> [String] {
        let description: Description
        do {
            description = try describe(sql)
        } catch {
            return ["SQLite refuses the query: \(error.message)"]
        }
        return parameterProblems(description, query) + resultProblems(description, query, schema)
    }

    private func parameterProblems(_ description: Description, _ query: NamedQuery) -> [String] {
        let used = description.parameters.map { $0.map { String($0.dropFirst()) } }
        if used.contains(nil) { return ["the parameter `?` has no name; write `:name` and declare it under `params`"] }
        let names = used.compactMap { $0 }
        let declared = query.parameters.map(\.name.text)
        return names.filter { !declared.contains($0) }.map { "the parameter :\($0) is not declared under `params`" }
            + declared.filter { !names.contains($0) }.map { "the query does not use its parameter \($0)" }
    }

    private func resultProblems(_ description: Description, _ query: NamedQuery, _ schema: Schema) -> [String] {
        let row: NamedQuery.Row
        switch query.result {
        case .none:
            return description.columns.isEmpty
                ? [] : ["the query returns \(listed(description.columns)); write what under `returns`"]
        case .one(let one): row = one
        case .many(let many): row = many
        }
        if description.columns.isEmpty { return ["the query returns no rows; remove `returns`, or add RETURNING"] }
        let expected: [(property: SwiftName, column: SQLName?)]
        switch row {
        case .scalar:
            return description.columns.count == 1
                ? [] : ["the query returns \(listed(description.columns)), but `returns` tells of a single value"]
        case .columns(let properties): expected = properties.map { ($0.name, nil) }
        case .model(let name):
            guard let model = schema.models.first(where: { $0.name == name }) else { return [] }
            let isStored = model.storage != .none
            expected = model.fields.filter { !isStored || $0.column != nil }.map { ($0.name, $0.column?.name) }
        }
        let fits =
            description.columns.count == expected.count
            && zip(description.columns, expected).allSatisfy { column, expected in
                let name = column.lowercased()
                return name == expected.column?.folded || name == expected.property.text.lowercased()
                    || name == NamingStrategy.snakeCase.name(for: expected.property)
            }
        if fits { return [] }
        let names = expected.map { $0.column?.text ?? NamingStrategy.snakeCase.name(for: $0.property) }
        return ["the query returns \(listed(description.columns)), but `returns` wants \(listed(names)), in this order"]
    }

    private func listed(_ names: [String]) -> String { "(\(names.joined(separator: ", ")))" }

    /// The tables that SQLite would read without an index (https://www.sqlite.org/eqp.html).
    fileprivate func scans(of sql: String) -> [String] {
        guard let rows = try? rows("EXPLAIN QUERY PLAN \(sql)") else { return [] }
        return rows.compactMap { $0.last?.text }.filter {
            $0.hasPrefix("SCAN ") && !$0.contains("USING") && !$0.contains("VIRTUAL")
        }
        .compactMap { $0.dropFirst(5).split(separator: " ").first.map(String.init) }
        .filter { $0 != "CONSTANT" && !$0.hasPrefix("(") }
    }
}
