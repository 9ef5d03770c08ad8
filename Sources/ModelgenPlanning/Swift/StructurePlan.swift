import ModelgenSchema

/// A struct: its stored properties and its initializer.
package struct StructurePlan: Sendable {
    package var documentation: [String]
    package var access: String
    /// `nonisolated `, or nothing where the type around it says so already.
    package var isolation: String
    package var name: String
    package var conformances: String
    package var properties: [PropertyPlan]
    /// `var id: String { code }` for a model whose key has another name.
    package var identity: [String]
    /// Whether the initializer is written out.
    package var hasInitializer: Bool
    /// The lines of the initializer's head: one where they fit.
    package var signature: [String]
    package var assignments: [String]
    /// `hash(into:)`, where Swift cannot write it.
    package var hashing: [String]
    /// The struct of a key of several fields.
    package var key: [StructurePlan]
}

package struct PropertyPlan: Sendable {
    package var documentation: [String]
    package var declaration: [String]
}

/// The struct of a model without the key that the database or the server assigns.
package struct DraftPlan: Sendable {
    package var model: String
    package var access: String
    package var structure: StructurePlan
    package var completionDocumentation: [String]
    /// `init(_ draft: Draft, id: Int64) {`, and what it calls.
    package var completion: [String]
    /// `: ModelDraft`, where the draft is mapped by way of its model.
    package var conformance: String
    package var reductionDocumentation: [String]
    /// `init(_ model: Post) {`, and what it calls.
    package var reduction: [String]
    package var placeholderDocumentation: [String]
    /// `static func model(of draft: Self) -> Post {`, and what it calls, for that conformance.
    package var placeholder: [String]
}

/// What a model with sensitive fields says of itself.
package struct DescriptionPlan: Sendable {
    package var type: String
    package var access: String
    /// `CustomStringConvertible`, or the protocol for debugging where a property is called `description`.
    package var conformance: String
    /// `description` or `debugDescription`.
    package var property: String
    /// `String`, qualified where the schema hides it.
    package var stringType: String
    /// `"id": id`, `"password": "…"`.
    package var children: [String]
}
