import ModelgenDatabase
import ModelgenPlanning
import ModelgenSchema

/// Whether queries that scan whole tables are reported.
package enum ScanReport: Hashable, Sendable {
    case ignored
    case reported
}

/// The named queries of a database as SQLite prepared them, and their problems.
package struct VerifiedQueries: Sendable {
    package var prepared: [PreparedQuery] = []
    package var findings: [Finding] = []

    package init(findings: [Finding] = []) { self.findings = findings }
}

/// Prepares the named queries of a database's models on its newest version in memory, and compares their parameters and
/// result columns with the schema.
///
/// - Returns: The valid queries, and a finding at its place for each problem, with SQLite's own messages; with
///   ``ScanReport/reported`` also a warning for each table that a query scans.
package func verifyQueries(
    _ planned: PlannedDatabase, schema: Schema, scans: ScanReport = .ignored
) -> VerifiedQueries {
    let name = planned.name
    let models = schema.models.filter { $0.module == nil && $0.storage.database == name }
    guard models.contains(where: { !$0.queries.isEmpty }) else { return VerifiedQueries() }
    do {
        let database = try MemoryDatabase()
        // `verifyChain` reports what SQLite rejects in the version itself.
        guard database.setUp(planned.newest, isNewest: true).isEmpty else { return VerifiedQueries() }
        let verification = QueryVerification(
            database: database, schema: SchemaIndex(schema), name: name, columns: schema.columnsByTable(of: name),
            parameterForms: ParameterForms(schema, name), scans: scans)
        var verified = VerifiedQueries()
        for model in models {
            for query in model.queries { verification.verify(query, of: model, &verified) }
        }
        return verified
    } catch {
        let element = ElementID(.database(name))
        return VerifiedQueries(findings: [
            Finding(rule: "sqlite-unavailable", message: error.message, element: element)
        ])
    }
}

private struct QueryVerification {
    let database: MemoryDatabase
    let schema: SchemaIndex
    let name: SwiftName
    let columns: [FoldedName: [SQLName]]
    let parameterForms: ParameterForms
    let scans: ScanReport

    func verify(_ query: NamedQuery, of model: Model, _ verified: inout VerifiedQueries) {
        func finding(_ message: String, at key: String) -> Finding {
            Finding(
                rule: "query-does-not-fit", message: message,
                element: ElementID(.query(model: model.name, query.name), key: key))
        }
        guard ["SELECT", "WITH", "VALUES", "INSERT", "REPLACE", "UPDATE", "DELETE"].contains(query.verb) else {
            verified.findings.append(
                finding("a query reads or changes rows; `\(query.verb)` does neither", at: "sql"))
            return
        }
        let sql = query.sqliteSQL(columns: columns(for: query))
        let description: MemoryDatabase.Description
        do throws(MemoryDatabase.Refusal) {
            description = try database.describeExtremes(sql.named)
        } catch {
            verified.findings.append(finding("SQLite rejects the query: \(error.message)", at: "sql"))
            return
        }
        let findings =
            parameterProblems(description, query).map { finding($0, at: "sql") }
            + valueProblems(query, sql.lists).map { finding($0, at: "params") }
            + resultProblems(description, query).map { finding($0, at: "returns") }
        verified.findings += findings
        if findings.isEmpty {
            verified.prepared.append(
                PreparedQuery(model: model.name, query: query.name, sql: sql, columns: description.columns))
            verified.findings += nullableResults(description, query).map { problem in
                Finding(
                    severity: .warning, rule: "query-result-may-be-null", message: problem,
                    element: ElementID(.query(model: model.name, query.name), key: "returns"))
            }
        }
        if scans == .reported {
            verified.findings += database.scans(of: sql.named).map { scan in
                Finding(
                    severity: .warning, rule: "query-scans-table", message: scan,
                    element: ElementID(.query(model: model.name, query.name), key: "sql"))
            }
        }
    }

    /// The columns that `*` stands for. In a table that is keyed by its rowid, they include the rowid if rows are
    /// returned.
    private func columns(for query: NamedQuery) -> [FoldedName: [SQLName]] {
        guard case .model(let name)? = query.row, let model = schema.model(name), let table = model.table,
            let key = model.rowIDKey
        else { return columns }
        var columns = columns
        columns[table.name.folded]?.append(key)
        return columns
    }

