import ModelLeniency
import ModelRuntime

// Copies the properties that two models have in common.

extension JSONModel {
    /// Copies the properties that `other` has as well: those with the same name and type. A property that is
    /// optional here may be non-optional in `other`.
    ///
    ///     var draft = Post.Draft(userId: 7, title: "")
    ///     try draft.copy(from: post)
    ///     try summary.copy(from: post, only: \.title, \.createdAt)
    ///     try summary.copy(from: post, except: \.id)
    ///
    /// No other property changes. Values are not converted to JSON, so they are copied exactly.
    ///
    /// - Returns: The names of the copied properties.
    /// - Throws: ``JSONError`` if the program was compiled without reflection.
    @discardableResult
    public mutating func copy<Other: JSONModel>(from other: Other) throws -> [String] {
        let common = try commonProperties(with: other)
        for property in common { assign(property) }
        return common.map(\.name)
    }

    /// Copies the given properties.
    ///
    /// - Throws: ``JSONError`` if `other` does not have all of them.
    public mutating func copy<Other: JSONModel>(from other: Other, only paths: PartialKeyPath<Self>...) throws {
        let own = try StoredProperties(of: self)
        let names = try paths.map { try own.property(at: $0).name }
        let common = try commonProperties(with: other).filter { names.contains($0.name) }
        if let missing = names.first(where: { name in !common.contains { $0.name == name } }) {
            throw JSONError(
                .missing,
                expected: "a property \(missing.quotedForMessage) of the same type in \(shortName(of: Other.self))"
            )
        }
        for property in common { assign(property) }
    }

    /// Copies the properties that `other` has as well, except for the given ones.
    ///
    /// - Returns: The names of the copied properties.
    @discardableResult
    public mutating func copy<Other: JSONModel>(
        from other: Other,
        except paths: PartialKeyPath<Self>...
    ) throws -> [String] {
        let own = try StoredProperties(of: self)
        let names = try paths.map { try own.property(at: $0).name }
        let common = try commonProperties(with: other).filter { !names.contains($0.name) }
        for property in common { assign(property) }
        return common.map(\.name)
    }

    /// The properties of this model that `other` has as well, with the values of `other`.
    private func commonProperties<Other: JSONModel>(with other: Other) throws -> [StoredProperty] {
        let others = try StoredProperties(of: other).properties
        return try StoredProperties(of: self).properties.compactMap { property in
            // The number of a row does not belong to its contents: in another table, it identifies another row.
            guard property.name != "rowID" || Self.jsonFields.fields.contains(where: { $0.name == property.name }),
                let source = others.first(where: { $0.name == property.name }),
                source.type == property.type || _openExistential(source.type, do: optional) == property.type
            else { return nil }
            var common = property
            common.value = source.value
            return common
        }
    }

    private mutating func assign(_ property: StoredProperty) {
        func assign<Value>(_ type: Value.Type) {
            guard let value = property.value as? Value else { return }
            withUnsafeMutablePointer(to: &self) { model in
                // A stored property is a value of its type at its offset (`MemoryLayout.offset(of:)`).
                let place = UnsafeMutableRawPointer(model) + property.offset
                if let indirect = property.storage as? any AnyIndirect.Type {
                    indirect.store(value, at: place)
                } else {
                    place.assumingMemoryBound(to: Value.self).pointee = value
                }
            }
        }
        _openExistential(property.type, do: assign)
    }
}

private func optional<Value>(_ type: Value.Type) -> Any.Type { Value?.self }
