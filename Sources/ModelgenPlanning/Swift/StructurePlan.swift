import ModelgenSchema

/// A struct: its stored properties and its initializer.
package struct StructurePlan: Sendable {
    package var documentation: [String]
    package var access: String
    /// `nonisolated `, or empty if the enclosing type already has it.
    package var isolation: String
    package var name: String
    package var conformances: [String]
    package var fields: [Shared<FieldPlan>]
    /// Whether it has a property for the rowid.
    package var hasRowID = false
    /// The key, for a model that fields other than `id` identify.
    package var identity: [KeyPlan] = []
    /// Whether the initializer is written out, because the compiler's would be internal, or private.
    package var hasInitializer: Bool
    /// The hashed properties, if Swift cannot synthesize the conformance.
    package var hashing: [HashingPlan]
    /// The struct for a key of several fields.
    package var key: [StructurePlan] = []

    /// Whether it stores some of its fields elsewhere, because it would otherwise contain itself.
    package var isIndirect: Bool { fields.contains { $0.value.storage != nil } }

    package var isEmpty: Bool {
        fields.isEmpty && !hasRowID && identity.isEmpty && !hasInitializer && hashing.isEmpty && key.isEmpty
    }
}

/// The fields of a key with several fields.
package struct KeyPlan: Sendable {
    package var fields: [Shared<FieldPlan>]
    package var isSingle: Bool { fields.count == 1 }
}

/// The properties that are hashed, in a struct with others that cannot be hashed.
package struct HashingPlan: Sendable {
    /// The parameter: `hasher`, unless a property has that name.
    package var hasher: String
    package var hashed: [Shared<FieldPlan>]
}

/// The struct of a model without the fields that the database or the server assigns.
package struct DraftPlan: Sendable {
    package var model: String
    package var access: String
    package var structure: StructurePlan
    /// The model's noun, `post`, and the noun with its article, `a post`.
    package var noun: String
    package var article: String
    /// The names of the assigned fields, for the documentation: `` `id` and `code` ``
    package var assignedNames: String
    /// ``a draft, `id` and `code` ``: what a model is made of, for documentation.
    package var sources: String
    /// The parameter for the draft in the initializer of the model: `draft`, unless a field has that name.
    package var draft: String
    /// The fields that the draft does not have, and all fields of the model.
    package var assigned: [Shared<FieldPlan>]
    package var modelFields: [Shared<FieldPlan>]
    /// Whether the draft only lacks a required `id`.
    package var lacksOnlyID: Bool
    /// Whether it is read, written and compared through its model.
    package var isMappedByModel: Bool
}

/// The description of a model with sensitive fields.
package struct DescriptionPlan: Sendable {
    package var type: String
    package var access: String
    /// Whether a property is called `description`, so that only the debug description can be replaced.
    package var isForDebugging: Bool
    package var fields: [Shared<FieldPlan>]
    package var hasRowID: Bool
}