    private func parameterProblems(_ description: MemoryDatabase.Description, _ query: NamedQuery) -> [String] {
        let used = description.parameters.map { $0.map { String($0.dropFirst()) } }
        if used.contains(nil) { return ["the parameter `?` has no name; write `:name` and declare it under `params`"] }
        let names = used.compactMap { $0 }
        let declared = query.parameters.map(\.name.text)
        return names.filter { !declared.contains($0) }.map { "the parameter `:\($0)` is not declared under `params`" }
            + declared.filter { !names.contains($0) }.map { "the query does not use its parameter `\($0)`" }
    }

    /// Parameters in another form than their columns, and lists whose elements differ in JSON from what SQLite stores.
    private func valueProblems(_ query: NamedQuery, _ lists: Set<SwiftName>) -> [String] {
        let storage = ColumnStorage(schema.schema)
        let problems = parameterForms.problems(of: query, lists: lists)
        let limits = sqlTokens(query.sql).filter { $0.kind != .space }.limits
        return query.parameters.compactMap { parameter in
            if let problem = problems[parameter.name] { return problem }
            if let limit = limits[parameter.name.text], let problem = limit.problem(of: parameter, storage) {
                return problem
            }
            guard lists.contains(parameter.name),
                let element = storage.storedType(of: parameter.type, transformer: parameter.transformer).matchedElement
            else { return nil }
            switch storage.storageClass(of: element) {
            case .integer, .text: return nil
            case .real, .blob:
                return
                    "the values of `:\(parameter.name)` are stored as \(storage.storageClass(of: element).rawValue), and "
                    + "a list of them cannot be matched exactly by IN; use a range, or a transformer"
            }
        }
    }

    /// The values of optional fields for which the result does not allow nil.
    private func nullableResults(_ description: MemoryDatabase.Description, _ query: NamedQuery) -> [String] {
        guard let row = query.row else { return [] }
        // A single value of a row that may be missing is nil if it is NULL.
        if case .optional(.scalar) = query.result { return [] }
        let tokens = sqlTokens(query.sql).filter { $0.kind != .space }
        let total = totalOfNothing(query, tokens)
        let storage = ColumnStorage(schema.schema)
        return schema.reading(description.columns, as: row, of: name).properties.compactMap { property in
            guard !property.type.isOptional, !storage.isAnyValue(StoredType(property.type, property.transformer))
            else { return nil }
            if total.indices.contains(property.index), total[property.index] == .null {
                return
                    "`\(description.columns[property.index].name)` is NULL if there are no rows, but is read as "
                    + "`\(property.type.text)`; make that `\(property.type.text)?`, or give it a value with `coalesce`"
            }
            guard property.isNullable,
                let column = description.columns[property.index].origin?.column, !tokens.exclude(nullIn: column)
            else { return nil }
            return
                "`\(column)` may be NULL, but is read as `\(property.type.text)`; make that `\(property.type.text)?`, or "
                + "add `\(column.quoted) IS NOT NULL` to the condition"
        }
    }

    /// The row that aggregates return if there are no others: NULL for most of them
    /// (https://www.sqlite.org/lang_aggfunc.html). None with GROUP BY.
    private func totalOfNothing(_ query: NamedQuery, _ tokens: [SQLToken]) -> [SQLValue] {
        let aggregates = ["MAX", "MIN", "SUM", "AVG", "GROUP_CONCAT"]
        guard query.verb == "SELECT", tokens.contains(where: { token in aggregates.contains { token.isWord($0) } }),
            let row = try? database.rows(query.sqliteSQL(columns: columns(for: query)).named).first
        else { return [] }
        return row
    }

    private func resultProblems(_ description: MemoryDatabase.Description, _ query: NamedQuery) -> [String] {
        let names = description.columns.map(\.name).joined(separator: ", ")
        guard let row = query.row else {
            return names.isEmpty ? [] : ["the query returns (\(names)); declare that under `returns`"]
        }
        if description.columns.isEmpty { return ["the query returns no rows; remove `returns`, or add RETURNING"] }
        return schema.reading(description.columns, as: row, of: name).problems
    }
}

/// Where a parameter alone says how many rows a query returns.
private enum LimitClause: String {
    case limit = "LIMIT"
    case offset = "OFFSET"

    /// SQLite accepts neither NULL nor text that is not a number there (https://www.sqlite.org/lang_select.html).
    func problem(of parameter: NamedQuery.Parameter, _ storage: ColumnStorage) -> String? {
        let form = storage.storageClass(of: StoredType(parameter))
        if form != .integer {
            return "`:\(parameter.name)` follows \(rawValue) and is bound as \(form.rawValue); declare it as `Int`"
        }
        guard parameter.type.isOptional else { return nil }
        return
            "`:\(parameter.name)` is NULL if it is omitted, which \(rawValue) does not accept; declare it as "
            + "`\(parameter.type.unwrapped.text)`, or write `coalesce(:\(parameter.name), \(self == .limit ? -1 : 0))`"
    }
}

