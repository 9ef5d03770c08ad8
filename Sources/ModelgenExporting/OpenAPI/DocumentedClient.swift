import ModelgenSchema

/// The client of a model as the document describes it.
struct DocumentedClient {
    var model: Model
    var client: Client
    /// The tag that groups its operations in the document: `posts`.
    var tag: String
    /// The property that groups them in code: `posts`, as in `api.posts`.
    var property: String
    /// The only field of the key; nil if there are several or none.
    var key: Field?

    /// The name of a path parameter in the document. `{id}` becomes the name of the property that is the key.
    func documentedName(of name: String, in operation: OperationPlan) -> String {
        let declared = operation.query + client.parameters
        guard name == "id", !declared.contains(where: { $0.name.text == name }),
            let path = key?.json?.paths.first?.components, path.count == 1, case .key(let property)? = path.first,
            property.utf8.allSatisfy({ $0.isWordByte }), !property.isEmpty,
            !operation.path.pathParameterNames.contains(property)
        else { return name }
        return property
    }
}

extension UInt8 {
    /// Whether it is an ASCII letter or digit, or one of `_-`.
    fileprivate var isWordByte: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x2D: true
        default: false
        }
    }
}
