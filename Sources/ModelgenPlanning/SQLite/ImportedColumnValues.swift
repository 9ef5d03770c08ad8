import ModelgenDatabase
import ModelgenSchema

extension SchemaPlanning {
    /// The conformances of other modules' types that models of this file are the first to store in a column.
    ///
    /// Their own module has no table for them, and need not depend on SQLite. With the modules in front of the names,
    /// the compiler accepts such a conformance without a warning, within a package and across packages
    /// (https://github.com/swiftlang/swift-evolution/blob/main/proposals/0364-retroactive-conformance-warning.md).
    ///
    ///     nonisolated extension Geography.Place: ModelSQLite.SQLiteJSONValue {}
    func importedColumnValues(of file: SchemaFile) -> [ConformancePlan] {
        guard emits(.sqlite), !file.imports.isEmpty else { return [] }
        var known: Set<SwiftName> = []
        // Types that an imported module stores itself get their conformance there.
        for model in schema.models where model.module != nil { known.formUnion(model.typesInColumns) }
        var plans: [ConformancePlan] = []
        for model in schema.models where model.module == nil {
            for name in model.typesInColumns where known.insert(name).inserted && model.file == file.name {
                guard let (module, conformance) = importedType(name) else { continue }
                plans.append(
                    ConformancePlan(
                        comment: "Stored in a column, which \(module) does not know about.",
                        type: "\(module).\(name.escaped)",
                        protocols: ["\(TypeSpelling.Library.sqlite.rawValue).\(conformance)"], library: .sqlite))
            }
        }
        return plans
    }

    private func importedType(_ name: SwiftName) -> (module: String, conformance: String)? {
        if let model = index.model(name) {
            return model.module.map { ($0, "SQLiteJSONValue") }
        }
        guard let enumeration = index.enumeration(name), let module = enumeration.module,
            !storesModels(module)
        else { return nil }
        return (module, "SQLiteValue")
    }

    /// Whether a module (the run's own if nil) has models in tables: then all its enums can be stored in columns.
    func storesModels(_ module: String?) -> Bool {
        schema.models.contains { $0.module == module && $0.storage != .none }
    }
}

extension Model {
    /// The models and enums that are single values of its columns; collections of anything are stored as JSON.
    fileprivate var typesInColumns: [SwiftName] {
        guard storage != .none else { return [] }
        return fields.compactMap { field in
            guard field.column != nil else { return nil }
            return switch field.type.unwrapped {
            case .model(let name), .enumeration(let name): name
            case .scalar, .geometry, .external, .optional, .list, .set, .dictionary: nil
            }
        }
    }
}
