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
        let samples = samples(of: planned.versions.map(\.state))
        if !samples.isEmpty {
            let lines = samples.map { [$0] }.elementsOfList.map { "    " + $0 }
            arguments.append(["samples: ["] + lines + ["]"])
        }
        return EarliestVersionPlan(
            access: options.access.modifier, database: database.typeName.escaped, version: "\(first.number)",
            arguments: arguments.commaSeparatedLines)
    }

    /// `ColumnSamples("posts", "visibility", since: 3, .values(["'public'"]))`: the form of each column whose values its type in SQLite does not tell, from the version on that has it.
    private func samples(of states: [DatabaseState]) -> [String] {
        let forms = SampleForms(schema)
        let type = types.library("ColumnSamples", of: .sqlite)
        var known: [[SQLName]: String] = [:]
        var samples: [String] = []
        for state in states {
            for table in state.tables {
                for field in table.fields {
                    guard let column = field.column?.name, field.column?.generated == nil else { continue }
                    let form = forms.form(of: field)
                    // A column that says nothing may have said something under another type.
                    let earlier = known.updateValue(form ?? "", forKey: [table.name, column])
                    guard earlier ?? "" != form ?? "" else { continue }
                    let since = state.version == states.first?.version ? "" : ", since: \(state.version)"
                    samples.append(
                        "\(type)(\(SwiftLiteral.string(table.name.text)), \(SwiftLiteral.string(column.text))\(since), "
                            + "\(form ?? ".plain"))")
                }
            }
        }
        return samples
    }
}

/// What is stored of a field, as far as its type in SQLite does not tell it: the cases of ModelSQLite's `StoredForm`.
struct SampleForms {
    private let enumerations: [SwiftName: Enumeration]

    init(_ schema: Schema) {
        enumerations = Dictionary(schema.enumerations.map { ($0.name, $0) }) { first, _ in first }
    }

    func form(of field: Field) -> String? {
        switch field.transformer?.sqlite {
        case nil: form(of: field.type.unwrapped)
        case .declared: nil
        case .builtIn(let builtIn):
            switch field.type.unwrapped {
            case .list, .set: builtIn == .commaSeparated ? values(["'1'", "'1,2'"]) : ".list"
            case .dictionary: ".object"
            case .scalar, .geometry, .enumeration, .model, .external, .optional: form(of: builtIn)
            }
        }
    }

    private func form(of type: FieldType) -> String? {
        switch type {
        case .scalar(let scalar): form(of: scalar)
        case .enumeration(let name): enumerations[name].map { values($0.cases.compactMap { literal(of: $0.rawValue) }) }
        case .list, .set, .geometry: ".list"
        case .dictionary, .model: ".object"
        case .optional(let wrapped): form(of: wrapped)
        case .external: nil
        }
    }

    private func form(of scalar: Scalar) -> String? {
        switch scalar {
        case .int, .int32, .int64, .float, .double, .date, .string, .data: nil
        case .int8, .int16, .uint, .uint8, .uint16, .uint32, .uint64: ".small"
        case .bool: ".boolean"
        case .decimal: ".decimal"
        case .uuid: ".uuid"
        case .url: ".url"
        case .json: ".json"
        }
    }

    private func form(of transformer: BuiltInTransformer) -> String? {
        switch transformer {
        case .iso8601, .rfc3339: ".date(nil)"
        case .dateFormat(let pattern): ".date(\(SwiftLiteral.string(pattern)))"
        case .unixSeconds, .trimmed: nil
        case .unixMilliseconds: ".milliseconds"
        case .base64: values(["'aGVsbG8='", "''"])
        case .hex: values(["'00ff'", "''"])
        case .stringNumber, .commaSeparated: values(["'1'", "'42'"])
        case .lowercased: values(["'word'", "'grüße'"])
        case .intBool: ".boolean"
        }
    }

    private func values(_ literals: [String]) -> String {
        ".values([\(literals.map(SwiftLiteral.string).joined(separator: ", "))])"
    }

    private func literal(of value: Literal) -> String? {
        switch value {
        case .integer(let digits): digits
        case .string(let text): SQLLiteral.string(text)
        case .null, .boolean, .number, .list, .dictionary, .enumCase: nil
        }
    }
}
