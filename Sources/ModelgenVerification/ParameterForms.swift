import ModelgenDatabase
import ModelgenPlanning
import ModelgenSchema

/// Looks for parameters of named queries that are bound in another form than the columns with which the SQL compares
/// them, or to which it assigns them.
///
/// SQLite accepts them, and finds other rows: a number of seconds is less than any number of milliseconds.
struct ParameterForms {
    private let storage: ColumnStorage
    private let forms: StoredForms
    private let models: [Model]

    init(_ schema: Schema, _ database: SwiftName) {
        storage = ColumnStorage(schema)
        forms = StoredForms(schema)
        models = schema.models.filter { $0.storage.database == database }
    }

    /// The problem of each parameter that has one.
    ///
    /// - Parameter lists: The parameters whose elements are matched by IN.
    func problems(of query: NamedQuery, lists: Set<SwiftName>) -> [SwiftName: String] {
        let comparisons = columnComparisons(in: query.sql)
        guard comparisons.contains(where: { $0.parameter != nil }) else { return [:] }
        let names = namesOrStrings(in: query.sql)
        let models = models.filter { $0.storage.name.map { names.contains($0.folded) } ?? false }
        return query.parameters.reduce(into: [:]) { problems, parameter in
            let isList = lists.contains(parameter.name)
            let bound = isList ? element(of: parameter) : StoredType(parameter)
            var other: Column?
            var hasOwn = false
            for comparison in comparisons where comparison.parameter == parameter.name.text {
                // Aliases are not resolved: it may be any of these columns.
                let columns = models.flatMap { model in
                    model.fields.filter { $0.column?.name.folded == comparison.column }.map { Column(model.name, $0) }
                }
                if columns.contains(where: { storage.compares(bound, with: StoredType($0.field)) }) {
                    hasOwn = true
                } else {
                    other = other ?? columns.first
                }
            }
            guard let other else { return }
            let advice = advice(parameter, as: other.field, isList ? .element : .whole, hasOwn ? .another : .same)
            problems[parameter.name] =
                "`:\(parameter.name)` is bound as \(described(StoredType(parameter))), but `\(other.model).\(other.field.name)` "
                + "is stored as \(described(StoredType(other.field))); \(advice)"
        }
    }

    private struct Column {
        var model: SwiftName
        var field: Field

        init(_ model: SwiftName, _ field: Field) { (self.model, self.field) = (model, field) }
    }

    /// How a parameter is matched with a column.
    private enum Match { case whole, element }

    /// Whether the parameter is changed, or still needed as it is.
    private enum Target { case same, another }

    private func advice(
        _ parameter: NamedQuery.Parameter, as field: Field, _ match: Match, _ target: Target
    ) -> String {
        let storageClass = storage.storageClass(of: field)
        if match == .element, storageClass == .real || storageClass == .blob {
            return "a list of \(storageClass.rawValue) cannot be matched exactly by IN, so use a range"
        }
        var declared = field
        if match == .element { declared.type = .list(field.type.unwrapped) }
        let definition = forms.definition(of: declared, isOptional: parameter.type.isOptional)
        switch target {
        case .same: return "declare the parameter as `\(definition)`"
        case .another: return "use another parameter for it, declared as `\(definition)`"
        }
    }

    /// The elements of a list as they are stored.
    private func element(of parameter: NamedQuery.Parameter) -> StoredType {
        let transformer = parameter.transformer
        if let transformer, !storage.convertsElements(transformer, of: parameter.type) {
            let stored = storage.storedType(of: parameter.type, transformer: transformer)
            return StoredType(stored.matchedElement ?? stored)
        }
        return StoredType(parameter.type.matchedElement ?? parameter.type, transformer)
    }

    /// `Date` by `iso8601`, in backticks.
    private func described(_ stored: StoredType) -> String {
        "`\(stored.type.text)`" + (stored.transformer.map { " by `\($0.text)`" } ?? "")
    }
}

extension ColumnComparison {
    fileprivate var parameter: String? {
        guard case .parameter(let name) = operand else { return nil }
        return name
    }
}

extension Storage {
    /// The name of the table or view.
    fileprivate var name: SQLName? {
        switch self {
        case .none: nil
        case .table(let table): table.name
        case .view(let view): view.name
        }
    }
}
