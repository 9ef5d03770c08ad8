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
        return (newColumnTypes[file.name] ?? []).compactMap { name in
            guard let (module, conformance) = importedType(name) else { return nil }
            return ConformancePlan(
                comment: "Stored in a column, which \(module) does not know about.",
                type: "\(module).\(name.escaped)",
                protocols: ["\(TypeSpelling.Library.sqlite.rawValue).\(conformance)"], library: .sqlite)
        }
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

extension Schema {
    /// The types that models of each file are the first to store in a column, except those that an imported module
    /// stores itself: they get their conformance there.
    var newColumnTypes: [String: [SwiftName]] {
        guard files.contains(where: { !$0.imports.isEmpty }) else { return [:] }
        var known: Set<SwiftName> = []
        for model in models where model.module != nil { known.formUnion(model.typesInColumns) }
        var types: [String: [SwiftName]] = [:]
        for model in models where model.module == nil {
            types[model.file, default: []] += model.typesInColumns.filter { known.insert($0).inserted }
        }
        return types
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
