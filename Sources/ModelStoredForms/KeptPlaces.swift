/// The directions in which JSON has a field.
package enum KeptDirections: Sendable {
    case one, both
}

/// Whether a model is stored in columns and storages under the names of its fields instead of their paths in JSON. All
/// fields are both written and read there, so names are needed if a field that is only read or only written is at, in
/// or around the place of another one.
///
/// The runtime writes objects accordingly, and the generator describes them accordingly.
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
