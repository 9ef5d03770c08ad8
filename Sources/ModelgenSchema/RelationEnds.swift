/// One of the two fields that a relation compares.
package struct RelationEnd: Sendable {
    package var model: Model
    package var field: Field
}

extension TypeLookup {
    /// The fields that a relation compares, in pairs, from the model to the related one. There are two, or four through
    /// a third model. Empty if one of them does not exist.
    package func ends(of relation: Relation, from model: Model) -> [RelationEnd] {
        guard let other = self.model(relation.model) else { return [] }
        switch relation.kind {
        case .hasMany(let by), .hasOne(let by):
            return other.end(by).flatMap { far in model.end(heldBy: far.field).map { [$0, far] } } ?? []
        case .belongsTo(let by):
            return model.end(by).flatMap { own in other.end(heldBy: own.field).map { [own, $0] } } ?? []
        case .manyToMany(let through, let by, let otherBy):
            guard let link = self.model(through), let here = link.end(by), let there = link.end(otherBy),
                let own = model.end(heldBy: here.field), let far = other.end(heldBy: there.field)
            else { return [] }
            return [own, here, there, far]
        }
    }
}

extension Model {
    fileprivate func end(_ name: SwiftName) -> RelationEnd? {
        field(name).map { RelationEnd(model: self, field: $0) }
    }

    /// The field whose values a field of a related model contains: the field to which it refers, or else the key.
    fileprivate func end(heldBy other: Field) -> RelationEnd? {
        if let reference = other.reference, reference.model == name { return end(reference.field) }
        return keyFields.count == 1 ? end(keyFields[0].name) : nil
    }
}