extension [SQLToken] {
    /// The parameters that stand alone as a limit or an offset, by their names.
    fileprivate var limits: [String: LimitClause] {
        func isEnd(_ index: Int) -> Bool {
            guard index < count else { return true }
            return ["OFFSET", ")", ",", ";"].contains(self[index].text.uppercased())
        }
        var limits: [String: LimitClause] = [:]
        for index in indices.dropLast() where self[index + 1].kind == .parameter && isEnd(index + 2) {
            // `LIMIT :offset, :limit`
            let isSecond = index > 1 && self[index].isSymbol(",") && self[index - 2].isWord("LIMIT")
            let isFirst = index + 2 < count && self[index + 2].isSymbol(",")
            guard isSecond || self[index].isWord("LIMIT") || self[index].isWord("OFFSET") else { continue }
            let isOffset = self[index].isWord("OFFSET") || !isSecond && isFirst
            limits[String(self[index + 1].text.dropFirst())] = isOffset ? .offset : .limit
        }
        return limits
    }

    /// Whether a condition excludes NULL in a column: it requires IS NOT NULL or compares the column, which NULL never
    /// satisfies.
    func exclude(nullIn column: SQLName) -> Bool {
        indices.contains { index in
            guard self[index].name.map({ SQLName($0).folded }) == column.folded else { return false }
            let next = self[(index + 1)...].prefix(3).map { $0.text.uppercased() }
            let start = index > 1 && self[index - 1].isSymbol(".") ? index - 2 : index
            return next == ["IS", "NOT", "NULL"] || next.first == "NOTNULL" || next.prefix(2) == ["NOT", "NULL"]
                || next.first.map(Self.comparisons.contains) == true
                || start > 0 && Self.comparisons.contains(self[start - 1].text.uppercased())
        }
    }

    private static var comparisons: Set<String> {
        ["=", "==", "<", "<=", ">", ">=", "<>", "!=", "LIKE", "GLOB", "MATCH", "REGEXP", "IN", "BETWEEN"]
    }
}

extension MemoryDatabase {
    /// What SQLite would scan or sort, in words (https://www.sqlite.org/eqp.html).
    ///
    /// A query without a condition reads all rows of its first table, and no index would help, unless it sorts them.
    fileprivate func scans(of sql: String) -> [String] {
        guard let rows = try? rows("EXPLAIN QUERY PLAN \(sql)") else { return [] }
        let steps = rows.compactMap { $0.last?.text }
        let isSorted = steps.contains { $0.hasPrefix("USE TEMP B-TREE FOR ORDER BY") }
        let hasCondition = sqlTokens(sql).contains { $0.isWord("WHERE") }
        let scanned = steps.filter { $0.hasPrefix("SCAN ") && !$0.contains("USING") && !$0.contains("VIRTUAL") }
            .compactMap { $0.dropFirst(5).split(separator: " ").first.map(String.init) }
            .filter { $0 != "CONSTANT" && !$0.hasPrefix("(") }
        // If SQLite creates an index for each run, one is missing.
        let indexed = steps.filter { $0.contains("USING AUTOMATIC") }
            .compactMap { $0.split(separator: " ").dropFirst().first.map(String.init) }
        let sorted =
            isSorted && scanned.isEmpty
            ? steps.first { $0.hasPrefix("SEARCH ") }.flatMap { $0.split(separator: " ").dropFirst().first } : nil
        let parts = (hasCondition ? ["its condition"] : []) + (isSorted ? ["its order"] : [])
        // Without either, a table that is joined is scanned.
        let columns = parts.isEmpty ? "columns used to join it" : "columns of \(parts.enumerated)"
        return scanned.dropFirst(parts.isEmpty ? 1 : 0).map {
            "the query scans all rows of `\($0)`" + (isSorted ? " and sorts them" : "")
                + "; add an index on the \(columns)"
        }
            + [sorted].compactMap { $0 }.map {
                "the query sorts its results from `\($0)`; add an index on the \(columns)"
            }
            + indexed.map {
                "SQLite creates an index on `\($0)` each time the query runs; add one on the columns used to join it"
            }
    }
}
