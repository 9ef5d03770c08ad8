extension Model {
    /// The fields that identify a value.
    package var keyFields: [Field] {
        if let table { return table.primaryKey.compactMap(field) }
        // Only fields of a key have an `assigned`, which may be the caller.
        let keyed = fields.filter { $0.assigned != nil }
        if !keyed.isEmpty { return keyed }
        return field("id").map { [$0] } ?? []
    }

    /// The fields that can be changed individually: those outside the key that are read or written. Without any, there is
    /// no patch.
    package var patchFields: [Field] {
        let keys = Set(keyFields.map(\.name))
        return fields.filter {
            !keys.contains($0.name) && ($0.isRead || $0.isWritten) && $0.column?.generated == nil
        }
    }

    /// Whether rows are inserted from drafts: not if the server assigns a field.
    package var insertsDrafts: Bool { table != nil && hasDraft && !fields.contains(where: \.isAssignedByServer) }

    /// Whether something takes its draft: an operation, a table, or the code for which `draft: true` asks for it.
    package var needsDraft: Bool {
        let isSent = client?.operations.contains { operation in
            operation.kind == .save || (operation.kind == .create && operation.request.body == nil)
        }
        return hasDraft && (isSent == true || insertsDrafts || requested.contains(.draft))
    }

    /// Whether something takes its patch: an operation, or the code for which `patch: true` asks for it.
    package var needsPatch: Bool {
        requested.contains(.patch)
            || client?.operations.contains { $0.kind == .patch && $0.request.body == nil } ?? false
    }
}
