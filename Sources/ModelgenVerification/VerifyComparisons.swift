import ModelgenDatabase
import ModelgenSchema

/// Looks for literals that views, named queries, checks and conditions of indexes compare a column with, although no row
/// of the newest version contains them, and for numbers stored as text that they compare by their order.
///
/// SQLite accepts them, and finds nothing or other rows: often a literal is in the form that the column had before a step
/// converted it.
///
/// - Returns: A warning at each place; none if SQLite rejects the version itself, which ``verifyChain(_:)`` reports.
package func verifyComparisons(_ planned: PlannedDatabase, schema: Schema) -> [Finding] {
    guard let newest = planned.versions.last else { return [] }
    let places = newest.state.places(planned.name, schema).map { (place: $0, found: columnComparisons(in: $0.sql)) }
        .filter { !$0.found.isEmpty }
    guard !places.isEmpty else { return [] }
    do throws(MemoryDatabase.Refusal) {
        let verification = ComparisonVerification(
            values: SynthesizedValues(schema), database: try MemoryDatabase(), version: newest)
        var findings: [Finding] = []
        for (place, comparisons) in places { findings += try verification.findings(of: comparisons, at: place) }
        return findings
    } catch {
        return []
    }
}

/// SQL with comparisons.
private struct ComparisonPlace {
    var sql: String
    var element: ElementID
    /// The only table whose columns it names; nil if it names tables.
    var table: TableOrigin?
}

extension DatabaseState {
    fileprivate func places(_ database: SwiftName, _ schema: Schema) -> [ComparisonPlace] {
        let ofTables = tables.flatMap { table -> [ComparisonPlace] in
            let model = table.origin.model
            func place(_ sql: String?, _ element: ElementID.Element, _ key: String) -> ComparisonPlace? {
                sql.map { ComparisonPlace(sql: $0, element: ElementID(element, key: key), table: table.origin) }
            }
            return table.indexes.compactMap {
                place($0.condition, .model(model), $0.uniqueness == .unique ? "unique" : "indexes")
            } + table.checks.compactMap { place($0.expression, .model(model), "checks") }
                + table.fields.compactMap { place($0.column?.check, .field(model: model, $0.name), "check") }
        }
        let ofViews = views.map {
            ComparisonPlace(sql: $0.sql, element: ElementID(.model($0.origin.model), key: "view"))
        }
        let ofQueries = schema.models.filter { $0.module == nil && $0.storage.database == database }.flatMap { model in
            model.queries.map {
                ComparisonPlace(sql: $0.sql, element: ElementID(.query(model: model.name, $0.name), key: "sql"))
            }
        }
        return ofTables + ofViews + ofQueries
    }
}

private struct ComparisonVerification {
    let values: SynthesizedValues
    /// It is empty.
    let database: MemoryDatabase
    let version: PlannedVersion

    func findings(
        of comparisons: [ColumnComparison], at place: ComparisonPlace
    ) throws(MemoryDatabase.Refusal) -> [Finding] {
        let names = namesOrStrings(in: place.sql)
        let tables = version.state.tables.filter { table in
            place.table.map { $0 == table.origin } ?? names.contains(table.name.folded)
        }
        var findings: [Finding] = []
        for comparison in comparisons {
            var problems: [Problem?] = []
            for table in tables {
                guard
                    let column = version.shape.table(table.origin)?.columns.first(where: {
                        $0.name.folded == comparison.column
                    }), let field = table.field(column.field)
                else { continue }
                problems.append(try problem(comparison, column, field, of: table.origin.model))
            }
            // Aliases are not resolved: it may be any of these columns.
            guard let first = problems.first, let first, !problems.contains(nil) else { continue }
            findings.append(
                Finding(severity: .warning, rule: first.rule, message: first.message, element: place.element))
        }
        return findings.uniqued()
    }

    private struct Problem: Equatable {
        var rule: String
        var message: String
    }

    private func problem(
        _ comparison: ColumnComparison, _ column: ColumnShape, _ field: Field, of model: SwiftName
    ) throws(MemoryDatabase.Refusal) -> Problem? {
        if let problem = try orderProblem(comparison, column, field, of: model) { return problem }
        // With another collation, other texts may be equal. A check may reject empty texts, which are not in the form
        // anyway.
        guard case .literal(let literal) = comparison.operand, literal != "''", column.generated == nil,
            column.collation == nil, !values.storage.isAnyValue(StoredType(field)),
            let value = try stored(literal, in: column.type)
        else { return nil }
        let isText = literal.hasPrefix("'")
        let type = field.type.unwrapped
        let isMeant: Bool
        switch comparison.kind {
        case .equality: isMeant = values.reads(value, as: field)
        case .order:
            // A date may be compared with the beginning of a date, but not with a number.
            isMeant =
                value.value.isOrdered(with: column.storage)
                && (type != .scalar(.date) || column.storage != .text || isText)
        }
        if isMeant { return nil }
        let advice: String
        switch type {
        case .enumeration(let name) where field.transformer?.sqlite == nil:
            let all = values.enumerations[name].map(values.values) ?? []
            let some = all.prefix(6).map(\.quoted) + (all.count > 6 ? ["…"] : [])
            advice = "compare it with one of its values: \(some.joined(separator: ", "))"
        case .scalar(.bool) where field.transformer?.sqlite == nil: advice = "compare it with `0` or `1`"
        default:
            let form = field.transformer?.sqlite.map { " by `\($0.text)`" } ?? ""
            advice = "compare it with `\(type.text)`\(form) as it is stored, as \(column.storage.rawValue)"
        }
        return Problem(
            rule: "impossible-comparison",
            message: "`\(model).\(field.name)` never contains `\(literal)`; \(advice)")
    }

    /// Why the order of a column's texts is not that of its numbers. Compared with 0, it is.
    private func orderProblem(
        _ comparison: ColumnComparison, _ column: ColumnShape, _ field: Field, of model: SwiftName
    ) throws(MemoryDatabase.Refusal) -> Problem? {
        // The declared type may convert text to numbers.
        guard comparison.kind == .order, comparison.operand != .literal("0"), field.type.unwrapped.isNumber,
            column.storage == .text, case .text? = try stored("'5'", in: column.type)?.value
        else { return nil }
        return Problem(
            rule: "unordered-comparison",
            message: "`\(model).\(field.name)` is stored as text, and the text `9` is greater than `12`; compare "
                + "`CAST(\(column.name.quoted) AS REAL)` instead")
    }

    /// The literal as SQLite converts it when it compares it with a column of that type
    /// (https://www.sqlite.org/datatype3.html, 4.2).
    private func stored(_ literal: String, in type: String) throws(MemoryDatabase.Refusal) -> StoredValue? {
        try database.run("CREATE TABLE v (v \(type))")
        try database.run("INSERT INTO v VALUES (\(literal))")
        let value = try database.values(of: "v", in: "v").first
        try database.run("DROP TABLE v")
        return value
    }
}

extension FieldType {
    fileprivate var isNumber: Bool {
        switch self {
        case .scalar(let scalar): scalar.isInteger || [.double, .float, .decimal].contains(scalar)
        case .enumeration, .geometry, .model, .external, .list, .set, .dictionary, .optional: false
        }
    }
}

extension SQLValue {
    /// Whether it is of a class whose values are compared with those of another by their order.
    fileprivate func isOrdered(with storage: StorageClass) -> Bool {
        switch self {
        case .null: true
        case .integer, .real: storage == .integer || storage == .real
        case .text: storage == .text
        case .blob: storage == .blob
        }
    }
}
