/// The fields of a model, or of the models in a collection, that JSON only reads or only writes: what is kept as JSON
/// comes back without them.
func oneWayFields(of type: Any.Type) -> [String] {
    if let model = type as? any JSONModel.Type {
        return model.jsonFields.fields
            .filter { !$0.traits.isDisjoint(with: [.decodeOnly, .encodeOnly]) }
            .map(\.name)
    }
    return (type as? any Wrapping.Type).map { oneWayFields(of: $0.content) } ?? []
}

/// A type whose values hold values of another.
private protocol Wrapping {
    static var content: Any.Type { get }
}

extension Optional: Wrapping {
    fileprivate static var content: Any.Type { Wrapped.self }
}

extension Array: Wrapping {
    fileprivate static var content: Any.Type { Element.self }
}

extension Set: Wrapping {
    fileprivate static var content: Any.Type { Element.self }
}

extension Dictionary: Wrapping {
    fileprivate static var content: Any.Type { Value.self }
}

extension Answer: Wrapping {
    fileprivate static var content: Any.Type { Model.self }
}
