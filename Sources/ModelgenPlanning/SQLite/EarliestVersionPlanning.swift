import ModelgenDatabase
import ModelgenSchema

/// What the tests of a database's migrations start from.
package struct EarliestVersionPlan: Sendable {
    package var access: String
    /// `BlogDatabase`
    package var database: String
    package var version: String
    /// The arguments that describe it, finished lines.
    package var arguments: [String]
}

extension SchemaPlanning {
    /// Nil where there is only one version.
    func earliestVersionPlan(_ database: Database, _ planned: PlannedDatabase) -> EarliestVersionPlan? {
        guard !planned.migrations.isEmpty, let first = planned.versions.first else { return nil }
        var arguments = [["\(first.number)"], ["create: ["] + statements(first.shape.createStatements) + ["]"]]
        let samples = planned.samples.map(sample)
        if !samples.isEmpty {
            arguments.append(["samples: ["] + samples.elementsOfList.map { "    " + $0 } + ["]"])
        }
        let models = readers(of: planned.name)
        if !models.isEmpty { arguments.append(models) }
        return EarliestVersionPlan(
            access: options.access.modifier, database: database.typeName.escaped, version: "\(first.number)",
            arguments: arguments.commaSeparatedLines)
    }

    /// `models: [Post.self, User.self]`. What is deprecated would warn.
    private func readers(of database: SwiftName) -> [String] {
        let models = schema.models.filter { model in
            guard model.module == nil, model.deprecated == nil else { return false }
            switch model.storage {
            case .none: return false
            case .table(let table): return table.database == database
            case .view(let view): return view.database == database
            }
        }.map { "\($0.name.escaped).self" }
        if models.isEmpty { return [] }
        let line = "models: [\(models.joined(separator: ", "))]"
        return line.count <= 100 ? [line] : ["models: ["] + models.map { "    \($0)," } + ["]"]
    }

    /// `ColumnSamples("posts", "visibility", since: 3, .values(["'public'"]))`: what a column holds from a version on.
    private func sample(_ sample: ColumnSample) -> [String] {
        let type = types.library("ColumnSamples", of: .sqlite)
        let since = sample.since.map { ", since: \($0)" } ?? ""
        let names =
            "\(SwiftLiteral.string(sample.table.text)), \(SwiftLiteral.string(sample.column.text))\(since),"
        let form = form(of: sample)
        // In one line if it is short.
        let line = "\(type)(\(names) \(form.joined()))"
        if form.count == 1 && line.count <= 100 { return [line] }
        let lines = form.dropLast() + form.suffix(1).map { $0 + ")" }
        return ["\(type)(", "    " + names] + lines.map { "    " + $0 }
    }

    /// The case of ModelSQLite's `StoredForm`, in several lines if it is long.
    private func form(of sample: ColumnSample) -> [String] {
        switch sample.samples {
        case .plain: return [".plain"]
        case .milliseconds: return [".milliseconds"]
        case .date(nil): return [".date(nil)"]
        case .date(let pattern?): return [".date(\(SwiftLiteral.string(pattern)))"]
        case .literals(let literals): return values(literals)
        case .unknown: return sample.defaultSQL.map { values([$0.text]) } ?? [".unknown"]
        case .scalar(let scalar):
            switch scalar {
            case .bool: return [".boolean"]
            case .decimal: return [".decimal"]
            case .uuid: return [".uuid"]
            case .url: return [".url"]
            case .json: return [".json"]
            case .int, .int8, .int16, .int32, .int64, .uint, .uint8, .uint16, .uint32, .uint64: return [".small"]
            case .float, .double, .string, .date, .data: return [".plain"]
            }
        }
    }

    private func values(_ literals: [String]) -> [String] {
        let values = literals.map(SwiftLiteral.string)
        let list = values.joined(separator: ", ")
        if list.count <= 60 { return [".values([\(list)])"] }
        return [".values(["] + values.map { "    \($0)," } + ["])"]
    }
}
