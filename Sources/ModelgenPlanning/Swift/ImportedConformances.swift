import ModelgenDatabase
import ModelgenSchema

extension SchemaPlanning {
    /// The conformances of types from other modules that models of this file are the first to store in a column, or to
    /// send in a path, a query or a form.
    ///
    /// Their own module has no table or client for them, so it need not depend on SQLite or REST. With the modules in
    /// front of the names, the compiler accepts such a conformance without a warning, within a package and across
    /// packages
    /// (https://github.com/swiftlang/swift-evolution/blob/main/proposals/0364-retroactive-conformance-warning.md).
    ///
    ///     nonisolated extension Geography.Place: ModelSQLite.SQLiteJSONValue {}
    func importedConformances(of file: SchemaFile) -> [ConformancePlan] {
        let stored = newColumnTypes[file.name] ?? []
        let sent = newParameterTypes[file.name] ?? []
        return stored.compactMap { name in
            columnConformance(name).map { conformance(of: name, to: $0, of: .sqlite, "Stored in a column") }
        } + sent.map { conformance(of: $0, to: "ParameterValue", of: .rest, "Sent in a path, a query or a form") }
    }

    private func conformance(
        of name: SwiftName, to conformance: String, of library: TypeSpelling.Library, _ use: String
    ) -> ConformancePlan {
        let module = index.module(of: name) ?? ""
        // It already contains its module if this module, or another one, has a type of the same name.
        let type = name.text.hasPrefix("\(module).") ? name.escaped : "\(module).\(name.escaped)"
        return ConformancePlan(
            comment: "\(use), which \(module) does not know about.", type: type,
            protocols: ["\(library.rawValue).\(conformance)"], library: library)
    }

    private func columnConformance(_ name: SwiftName) -> String? {
        if index.model(name) != nil { return "SQLiteJSONValue" }
        return storesModels(index.module(of: name)) ? nil : "SQLiteValue"
    }

    /// Whether a module (nil for the run's own) has models with tables, which makes all its enums storable in columns.
    func storesModels(_ module: String?) -> Bool {
        storingModules.contains(module)
    }
}

extension SchemaIndex {
    /// The imported types among those of models that models of each file are the first to use. Types that an imported
    /// module uses in the same way are not among them: that module declares their conformance.
    func newTypes(_ types: (Model) -> [SwiftName]) -> [String: [SwiftName]] {
        guard schema.files.contains(where: { !$0.imports.isEmpty }) else { return [:] }
        var known: Set<SwiftName> = []
        for model in schema.models where model.module != nil { known.formUnion(types(model)) }
        var new: [String: [SwiftName]] = [:]
        for model in schema.models where model.module == nil {
            new[model.file, default: []] += types(model).filter { module(of: $0) != nil && known.insert($0).inserted }
        }
        return new
    }

    /// The module that a model or an enum is imported from.
    func module(of name: SwiftName) -> String? { model(name)?.module ?? enumeration(name)?.module }
}
