import ModelgenDiagnostics
import ModelgenSchema

/// A field with the nodes it was read from.
struct FieldSubject {
    var field: Field
    var key: Node
    var node: Node
    /// Its keys, where it is written in the long form.
    var entries: Entries<FieldKey>?
}

/// A model with the nodes it was read from; what the rules look at.
struct ModelSubject {
    var model: Model
    var key: Node
    var entries: Entries<ModelKey>
    var file: Int
    var fields: [FieldSubject] = []
    /// The names of all fields that are written, those with errors too: a mistake in a field is told once.
    var names: Set<String> = []
    /// Whether something is wrong with the model that may make its other parts look wrong.
    var isBroken = false
    private(set) var places: [String: Int] = [:]

    /// The fields of its key, for a model without a table too.
    var primaryKey: [SwiftName] = []

    mutating func add(_ subject: FieldSubject) {
        places[subject.field.name.text] = fields.count
        fields.append(subject)
    }

    /// The field of that name, where it is valid.
    func field(_ name: String) -> FieldSubject? { places[name].map { fields[$0] } }

    /// Whether a field of that name is written, valid or not.
    func mentions(_ name: String) -> Bool { names.contains(name) }

    /// The node of one of its keys.
    func node(_ key: ModelKey) -> Node? { entries[key] }
}
