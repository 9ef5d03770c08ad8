/// The directions in which JSON has a field.
package enum KeptDirections: Sendable {
    case one, both
}

/// Whether a model keeps its fields under their names in columns and storages, where all of them are written and read,
/// and not at their paths in JSON: there a field of one direction is at, in or around the place of another.
///
/// The runtime writes objects by this, and the generator describes them by it.
package func isKept<Step: Equatable>(byName fields: [(paths: [[Step]], directions: KeptDirections)]) -> Bool {
    fields.indices.contains { index in
        fields[index].directions == .one
            && fields.indices.contains { other in
                other != index
                    && fields[other].paths.contains { path in
                        fields[index].paths.contains { zip(path, $0).allSatisfy(==) }
                    }
            }
    }
}
