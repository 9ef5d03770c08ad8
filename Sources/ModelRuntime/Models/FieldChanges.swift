/// Changes to some fields of a model, which can be applied to its row, such as a patch.
public protocol FieldChanges<Model>: Sendable {
    /// The model that is changed.
    associatedtype Model

    /// The changes to columns: the name of the field, the new value, of which nil means NULL, and the column's
    /// transformer.
    var columnChanges: [(field: String, value: (any Sendable)?, transformer: any Transformer)] { get }
}
