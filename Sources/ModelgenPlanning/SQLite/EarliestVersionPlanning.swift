import ModelgenDatabase
import ModelgenSchema

extension SchemaPlanning {
    /// The oldest version, for the database's tests; nil if there is only one version.
    func earliestVersionPlan(_ database: Database, _ planned: PlannedDatabase) -> EarliestVersionPlan? {
        guard !planned.migrations.isEmpty, let first = planned.versions.first else { return nil }
        return EarliestVersionPlan(
            access: options.access.modifier, database: database.typeName.escaped, version: "\(first.number)",
            create: statements(first.shape.createStatements), samples: planned.samples.map(sample),
            models: readers(of: planned.name))
    }

    /// The models whose rows are read.
    private func readers(of database: SwiftName) -> [String] {
        schema.models.filter { $0.module == nil && $0.storage.database == database }.map { types.inExpression($0.name) }
    }

    private func sample(_ sample: ColumnSample) -> ColumnSamplePlan {
        func plan(_ form: String, pattern: String? = nil, _ values: [String] = []) -> ColumnSamplePlan {
            ColumnSamplePlan(
                table: SwiftLiteral.string(sample.table.text), column: SwiftLiteral.string(sample.column.text),
                since: sample.since.map { "\($0)" }, form: form, pattern: pattern,
                values: values.map(SwiftLiteral.string))
        }
        switch sample.samples {
        case .plain: return plan("plain")
        case .milliseconds: return plan("milliseconds")
        case .date(let pattern): return plan("date", pattern: pattern.map(SwiftLiteral.string) ?? "nil")
        case .literals(let literals): return plan("values", literals)
        case .unknown: return sample.defaultSQL.map { plan("values", [$0.text]) } ?? plan("unknown")
        case .scalar(let scalar):
            switch scalar {
            case .bool: return plan("boolean")
            case .decimal: return plan("decimal")
            case .uuid: return plan("uuid")
            case .url: return plan("url")
            case .json: return plan("json")
            case .int, .int8, .int16, .int32, .int64, .uint, .uint8, .uint16, .uint32, .uint64: return plan("small")
            case .float, .double, .string, .date, .data: return plan("plain")
            }
        }
    }
}
