/// The access level of the generated declarations.
package enum AccessLevel: String, Hashable, Sendable, Codable, CaseIterable {
    case `internal`
    case package
    case `public`
}
