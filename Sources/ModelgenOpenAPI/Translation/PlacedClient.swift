import ModelgenSchema

/// The client of a model: which operations are where.
struct PlacedClient {
    /// How one object is addressed.
    enum Key: Equatable {
        case none
        /// By its field `id`.
        case id
        /// By a field other than its `id`.
        case by(SwiftName)
        /// By a field, if there is no `id`.
        case primary(SwiftName)

        /// The field of the primary key.
        var field: SwiftName {
            if case .primary(let name) = self { name } else { "id" }
        }

        /// The name in braces in a path.
        var placeholder: String {
            switch self {
            case .none, .id, .primary: "id"
            case .by(let name): name.text
            }
        }
    }

    struct Action {
        var path: String
        var parameters: [TranslatedOperation.Parameter]
        var operation: TranslatedOperation
    }

    var model: Int
    var tag: String
    var path: String
    /// The path of the collection in the document; nil if the model only has calls.
    var collection: String?
    var parameters: [TranslatedOperation.Parameter] = []
    var key = Key.none
    var operations: [(kind: OperationKind, operation: TranslatedOperation)] = []
    var actions: [Action] = []

    /// What follows the path of its collection in a path, without the names of parameters; nil for one that is elsewhere.
    /// A slash at the end of the collection is part of what follows.
    func rest(of path: String) -> Substring? {
        guard var collection = collection?.withoutPathParameterNames else { return nil }
        if collection.hasSuffix("/") { collection.removeLast() }
        let path = path.withoutPathParameterNames
        return path == collection || path.hasPrefix(collection + "/") ? path.dropFirst(collection.count) : nil
    }

    /// The names of the actions, which must be unique.
    var names: Set<String> = ["list", "get", "create", "update", "patch", "delete", "save", "resource", "model", "all"]
}
