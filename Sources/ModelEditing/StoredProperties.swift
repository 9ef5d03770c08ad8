import ModelLeniency
import ModelRuntime

/// The stored properties of a struct, with their names and offsets in memory.
///
/// Generated code contains no table of them, because that would have to be compiled for every model. Instead, they are
/// found by reflection when needed. Reflection returns names and types in the order of declaration. The offsets follow
/// from that, because Swift lays out the properties of a struct in that order, each one at the next aligned offset
/// (Swift's docs/ABI/TypeLayout.rst, "Fragile Struct and Tuple Layout"). The size of the struct is used to check the
/// result.
struct StoredProperties<Model> {
    let properties: [StoredProperty]

    /// Finds the properties of `model` and their values.
    ///
    /// - Throws: ``JSONError`` if reflection does not return all of them, because the program was compiled without it.
    init(of model: Model) throws {
        var properties: [StoredProperty] = []
        for child in Mirror(reflecting: model).children {
            let value = (child.value as? Redacted)?.content ?? child.value
            var property = StoredProperty(
                name: child.label ?? "", type: type(of: value), storage: type(of: value), offset: 0, value: value)
            if let indirect = value as? any AnyIndirect {
                property.value = indirect.content
                property.type = type(of: property.value)
                // The compiler's mirror has the name of the storage, `_parent` or `model_parent`.
                if !(model is any CustomReflectable), let mark = property.name.firstIndex(of: "_") {
                    property.name = String(property.name[mark...].dropFirst())
                }
            }
            properties.append(property)
        }
        // What is stored elsewhere is declared last.
        let order =
            properties.indices.filter { !properties[$0].isIndirect }
            + properties.indices.filter { properties[$0].isIndirect }
        var end = 0
        for index in order {
            let (size, alignment) = _openExistential(properties[index].storage, do: measure)
            properties[index].offset = (end + alignment - 1) / alignment * alignment
            end = properties[index].offset + size
        }
        guard end == MemoryLayout<Model>.size else {
            throw JSONError(
                .invalidValue, reason: "the properties of `\(shortName(of: Model.self))` cannot be determined")
        }
        self.properties = properties
    }

    /// The property that a key path refers to.
    ///
    /// - Throws: ``JSONError`` if it is computed, or part of a property; or if there are several properties at the same
    ///   offset, because their type takes no space, like an enum with a single case.
    func property(at path: PartialKeyPath<Model>) throws -> StoredProperty {
        let offset = MemoryLayout<Model>.offset(of: path)
        let found = properties.filter { $0.offset == offset && $0.type == valueType(of: path) }
        guard let property = found.first else {
            throw JSONError(
                .invalidValue, reason: "a key path of `\(shortName(of: Model.self))` is not a stored property")
        }
        if found.count > 1 {
            let names = found.map { "`\($0.name)`" }.joined(separator: ", ")
            throw JSONError(
                .invalidValue,
                reason: "a key path of `\(shortName(of: Model.self))` is one of \(names), whose type has a single value"
            )
        }
        return property
    }

    private func valueType(of path: PartialKeyPath<Model>) -> Any.Type { type(of: path).valueType }
}

/// A property of a struct, and its value in one instance.
struct StoredProperty {
    var name: String
    var type: Any.Type
    /// The type of what the struct stores, which is an `Indirect` if the value is stored elsewhere.
    var storage: Any.Type
    var offset: Int
    var value: Any

    var isIndirect: Bool { storage is any AnyIndirect.Type }
}

private func measure<Value>(_ type: Value.Type) -> (size: Int, alignment: Int) {
    (MemoryLayout<Value>.size, MemoryLayout<Value>.alignment)
}
