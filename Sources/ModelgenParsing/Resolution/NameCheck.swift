import ModelgenSchema

/// What the rules about names say of one, for whoever makes names up.
package enum NameCheck {
    /// Whether a type, a field or a case may be called so, as far as Swift's grammar goes.
    package static func isIdentifier(_ text: String) -> Bool { InvalidIdentifier.isIdentifier(text) }

    /// Whether no model and no enum may be called so, or only one that nothing refers to which has a type of that name within
    /// it.
    package static func isReservedType(_ text: String) -> Bool {
        ReservedTypeName.isReserved(text) || withinModels.contains(text)
    }

    private static let withinModels = TypeScope(
        of: ["Identifiable", "KeyedRecord", "RowIDRecord", "JSONPatchable", "RESTModel"]).types

    /// Whether some field or some case may not be called so.
    package static func isReservedMember(_ text: String) -> Bool { ReservedMemberName.isReserved(text) }
}
