/// What can be generated besides the structs.
package enum Emission: String, Hashable, Sendable, Codable, CaseIterable {
    case json
    case sqlite
    case rest
}
