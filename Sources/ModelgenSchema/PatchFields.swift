extension Model {
    /// The fields that identify a value.
    package var keyFields: [Field] {
        if let table { return table.primaryKey.compactMap(field) }
        // Only fields of a key have `assigned`, which may be the caller.
        let keyed = fields.filter { $0.assigned != nil }
        if !keyed.isEmpty { return keyed }
        return field("id").map { [$0] } ?? []
    }

    /// The fields that can be changed individually: those outside the key that are read or written. If there are none,
    /// there is no patch.
    package var patchFields: [Field] {
        let keys = Set(keyFields.map(\.name))
        return fields.filter {
            !keys.contains($0.name) && ($0.isRead || $0.isWritten) && $0.column?.generated == nil
        }
    }

    /// Whether rows are inserted from drafts. They are not if the server assigns a field.
    package var insertsDrafts: Bool { table != nil && hasDraft && !fields.contains(where: \.isAssignedByServer) }

    /// Whether anything takes the model's draft: an operation, a table, or code for which `draft: true` requests it.
    package var needsDraft: Bool {
        let isSent = client?.operations.contains { operation in
            operation.kind == .save || (operation.kind == .create && operation.request.body == nil)
        }
        return hasDraft && (isSent == true || insertsDrafts || requested.contains(.draft))
    }

    /// Whether anything takes the model's patch: an operation, or code for which `patch: true` requests it.
    package var needsPatch: Bool {
        requested.contains(.patch)
            || client?.operations.contains { $0.kind == .patch && $0.request.body == nil } ?? false
    }
}
