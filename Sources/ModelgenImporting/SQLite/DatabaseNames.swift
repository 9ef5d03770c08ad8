import ModelgenParsing
import ModelgenSchema

/// The models and fields for the tables and columns of a database.
struct DatabaseNames {
    let options: ParsingOptions
    /// By table.
    private(set) var models: [FoldedName: SwiftName] = [:]
    private(set) var fields: [FoldedName: [FoldedName: SwiftName]] = [:]

    /// - Parameters:
    ///   - database: The name of the database, for which a type is generated.
    ///   - existing: The models that keep their names and those of their fields.
    init(
        _ tables: [(name: String, columns: [String])], _ options: ParsingOptions, of database: SwiftName,
        over existing: ExistingModels? = nil
    ) {
        self.options = options
        var taken = (existing?.types ?? []).union([Database.typeName(of: database).text])
        for table in tables {
            let known = existing?.tables[FoldedName(table.name)]
            let model = known?.model ?? SwiftNaming.free(type: SwiftNaming.type(table.name, .singular), taken)
            taken.insert(model.text)
            models[FoldedName(table.name)] = model
            var fields = known?.columns ?? [:]
            let columns = table.columns.filter { fields[FoldedName($0)] == nil }
            var others = Set(known?.fields ?? [])
            for (column, name) in zip(columns, SwiftNaming.properties(columns)) {
                fields[FoldedName(column)] = SwiftNaming.claimed(name, &others)
            }
            self.fields[FoldedName(table.name)] = fields
        }
    }

    func model(_ table: String) -> SwiftName? { models[FoldedName(table)] }
    func field(_ column: String, of table: String) -> SwiftName? { fields[FoldedName(table)]?[FoldedName(column)] }
}
