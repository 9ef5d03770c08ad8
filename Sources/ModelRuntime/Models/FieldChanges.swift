/// Changes to some fields of a model, which can be applied to its row: a patch.
public protocol FieldChanges<Model>: Sendable {
    /// The model that is changed.
    associatedtype Model

    /// The changes to columns, by the names of their fields, with the transformer of each column; nil is NULL.
    var columnChanges: [(field: String, value: (any Sendable)?, transformer: any Transformer)] { get }
}
