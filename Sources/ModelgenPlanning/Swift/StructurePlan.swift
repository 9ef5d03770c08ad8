import ModelgenSchema

/// A struct: its stored properties and its initializer.
package struct StructurePlan: Sendable {
    package var documentation: [String]
    package var access: String
    /// `nonisolated `, or nothing where the type around it says so already.
    package var isolation: String
    package var name: String
    package var conformances: [String]
    package var fields: [FieldPlan]
    /// Whether it keeps the rowid, by which SQLite knows it.
    package var hasRowID = false
    /// The key, for a model that is identified by fields of other names than `id`.
    package var identity: [KeyPlan] = []
    /// Whether the initializer is written out: that of the compiler's is internal.
    package var hasInitializer: Bool
    /// What is hashed, where Swift cannot write that.
    package var hashing: [HashingPlan]
    /// The struct of a key of several fields.
    package var key: [StructurePlan] = []

    package var isEmpty: Bool {
        fields.isEmpty && !hasRowID && identity.isEmpty && !hasInitializer && hashing.isEmpty && key.isEmpty
    }
}

/// The fields of a key, where it is made of them.
package struct KeyPlan: Sendable {
    package var fields: [FieldPlan]
    package var isSingle: Bool { fields.count == 1 }
}

/// The properties that are hashed, of values that hold others which cannot be.
package struct HashingPlan: Sendable {
    /// The parameter, `hasher` unless a property is called so.
    package var hasher: String
    package var hashed: [FieldPlan]
}

/// The struct of a model without the key that the database or the server assigns.
package struct DraftPlan: Sendable {
    package var model: String
    package var access: String
    package var structure: StructurePlan
    /// `post`, and `a post`.
    package var noun: String
    package var article: String
    /// `` `id` and `code` ``
    package var assignedNames: String
    /// What makes a model of the draft takes it as `draft`, unless a field is called so.
    package var draft: String
    /// The fields that the draft is without, and all of the model.
    package var assigned: [FieldPlan]
    package var modelFields: [FieldPlan]
    /// `Post`, or `.init` where a member hides it.
    package var constructor: String
    /// Whether it is read, written and compared by way of its model.
    package var isMappedByModel: Bool
}

/// What a model with sensitive fields says of itself.
package struct DescriptionPlan: Sendable {
    package var type: String
    package var access: String
    /// Whether a property is called `description`, so that only debuggers can be told.
    package var isForDebugging: Bool
    package var fields: [FieldPlan]
    package var hasRowID: Bool
}
