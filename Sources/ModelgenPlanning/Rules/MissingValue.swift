import ModelgenDatabase
import ModelgenDiagnostics
import ModelgenSchema

extension RuleEntry {
    static let missingValue = RuleEntry(
        id: "missing-value",
        summary: "A field of a stored model without a column is optional or has a default.",
        explanation: """
            A model is created from the rows of its table. A field that is not in them (`column: false`) gets its default,
            so it must have one or be optional.
            """,
        example: """
             database: { name: Map }
             models:
            -  City: { table: cities, primaryKey: id, fields: { id: Int64, size: { type: Int64, column: false } } }
            +  City: { table: cities, primaryKey: id, fields: { id: Int64, size: { type: Int64, column: false, default: 0 } } }
            """)
}

extension ModelPlanning {
    func missingValues() -> [Finding] {
        guard model.storage != .none else { return [] }
        return model.fields.flatMap { field -> [Finding] in
            guard field.isRequired, field.column == nil else { return [] }
            let element = ElementID.Element.field(model: model.name, field.name)
            return [
                RuleEntry.missingValue.error(
                    "`\(field.name)` has no column, so it has no value when a row is read; "
                        + "add a default, or make it optional: `\(types.type(field.type))?`",
                    at: ElementID(element, key: "column"))
            ]
        }
    }
}
