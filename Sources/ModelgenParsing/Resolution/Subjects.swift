import ModelgenDiagnostics
import ModelgenSchema

/// A field with the nodes it was read from.
///
/// A reference type, because the rules look at every field many times, and a field is a large value to copy.
final class FieldSubject {
    var field: Field
    let key: Node
    let node: Node
    /// Its keys, if it is written in the long form.
    let entries: Entries<FieldKey>?

    init(field: Field, key: Node, node: Node, entries: Entries<FieldKey>? = nil) {
        self.field = field
        self.key = key
        self.node = node
        self.entries = entries
    }

    /// Why its type cannot be that of a key, and what to do.
    var unfitForKey: (why: String, advice: String)? {
        switch field.type {
        case .optional: ("is optional", "remove the `?`")
        case .list, .set, .dictionary, .model, .geometry, .scalar(.json):
            ("has the type `\(field.type.text)`", "use a field with a single value")
        case .scalar, .enumeration, .external: nil
        }
    }
}

/// A model with the nodes it was read from, as the rules see it.
final class ModelSubject {
    var model: Model
    let key: Node
    let entries: Entries<ModelKey>
    let file: Int
    private(set) var fields: [FieldSubject] = []
    /// The names of all fields that are written, including invalid ones: a mistake in a field is reported once.
    var names: Set<String> = []
    /// Whether something about the model is wrong that may make its other parts look wrong.
    var isBroken = false
    /// The fields of its key, even for a model without a table.
    var primaryKey: [SwiftName] = []
    private var places: [String: Int] = [:]

    init(model: Model, key: Node, entries: Entries<ModelKey>, file: Int) {
        self.model = model
        self.key = key
        self.entries = entries
        self.file = file
    }

    func add(_ subject: FieldSubject) {
        places[subject.field.name.text] = fields.count
        fields.append(subject)
    }

    /// The field with that name, if it is valid.
    func field(_ name: String) -> FieldSubject? { places[name].map { fields[$0] } }

    /// Whether a field with that name is written, valid or not, or may be.
    func mentions(_ name: String) -> Bool {
        names.contains(name) || entries.isBroken(.fields) || entries[.fields]?.isBroken == true
            || !names.allSatisfy(InvalidIdentifier.isIdentifier)
    }

    /// What declares a key. Without `table: false`, it would also give the model a table.
    var keyDeclaration: String {
        switch model.storage {
        case .none where entries[.table]?.isFalse != true: "`primaryKey: …` and `table: false`"
        case .none, .table, .view: "`primaryKey: …`"
        }
    }

    /// The node of one of its keys.
    func node(_ key: ModelKey) -> Node? { entries[key] }
}
