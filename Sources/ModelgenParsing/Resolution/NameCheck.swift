/// What the rules about names say of one, for whoever makes names up.
package enum NameCheck {
    /// Whether a type, a field or a case may be called so, as far as Swift's grammar goes.
    package static func isIdentifier(_ text: String) -> Bool { InvalidIdentifier.isIdentifier(text) }

    /// Whether no model and no enum may be called so.
    package static func isReservedType(_ text: String) -> Bool { ReservedTypeName.isReserved(text) }

    /// Whether some field or some case may not be called so.
    package static func isReservedMember(_ text: String) -> Bool { ReservedMemberName.isReserved(text) }
}
