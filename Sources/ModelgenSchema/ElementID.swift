/// What a position or a finding of a later stage refers to: an element of a schema, or one of its keys.
package struct ElementID: Hashable, Sendable {
    package enum Element: Hashable, Sendable {
        case file(String)
        case database(SwiftName)
        case api(SwiftName)
        case enumeration(SwiftName)
        case transformer(SwiftName)
        case externalType(SwiftName)
        case model(SwiftName)
        case field(model: SwiftName, SwiftName)
        case relation(model: SwiftName, SwiftName)
        case query(model: SwiftName, SwiftName)
        case action(model: SwiftName, SwiftName)
        case nested(model: SwiftName, SwiftName)
        case operation(model: SwiftName, OperationKind)
        /// A step of a version, by its index in the list.
        case step(model: SwiftName, version: Int, index: Int)
        case databaseStep(database: SwiftName, version: Int, index: Int)
    }

    package var element: Element
    /// The key inside the element: `json`, `default`, `rest`. Nil means the element itself, at its name.
    package var key: String?

    package init(_ element: Element, key: String? = nil) {
        self.element = element
        self.key = key
    }
}
